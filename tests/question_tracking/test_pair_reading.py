"""Lines read beside prepared questions: which pairs, once each, and matching without the judge."""

from __future__ import annotations

import numpy as np

from app.question_tracking.matching import CONFIDENCE_THRESHOLD, match_questions
from app.question_tracking.pair_reading import (
    MAX_READ,
    NOT_READ,
    read_pairs,
)
from app.question_tracking.spoken import Unit, list_units
from models.judgement.asked_encoding import AskedPair, encode_asked
from models.ports import EngineUnavailable, Priority
from tests.fakes.engines import FakeJudge, fake_engines
from tests.question_tracking.conftest import PUMP, ROSTER
from tests.question_tracking.spoken_lines import spoken


class BrokenJudge(FakeJudge):
    async def read_asked(self, *_args: object, **_kwargs: object) -> list[float]:
        raise EngineUnavailable("The judge does not start.")


class LetterTokenizer:
    """A token per letter."""

    cls_token_id, sep_token_id = 1, 2

    def encode(self, text: str, *, add_special_tokens: bool) -> list[int]:
        assert not add_special_tokens
        return [ord(letter) for letter in text]


def list_two_units() -> list[Unit]:
    return list_units(spoken("R You mentioned the boiler room.", "R How did the repair go?", "C Very well."))


async def read(judge: FakeJudge, probabilities: list[list[float]]) -> list[list[float]]:
    found = await read_pairs(
        fake_engines(judge=judge),
        list_two_units(),
        [PUMP, ROSTER],
        np.array(probabilities),
        priority=Priority.LIVE_ANALYSIS,
    )
    return [list(row) for row in found]


async def test_a_line_is_read_with_the_one_before_it_in_its_turn() -> None:
    judge = FakeJudge(asks=lambda _pair: 2.0)
    assert await read(judge, [[0.0, 0.0], [0.5, 0.0]]) == [[NOT_READ, NOT_READ], [2.0, NOT_READ]]
    assert judge.read_pairs == [AskedPair(PUMP, "You mentioned the boiler room.", "How did the repair go?")]


async def test_extreme_log_odds_are_limited() -> None:
    judge = FakeJudge(asks=lambda pair: 40.0 if pair.question == PUMP else -40.0)
    assert await read(judge, [[0.5, 0.5], [0.5, 0.5]]) == [[-NOT_READ, NOT_READ]] * 2


async def test_of_a_long_transcript_only_the_most_probable_pairs_are_read() -> None:
    units = list_units(spoken(*(f"R Tell me more about number {index}." for index in range(400))))
    probabilities = np.full((400, 2), 0.02)
    probabilities[:, 1] = 0.03
    judge = FakeJudge(asks=lambda _pair: 0.0)
    found = await read_pairs(
        fake_engines(judge=judge), units, [PUMP, ROSTER], probabilities, priority=Priority.BACKGROUND
    )
    assert len(judge.read_pairs) == MAX_READ
    assert (found[:, 1] == 0.0).all()


async def test_what_the_judge_reads_decides_between_similar_lines() -> None:
    lines = spoken(
        "R How do you repair a leaking pump in your boiler room?",
        "C I close the valve and replace the seal of the pump.",
    )

    async def find(log_odds: float) -> float:
        engines = fake_engines(judge=FakeJudge(asks=lambda _pair: log_odds))
        (match,) = await match_questions(engines, lines, [PUMP], language="en", priority=Priority.BACKGROUND)
        return match.probability

    assert await find(-6.0) < await find(6.0)


async def test_without_the_judge_lines_are_matched_by_the_other_features() -> None:
    lines = spoken(f"R {PUMP}", "C I close the valve and replace the seal of the pump.")
    (match,) = await match_questions(
        fake_engines(judge=BrokenJudge()), lines, [PUMP, ROSTER], language="en", priority=Priority.BACKGROUND
    )
    assert (match.question, match.probability >= CONFIDENCE_THRESHOLD) == (0, True)


async def test_other_languages_are_not_read_beside_the_questions() -> None:
    judge = FakeJudge()
    await match_questions(
        fake_engines(judge=judge),
        spoken("R Wie reparieren Sie eine undichte Pumpe?", "C Ich schließe das Ventil."),
        ["Wie reparieren Sie eine undichte Pumpe im Heizraum?"],
        language="de",
        priority=Priority.BACKGROUND,
    )
    assert judge.read_pairs == []


def test_of_a_long_line_the_end_is_read_and_of_a_long_question_the_start() -> None:
    encoded = encode_asked(LetterTokenizer(), AskedPair("q" * 47 + "Qq", "b", "l" + "L" * 64))
    letters = "".join(chr(one) for one in encoded.ids if one > 2)
    assert letters == "q" * 47 + "Q" + "b" + "L" * 64
    assert encoded.types == (0,) * 50 + (1,) * 67


def test_the_start_of_a_reply_is_read_after_the_line() -> None:
    encoded = encode_asked(LetterTokenizer(), AskedPair("q", "", "l", "r" * 80 + "R"))
    assert "".join(chr(one) for one in encoded.ids if one > 2) == "ql" + "r" * 80
    assert encoded.types == (0,) * 3 + (1,) * 3 + (2,) * 81
