"""Which part of a strong answer is quoted: its subject, the candidate's own action, and the result."""

from __future__ import annotations

import pytest

from app.analysis.analyze import analyze
from app.analysis.result import Analysis
from app.analysis.stories import MAX_OPENED_WORDS
from app.text.words import count_words
from models.judgement.encoding import Exchange
from models.judgement.labels import SentenceLabel
from models.ports import Judgment
from tests.analysis.dialogues import dialogue
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines, make_judgment

WALKS = " ".join(
    f"And we walked along the {side} wall and talked about the harvest and the price of hay all the while."
    for side in ("north", "east", "south", "west", "lower", "upper")
)
PROBLEM = "The old boat house leaked."
ACTION = "So I lifted every tile of it with the smith and counted 40 broken ones."
RESULT = "We are down to 9 leaks a month."


def _label(sentence: str) -> dict[SentenceLabel, float]:
    if "down to" in sentence or "went from" in sentence:
        return {SentenceLabel.RESULT: 0.9}
    return {SentenceLabel.ACTION: 0.9} if " I " in f" {sentence}" else {}


def _judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    return [make_judgment(*map(_label, exchange.sentences)) for exchange in exchanges]


async def _report(*turns: str) -> Analysis:
    return await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(_judge)),
        transcript=dialogue("I: What did you do about the roof?", *turns),
    )


async def _quote(answer: str) -> str:
    [finding] = (await _report(f"C: {answer}")).strengths
    return " … ".join(item.quote for item in finding.evidence)


async def test_a_short_answer_is_quoted_from_its_subject_to_its_result() -> None:
    story = f"{PROBLEM} Everybody put out buckets. {ACTION} {RESULT}"
    assert await _quote(f"Oh, yes. That it did. {story} You can ask the smith?") == story


async def test_a_long_answer_keeps_its_subject_its_action_and_its_result() -> None:
    quote = await _quote(f"{PROBLEM} {WALKS} {ACTION} {RESULT} {WALKS}")
    assert quote == f"{PROBLEM} … {ACTION} {RESULT}"


async def test_what_was_left_out_of_a_quote_shows_in_the_summary() -> None:
    analysis = await _report(f"C: {PROBLEM} {WALKS} {ACTION} {RESULT} {WALKS}")
    assert f"{PROBLEM} … {ACTION} {RESULT}" in analysis.summary
    assert analysis.key_quotes[0].text == f"{ACTION} {RESULT}"


async def test_an_own_action_is_never_left_out_before_the_result() -> None:
    counted = "For six weeks I counted every tile on every roof of the yard at a quarter to six in the rain."
    quote = await _quote(f"{WALKS} It was 38 leaks a month. {counted} {WALKS[:180]} {RESULT}")
    assert counted in quote
    assert " … " not in quote.partition(counted)[2]
    assert quote.endswith(RESULT)
    assert count_words(quote) <= MAX_OPENED_WORDS


async def test_a_value_far_before_comes_with_its_result() -> None:
    changed = "The glue was changed by me, and I did it alone."
    quote = await _quote(f"It was 38 leaks a month. {WALKS} {changed} {RESULT}")
    assert quote == f"It was 38 leaks a month. … {changed} {RESULT}"


@pytest.mark.parametrize(
    "opening",
    [
        "The hay loft had 12 leaks.",
        "The roof was flat, and there was a gutter that ended over the door.",
        "Last spring the smith came back from the island.",
    ],
)
async def test_a_story_starts_with_what_it_began_with(opening: str) -> None:
    quote = await _quote(f"Roofs are quiet work. {opening} {WALKS} {ACTION} {RESULT}")
    assert quote == f"{opening} … {ACTION} {RESULT}"


async def test_a_story_with_its_own_scene_needs_no_opening() -> None:
    action = "Last spring I lifted every tile of it with the smith and counted 40 broken ones."
    assert await _quote(f"{PROBLEM} {WALKS} {action} {RESULT}") == f"{action} {RESULT}"


async def test_an_opening_comes_with_the_short_sentence_that_it_refers_to() -> None:
    opening = "We had a boat house. It leaked in 38 places."
    assert await _quote(f"{opening} {WALKS} {ACTION} {RESULT}") == f"{opening} … {ACTION} {RESULT}"


@pytest.mark.parametrize(("remark", "joint"), [(["I: Oh dear."], " … "), ([], " ")])
async def test_a_remark_of_the_interviewer_inside_a_quote_shows_in_the_summary(
    remark: list[str], joint: str
) -> None:
    analysis = await _report(f"C: {PROBLEM} {ACTION}", *remark, f"C: {RESULT}")
    assert f"{PROBLEM} {ACTION}{joint}{RESULT}" in analysis.summary


REMARK = "And the vicar gave me a marrow for it."


@pytest.mark.parametrize(("strength_of_remark", "is_quoted"), [(-9.0, False), (9.0, True)])
async def test_a_remark_after_the_story_is_not_quoted(strength_of_remark: float, is_quoted: bool) -> None:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            make_judgment(
                *[{SentenceLabel.ACTION: 0.9}] * len(exchange.sentences),
                concerns=[-9.0] * len(exchange.sentences),
                strengths=[strength_of_remark if item == REMARK else 9.0 for item in exchange.sentences],
            )
            for exchange in exchanges
        ]

    analysis = await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge)),
        transcript=dialogue("I: What did you do about the roof?", f"C: {ACTION} {REMARK}"),
    )
    [finding] = analysis.strengths
    assert (REMARK in finding.evidence[-1].quote) is is_quoted
