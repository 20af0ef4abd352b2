"""Two well-known policies of live transcription, played under the virtual clock beside the product's own.

Both use the same weights in the same engine, always with the whole window of 30 s, as faster-whisper does,
and without its beam of 5, which would cost them time. `chunks` decodes every two seconds by itself.
`local_agreement` decodes an utterance again and again while it grows, and shows the words that two decodes
in a row agree on (Macháček and others, 2023); a pause ends the utterance.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from app.bench.live_room import ROLES, PlayedInterview
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Line
from app.bench.speech_player import VoiceRatings
from app.bench.speech_recordings import RecordedSpeech
from app.bench.word_errors import normalize_words
from app.transcription.pipeline.settings import WINDOW_SECONDS, PipelineSettings
from app.transcription.pipeline.words import SpokenWord, read_words
from models.ports import SAMPLE_RATE, Priority, SpeechRequest

_WHOLE_WINDOW_POSITIONS = 1_500
_CHUNK_SECONDS = 2.0
_STEP_SECONDS = 1.0
"""New audio between two decodes of an utterance."""
_PAUSE_SECONDS = 0.5
"""Silence that ends an utterance."""
_PRE_ROLL_SECONDS = 0.5
_LONG_SECONDS = 15.0
"""From this length on, the audio of words that are shown is let go."""
_PROMPT_CHARACTERS = 200
_TOLERANCE_SECONDS = 0.1
"""How much earlier than its predecessor's end a new word may begin."""
_MAX_REPEATED = 5
_MAX_NO_SPEECH_PROBABILITY = 0.6
_MIN_LOG_PROBABILITY = -1.0
"""What exceeds the one and falls below the other is no speech to faster-whisper."""


@dataclass(slots=True)
class _Voice:
    """One voice of a dialogue, and what has been shown of it."""

    role: str
    pcm: bytes
    language: str
    is_voiced: list[bool]
    """One value for each window."""
    speech: RecordedSpeech
    lines: list[Line]
    began: float = 0.0

    @property
    def seconds(self) -> float:
        return len(self.is_voiced) * WINDOW_SECONDS

    async def wait_until(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, self.began + seconds - asyncio.get_running_loop().time()))

    def now(self) -> float:
        """Seconds of the voice that have been spoken."""
        return min(self.seconds, asyncio.get_running_loop().time() - self.began)

    def has_voice(self, start: float, end: float) -> bool:
        return any(self.is_voiced[_window(start) : _window(end)])

    async def decode(
        self, start: float, end: float, prompt: str = "", *, word_times: bool = False
    ) -> tuple[str, list[SpokenWord]]:
        """Text and words between two times, with times from the start of the voice."""
        pcm = self.pcm[2 * round(start * SAMPLE_RATE) : 2 * round(end * SAMPLE_RATE)]
        request = SpeechRequest(
            pcm,
            language=self.language,
            prompt=prompt,
            audio_context=_WHOLE_WINDOW_POSITIONS,
            word_times=word_times,
        )
        heard = await self.speech.transcribe(request, priority=Priority.LIVE_SPEECH)
        segments = [
            one
            for one in heard.segments
            if one.no_speech_probability <= _MAX_NO_SPEECH_PROBABILITY
            or one.average_log_probability >= _MIN_LOG_PROBABILITY
        ]
        text = " ".join(one.text.strip() for one in segments)
        return text, [word.moved(start) for word in read_words(segments)]

    def show(self, text: str, start: float, end: float, *, is_final: bool = True) -> None:
        if text:
            arrived = asyncio.get_running_loop().time() - self.began
            identity = f"{self.role}-{len(self.lines)}"
            self.lines.append(Line(identity, self.role, text, is_final, start, end, arrived))

    def show_words(self, words: Sequence[SpokenWord], *, is_final: bool = True) -> None:
        if words:
            text = " ".join(word.text for word in words)
            self.show(text, words[0].start_seconds, words[-1].end_seconds, is_final=is_final)


def _window(seconds: float) -> int:
    return round(seconds / WINDOW_SECONDS)


async def play_chunks(voice: _Voice) -> None:
    """Decode every two seconds in which the voice detector hears a voice, each by itself."""
    start = 0.0
    while start < voice.seconds:
        end = min(start + _CHUNK_SECONDS, voice.seconds)
        await voice.wait_until(end)
        if voice.has_voice(start, end):
            text, _ = await voice.decode(start, end)
            voice.show(text, start, end)
        start = end


async def play_local_agreement(voice: _Voice) -> None:
    """Decode utterance by utterance, from the first voiced window to a pause."""
    at = 0.0
    while (start := _find_voice(voice, at)) is not None:
        await voice.wait_until(start)
        at = await _play_utterance(voice, max(at, start - _PRE_ROLL_SECONDS), start)


async def _play_utterance(voice: _Voice, start: float, onset: float) -> float:
    """Show one utterance that begins at ``start`` and is heard from ``onset`` on; returns where it ended."""
    shown: list[SpokenWord] = []
    before: list[SpokenWord] = []
    decoded_until = onset
    while True:
        pause = _find_pause(voice, onset)
        await voice.wait_until(min(decoded_until + _STEP_SECONDS, pause))
        decoded_until = min(voice.now(), pause)
        outside = [word for word in shown if word.end_seconds <= start]
        prompt = " ".join(word.text for word in outside)[-_PROMPT_CHARACTERS:]
        _, heard = await voice.decode(start, decoded_until, prompt, word_times=True)
        last = shown[-1].end_seconds if shown else start
        fresh = [word for word in heard if word.start_seconds > last - _TOLERANCE_SECONDS]
        fresh = _without_repetition(fresh, shown)
        if decoded_until >= pause:
            voice.show_words(fresh)
            return pause
        agreed = _count_agreed(before, fresh)
        voice.show_words(fresh[:agreed])
        shown += fresh[:agreed]
        before = fresh[agreed:]
        voice.show_words(before, is_final=False)
        if decoded_until - start > _LONG_SECONDS and shown:
            start = shown[-1].end_seconds


def _count_agreed(before: Sequence[SpokenWord], now: Sequence[SpokenWord]) -> int:
    """How many words at the beginning of two decodes are the same, apart from case and punctuation."""
    count = 0
    for one, other in zip(before, now, strict=False):
        if normalize_words(one.text) != normalize_words(other.text):
            break
        count += 1
    return count


def _without_repetition(fresh: list[SpokenWord], shown: Sequence[SpokenWord]) -> list[SpokenWord]:
    """``fresh`` without the first words that are the last ones shown."""
    for count in range(min(_MAX_REPEATED, len(fresh), len(shown)), 0, -1):
        if _count_agreed(shown[-count:], fresh[:count]) == count:
            return fresh[count:]
    return fresh


def _find_voice(voice: _Voice, at: float) -> float | None:
    """Where the next two voiced windows end, or None."""
    for index in range(_window(at) + 1, len(voice.is_voiced)):
        if voice.is_voiced[index - 1] and voice.is_voiced[index]:
            return (index + 1) * WINDOW_SECONDS
    return None


def _find_pause(voice: _Voice, onset: float) -> float:
    """The end of the first pause after ``onset``, or of the voice."""
    silent = 0
    for index in range(_window(onset), len(voice.is_voiced)):
        silent = 0 if voice.is_voiced[index] else silent + 1
        if silent * WINDOW_SECONDS >= _PAUSE_SECONDS:
            return (index + 1) * WINDOW_SECONDS
    return voice.seconds


Policy = Callable[[_Voice], Awaitable[None]]
POLICIES: dict[str, Policy] = {"chunks": play_chunks, "local_agreement": play_local_agreement}


async def play_policy(
    policy: Policy,
    speech: RecordedSpeech,
    dialogues: Sequence[Dialogue],
    ratings: VoiceRatings,
    *,
    language: str,
) -> list[PlayedInterview]:
    """Play the dialogues one after the other. ``ratings``: voice probabilities by dialogue and role."""
    threshold = PipelineSettings().onset_probability
    interviews = []
    for dialogue in dialogues:
        lines: list[Line] = []
        voices = [
            _Voice(
                role,
                dialogue.voices[role],
                language,
                [rating >= threshold for rating in ratings[dialogue.name][role]],
                speech,
                lines,
                asyncio.get_running_loop().time(),
            )
            for role in ROLES
        ]
        await asyncio.gather(*(policy(voice) for voice in voices))
        lines.sort(key=lambda line: line.arrived_seconds)
        interviews.append(PlayedInterview(lines, frames_sent=0, frames_lost=0))
    return interviews
