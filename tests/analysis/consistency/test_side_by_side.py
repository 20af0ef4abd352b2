"""Lines of the CV beside passages of the interview: which are compared, and which are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.analysis.analyze import analyze
from app.analysis.consistency.facts import ConsistencyCheck
from app.analysis.consistency.side_by_side import (
    MAX_OF_A_LINE,
    MAX_PASSAGES,
    list_cv_lines,
)
from app.analysis.findings import Background
from app.analysis.result import Analysis
from app.analysis.text_cache import TextCache
from models.judgement.claims_encoding import ClaimPair
from models.ports import EngineUnavailable
from tests.analysis.consistency.cases import WAREHOUSE
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script, to_transcript
from tests.fakes.engines import FakeEmbeddings, FakeJudge, FakeLlm, fake_engines

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
    embeddings: FakeEmbeddings | None = None,
    cache: TextCache | None = None,
    answers: Sequence[tuple[str, str]] = ANSWERS,
    cv_parsed: dict[str, Any] | None = None,
) -> Analysis:
    return await analyze(
        fake_engines(llm=FakeLlm(honest_writer), judge=judge, embeddings=embeddings),
        transcript=to_transcript(answers),
        background=Background(cv_text=CV, cv_parsed=cv_parsed),
        cache=cache,
        checks_consistency=True,
    )


async def check(judge: FakeJudge, *args: Any, **kwargs: Any) -> ConsistencyCheck:
    """The consistency check of a report, with the arguments of ``report_on``."""
    analysis = await report_on(judge, *args, **kwargs)
    assert analysis.consistency is not None
    return analysis.consistency


def contradicts(pair: ClaimPair) -> bool:
    return pair.statement == STATEMENT and "team of 14" in pair.line


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


async def test_what_the_network_takes_for_a_contradiction_is_shown_beside_its_line() -> None:
    found = await check(FakeJudge(judge_by_script, contradicts=contradicts))
    assert "- Led the picking team of 14" in [item.cv_line for item in found.side_by_side]
    [item] = [item for item in found.side_by_side if STATEMENT in item.evidence[0].quote]
    assert item.cv_line == "- Led the picking team of 14"
    assert item.evidence[0].quote == f"{STATEMENT} It was a small place."


async def test_it_is_not_called_a_contradiction() -> None:
    found = await check(FakeJudge(judge_by_script, contradicts=lambda _pair: True))
    assert found.side_by_side
    assert found.discrepancies == ()


async def test_the_question_is_compared_with_the_statement() -> None:
    judge = FakeJudge(judge_by_script)
    await check(judge)
    [pair] = [pair for pair in judge.compared if contradicts(pair)]
    assert pair.question == QUESTION


async def test_few_passages_are_shown_and_two_of_a_line_at_most() -> None:
    shown = (await check(FakeJudge(judge_by_script, contradicts=lambda _pair: True))).side_by_side
    lines = [item.cv_line for item in shown]
    assert len(shown) == MAX_PASSAGES
    assert max(map(lines.count, lines)) <= MAX_OF_A_LINE


async def test_nothing_is_shown_where_nothing_is_near_a_contradiction() -> None:
    assert not (await check(FakeJudge(judge_by_script))).side_by_side


async def test_the_summary_leaves_passages_to_their_section() -> None:
    analysis = await report_on(FakeJudge(judge_by_script, contradicts=contradicts))
    assert analysis.consistency is not None
    assert analysis.consistency.side_by_side
    assert STATEMENT not in analysis.summary


async def test_no_sentence_is_shown_twice() -> None:
    shown = (await check(FakeJudge(judge_by_script, contradicts=lambda _pair: True))).side_by_side
    text = " ".join(piece.quote for item in shown for piece in item.evidence)
    said = [sentence for _, answer in ANSWERS for sentence in answer.rstrip(".").split(". ")]
    assert sum(text.count(sentence) for sentence in said) > len(shown)
    assert max(text.count(sentence) for sentence in said) == 1


async def test_a_passage_is_short_enough_to_quote() -> None:
    long = f"{STATEMENT[:-1]}, {'and the rows were long and the boxes heavy, ' * 6}so we were slow."
    answer = f"{STATEMENT} {long} It was a small place."
    found = await check(
        FakeJudge(judge_by_script, contradicts=contradicts), answers=[*STRONG[:3], (QUESTION, answer)]
    )
    [quote] = [item.evidence[0].quote for item in found.side_by_side if STATEMENT in item.evidence[0].quote]
    assert quote == STATEMENT


async def test_a_contradiction_that_a_rule_found_is_not_shown_again() -> None:
    said = "I supervise about thirty people at Brightwell, pickers and packers mainly."
    found = await check(
        FakeJudge(judge_by_script, contradicts=lambda _pair: True),
        answers=[*STRONG[:3], ("What are you responsible for?", said)],
        cv_parsed=WAREHOUSE,
    )
    assert [item.statement.quote for item in found.discrepancies] == [said]
    assert found.side_by_side
    assert said not in [piece.quote for item in found.side_by_side for piece in item.evidence]


async def test_without_embeddings_nothing_is_shown_side_by_side() -> None:
    def broken(_texts: object) -> Exception:
        return EngineUnavailable("gone")

    judge = FakeJudge(judge_by_script, contradicts=contradicts)
    assert (await check(judge, FakeEmbeddings(broken))).side_by_side == ()
    assert judge.compared == []


async def test_an_exchange_is_compared_once() -> None:
    judge = FakeJudge(judge_by_script, contradicts=contradicts)
    cache = TextCache()
    first = await check(judge, cache=cache)
    compared = len(judge.compared)
    assert await check(judge, cache=cache) == first
    assert len(judge.compared) == compared > 0


async def test_the_line_with_words_in_common_is_shown() -> None:
    found = await check(FakeJudge(judge_by_script, contradicts=lambda pair: pair.statement == STATEMENT))
    [line] = [item.cv_line for item in found.side_by_side if STATEMENT in item.evidence[0].quote]
    assert line == "- Led the picking team of 14"
