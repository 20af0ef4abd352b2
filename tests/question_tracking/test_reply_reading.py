"""Undecided questions are read once more with the replies: which pairs, and what they change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from app.question_tracking import reply_reading
from app.question_tracking.matching import match_questions
from app.question_tracking.reply_reading import UNITS_PER_QUESTION, read_replies
from app.question_tracking.second_reading import Fusion
from app.question_tracking.spoken import list_units
from models.judgement.asked_encoding import AskedPair
from models.ports import EngineUnavailable, Priority
from tests.fakes.engines import FakeJudge, fake_engines, score_shared_words
from tests.question_tracking.conftest import PUMP
from tests.question_tracking.spoken_lines import spoken

FUSION = Fusion(model="replies", of_matcher=0.5, of_model=1.0, of_reply=0.5, intercept=-1.0)
OPEN = ("R Say a pump drips, what then?", "C I closed the valve and replaced the seal.")
GOODBYE = "R Thank you, that is clear."


@pytest.fixture(autouse=True)
def fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_reading, "load_reply_fusion", lambda: FUSION)


class RepliesUnread(FakeJudge):
    """Fails for pairs with a reply."""

    async def read_asked(
        self,
        pairs: Sequence[AskedPair],
        *,
        priority: Priority,
        on_queue: Callable[[int], None] | None = None,
    ) -> list[float]:
        if any(pair.reply for pair in pairs):
            raise EngineUnavailable("The judge has stopped.")
        return await super().read_asked(pairs, priority=priority, on_queue=on_queue)


async def find_probability(judge: FakeJudge, *lines: str, language: str = "en") -> float:
    (match,) = await match_questions(
        fake_engines(judge=judge), spoken(*lines), [PUMP], language=language, priority=Priority.BACKGROUND
    )
    return match.probability


async def test_the_most_probable_units_of_a_question_are_read_and_the_others_count_no_more() -> None:
    lines = [text for at in range(6) for text in (f"R And what about number {at}?", f"C Reply number {at}.")]
    units = list_units(spoken(*lines, GOODBYE))
    judge = FakeJudge(asks=lambda pair: 2.0 if pair.reply == "Reply number 3." else -2.0)
    table = np.full((7, 2), 0.5)
    readable = {1: [3, 5, 0, 1, 2, 4]}
    found = await read_replies(
        fake_engines(judge=judge),
        units,
        ["Other?", PUMP],
        table,
        readable,
        priority=Priority.BACKGROUND,
    )
    assert [pair.reply for pair in judge.read_pairs] == [
        f"Reply number {at}." for at in readable[1][:UNITS_PER_QUESTION]
    ]
    yes, no = (FUSION.rate(0.5, value, "Reply number 3.") for value in (2.0, -2.0))
    assert [float(value) for value in found[:, 1]] == [no, no, 0.0, yes, 0.0, no, 0.5]
    assert (found[:, 0] == 0.5).all()


async def test_a_complete_reply_decides_an_open_question() -> None:
    def read(reply: float) -> FakeJudge:
        return FakeJudge(asks=lambda pair: reply if pair.reply else score_shared_words(pair))

    assert await find_probability(read(6.0), *OPEN, GOODBYE) > 0.9
    assert await find_probability(read(-6.0), *OPEN, GOODBYE) < 0.1


@pytest.mark.parametrize(("lines", "language"), [(OPEN, "en"), ((*OPEN, GOODBYE), "de")])
async def test_an_incomplete_reply_and_another_language_are_not_read(
    lines: tuple[str, ...], language: str
) -> None:
    judge = FakeJudge()
    await find_probability(judge, *lines, language=language)
    assert not any(pair.reply for pair in judge.read_pairs)


async def test_without_the_reading_of_replies_the_matcher_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Fusion(model="replies", of_matcher=1.0, of_model=0.0, of_reply=0.0, intercept=0.0)
    monkeypatch.setattr(reply_reading, "load_reply_fusion", lambda: alone)
    expected = await find_probability(FakeJudge(), *OPEN, GOODBYE)
    assert await find_probability(RepliesUnread(), *OPEN, GOODBYE) == pytest.approx(expected)
