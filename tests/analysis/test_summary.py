"""What the summary says first, and how it tells it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import pytest

from app.analysis.analyze import analyze
from app.analysis.exchanges import Exchange as AnalyzedExchange
from app.analysis.findings import Background, Severity
from app.analysis.practical_topics import Topic
from app.analysis.prose import load_phrases
from app.analysis.result import Analysis
from models.judgement.claims_encoding import ClaimPair
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import Engines, Judgment
from tests.analysis.consistency.cases import cv, job
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import FakeEmbeddings, FakeJudge, FakeLlm, fake_engines, make_judgment

LONG = (
    "When the tide is early and the crew is late, I sign the sheet for the lifting gear on the quay the "
    "evening before, because nobody looks at it until the boat is out again anyway."
)


LICENSE = "Crane license"


def _judge_denial_and_practice(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    return [
        make_judgment(
            *[
                {SentenceLabel.SHORTCUT if sentence == LONG else SentenceLabel.GAP: 0.9}
                for sentence in exchange.sentences
            ]
        )
        for exchange in exchanges
    ]


def _point(texts: tuple[str, ...]) -> list[list[float]]:
    return [[1.0, 0.0] if "license" in text.lower() else [0.0, 1.0] for text in texts]


async def tell_practices(*answers: tuple[str, str], label: SentenceLabel) -> Analysis:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [make_judgment(*[{label: 0.9} for _ in exchange.sentences]) for exchange in exchanges]

    return await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge)),
        transcript=to_transcript(answers),
    )


@pytest.mark.parametrize("label", [SentenceLabel.SHORTCUT, SentenceLabel.WRONG, SentenceLabel.CONDUCT])
async def test_the_gravest_practice_comes_first_whatever_its_kind(label: SentenceLabel) -> None:
    analysis = await tell_practices(
        ("How do you start in the morning?", "I open the hatches first."),
        ("How are the checks of the lifting gear done?", LONG),
        label=label,
    )
    assert analysis.concerns[0].evidence[0].quote == LONG
    assert analysis.concerns[0].severity is Severity.HIGH
    assert (
        "The main concern: asked “How are the checks of the lifting gear done?”, the candidate said: "
        "“When the tide is early and the crew is late, I sign the sheet"
    ) in analysis.summary
    assert "hatches" not in analysis.summary


async def test_a_grave_practice_comes_before_a_denied_requirement() -> None:
    analysis = await analyze(
        fake_engines(
            llm=FakeLlm(lambda _request: ""),
            judge=FakeJudge(_judge_denial_and_practice, contradicts=lambda pair: pair.line == LICENSE),
            embeddings=FakeEmbeddings(_point),
        ),
        transcript=to_transcript(
            [
                ("Do you have a crane license?", "No, a crane license I have never had."),
                ("How are the checks of the lifting gear done?", LONG),
            ]
        ),
        background=Background(requirements=(LICENSE,)),
    )
    grave = analysis.summary.index("The main concern: asked “How are the checks of the lifting gear done?”")
    assert grave < analysis.summary.index(
        f"On the requirement “{LICENSE}”: asked “Do you have a crane license?”"
    )


async def test_an_unclear_concern_is_not_told_and_nothing_is_cleared() -> None:
    analysis = await tell_practices(
        ("How do you start in the morning?", "I open the hatches first."), label=SentenceLabel.GAP
    )
    assert analysis.concerns
    assert analysis.summary.endswith(
        "No concern is clear enough to be named here, which does not mean that there is none."
    )


HATCHES = ("How do you start in the morning?", "I open the hatches first and look at the weather.")
ROPES = ("What do you do with the old ropes?", "I cut the old ropes up and sell them on Sundays.")
WINCH = ("How often is the winch greased?", "I grease the winch on the quay every Monday at six.")
WORDS = ("hatches", "ropes", "winch")


async def _rate(
    *,
    concerns: Mapping[str, float] = MappingProxyType({}),
    contradictions: Mapping[str, float] = MappingProxyType({}),
    evasions: Mapping[str, float] = MappingProxyType({}),
    evasive: str = "nothing",
    labels: Mapping[SentenceLabel, float] = MappingProxyType({}),
    talk: Sequence[tuple[str, str]] = (HATCHES, ROPES, WINCH),
    cv_text: str = "",
    contradicts: Callable[[ClaimPair], float] = lambda _pair: 0.0,
) -> str:
    """The summary, with log-odds of the heads by a word of the sentence, or of the question."""

    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        def find(values: Mapping[str, float], text: str) -> float:
            return next((value for word, value in values.items() if word in text), -20.0)

        return [
            make_judgment(
                *[labels or {SentenceLabel.GAP: 0.5}] * len(item.sentences),
                answer=AnswerLabel.EVASIVE if evasive in item.question else AnswerLabel.FULL,
                concerns=[find(concerns, text) for text in item.sentences],
                contradictions=[find(contradictions, text) for text in item.sentences],
                evasion=find(evasions, item.question),
            )
            for item in exchanges
        ]

    analysis = await analyze(
        fake_engines(
            llm=FakeLlm(lambda _request: ""),
            judge=FakeJudge(judge, contradicts=contradicts),
        ),
        transcript=to_transcript(list(talk)),
        background=Background(cv_text=cv_text),
    )
    return analysis.summary


@pytest.fixture
def without_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heads alone decide, whatever the weights of the signs are."""
    names = ("concern", "evasion", "contradiction", "strength")
    weights: dict[str, defaultdict[str, float]] = {name: defaultdict(float) for name in names}
    monkeypatch.setattr("app.analysis.interview_signs.load_weights", lambda **_: weights)


@pytest.mark.usefixtures("without_signs")
@pytest.mark.parametrize("word", WORDS)
async def test_the_surest_concern_is_the_main_one_whatever_its_kind(word: str) -> None:
    summary = await _rate(concerns={word: 3.0, **{other: 1.0 for other in WORDS if other != word}})
    question = next(question for question, said in (HATCHES, ROPES, WINCH) if word in said)
    assert f"The main concern: asked “{question}”" in summary
    assert "Also to clarify" not in summary


@pytest.mark.usefixtures("without_signs")
@pytest.mark.parametrize(("log_odds", "is_told"), [(5.0, True), (1.0, False)])
async def test_a_second_concern_is_told_only_if_it_is_certain(log_odds: float, *, is_told: bool) -> None:
    summary = await _rate(concerns={WORDS[0]: 6.0, WORDS[1]: log_odds})
    assert ("Also to clarify: asked" in summary) is is_told


@pytest.mark.usefixtures("without_signs")
@pytest.mark.parametrize(
    ("log_odds", "begins"),
    [(3.0, "The main concern: "), (0.7, "A point to clarify: "), (-0.5, "No concern is clear enough")],
)
async def test_a_concern_is_called_what_its_probability_allows(log_odds: float, begins: str) -> None:
    assert f"\n\n{begins}" in await _rate(concerns={"ropes": log_odds})


@pytest.mark.usefixtures("without_signs")
async def test_an_open_question_is_the_surest_one_by_the_head() -> None:
    summary = await _rate(evasions={"morning": 2.0, "winch": 3.0}, evasive="morning")
    assert (
        "This question got no clear answer and should be asked again: “How often is the winch greased?”"
        in summary
    )


@pytest.mark.usefixtures("without_signs")
async def test_a_question_asked_twice_comes_before_a_surer_one() -> None:
    again = ("But how often is the winch greased?", "The quay is a lively place in every season.")
    summary = await _rate(evasions={"morning": 5.0, "winch": 1.0}, talk=(HATCHES, ROPES, WINCH, again))
    assert "“How often is the winch greased?” got no clear answer, although it was asked again" in summary


@pytest.mark.usefixtures("without_signs")
async def test_a_question_that_only_sounds_insisting_does_not_repeat_an_answered_one() -> None:
    other = ("Could you tell me about a specific example on the slip?", WINCH[1])
    summary = await _rate(evasions={"morning": -6.0, "slip": 3.0}, talk=(ROPES, HATCHES, other))
    assert f"should be asked again: “{other[0]}”" in summary


@pytest.mark.usefixtures("without_signs")
async def test_an_answered_question_that_only_sounds_insisting_repeats_none() -> None:
    other = ("Could you tell me about a specific example on the slip?", ROPES[1])
    summary = await _rate(evasions={"winch": 3.0, "slip": -6.0}, talk=(HATCHES, WINCH, other))
    assert f"should be asked again: “{WINCH[0]}”" in summary


@pytest.mark.usefixtures("without_signs")
async def test_two_open_questions_with_a_common_word_are_the_same_one() -> None:
    other = ("So could we count on you when the winch is due in June?", ROPES[1])
    summary = await _rate(evasions={"winch": 3.0}, talk=(HATCHES, WINCH, other))
    assert "got no clear answer, although it was asked again" in summary


@pytest.mark.usefixtures("without_signs")
async def test_an_open_question_is_no_practical_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    async def rate(
        _engines: Engines, exchanges: Sequence[AnalyzedExchange], **_options: object
    ) -> dict[int, dict[Topic, float]]:
        return {item.index: dict.fromkeys(Topic, 0.0) | {Topic.TERMS: 1.0} for item in exchanges}

    monkeypatch.setattr("app.analysis.composing.rate_topics", rate)
    fact = f"On working terms, asked “{HATCHES[0]}”"
    assert fact in await _rate(evasions={})
    assert fact not in await _rate(evasions={"morning": 3.0})


@pytest.mark.usefixtures("without_signs")
async def test_an_open_question_is_quoted_with_what_it_is_about() -> None:
    first = ("And you were on the ferry for under a year. What made you leave there?", HATCHES[1])
    again = ("But was there a particular reason, after ten months or so?", WINCH[1])
    summary = await _rate(evasions={"year": 3.0, "reason": 3.0}, talk=(ROPES, first, again))
    assert f"“{first[0]}”" in summary


@pytest.mark.usefixtures("without_signs")
async def test_another_open_question_is_not_the_same_one_again() -> None:
    summary = await _rate(evasions={"morning": 2.0, "winch": 3.0}, talk=(HATCHES, WINCH))
    assert "got no clear answer and should be asked again: “How do you start in the morning?”" in summary
    assert "was asked again" not in summary


EVIDENCE = {SentenceLabel.RESULT: 0.9}


@pytest.mark.usefixtures("without_signs")
@pytest.mark.parametrize("word", WORDS)
async def test_a_statement_that_may_contradict_the_cv_is_no_strength(word: str) -> None:
    summary = await _rate(contradictions={word: 1.0}, labels=EVIDENCE)
    assert word not in summary.partition("The strongest answer:")[2]
    assert all(other in summary for other in WORDS if other != word)


@pytest.mark.usefixtures("without_signs")
async def test_a_statement_that_may_contradict_the_cv_is_told_as_that_and_not_as_a_concern() -> None:
    own = "I never opened one of these hatches in the three years that I was there."
    talk = (ROPES, ("How did you start in the morning there?", f"{own} Two of the mates did it."), WINCH)
    summary = await _rate(
        concerns={"hatches": 6.0, "ropes": 1.0},
        contradictions={"hatches": 3.0},
        talk=talk,
        cv_text="Opened all hatches.",
    )
    assert summary.count(own) == 1
    assert own in summary.partition("To compare with the CV")[2]
    assert "The main concern: asked “What do you do with the old ropes?”" in summary


CHECKS = "Run the checks of the lifting gear"


async def _tell(judgment: Judgment, *talk: tuple[str, str]) -> str:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [replace(judgment, sentences=judgment.sentences * len(item.sentences)) for item in exchanges]

    analysis = await analyze(
        fake_engines(
            llm=FakeLlm(lambda _request: ""),
            judge=FakeJudge(judge),
            embeddings=FakeEmbeddings(lambda texts: [[1.0, 0.0] for _ in texts]),
        ),
        transcript=to_transcript(talk),
        background=Background(requirements=(CHECKS,)),
    )
    return analysis.summary


async def test_a_question_that_was_asked_twice_is_quoted_once() -> None:
    summary = await _tell(
        make_judgment({}, answer=AnswerLabel.EVASIVE),
        ("How do you do the checks of the lifting gear?", "The quay is a lively place in every season."),
        ("But how do you check the lifting gear?", "The quay is a lively place, I would say."),
    )
    question = "“How do you do the checks of the lifting gear?”"
    assert f"The question {question} got no clear answer, although it was asked again." in summary


async def test_a_question_that_was_asked_once_should_be_asked_again() -> None:
    summary = await _tell(
        make_judgment({}, answer=AnswerLabel.EVASIVE),
        ("Why did you leave the old harbor?", "People come and people go in every season."),
    )
    assert (
        "This question got no clear answer and should be asked again: “Why did you leave the old harbor?”"
        in summary
    )


@pytest.mark.parametrize(
    ("probability", "begins"), [(0.9, "The main concern, which"), (0.45, "A point to clarify, which")]
)
async def test_a_practice_that_only_its_form_makes_likely_is_to_be_clarified(
    probability: float, begins: str
) -> None:
    summary = await _tell(
        make_judgment({SentenceLabel.SHORTCUT: probability}),
        ("How are the checks of the lifting gear done?", LONG),
    )
    assert f"{begins} touches the requirement “{CHECKS}”: asked “How are the checks" in summary


async def test_a_practice_beside_the_question_does_not_touch_the_requirement_of_the_question() -> None:
    aside = (
        "When the tide is early and the crew is late, I sign the sheet the evening before, because nobody "
        "looks at it until the boat is out again and everybody has gone home anyway."
    )
    summary = await _tell(
        make_judgment({SentenceLabel.SHORTCUT: 0.9}),
        ("How are the checks of the lifting gear done?", aside),
    )
    assert "The main concern: asked “How are the checks of the lifting gear done?”" in summary


async def test_a_practice_that_contradicts_the_cv_is_quoted_once_with_its_line() -> None:
    said = f"{LONG} I was only there about two and a half years."
    line = "Foreman, Aldane Orchards, 2010 to 2020"

    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [make_judgment(*[{SentenceLabel.SHORTCUT: 0.9} for _ in item.sentences]) for item in exchanges]

    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge)),
        transcript=to_transcript([("How are the checks done at Aldane Orchards?", said)]),
        background=Background(
            cv_text=f"Nora Quill\n{line}\n",
            cv_parsed=cv(job("Foreman", "Aldane Orchards", "2010", "2020")),
        ),
    )
    assert analysis.summary.count(said) == 1
    contradiction = "” This may contradict the CV, which says “" + line + "”."
    ask = load_phrases("en").sentences["ask_practice"]
    assert analysis.summary.endswith(f"{contradiction} {ask}")


async def test_the_start_is_told_although_it_was_asked_in_a_farewell() -> None:
    summary = await _tell(
        make_judgment({SentenceLabel.ACTION: 0.9}),
        ("How do you do the checks?", "I walked the quay and counted every shackle on it twice."),
        ("And the other crew?", "I told them what I counted."),
        (
            "You'll hear from us by the end of the week. When could you begin?",
            "On Monday. I have nothing on.",
        ),
    )
    assert summary.endswith("On notice and start: “On Monday.”")


@pytest.mark.parametrize(
    ("when", "question"),
    [("Last spring we were short of time, so", "ask_event"), ("When we are short of time,", "ask_practice")],
)
async def test_the_question_about_a_practice_fits_what_happened_once(when: str, question: str) -> None:
    aside = f"{when} the gear is written down as tested and nobody tests it until the autumn."
    summary = await _tell(
        make_judgment({SentenceLabel.SHORTCUT: 0.9}),
        ("How are the checks of the lifting gear done?", aside),
    )
    assert load_phrases("en").sentences[question] in summary


async def test_practical_facts_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    async def rate(
        _engines: Engines, exchanges: Sequence[AnalyzedExchange], **_options: object
    ) -> dict[int, dict[Topic, float]]:
        none = dict.fromkeys(Topic, 0.0)
        *_, notice, pay = exchanges
        return {notice.index: none | {Topic.NOTICE: 1.0}, pay.index: none | {Topic.PAY: 1.0}}

    monkeypatch.setattr("app.analysis.composing.rate_topics", rate)
    summary = await _tell(
        make_judgment({SentenceLabel.ACTION: 0.9}),
        ("How do you do the checks?", "I walked the quay and counted every shackle on it twice."),
        ("And the other crew?", "I told them what I counted."),
        ("What's your notice?", "Five weeks."),
        ("And what salary are you looking for?", "I'd like thirty-five."),
    )
    assert summary.endswith("\n\nOn notice and start: “Five weeks.” On pay: “I'd like thirty-five.”")
