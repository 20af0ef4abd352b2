"""Causes of word errors in live lines: cuts, missing context, or the model itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import jiwer

from app.bench.speech_measures import Line
from app.bench.word_errors import normalize_words


class Cause(StrEnum):
    """Why a word is wrong in the live lines, in the order in which the causes are looked for."""

    MODEL = "model"
    """The decode of the whole file is wrong there too."""
    DOUBLED_AT_CUT = "doubled_at_cut"
    LOST_AT_CUT = "lost_at_cut"
    CHANGED_AT_CUT = "changed_at_cut"
    INVENTED = "invented"
    LOST = "lost"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class WrongWord:
    """A place where the live lines differ from what was said."""

    cause: Cause
    spoken: str
    """Empty for a word that was not said."""
    heard: str
    """Empty for a word that is missing."""


@dataclass(frozen=True, slots=True)
class _Difference:
    spoken_at: int
    """Position of the reference word; for a word that was not said, of the one after it."""
    heard_at: int
    """Position of the word that was heard; for a missing one, of the one after it."""
    kind: str


def find_wrong_words(spoken: str, lines: Iterable[Line], whole: str) -> list[WrongWord]:
    """The word errors of one speaker's final lines, with their causes.

    ``whole`` is the text of one decode of the whole voice. A word is at a cut if it is the first or the last
    of its line.
    """
    expected = normalize_words(spoken)
    by_line = [normalize_words(line.text) for line in sorted(lines, key=lambda line: line.start_seconds)]
    heard = [word for words in by_line for word in words]
    starts = {sum(len(words) for words in by_line[:number]) for number in range(1, len(by_line))}
    shared = {(one.spoken_at, one.kind) for one in _compare(expected, normalize_words(whole))}
    return [
        WrongWord(
            _find_cause(one, heard, starts, shared),
            "" if one.kind == "insert" else expected[one.spoken_at],
            "" if one.kind == "delete" else heard[one.heard_at],
        )
        for one in _compare(expected, heard)
    ]


def count_causes(wrong: Iterable[WrongWord]) -> dict[str, int]:
    """Word errors by cause; every cause is listed."""
    counts = Counter(one.cause for one in wrong)
    return {cause.value: counts[cause] for cause in Cause}


def _compare(expected: Sequence[str], heard: Sequence[str]) -> list[_Difference]:
    if not expected or not heard:
        return [
            *(_Difference(position, 0, "delete") for position in range(len(expected))),
            *(_Difference(0, position, "insert") for position in range(len(heard))),
        ]
    differences = []
    for chunk in jiwer.process_words(" ".join(expected), " ".join(heard)).alignments[0]:
        if chunk.type == "equal":
            continue
        length = max(chunk.ref_end_idx - chunk.ref_start_idx, chunk.hyp_end_idx - chunk.hyp_start_idx)
        for offset in range(length):
            differences.append(
                _Difference(
                    chunk.ref_start_idx + (offset if chunk.type != "insert" else 0),
                    chunk.hyp_start_idx + (offset if chunk.type != "delete" else 0),
                    chunk.type,
                )
            )
    return differences


def _find_cause(
    one: _Difference, heard: Sequence[str], starts: set[int], shared: set[tuple[int, str]]
) -> Cause:
    kinds = {"insert"} if one.kind == "insert" else {"substitute", "delete"}
    if any((one.spoken_at, kind) in shared for kind in kinds):
        return Cause.MODEL
    is_at_cut = one.heard_at in starts or (one.kind != "delete" and one.heard_at + 1 in starts)
    if one.kind == "insert":
        neighbors = {*heard[max(0, one.heard_at - 3) : one.heard_at], *heard[one.heard_at + 1 :][:3]}
        is_doubled = is_at_cut and heard[one.heard_at] in neighbors
        return Cause.DOUBLED_AT_CUT if is_doubled else Cause.INVENTED
    if one.kind == "delete":
        return Cause.LOST_AT_CUT if is_at_cut else Cause.LOST
    return Cause.CHANGED_AT_CUT if is_at_cut else Cause.CHANGED
