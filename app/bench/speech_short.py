"""Short answers for the speech bench: pieces of real voices between two pauses, each alone in silence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.bench.speech_data import Dialogue
from app.bench.speech_noise import pair_voices
from app.transcription.pipeline.settings import WINDOW_BYTES, WINDOW_SECONDS, PipelineSettings
from models.ports import SAMPLE_RATE

_MIN_SECONDS = 0.25
_MAX_SECONDS = 1.2
_PAUSE_SECONDS = 0.2
"""Silence before and after a piece; half of it is kept at either side."""
_QUIET_SECONDS = 1.0


def make_short_answers(
    dialogues: Sequence[Dialogue], ratings: Mapping[str, Mapping[str, Sequence[float]]], count: int
) -> list[Dialogue]:
    """Interviews whose voices are one short answer each: at most ``count``, spread over all voices.

    ``ratings``: voice probabilities of the windows, by dialogue and role.
    """
    pieces = [
        piece
        for dialogue in dialogues
        for role, pcm in dialogue.voices.items()
        for piece in _cut(pcm, ratings[dialogue.name][role])
    ]
    step = max(1.0, len(pieces) / count) if count else 1.0
    chosen = [pieces[int(number * step)] for number in range(min(count, len(pieces)))]
    quiet = bytes(2 * round(_QUIET_SECONDS * SAMPLE_RATE))
    return pair_voices("short answer", [quiet + piece + quiet for piece in chosen])


def _cut(pcm: bytes, ratings: Sequence[float]) -> Iterator[bytes]:
    threshold = PipelineSettings().onset_probability
    pause = round(_PAUSE_SECONDS / WINDOW_SECONDS)
    margin = pause // 2
    voiced = [index for index, rating in enumerate(ratings) if rating >= threshold]
    start = 0
    for at in range(1, len(voiced) + 1):
        if at < len(voiced) and voiced[at] - voiced[at - 1] <= pause:
            continue
        first, last = voiced[start], voiced[at - 1]
        if _MIN_SECONDS <= (last - first + 1) * WINDOW_SECONDS <= _MAX_SECONDS and first >= margin:
            yield pcm[(first - margin) * WINDOW_BYTES : (last + 1 + margin) * WINDOW_BYTES]
        start = at
