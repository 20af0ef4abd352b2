"""Requirements of the job that the candidate says they do not meet."""

from __future__ import annotations

import pytest

from app.analysis.analyze import analyze
from app.analysis.denials import find_denials, rate_link
from app.analysis.exchanges import find_exchanges
from app.analysis.findings import Background, FindingKind, RequirementStatus, Severity
from app.analysis.judging import judge_answers
from app.analysis.lexicon import Lexicon, load_lexicon
from app.analysis.requirements import ExchangeCosines, RequirementRelations
from app.analysis.result import Analysis
from models.judgement.encoding import Exchange
from models.judgement.labels import SentenceLabel
from models.ports import Judgment, Priority
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import FakeEmbeddings, FakeJudge, FakeLlm, fake_engines, make_judgment

CRANES = "Operation of tower cranes"
RADIO = "Radio discipline"
WRAY = "Tower cranes, Port of Wray"
ASKED = "And the tall cranes?"
CV = "Jo Reeve\n\nTower cranes, Port of Wray, 2016 - 2020"
DENIAL = "I have only ever watched one from the ground."
SKIPPED = "We leave the wind gauge switched off on Fridays."
TALK = [
    ("How are the checks done?", SKIPPED),
    ("And the tall ones over there?", DENIAL),
]


def _point(texts: tuple[str, ...]) -> list[list[float]]:
    """Texts about cranes point one way, texts about the radio another way, all others each elsewhere."""
    size = len(texts) + 2

    def choose_axis(at: int) -> int:
        if any(word in texts[at] for word in ("cranes", "tall ones", DENIAL)):
            return 0
        return size - 1 if any(word in texts[at] for word in (RADIO, "checks", SKIPPED)) else at + 1

    return [[float(axis == choose_axis(at)) for axis in range(size)] for at in range(len(texts))]


def _doubt(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    return [make_judgment(*[{SentenceLabel.GAP: 0.4} for _ in item.sentences]) for item in exchanges]


def _judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    kinds = {DENIAL: SentenceLabel.GAP, SKIPPED: SentenceLabel.SHORTCUT}
    return [
        make_judgment(*[{kinds.get(text, SentenceLabel.ACTION): 0.9} for text in exchange.sentences])
        for exchange in exchanges
    ]


async def report(*requirements: str, contradicts: bool = True, cv_text: str = CV) -> Analysis:
    judge = FakeJudge(_judge, contradicts=lambda pair: contradicts and pair.line == requirements[-1])
    return await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=judge, embeddings=FakeEmbeddings(_point)),
        transcript=to_transcript(TALK),
        background=Background(cv_text=cv_text, job_title="Crane operator", requirements=requirements),
    )


async def test_a_denied_requirement_is_the_first_concern_whatever_the_cv_says() -> None:
    analysis = await report(RADIO, CRANES)
    radio, cranes = analysis.requirements
    assert radio.status is not RequirementStatus.DENIED
    assert (cranes.status, cranes.cv_line) == (
        RequirementStatus.DENIED,
        "Tower cranes, Port of Wray, 2016 - 2020",
    )
    assert [item.quote for item in cranes.evidence] == [DENIAL]
    assert [(item.kind, item.severity) for item in analysis.concerns] == [
        (FindingKind.GAP, Severity.HIGH),
        (FindingKind.OWNED, Severity.HIGH),
    ]
    told = analysis.summary.index(f"On the requirement “{CRANES}”: asked “And")
    denial = analysis.summary.index("only ever watched one from the ground.")
    assert told < denial < analysis.summary.index("leave the wind gauge switched off on Fridays.")


async def test_a_gap_that_the_comparer_does_not_confirm_denies_nothing() -> None:
    analysis = await report(RADIO, CRANES, contradicts=False)
    assert RequirementStatus.DENIED not in [item.status for item in analysis.requirements]


async def test_a_gap_that_is_about_no_requirement_denies_none() -> None:
    analysis = await report("Night work")
    assert [item.status for item in analysis.requirements] != [RequirementStatus.DENIED]
    assert [item.severity for item in analysis.concerns if item.kind is FindingKind.GAP] == [Severity.MEDIUM]


async def test_the_lack_of_one_of_several_things_denies_nothing() -> None:
    analysis = await report(RADIO, "Tower, crawler, or mobile cranes")
    assert RequirementStatus.DENIED not in [item.status for item in analysis.requirements]
    assert [item.severity for item in analysis.concerns if item.kind is FindingKind.GAP] == [Severity.MEDIUM]


def test_the_requirement_ahead_of_the_others_is_linked() -> None:
    near = ExchangeCosines(question=0.6, whole=0.6, sentences=[0.3])
    far = ExchangeCosines(question=0.2, whole=0.2, sentences=[0.3])
    assert rate_link("near", {"near": near, "far": far}, 0) > 0.5
    assert rate_link("far", {"near": near, "far": far}, 0) < 0.1
    assert rate_link("near", {"near": near, "as near": near}, 0) < rate_link(
        "near", {"near": near, "far": far}, 0
    )


def _load(language: str) -> Lexicon:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    return lexicon


async def _find(gap: float, answer: str) -> list[str]:
    [exchange] = find_exchanges(to_transcript([("Und Krane?", answer)]), _load("de"))
    answers = await judge_answers(
        fake_engines(judge=FakeJudge(lambda forms: [make_judgment({SentenceLabel.GAP: gap}) for _ in forms])),
        [exchange],
        {},
        lexicon=_load("de"),
        priority=lambda: Priority.INTERACTIVE,
    )
    relations = RequirementRelations(touched={0: {"Krane": 0.5, "Funk": 0.3}})
    found = await find_denials(
        fake_engines(), answers, relations, _load("de"), priority=lambda: Priority.INTERACTIVE
    )
    return [item.requirement for item in found]


@pytest.mark.parametrize(("gap", "denied"), [(0.8, ["Krane"]), (0.6, [])])
async def test_without_embeddings_words_decide_and_the_gap_must_be_surer(
    gap: float, denied: list[str]
) -> None:
    assert await _find(gap, "Da stand ich immer nur daneben.") == denied


@pytest.mark.parametrize(("gap", "denied"), [(0.4, ["Krane"]), (0.2, [])])
async def test_a_plain_denial_needs_less(gap: float, denied: list[str]) -> None:
    assert await _find(gap, "Auf einem Kran habe ich noch nie gesessen.") == denied


@pytest.mark.parametrize(
    ("denial", "denied"),
    [("I have never been up in one.", True), ("Mostly my brother went up.", False)],
)
async def test_a_plain_denial_counts_where_both_networks_are_in_doubt(denial: str, denied: bool) -> None:
    def point(texts: tuple[str, ...]) -> list[list[float]]:
        return [[1.0, 0.0] if "crane" in text or denial in text else [0.0, 1.0] for text in texts]

    analysis = await analyze(
        fake_engines(
            llm=FakeLlm(lambda _request: ""),
            judge=FakeJudge(_doubt, contradicts=lambda _pair: 0.4),
            embeddings=FakeEmbeddings(point),
        ),
        transcript=to_transcript([("And the tower cranes?", denial)]),
        background=Background(job_title="Crane operator", requirements=(RADIO, CRANES)),
    )
    [cranes] = [item for item in analysis.requirements if item.requirement == CRANES]
    assert (cranes.status is RequirementStatus.DENIED) is denied


@pytest.mark.parametrize(
    ("language", "question", "sentence"),
    [
        ("en", "", "I've never run a night shift on my own."),
        ("en", "", "The rota was never really my job."),
        ("en", "Have you worked with resin?", "No, very little."),
        ("de", "", "Einen Kran habe ich noch nie gefahren."),
        ("de", "Haben Sie den Schein?", "Nein, noch nicht."),
        ("fr", "", "Je n'ai jamais conduit de grue."),
        ("fr", "Avez-vous le permis ?", "Pas encore."),
    ],
)
def test_plain_denials(language: str, question: str, sentence: str) -> None:
    assert _load(language).is_plain_denial(sentence, question=question)


@pytest.mark.parametrize(
    ("language", "question", "sentence"),
    [
        ("en", "", "I've never missed a delivery."),
        ("en", "", "I'd never leave a ladder unfooted."),
        ("en", "Was the yard busy?", "No, it was quiet."),
        ("de", "", "Ich prüfe das nie ohne Kollegen."),
        ("fr", "", "On ne laisse jamais une échelle seule."),
    ],
)
def test_what_is_no_denial(language: str, question: str, sentence: str) -> None:
    assert not _load(language).is_plain_denial(sentence, question=question)


@pytest.mark.parametrize(
    ("answer", "denied"),
    [
        ("I have never been up in one.", True),
        ("My uncle had the keys. He took me along. I have never been up in one.", False),
    ],
)
async def test_a_late_plain_denial_must_be_near_to_the_requirement(answer: str, denied: bool) -> None:
    def point(texts: tuple[str, ...]) -> list[list[float]]:
        return [[1.0, 0.0] if "crane" in text else [0.0, 1.0] for text in texts]

    analysis = await analyze(
        fake_engines(
            llm=FakeLlm(lambda _request: ""),
            judge=FakeJudge(_doubt, contradicts=lambda _pair: 0.4),
            embeddings=FakeEmbeddings(point),
        ),
        transcript=to_transcript([("And the tower cranes?", answer)]),
        background=Background(job_title="Crane operator", requirements=(CRANES,)),
    )
    assert [item.status is RequirementStatus.DENIED for item in analysis.requirements] == [denied]
