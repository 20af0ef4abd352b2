"""Limits that candidates name themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from app.analysis import interview_signs
from app.analysis.analyze import analyze
from app.analysis.exchanges import Exchange as AnalyzedExchange
from app.analysis.exchanges import find_exchanges
from app.analysis.interview_signs import EARLY_EXCHANGES, load_weights
from app.analysis.judging import judge_answers
from app.analysis.lexicon import load_lexicon
from app.analysis.log_odds import to_log_odds
from app.analysis.named_limits import MAX_LIMITS, MIN_GAP, MIN_LIMIT, NamedLimit, find_named_limits
from app.analysis.practical_topics import Topic
from models.judgement.encoding import Exchange
from models.judgement.labels import SentenceLabel
from models.ports import Engines, Judgment, Priority
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines, make_judgment

WORK = ("How do you oil the winch?", "I take the cover off and oil both bearings.")
START = [
    (f"How do you clean the {part}?", f"I wash the {part} with fresh water and dry it in the sun.")
    for part in ("winch", "rudder", "hull", "mast", "anchor")[:EARLY_EXCHANGES]
]
SYSTEM = ("We use Kelpie for the moorings. Have you used it?", "No, never. I've had Tidemark until now.")


def judge_gaps(probability: float, *, practice: float = 0.0) -> FakeJudge:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            make_judgment(
                *[
                    {SentenceLabel.ACTION: 0.9}
                    if "wash" in text
                    else {SentenceLabel.GAP: probability, SentenceLabel.SHORTCUT: practice}
                    for text in exchange.sentences
                ]
            )
            for exchange in exchanges
        ]

    return FakeJudge(judge)


async def find(
    *talk: tuple[str, str], gap: float = 0.5, language: str = "en", judge: FakeJudge | None = None
) -> list[NamedLimit]:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    answers = await judge_answers(
        fake_engines(judge=judge or judge_gaps(gap)),
        find_exchanges(to_transcript(talk), lexicon),
        {},
        lexicon=lexicon,
        priority=lambda: Priority.INTERACTIVE,
    )
    return find_named_limits(answers, lexicon)


async def test_a_plain_denial_is_quoted_with_its_question() -> None:
    [gap] = await find(*START, SYSTEM)
    assert gap.question == "We use Kelpie for the moorings. Have you used it?"
    assert gap.quote == SYSTEM[1]


async def test_in_german_too() -> None:
    start = [(f"Wie putzen Sie Boot {number}?", f"Ich nehme für {number} Wasser.") for number in "ABC"]
    asked = ("Haben Sie Erfahrung mit Kelpie?", "Nein, damit habe ich noch nie gearbeitet.")
    [gap] = await find(*start, asked, language="de")
    assert gap.quote == asked[1]


@pytest.mark.parametrize(
    ("talk", "probability"),
    [
        # Small talk at the beginning.
        ([SYSTEM, *START], 0.5),
        # The judge sees no gap ("I've never missed a tide").
        ([*START, SYSTEM], MIN_GAP - 0.01),
        # Nothing is denied.
        ([*START, WORK], 0.5),
        # Denied in passing, behind the answer itself.
        ([*START, (WORK[0], f"{WORK[1]} {WORK[1]} I've never had a helper.")], 0.5),
    ],
)
async def test_other_answers_name_no_gap(talk: list[tuple[str, str]], probability: float) -> None:
    assert await find(*talk, gap=probability) == []


async def test_a_long_start_is_left_out() -> None:
    start = "There was a boat in the yard with " + "another engine and " * 10 + "no cover."
    [gap] = await find(*START, (SYSTEM[0], f"{start} I've never used Kelpie."))
    assert gap.quote == "I've never used Kelpie."


async def test_there_are_three_at_most() -> None:
    systems = [(f"Have you used Kelpie {number}?", "No, never.") for number in range(MAX_LIMITS + 1)]
    assert len(await find(*START, *systems)) == MAX_LIMITS


async def test_the_summary_tells_gaps_among_what_is_to_be_clarified() -> None:
    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=judge_gaps(0.2)),
        transcript=to_transcript([*START, SYSTEM]),
    )
    assert (
        "A limit that the candidate named, asked “We use Kelpie for the moorings. Have you used it?”: "
        f"“{SYSTEM[1]}”"
    ) in analysis.summary


@pytest.mark.parametrize(
    ("remark", "is_gap"),
    [
        ("That's fine, we don't have it.", False),
        ("We've an engineer for that already.", False),
        ("You won't need it here.", False),
        ("We'd send you on the course.", False),
        ("There'd be training.", False),
        ("I'd want somebody who has.", True),
        ("We have it on every boat.", True),
        ("Don't we have that too?", True),
    ],
)
async def test_a_gap_that_does_not_matter_is_none(remark: str, *, is_gap: bool) -> None:
    following = (f"{remark} How do you oil the winch?", WORK[1])
    assert bool(await find(*START, SYSTEM, following)) is is_gap


async def test_an_answer_about_the_start_names_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    async def rate(
        _engines: Engines, exchanges: Sequence[AnalyzedExchange], **_options: object
    ) -> dict[int, dict[Topic, float]]:
        return {exchanges[-1].index: dict.fromkeys(Topic, 0.0) | {Topic.NOTICE: 1.0}}

    monkeypatch.setattr("app.analysis.composing.rate_topics", rate)
    start = ("When could you start?", "In four weeks. I have not booked a holiday.")
    assert await find(*START, start, gap=0.2)
    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=judge_gaps(0.2)),
        transcript=to_transcript([*START, start]),
    )
    assert "A limit that the candidate named" not in analysis.summary
    assert analysis.summary.count("four weeks") == 1


async def test_a_gap_that_is_a_concern_is_not_told_twice() -> None:
    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=judge_gaps(0.2, practice=0.95)),
        transcript=to_transcript([*START, SYSTEM]),
    )
    assert analysis.summary.count("No, never.") == 1
    assert "A limit that the candidate named" not in analysis.summary


GERMAN_START = [(f"Wie putzen Sie {part}?", f"I wash {part}.") for part in ("Mast", "Anker", "Rumpf")]


async def test_a_plain_no_to_a_german_question_about_experience_needs_no_judge() -> None:
    talk = ("Haben Sie schon mit Kelpie gearbeitet?", "Nein, mit Kelpie habe ich noch nie gearbeitet.")
    [gap] = await find(*GERMAN_START, talk, gap=0.0, language="de")
    assert gap.quote == talk[1]
    assert not await find(*START, SYSTEM, gap=0.0)


# --- By the head for whole interviews ---------------------------------------------------------

PLAIN = "The biggest boat I had was six metres."


@pytest.fixture
def head(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], FakeJudge]:
    """A judge whose head rates PLAIN alone as a limit, with this probability; signs do not count."""
    weights = dict(load_weights())
    weights["limit"] = dict.fromkeys(weights["limit"], 0.0)
    monkeypatch.setattr(interview_signs, "load_weights", lambda **_: weights)

    def make(probability: float) -> FakeJudge:
        def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
            return [
                replace(
                    make_judgment(*[{SentenceLabel.GAP: 0.5} for _ in exchange.sentences]),
                    limits=tuple(
                        to_log_odds(probability if text == PLAIN else 0.01) for text in exchange.sentences
                    ),
                )
                for exchange in exchanges
            ]

        return FakeJudge(judge)

    return make


async def test_a_limit_that_denies_nothing_is_found_anywhere_in_an_answer(
    head: Callable[[float], FakeJudge],
) -> None:
    [limit] = await find((WORK[0], f"{WORK[1]} {WORK[1]} {PLAIN}"), judge=head(MIN_LIMIT))
    assert limit.quote == PLAIN
    assert await find((WORK[0], f"{WORK[1]} {WORK[1]} {PLAIN}"), judge=head(MIN_LIMIT - 0.01)) == []


async def test_a_short_sentence_behind_the_start_of_an_answer_is_an_aside(
    head: Callable[[float], FakeJudge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.analysis.test_named_limits.PLAIN", "I have no cat.")
    assert await find((WORK[0], f"{WORK[1]} {WORK[1]} {PLAIN}"), judge=head(0.9)) == []
    [limit] = await find((WORK[0], f"{PLAIN} {WORK[1]}"), judge=head(0.9))
    assert limit.quote.startswith(PLAIN)


async def test_where_the_head_has_read_the_answer_the_grammar_does_not_count(
    head: Callable[[float], FakeJudge],
) -> None:
    assert await find(*START, SYSTEM, judge=head(0.9)) == []


async def test_a_limit_that_refers_to_the_sentence_before_is_quoted_with_it(
    head: Callable[[float], FakeJudge], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = f"{WORK[1]} Nothing grew there. I had three on the lake. {PLAIN}"
    monkeypatch.setattr("app.analysis.lexicon.Lexicon.refers_back", lambda _self, text: text == PLAIN)
    [limit] = await find((WORK[0], said), judge=head(0.9))
    assert limit.quote == f"I had three on the lake. {PLAIN}"
