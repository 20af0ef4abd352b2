"""Revision: adjacent utterances of a speaker are decoded again together, to improve the stored lines.

A live line is decoded from its own audio, because people are waiting for it. Whisper is more accurate with
more surrounding speech. So utterances that follow each other are decoded again as one piece, in the
background, and the words go back to their lines by their times.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from app.text.words import split_words
from app.transcription.pipeline.coverage import find_unheard
from app.transcription.pipeline.decision import (
    average_log_probability,
    find_segments_in_audio,
    join_text,
    needs_second_decode,
)
from app.transcription.pipeline.events import (
    Announce,
    DecodedUtterance,
    Final,
    Speaker,
    StoreUnavailable,
    TranscriptStore,
)
from app.transcription.pipeline.requests import build_revision_request
from app.transcription.pipeline.segmentation import MAX_GAP_SECONDS, Span, are_adjacent
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.spool import KeptAudio
from app.transcription.pipeline.tasks import TaskSet
from app.transcription.pipeline.terms import Terms
from app.transcription.pipeline.utterance import Utterance
from app.transcription.pipeline.words import SpokenWord, align_words, place_words, read_words
from models.ports import SAMPLE_RATE, EngineError, Priority, SpeechEngine, Transcription

log = logging.getLogger("greenroom.transcription")

QUIET_SECONDS = MAX_GAP_SECONDS
"""Time after a line at which its piece is complete if the speaker has said nothing since."""
MAX_WAITING_PIECES = 20
"""Maximum number of waiting pieces per interview. If there are more, the oldest one is dropped."""
_MIN_WORD_SHARE = 0.6
"""Minimum and maximum length of a revised line, relative to the original.

Outside, a sentence was lost or invented.
"""
_SAMPLE_BYTES = 2


@dataclass(slots=True)
class StoredLine:
    """A line that is shown, with its audio."""

    decoded: DecodedUtterance
    sequence: int
    utterance: Utterance
    audio: KeptAudio

    @property
    def span(self) -> Span:
        return self.utterance.span


@dataclass(slots=True)
class _Piece:
    """Adjacent lines of one speaker, in order."""

    lines: list[StoredLine] = field(default_factory=list)
    timer: asyncio.TimerHandle | None = None

    def fits(self, line: StoredLine) -> bool:
        first, last = self.lines[0], self.lines[-1]
        is_same_stream = line.decoded.stream_id == last.decoded.stream_id
        return is_same_stream and are_adjacent(first.span, last.span, line.span)

    async def read_audio(self) -> bytes:
        """PCM from the first line to the last, with silence between utterances. Raises OSError."""
        first = self.lines[0].span.start_sample
        pcm = bytearray()
        for line in self.lines:
            offset = (line.span.start_sample - first) * _SAMPLE_BYTES
            pcm += bytes(offset - len(pcm)) + await line.audio.read()
        return bytes(pcm)

    def release(self) -> None:
        for line in self.lines:
            line.audio.release()


class Revisions:
    """Decodes the stored lines of one interview again in the background, piece by piece."""

    def __init__(
        self,
        *,
        engine: SpeechEngine,
        store: TranscriptStore,
        announce: Announce,
        expects_line: Callable[[Speaker], bool],
        terms: Terms,
        language: str,
        prompt: str,
        settings: PipelineSettings,
        tasks: TaskSet,
    ) -> None:
        """``expects_line``: whether a speaker is talking, or an utterance of theirs is not stored yet."""
        self._engine = engine
        self._store = store
        self._announce = announce
        self._expects_line = expects_line
        self._language = language
        self._prompt = prompt
        self._terms = terms
        self._settings = settings
        self._tasks = tasks
        self._open: dict[Speaker, _Piece] = {}
        self._waiting: list[tuple[_Piece, asyncio.Task[None]]] = []

    def add(self, line: StoredLine) -> None:
        """Take over a stored line and its audio."""
        speaker = line.decoded.speaker
        piece = self._open.get(speaker)
        if piece is not None and not piece.fits(line):
            self._complete(speaker)
            piece = None
        if piece is None:
            piece = self._open[speaker] = _Piece()
        piece.lines.append(line)
        self._restart_timer(speaker, piece)

    async def finish(self, timeout_seconds: float) -> None:
        """Complete the open pieces and wait for all revisions; give up those that take longer."""
        for speaker in list(self._open):
            self._complete(speaker)
        tasks = [task for _, task in self._waiting]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=timeout_seconds)
            for task in late:
                task.cancel()

    def _restart_timer(self, speaker: Speaker, piece: _Piece) -> None:
        if piece.timer is not None:
            piece.timer.cancel()
        loop = asyncio.get_running_loop()
        piece.timer = loop.call_later(QUIET_SECONDS, self._complete_if_quiet, speaker, piece)

    def _complete_if_quiet(self, speaker: Speaker, piece: _Piece) -> None:
        if self._expects_line(speaker):
            self._restart_timer(speaker, piece)
        elif self._open.get(speaker) is piece:
            self._complete(speaker)

    def _complete(self, speaker: Speaker) -> None:
        piece = self._open.pop(speaker)
        if piece.timer is not None:
            piece.timer.cancel()
        if len(self._waiting) >= MAX_WAITING_PIECES:
            self._waiting[0][1].cancel()
        task = self._tasks.spawn(self._revise(piece))
        entry = (piece, task)
        self._waiting.append(entry)

        def discard(_: asyncio.Task[None]) -> None:
            self._waiting.remove(entry)
            # A task that is cancelled before its first step never runs, so not in a ``finally``.
            piece.release()

        task.add_done_callback(discard)

    async def _revise(self, piece: _Piece) -> None:
        try:
            pcm = await piece.read_audio()
            request = build_revision_request(pcm, language=self._language, prompt=self._prompt)
            transcription = await self._engine.transcribe(request, priority=Priority.BACKGROUND)
        except (EngineError, OSError) as error:
            # The lines are left unchanged.
            log.warning("lines_not_revised error=%s", type(error).__name__)
            return
        for line, words in divide_words(piece.lines, transcription, self._settings):
            revised = self._revise_line(line, words, transcription)
            if revised is not None:
                await self._keep(line, revised)

    def _revise_line(
        self, line: StoredLine, words: Sequence[SpokenWord], transcription: Transcription
    ) -> DecodedUtterance | None:
        """The line with its new words; None if it is unchanged."""
        decoded = line.decoded
        corrected = self._terms.correct(words)
        is_smaller = decoded.model != transcription.model
        text = " ".join(word.text for word in corrected)
        if not is_revision(decoded.text, text, is_any_length=is_smaller):
            return None
        if self._leaves_out_more(line, corrected):
            return None
        utterance = line.utterance
        return replace(
            decoded,
            text=text,
            average_log_probability=average_log_probability(transcription),
            words=place_words(
                corrected,
                seconds_at=utterance.seconds_at,
                start=decoded.start_seconds,
                end=decoded.end_seconds,
            ),
        )

    def _leaves_out_more(self, line: StoredLine, words: Sequence[SpokenWord]) -> bool:
        """Whether ``words`` leave more of the voice unheard than the current line does."""
        offset = line.utterance.seconds_at(0.0)
        present = [word.moved(-offset) for word in line.decoded.words]

        def measure(heard: Sequence[SpokenWord]) -> float:
            places = find_unheard(
                line.span.stretches, heard, start_sample=line.span.start_sample, settings=self._settings
            )
            return sum(place.end_seconds - place.start_seconds for place in places)

        return measure(words) > measure(present)

    async def _keep(self, line: StoredLine, revised: DecodedUtterance) -> None:
        try:
            is_stored = await self._store.revise_final(revised)
        except StoreUnavailable as error:
            log.warning("line_not_revised error=%s", error)
            return
        if is_stored:
            await self._announce(Final.of(revised, line.sequence))


def divide_words(
    lines: Sequence[StoredLine], transcription: Transcription, settings: PipelineSettings
) -> list[tuple[StoredLine, list[SpokenWord]]]:
    """Each line of a piece with its words, timed from the start of the line's own audio.

    A word belongs to the line in which it begins; the border is in the middle of the pause between two lines.
    Nothing if the text loops, is improbable or has no word times.
    """
    if needs_second_decode(transcription, settings):
        return []
    words = align_words(join_text(transcription), read_words(find_segments_in_audio(transcription)))
    if not words:
        return []
    first = lines[0].span.start_sample
    threshold = settings.voiced_probability
    borders = [
        (before.span.voiced_end_sample + after.span.measure_voice(threshold).start_sample) / 2 - first
        for before, after in itertools.pairwise(lines)
    ]
    divided = []
    for index, line in enumerate(lines):
        start = borders[index - 1] / SAMPLE_RATE if index else float("-inf")
        end = borders[index] / SAMPLE_RATE if index < len(borders) else float("inf")
        offset = (line.span.start_sample - first) / SAMPLE_RATE
        own = [word.moved(-offset) for word in words if start <= word.start_seconds < end]
        divided.append((line, own))
    return divided


def is_revision(before: str, after: str, *, is_any_length: bool = False) -> bool:
    """Whether ``after`` differs, and has about the same length.

    ``is_any_length``: the length of ``before`` says nothing, because a smaller model wrote it.
    """
    old, new = split_words(before), split_words(after)
    if not old or not new or old == new:
        return False
    return is_any_length or _MIN_WORD_SHARE <= len(new) / len(old) <= 1 / _MIN_WORD_SHARE
