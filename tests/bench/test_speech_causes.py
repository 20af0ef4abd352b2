"""Causes of the word errors of live lines."""

from __future__ import annotations

import pytest

from app.bench.speech_causes import Cause, WrongWord, count_causes, find_wrong_words
from app.bench.speech_measures import Line

SPOKEN = "we moved the old billing service to a new queue last winter"


def make_lines(*texts: str) -> list[Line]:
    return [
        Line(str(number), "candidate", text, True, float(number), number + 0.9, number + 1.0)
        for number, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("lines", "whole", "wrong"),
    [
        (["We moved the old billing service", "to a new queue last winter."], SPOKEN, []),
        (
            ["We moved the old billing.", "To a new queue last winter."],
            SPOKEN,
            [WrongWord(Cause.LOST_AT_CUT, "service", "")],
        ),
        (
            ["We moved the old billing surface", "to a new queue last winter."],
            SPOKEN,
            [WrongWord(Cause.CHANGED_AT_CUT, "service", "surface")],
        ),
        (
            ["We moved the old billing service", "service to a new queue last winter."],
            SPOKEN,
            [WrongWord(Cause.DOUBLED_AT_CUT, "", "service")],
        ),
        (
            ["We moved the gold billing service to a queue last winter."],
            SPOKEN,
            [WrongWord(Cause.CHANGED, "old", "gold"), WrongWord(Cause.LOST, "new", "")],
        ),
        (
            ["We moved the very old billing service to a new queue last winter."],
            SPOKEN,
            [WrongWord(Cause.INVENTED, "", "very")],
        ),
        (
            ["We moved the gold billing service to a new queue last winter."],
            "We moved the cold billing service to a new queue last winter.",
            [WrongWord(Cause.MODEL, "old", "gold")],
        ),
    ],
)
def test_the_cause_of_a_wrong_word(lines: list[str], whole: str, wrong: list[WrongWord]) -> None:
    assert find_wrong_words(SPOKEN, make_lines(*lines), whole) == wrong


def test_nothing_heard_is_lost() -> None:
    wrong = find_wrong_words("many words", [], "many words")
    assert [(one.cause, one.spoken) for one in wrong] == [(Cause.LOST, "many"), (Cause.LOST, "words")]


def test_every_cause_is_counted() -> None:
    counts = count_causes([WrongWord(Cause.LOST, "old", "")])
    assert counts["lost"] == 1
    assert sum(counts.values()) == 1
    assert set(counts) == {cause.value for cause in Cause}
