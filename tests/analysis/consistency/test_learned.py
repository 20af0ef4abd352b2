"""Contradictions by the trained network: which lines are compared, and what is shown."""

from __future__ import annotations

from app.analysis.analyze import analyze
from app.analysis.consistency.facts import ClaimKind, ConsistencyCheck, Origin
from app.analysis.consistency.learned import MAX_FOUND, list_cv_lines
from app.analysis.findings import Background
from app.analysis.text_cache import TextCache
from models.judgement.claims_encoding import ClaimPair
from models.ports import EngineUnavailable
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
ANSWERS = [*STRONG[:3], ("How big was the picking team?", f"{STATEMENT} It was a small place.")]


async def check(
    judge: FakeJudge, embeddings: FakeEmbeddings | None = None, cache: TextCache | None = None
) -> ConsistencyCheck:
    analysis = await analyze(
        fake_engines(llm=FakeLlm(honest_writer), judge=judge, embeddings=embeddings),
        transcript=to_transcript(ANSWERS),
        background=Background(cv_text=CV),
        cache=cache,
        checks_consistency=True,
    )
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


async def test_a_contradiction_shows_both_quotes() -> None:
    found = await check(FakeJudge(judge_by_script, contradicts=contradicts))
    [item] = found.discrepancies
    assert item.kind is ClaimKind.STATEMENT
    assert item.statement.quote == STATEMENT
    assert (item.counterpart.origin, item.counterpart.quote) == (Origin.CV, "- Led the picking team of 14")


async def test_the_question_is_compared_with_the_statement() -> None:
    judge = FakeJudge(judge_by_script)
    assert (await check(judge)).discrepancies == ()
    [pair] = [pair for pair in judge.compared if contradicts(pair)]
    assert pair.question == "How big was the picking team?"


async def test_nobody_is_asked_to_explain_what_only_the_network_found() -> None:
    analysis = await analyze(
        fake_engines(llm=FakeLlm(honest_writer), judge=FakeJudge(judge_by_script, contradicts=contradicts)),
        transcript=to_transcript(ANSWERS),
        background=Background(cv_text=CV),
    )
    assert analysis.consistency is not None
    assert analysis.consistency.discrepancies
    assert not [item for item in analysis.follow_up_questions if STATEMENT in item.question]


async def test_only_the_surest_contradictions_are_shown() -> None:
    found = await check(FakeJudge(judge_by_script, contradicts=lambda _pair: True))
    assert len([item for item in found.discrepancies if item.kind is ClaimKind.STATEMENT]) == MAX_FOUND


async def test_without_embeddings_only_rules_compare() -> None:
    def broken(_texts: object) -> Exception:
        return EngineUnavailable("gone")

    judge = FakeJudge(judge_by_script, contradicts=contradicts)
    assert (await check(judge, FakeEmbeddings(broken))).discrepancies == ()
    assert judge.compared == []


async def test_an_exchange_is_compared_once() -> None:
    judge = FakeJudge(judge_by_script, contradicts=contradicts)
    cache = TextCache()
    first = await check(judge, cache=cache)
    compared = len(judge.compared)
    assert await check(judge, cache=cache) == first
    assert len(judge.compared) == compared > 0
