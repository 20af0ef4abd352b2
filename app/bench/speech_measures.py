"""Metrics of a played dialogue, from its spoken turns and the transcript lines received."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import jiwer
import numpy as np

from app.bench.word_errors import normalize_words
from models.ports import SAMPLE_RATE

_BLOCK_SAMPLES = SAMPLE_RATE // 50
_VOICED_SHARE = 0.1
"""Minimum level of a voiced block, as a share of the turn's loud level."""
_NOISE_FACTOR = 2.0
_MOST_SHARE = 0.3
"""In a noisy recording, a voiced block has at least twice the level of the quiet ones, but not more than this
share is asked of it."""
_VOICE_BLOCKS = 10
_NEAR_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance as spoken; in seconds from the start of the recording."""

    start_seconds: float
    end_seconds: float
    role: str
    text: str

    def moved(self, seconds: float) -> Turn:
        """The same turn, shifted by ``seconds``."""
        return replace(
            self, start_seconds=self.start_seconds + seconds, end_seconds=self.end_seconds + seconds
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One transcript-update as received; in seconds from the start of the recording."""

    id: str
    role: str
    text: str
    is_final: bool
    start_seconds: float
    end_seconds: float
    arrived_seconds: float
    first_text: str | None = None
    """The text of a final that was revised since; None if it was not."""


def take_revisions(lines: Sequence[Line]) -> list[Line]:
    """The lines as received, with one final for each id: the first one, with the text of the last one."""
    finals: dict[str, Line] = {}
    for line in lines:
        if line.is_final:
            first = finals.get(line.id)
            finals[line.id] = line if first is None else _revise(first, line.text)
    rest = [line for line in lines if not line.is_final]
    return sorted([*rest, *finals.values()], key=lambda line: line.arrived_seconds)


def _revise(line: Line, text: str) -> Line:
    return replace(line, text=text, first_text=line.first_text or line.text)


def read_turns(path: Path) -> list[Turn]:
    """``turns.tsv``: header, then start_s, end_s, role, text; tabs, no quoting. Raises ValueError."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    try:
        return [Turn(float(row["start_s"]), float(row["end_s"]), row["role"], row["text"]) for row in rows]
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path} needs the columns start_s, end_s, role and text") from error


def trim_to_voice(turn: Turn, pcm: bytes) -> Turn:
    """Trim a turn to its voice: recordings have silence or noise at their ends, and sometimes a knock in it.

    Voice begins, and ends, with 20 ms that are voiced like most of the 200 ms after, or before, them.
    """
    first, last = (round(seconds * SAMPLE_RATE) for seconds in (turn.start_seconds, turn.end_seconds))
    samples = np.frombuffer(pcm, dtype="<i2")[first:last].astype(np.float64)
    count = len(samples) // _BLOCK_SAMPLES
    if count == 0:
        return turn
    blocks = samples[: count * _BLOCK_SAMPLES].reshape(count, _BLOCK_SAMPLES)
    levels = np.sqrt(np.mean(blocks * blocks, axis=1))
    loud, quiet = np.percentile(levels, [95, 10])
    is_voiced = levels >= max(_VOICED_SHARE * loud, min(_NOISE_FACTOR * quiet, _MOST_SHARE * loud))
    near = np.convolve(is_voiced, np.ones(_VOICE_BLOCKS))
    is_first = is_voiced & (near[_VOICE_BLOCKS - 1 :] > _VOICE_BLOCKS / 2)
    is_last = is_voiced & (near[:count] > _VOICE_BLOCKS / 2)
    if not levels.any() or not is_first.any() or not is_last.any():
        return turn
    seconds = _BLOCK_SAMPLES / SAMPLE_RATE
    return Turn(
        turn.start_seconds + float(np.argmax(is_first)) * seconds,
        turn.start_seconds + float(count - np.argmax(is_last[::-1])) * seconds,
        turn.role,
        turn.text,
    )


def find_final_lags(turns: Sequence[Turn], lines: Sequence[Line]) -> list[float]:
    """Per turn, the time from the end of its last word to the final line that contains it, if any."""
    lags = []
    for turn in turns:
        finals = [line for line in lines if line.is_final and line.role == turn.role and line.text]
        tail = max(turn.start_seconds, turn.end_seconds - 1.0)
        overlapping = [
            (min(line.end_seconds, turn.end_seconds) - max(line.start_seconds, tail), line.end_seconds, line)
            for line in finals
            if line.start_seconds < turn.end_seconds and line.end_seconds > tail
        ]
        if overlapping:
            # The last words are in the line that reaches furthest toward the end of the turn.
            line = max(overlapping, key=lambda item: (item[1] >= turn.end_seconds - 0.3, item[0]))[2]
            lags.append(line.arrived_seconds - turn.end_seconds)
    return lags


def find_first_interim_lags(turns: Sequence[Turn], lines: Sequence[Line]) -> list[float]:
    """Per turn, the time from its start to the first interim or final line with words of it."""
    lags = []
    for turn in turns:
        arrivals = [
            line.arrived_seconds
            for line in lines
            if line.role == turn.role
            and line.text
            and line.arrived_seconds > turn.start_seconds
            and line.start_seconds < turn.end_seconds
            and line.end_seconds > turn.start_seconds
        ]
        if arrivals:
            lags.append(min(arrivals) - turn.start_seconds)
    return lags


def find_start_errors(turns: Sequence[Turn], lines: Sequence[Line]) -> list[float]:
    """Per turn, how far the start of its first final line is from its own, in seconds."""
    errors = []
    for turn in turns:
        starts = [
            line.start_seconds
            for line in lines
            if line.is_final
            and line.role == turn.role
            and line.text
            and turn.start_seconds - _NEAR_SECONDS <= line.start_seconds < turn.end_seconds
            and line.end_seconds > turn.start_seconds
        ]
        if starts:
            errors.append(abs(min(starts) - turn.start_seconds))
    return errors


def summarize(values: Sequence[float]) -> dict[str, float | None]:
    """Median and 95th percentile, to a hundredth of a second."""
    if not values:
        return {"p50": None, "p95": None}
    return {f"p{share}": round(float(np.percentile(values, share)), 2) for share in (50, 95)}


def spoken_text(turns: Sequence[Turn], role: str) -> str:
    return " ".join(turn.text for turn in turns if turn.role == role)


def heard_text(lines: Sequence[Line], role: str) -> str:
    """The words of one side in the final transcript."""
    return " ".join(line.text for line in _list_finals(lines, role))


def first_heard_text(lines: Sequence[Line], role: str) -> str:
    """The words of one side as first shown, before revisions."""
    return " ".join(line.first_text or line.text for line in _list_finals(lines, role))


def _list_finals(lines: Sequence[Line], role: str) -> list[Line]:
    finals = [line for line in lines if line.is_final and line.role == role]
    return sorted(finals, key=lambda line: line.start_seconds)


def count_wrong_speaker_words(turns: Sequence[Turn], lines: Sequence[Line]) -> int:
    """Words of a line that the other speaker said at about that time, and its own speaker did not."""
    count = 0
    for line in lines:
        if not line.is_final:
            continue
        near = [
            turn
            for turn in turns
            if turn.start_seconds < line.end_seconds + _NEAR_SECONDS
            and turn.end_seconds > line.start_seconds - _NEAR_SECONDS
        ]
        words = normalize_words(line.text)
        own = _matched(words, [w for t in near if t.role == line.role for w in normalize_words(t.text)])
        other = _matched(words, [w for t in near if t.role != line.role for w in normalize_words(t.text)])
        if len(other) > len(own):
            # Most of the line belongs to the other speaker: one or two common words may be chance.
            count += len(other - own)
    return count


def _matched(words: list[str], reference: list[str]) -> set[int]:
    """Positions in ``words`` that the best alignment pairs with an equal reference word."""
    if not words or not reference:
        return set()
    alignment = jiwer.process_words(" ".join(reference), " ".join(words)).alignments[0]
    return {
        position
        for chunk in alignment
        if chunk.type == "equal"
        for position in range(chunk.hyp_start_idx, chunk.hyp_end_idx)
    }
