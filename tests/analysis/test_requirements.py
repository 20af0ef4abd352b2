"""What a report says about each requirement of the job, and which answers it takes it from."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from app.analysis.analyze import analyze
from app.analysis.coverage import list_requirements
from app.analysis.exchanges import find_exchanges
from app.analysis.findings import Background, RequirementStatus, Severity
from app.analysis.lexicon import load_lexicon
from app.analysis.requirements import MAX_LISTED, RequirementRelations, relate_requirements
from app.analysis.result import Analysis
from app.analysis.text_cache import TextCache
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import EngineUnavailable, Judgment, Priority
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import FakeEmbeddings, FakeJudge, FakeLlm, fake_engines, make_judgment

BEES = "Keeping bees through the winter"
BOATS = "Repair of wooden boats"
CV = "Ida Moss\n\nDock hand, Port of Wray, 2016 - 2020\n- Sold hives to four farms\n\nLicence: boat, 2019"
TALK: list[tuple[str, str]] = [
    (
        "How did you bring the hives through the cold?",
        "I wrapped the hives in straw before the frost came.",
    ),
    ("Which tools do you own yourself?", "I own two planes and a saw that my uncle left me."),
]


def _point_at(texts: tuple[str, ...]) -> list[list[float]]:
    """Texts about hives point where the requirement about bees does, all others each elsewhere."""

    def choose_axis(at: int) -> int:
        return 0 if any(word in texts[at] for word in ("bees", "hives")) else at + 1

    return [[float(axis == choose_axis(at)) for axis in range(len(texts) + 1)] for at in range(len(texts))]


def _point_near(cosines: dict[str, float]) -> Callable[[tuple[str, ...]], list[list[float]]]:
    """The first question points at the first axis, some texts have a cosine with it, all others none."""

    def point(texts: tuple[str, ...]) -> list[list[float]]:
        rows = []
        for at, text in enumerate(texts):
            cosine = 1.0 if text == TALK[0][0] else cosines.get(text, 0.0)
            row = [0.0] * (len(texts) + 1)
            row[0], row[at + 1] = cosine, math.sqrt(1 - cosine**2)
            rows.append(row)
        return rows

    return point


def _judge(
    label: SentenceLabel, *, answer: AnswerLabel = AnswerLabel.FULL, probability: float = 0.9
) -> FakeJudge:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            make_judgment(*[{label: probability} for _ in exchange.sentences], answer=answer)
            for exchange in exchanges
        ]

    return FakeJudge(judge)


async def report(judge: FakeJudge, *requirements: str, talk: list[tuple[str, str]] = TALK) -> Analysis:
    return await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=judge, embeddings=FakeEmbeddings(_point_at)),
        transcript=to_transcript(talk),
        background=Background(job_title="Beekeeper", requirements=requirements),
    )


async def test_an_answer_about_a_requirement_is_found_by_meaning() -> None:
    analysis = await report(_judge(SentenceLabel.ACTION), BEES, BOATS)
    bees, boats = analysis.requirements
    assert (bees.requirement, bees.status) == (BEES, RequirementStatus.SHOWN)
    assert [item.quote for item in bees.evidence] == [TALK[0][1]]
    assert (boats.requirement, boats.status, boats.evidence) == (BOATS, RequirementStatus.NOT_DISCUSSED, ())


@pytest.mark.parametrize(
    ("judge", "status"),
    [
        (_judge(SentenceLabel.SHORTCUT), RequirementStatus.CONCERN),
        (_judge(SentenceLabel.SHORTCUT, probability=0.6), RequirementStatus.DISCUSSED),
        (_judge(SentenceLabel.HEDGE), RequirementStatus.DISCUSSED),
        (_judge(SentenceLabel.ACTION, answer=AnswerLabel.EVASIVE), RequirementStatus.DISCUSSED),
    ],
)
async def test_what_is_no_evidence_does_not_support_a_requirement(
    judge: FakeJudge, status: RequirementStatus
) -> None:
    [bees] = (await report(judge, BEES)).requirements
    assert bees.status is status
    assert bees.evidence[0].quote == TALK[0][1]


LONG = (
    "The hives were wrapped in straw before the frost, and in March the register listed four colonies as "
    "lost over the winter where the yard had nearer to eleven, since the subsidy of that year was paid for "
    "every colony that was still alive by then."
)


async def test_a_requirement_has_the_severity_that_the_report_shows() -> None:
    talk = [(TALK[0][0], LONG), TALK[1]]
    analysis = await report(_judge(SentenceLabel.SHORTCUT, probability=0.7), BEES, talk=talk)
    assert [item.severity for item in analysis.concerns if item.evidence[0].quote == LONG] == [Severity.HIGH]
    assert [item.status for item in analysis.requirements] == [RequirementStatus.CONCERN]


@pytest.mark.parametrize("requirement", ["A certificate in keeping bees", "Four years of keeping bees"])
async def test_words_show_neither_a_certificate_nor_years(requirement: str) -> None:
    analysis = await report(_judge(SentenceLabel.ACTION), requirement)
    assert [item.status for item in analysis.requirements] == [RequirementStatus.DISCUSSED]


async def test_what_is_in_the_cv_alone_is_not_shown() -> None:
    analysis = await analyze(
        fake_engines(
            llm=FakeLlm(lambda _request: ""),
            judge=_judge(SentenceLabel.ACTION),
            embeddings=FakeEmbeddings(_point_at),
        ),
        transcript=to_transcript(TALK),
        background=Background(cv_text=CV, requirements=("Boat licence",)),
    )
    [licence] = analysis.requirements
    assert (licence.status, licence.cv_line) == (RequirementStatus.IN_CV, "Licence: boat, 2019")
    assert "Boat licence" not in [item.subject for item in analysis.follow_up_questions]


async def test_papers_that_nobody_mentioned_are_asked_for() -> None:
    analysis = await report(_judge(SentenceLabel.ACTION), "Crane licence")
    asked = [item.question for item in analysis.follow_up_questions]
    assert "The job asks for this: “Crane licence”. Do you have it, and may we see the papers?" in asked


async def test_a_lesser_concern_on_the_subject_prevents_evidence() -> None:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            make_judgment(
                *[
                    {SentenceLabel.WRONG if "frost" in sentence else SentenceLabel.ACTION: 0.7}
                    for sentence in exchange.sentences
                ]
            )
            for exchange in exchanges
        ]

    [bees] = (await report(FakeJudge(judge), BEES)).requirements
    assert bees.status is RequirementStatus.DISCUSSED


async def test_texts_and_follow_ups_say_what_was_shown() -> None:
    analysis = await report(_judge(SentenceLabel.ACTION), BEES, BOATS)
    assert f"Specific evidence for: “{BEES}”." in analysis.technical_assessment
    assert f"Specific evidence for: “{BEES}”." not in analysis.summary
    assert BOATS not in analysis.technical_assessment
    assert BOATS in [item.subject for item in analysis.follow_up_questions]


async def test_a_short_requirement_with_a_word_in_common_is_the_heading_of_a_finding() -> None:
    analysis = await report(_judge(SentenceLabel.ACTION), "Wrapping of hives", BEES)
    titles = [item.title for item in analysis.strengths]
    assert any(title.startswith("Wrapping of hives: “") for title in titles)
    titles = [item.title for item in (await report(_judge(SentenceLabel.ACTION), BEES)).strengths]
    assert not any(title.startswith(BEES) for title in titles)


async def test_what_papers_show_is_no_heading() -> None:
    requirement = "Ten seasons with hives"
    titles = [item.title for item in (await report(_judge(SentenceLabel.ACTION), requirement)).strengths]
    assert titles
    assert not any(requirement in title for title in titles)


async def test_a_skill_that_a_sentence_names_too_is_listed_once() -> None:
    talk = [("What do you use?", "I moved our reports to Python and wrote the tests for them.")]
    sentence = "Experience with Python in production"
    analysis = await report(_judge(SentenceLabel.ACTION), "Python", sentence, "Forklift operation", talk=talk)
    assert [(item.requirement, item.status) for item in analysis.requirements] == [
        (sentence, RequirementStatus.SHOWN),
        ("Forklift operation", RequirementStatus.NOT_DISCUSSED),
    ]


async def test_a_long_list_is_cut() -> None:
    requirements = [f"Requirement number {n}" for n in range(MAX_LISTED + 3)]
    assert len((await report(_judge(SentenceLabel.ACTION), *requirements)).requirements) == MAX_LISTED


class TestRelations:
    async def find(
        self,
        embeddings: FakeEmbeddings,
        *requirements: str,
        language: str = "en",
        cache: TextCache | None = None,
    ) -> RequirementRelations:
        lexicon = load_lexicon(language)
        assert lexicon is not None
        return await relate_requirements(
            fake_engines(embeddings=embeddings),
            find_exchanges(to_transcript(TALK), lexicon),
            Background(cv_text=CV, requirements=requirements),
            language=language,
            priority=lambda: Priority.BACKGROUND,
            cache=cache,
        )

    async def test_words_decide_without_embeddings(self) -> None:
        away = FakeEmbeddings(lambda _texts: EngineUnavailable("away"))
        assert (await self.find(away, "Planes and saws", BOATS)).find_nearest() == {1: "Planes and saws"}

    async def test_words_decide_in_languages_of_no_embeddings(self) -> None:
        embeddings = FakeEmbeddings(_point_at)
        relations = await self.find(embeddings, "Planes and saws", language="de")
        assert relations.words is not None
        assert not relations.cosines
        assert not embeddings.requests

    async def test_a_requirement_may_be_named_where_its_meaning_is_not_near(self) -> None:
        relations = await self.find(FakeEmbeddings(_point_at), BEES, "Saw")
        assert relations.find_nearest() == {0: BEES, 1: "Saw"}

    async def test_a_line_of_the_cv_is_named_beside_the_requirement(self) -> None:
        relations = await self.find(FakeEmbeddings(_point_at), BEES, "Boat licence", "Night work")
        assert relations.cv_lines == {
            BEES: "- Sold hives to four farms",
            "Boat licence": "Licence: boat, 2019",
        }

    async def test_of_two_lines_as_near_the_one_that_shares_words_is_named(self) -> None:
        requirement = "Licence for boats and their dock"
        point = _point_near({requirement: 1.0, "Licence: boat, 2019": 0.6})

        def favor_the_dock(texts: tuple[str, ...]) -> list[list[float]]:
            rows = point(texts)
            for at, text in enumerate(texts):
                if text.startswith("Dock hand"):
                    rows[at] = [0.65, *([0.0] * (len(texts) - 1)), math.sqrt(1 - 0.65**2)]
            return rows

        relations = await self.find(FakeEmbeddings(favor_the_dock), requirement)
        assert relations.cv_lines == {requirement: "Licence: boat, 2019"}

    async def test_an_answer_may_be_about_one_part_of_a_list(self) -> None:
        listed = "Night rota, stock lists and care of colonies"
        near = _point_near({"care of colonies": 0.6})
        assert (await self.find(FakeEmbeddings(near), listed)).find_nearest() == {0: listed}
        far = _point_near({"care of colonies": 0.4})
        assert not (await self.find(FakeEmbeddings(far), listed)).find_nearest()

    @pytest.mark.parametrize(
        ("requirement", "is_about"),
        [
            # The question names the cold.
            ("Transport of boxes in the cold", True),
            ("Transport of boxes in the wet", False),
            ("Four years of transport in the cold", False),
        ],
    )
    async def test_a_word_of_the_question_needs_less_nearness(self, requirement: str, is_about: bool) -> None:
        relations = await self.find(FakeEmbeddings(_point_near({requirement: 0.4})), requirement)
        assert relations.find_nearest() == ({0: requirement} if is_about else {})

    async def test_nothing_is_compared_twice(self) -> None:
        cache = TextCache()
        embeddings = FakeEmbeddings(_point_at)
        first = await self.find(embeddings, BEES, cache=cache)
        assert await self.find(embeddings, BEES, cache=cache) == first
        assert len(embeddings.requests) == 1


def test_a_list_on_one_line_is_read_item_by_item() -> None:
    text = (
        "Harbour pilot, reports to the harbour master; full time.\n"
        "Essential: a master's certificate; five years of pilotage; night work.\n"
        "We offer\nA boat; a view; free parking"
    )
    assert list_requirements(text) == ("a master's certificate", "five years of pilotage", "night work")
