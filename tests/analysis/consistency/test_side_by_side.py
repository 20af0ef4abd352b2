"""Lines of the CV beside passages of the interview: which are compared, and which are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from app.analysis import interview_signs
from app.analysis.analyze import analyze
from app.analysis.consistency.facts import ClaimKind, ConsistencyCheck, Origin
from app.analysis.consistency.side_by_side import (
    MAX_OF_A_LINE,
    MAX_PASSAGES,
    list_cv_lines,
)
from app.analysis.findings import Background
from app.analysis.interview_signs import load_weights
from app.analysis.result import Analysis
from app.analysis.text_cache import TextCache
from models.judgement.claims_encoding import ClaimPair
from models.judgement.encoding import Exchange
from models.ports import Judgment
from tests.analysis.consistency.cases import WAREHOUSE
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script, to_transcript
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines

CV = """Nora Quill

Foreman, Aldane Orchards
2015 - 2021
- Led the picking team of 14
- Ran the cold store

Education
Diploma in horticulture"""
STATEMENT = "On the picking team we were only ever five."
QUESTION = "How big was the picking team?"
ANSWERS = [*STRONG[:3], (QUESTION, f"{STATEMENT} It was a small place.")]


async def report_on(
    judge: FakeJudge,
    cache: TextCache | None = None,
    answers: Sequence[tuple[str, str]] = ANSWERS,
    cv_parsed: dict[str, Any] | None = None,
    cv_text: str = CV,
) -> Analysis:
    return await analyze(
        fake_engines(llm=FakeLlm(honest_writer), judge=judge),
        transcript=to_transcript(answers),
        background=Background(cv_text=cv_text, cv_parsed=cv_parsed),
        cache=cache,
        checks_consistency=True,
    )


async def check(judge: FakeJudge, *args: Any, **kwargs: Any) -> ConsistencyCheck:
    """The consistency check of a report, with the arguments of ``report_on``."""
    analysis = await report_on(judge, *args, **kwargs)
    assert analysis.consistency is not None
    return analysis.consistency


SURE, ALMOST_SURE, PROBABLE, UNLIKELY = 4.0, -0.8, -1.5, -4.0
"""Log-odds of a contradiction by the head of the judge."""


def contradicts(pair: ClaimPair) -> bool:
    return pair.statement == STATEMENT and "team of 14" in pair.line


@pytest.fixture(autouse=True)
def _form_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The head alone decides."""
    weights = dict(load_weights())
    weights["contradiction"] = dict.fromkeys(weights["contradiction"], 0.0)
    monkeypatch.setattr(interview_signs, "load_weights", lambda **_: weights)


def rate_statement(log_odds: float) -> Callable[[str], float]:
    return lambda text: log_odds if text == STATEMENT else UNLIKELY


def doubt(rate: Callable[[str], float]) -> Callable[[tuple[Exchange, ...]], list[Judgment]]:
    """The judge of the script with a head that rates each sentence."""

    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            replace(judgment, contradictions=tuple(map(rate, exchange.sentences)))
            for exchange, judgment in zip(exchanges, judge_by_script(exchanges), strict=True)
        ]

    return judge


def test_a_line_is_read_with_the_heading_above_it() -> None:
    assert list_cv_lines(CV)[:3] == [
        ("Foreman, Aldane Orchards", "Foreman, Aldane Orchards"),
        ("2015 - 2021", "Foreman, Aldane Orchards, 2015 - 2021"),
        (
            "- Led the picking team of 14",
            "Foreman, Aldane Orchards, 2015 - 2021 | Led the picking team of 14",
        ),
    ]


def test_a_position_is_not_read_as_the_heading_of_the_next_one() -> None:
    lines = [
        "Nora Quill, fruit grower",
        "2015 - 2021: Foreman, Aldane Orchards",
        "- Ran the cold store",
        "2012 - 2015: picker",
        "Tallow Farm",
        "Forklift licence 2014",
        "",
        "Hobbies",
    ]
    assert [context for _, context in list_cv_lines("\n".join(lines))] == [
        "Nora Quill, fruit grower",
        "2015 - 2021: Foreman, Aldane Orchards",
        "2015 - 2021: Foreman, Aldane Orchards | Ran the cold store",
        "2012 - 2015: picker",
        "2012 - 2015: picker, Tallow Farm",
        "Forklift licence 2014",
    ]


async def test_what_the_head_takes_for_a_contradiction_is_shown_beside_the_line_of_the_comparer() -> None:
    found = await check(FakeJudge(doubt(rate_statement(PROBABLE)), contradicts=contradicts))
    [item] = found.side_by_side
    assert item.cv_line == "- Led the picking team of 14"
    assert item.evidence[0].quote == f"{STATEMENT} It was a small place."


async def test_it_is_not_called_a_contradiction() -> None:
    found = await check(FakeJudge(doubt(rate_statement(PROBABLE)), contradicts=contradicts))
    assert found.side_by_side
    assert found.discrepancies == ()


async def test_the_surest_statement_is_named_as_a_possible_contradiction() -> None:
    judge = doubt(lambda text: SURE if text == STATEMENT else PROBABLE)
    plain = await check(FakeJudge(doubt(lambda _text: PROBABLE), contradicts=contradicts))
    found = await check(FakeJudge(judge, contradicts=contradicts))
    [item] = found.discrepancies
    assert item.kind is ClaimKind.STATEMENT
    assert item.statement.quote == f"{STATEMENT} It was a small place."
    assert (item.counterpart.origin, item.counterpart.quote) == (Origin.CV, "- Led the picking team of 14")
    assert [item.kind for item in found.recommendations] == [ClaimKind.STATEMENT]
    assert STATEMENT not in " ".join(piece.quote for it in found.side_by_side for piece in it.evidence)
    assert found.metrics == plain.metrics


async def test_only_the_surest_statement_is_named_behind_those_of_rules() -> None:
    said = "I supervise about thirty people at Brightwell, pickers and packers mainly."
    found = await check(
        FakeJudge(doubt(lambda text: SURE if text == STATEMENT else SURE - 1), contradicts=contradicts),
        answers=[*ANSWERS, ("What are you responsible for?", said)],
        cv_parsed=WAREHOUSE,
    )
    assert [item.kind for item in found.discrepancies] == [ClaimKind.TEAM_SIZE, ClaimKind.STATEMENT]
    assert found.side_by_side


async def test_nothing_is_shown_where_nothing_was_answered() -> None:
    judge = FakeJudge(doubt(rate_statement(SURE)))
    found = await check(judge, answers=[("Is there anything you would like to ask us?", STATEMENT)])
    assert (found.discrepancies, found.side_by_side) == ((), ())


async def test_one_statement_is_named_even_behind_passages_of_the_start() -> None:
    start = ANSWERS[0][1]
    judge = doubt(lambda text: SURE + 1 if text in start else SURE if text == STATEMENT else UNLIKELY)
    found = await check(FakeJudge(judge, contradicts=contradicts))
    assert [STATEMENT in item.statement.quote for item in found.discrepancies] == [True]
    assert found.side_by_side


async def test_nothing_is_named_where_people_tell_their_life() -> None:
    judge = FakeJudge(doubt(rate_statement(SURE)), contradicts=contradicts)
    found = await check(judge, answers=[ANSWERS[-1], *ANSWERS[:-1]])
    assert found.discrepancies == ()
    assert [STATEMENT in item.evidence[0].quote for item in found.side_by_side] == [True]


async def test_sentences_of_one_answer_do_not_compete() -> None:
    last = ANSWERS[-1][1]
    judge = doubt(lambda text: SURE if text in last else UNLIKELY)
    [item] = (await check(FakeJudge(judge, contradicts=contradicts))).discrepancies
    assert STATEMENT in item.statement.quote


async def test_what_the_judge_names_is_asked_about_and_quoted_with_the_line_it_shares_words_with() -> None:
    analysis = await report_on(FakeJudge(doubt(rate_statement(SURE)), contradicts=contradicts))
    asked = [item.question for item in analysis.follow_up_questions]
    assert any(STATEMENT.rstrip(".") in question for question in asked)
    told = "To compare with the CV, which says “- Led the picking team of 14”: asked “"
    assert STATEMENT.rstrip(".") in analysis.summary.partition(told)[2]


OTHER = "We were only ever five up there."


async def test_a_line_with_other_words_is_not_told() -> None:
    judge = FakeJudge(doubt(lambda text: SURE if text == OTHER else UNLIKELY), contradicts=contradicts)
    analysis = await report_on(judge, answers=[*STRONG[:3], (QUESTION, OTHER)])
    told = "To compare with the CV and with the other answers: asked “"
    assert OTHER.rstrip(".") in analysis.summary.partition(told)[2]
    assert "which says" not in analysis.summary


async def test_a_less_sure_statement_is_named_if_it_is_about_a_line() -> None:
    judge = FakeJudge(doubt(lambda text: ALMOST_SURE if text in (STATEMENT, OTHER) else UNLIKELY))
    [item] = (await check(judge)).discrepancies
    assert item.counterpart.quote == "- Led the picking team of 14"
    assert (await check(judge, answers=[*STRONG[:3], (QUESTION, OTHER)])).discrepancies == ()


async def test_a_line_without_dates_is_named_with_those_of_its_heading() -> None:
    cv = "Nora Quill\n\nForeman, Aldane Orchards, 2015 - 2021\n- Led the picking team of 14"
    judge = FakeJudge(doubt(rate_statement(SURE)))
    [item] = (await check(judge, cv_text=cv)).discrepancies
    assert item.counterpart.quote == ("Foreman, Aldane Orchards, 2015 - 2021 … Led the picking team of 14")


async def test_the_question_is_compared_with_the_statement() -> None:
    judge = FakeJudge(doubt(rate_statement(PROBABLE)))
    await check(judge)
    [pair] = [pair for pair in judge.compared if contradicts(pair)]
    assert pair.question == QUESTION


async def test_few_passages_are_shown_and_two_of_a_line_at_most() -> None:
    judge = FakeJudge(doubt(lambda _text: PROBABLE), contradicts=lambda _pair: True)
    shown = (await check(judge)).side_by_side
    lines = [item.cv_line for item in shown]
    assert len(shown) == MAX_PASSAGES
    assert max(map(lines.count, lines)) <= MAX_OF_A_LINE


@pytest.mark.parametrize("head", [lambda _text: UNLIKELY, None])
async def test_nothing_is_shown_where_nothing_is_near_a_contradiction(
    head: Callable[[str], float] | None,
) -> None:
    judge = FakeJudge(doubt(head) if head else judge_by_script, contradicts=lambda _pair: True)
    assert not (await check(judge)).side_by_side
    assert judge.compared == []


async def test_the_summary_leaves_passages_to_their_section() -> None:
    analysis = await report_on(FakeJudge(doubt(rate_statement(PROBABLE)), contradicts=contradicts))
    assert analysis.consistency is not None
    assert analysis.consistency.side_by_side
    assert STATEMENT not in analysis.summary


async def test_no_sentence_is_shown_twice() -> None:
    shown = (await check(FakeJudge(doubt(lambda _text: PROBABLE)))).side_by_side
    text = " ".join(piece.quote for item in shown for piece in item.evidence)
    said = [sentence for _, answer in ANSWERS for sentence in answer.rstrip(".").split(". ")]
    assert sum(text.count(sentence) for sentence in said) > len(shown)
    assert max(text.count(sentence) for sentence in said) == 1


async def test_a_passage_is_short_enough_to_quote() -> None:
    long = f"{STATEMENT[:-1]}, {'and the rows were long and the boxes heavy, ' * 6}so we were slow."
    answer = f"{STATEMENT} {long} It was a small place."
    found = await check(
        FakeJudge(doubt(rate_statement(PROBABLE)), contradicts=contradicts),
        answers=[*STRONG[:3], (QUESTION, answer)],
    )
    assert [item.evidence[0].quote for item in found.side_by_side] == [STATEMENT]


async def test_a_contradiction_that_a_rule_found_is_not_shown_again() -> None:
    said = "I supervise about thirty people at Brightwell, pickers and packers mainly."
    found = await check(
        FakeJudge(doubt(lambda text: SURE if text == said else PROBABLE)),
        answers=[*STRONG[:3], ("What are you responsible for?", said)],
        cv_parsed=WAREHOUSE,
    )
    assert [item.statement.quote for item in found.discrepancies] == [said]
    assert found.side_by_side
    assert said not in [piece.quote for item in found.side_by_side for piece in item.evidence]


async def test_a_statement_is_compared_once() -> None:
    judge = FakeJudge(doubt(rate_statement(PROBABLE)), contradicts=contradicts)
    cache = TextCache()
    first = await check(judge, cache=cache)
    compared = len(judge.compared)
    assert await check(judge, cache=cache) == first
    assert len(judge.compared) == compared > 0


async def test_the_line_with_words_in_common_is_shown() -> None:
    judge = FakeJudge(doubt(rate_statement(PROBABLE)), contradicts=lambda pair: pair.statement == STATEMENT)
    [item] = (await check(judge)).side_by_side
    assert item.cv_line == "- Led the picking team of 14"
