"""One utterance: its audio, its times, and the decodes that are under way for it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from app.core.ids import new_id
from app.transcription.pipeline.decoding import DecodeTicket
from app.transcription.pipeline.events import Interim, Speaker
from app.transcription.pipeline.segmentation import Span, Window
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.stream import ParticipantStream
from models.ports import SAMPLE_RATE

_SAMPLE_BYTES = 2


@dataclass(slots=True)
class Utterance:
    """Speech between two pauses, from its onset until its line is stored."""

    speaker: Speaker
    stream: ParticipantStream
    span: Span
    settings: PipelineSettings
    interview_started_at: datetime
    next_interim_sample: int
    """Position in the stream from which the next interim may be decoded."""
    source: Hashable
    """The speaker in this room."""
    room: Hashable
    """Rooms are treated equally, so that a flood from one delays no other."""
    find_echo: Callable[[Sequence[Window]], frozenset[int]]
    """Of some voiced windows, the indexes of those that are only an echo of the other participant."""
    is_echo: bool = False
    """Ended, and nothing but an echo."""
    id: str = field(default_factory=new_id)
    speculation: DecodeTicket | None = None
    speculated_end_sample: int = 0
    """End of its voice when the speculative decode started."""
    interim: DecodeTicket | None = None
    ended_audio: bytes = b""
    """PCM of the ended utterance, until it is handed to the spool."""
    blank_interims: int = 0
    has_interim_text: bool = False
    """An interim with words was announced, so it must be withdrawn if the utterance is dropped."""

    def read_audio(self) -> bytes:
        """PCM of the utterance while it is spoken, up to a post-roll after its last voiced window.

        Echoes are silent; empty if it is nothing but an echo so far.
        """
        voiced = self.span.voiced(self.settings.voiced_probability)
        echo = self.find_echo(voiced)
        if echo and len(echo) == len(voiced):
            return b""
        post_roll_samples = round(self.settings.post_roll_seconds * SAMPLE_RATE)
        pcm = self.stream.read(self.span.start_sample, self.span.voiced_end_sample + post_roll_samples)
        return self._silence(pcm, voiced, echo)

    def end(self) -> None:
        """Take the audio of the ended utterance out of its stream, and keep only measures of its windows.

        Echoes are silent and no voice.
        """
        threshold = self.settings.voiced_probability
        voiced = self.span.voiced(threshold)
        echo = self.find_echo(voiced)
        self.is_echo = bool(echo) and len(echo) == len(voiced)
        self.ended_audio = self._silence(self.stream.take(self.span), voiced, echo)
        if echo and not self.is_echo:
            windows = self.span.windows
            self.span.windows = [replace(w, probability=0.0) if w.index in echo else w for w in windows]
            self.span.voiced_end_sample = self.span.voiced(threshold)[-1].end_sample
        self.span.compact(threshold)

    def _silence(self, pcm: bytes, voiced: Sequence[Window], echo: frozenset[int]) -> bytes:
        """The audio with silence in place of echoes and the pauses between them."""
        if not echo:
            return pcm
        silenced = bytearray(pcm)
        for is_echo, group in itertools.groupby(voiced, key=lambda window: window.index in echo):
            windows = list(group)
            first = max(0, windows[0].start_sample - self.span.start_sample) * _SAMPLE_BYTES
            last = min((windows[-1].end_sample - self.span.start_sample) * _SAMPLE_BYTES, len(silenced))
            if is_echo and first < last:
                silenced[first:last] = bytes(last - first)
        return bytes(silenced)

    def take_audio(self) -> bytes:
        """Hand over the PCM of the ended utterance."""
        audio, self.ended_audio = self.ended_audio, b""
        return audio

    @property
    def is_silent(self) -> bool:
        """Whether its speaker paused a moment ago: soon a speculation may need the engine."""
        return not self.span.windows or self.span.windows[-1].probability < self.settings.voiced_probability

    @property
    def voiced_seconds(self) -> float:
        """Duration of the voice, without pauses."""
        return self.span.measure_voice(self.settings.voiced_probability).seconds

    @property
    def voice_end_in_audio(self) -> float:
        """Where the voice ends, in seconds from the start of the audio."""
        return (self.span.voiced_end_sample - self.span.start_sample) / SAMPLE_RATE

    def seconds_at(self, audio_seconds: float) -> float:
        """Time of a place in the audio since the interview's start."""
        return self.stream.seconds_at(self.span.start_sample + round(audio_seconds * SAMPLE_RATE))

    @property
    def start_seconds(self) -> float:
        """Start of the voice since the interview's start."""
        return self.stream.seconds_at(self.span.measure_voice(self.settings.voiced_probability).start_sample)

    @property
    def end_seconds(self) -> float:
        """End of the voice since the interview's start."""
        # The timeline may move back by a fraction of a second.
        return max(self.start_seconds, self.stream.seconds_at(self.span.voiced_end_sample))

    @property
    def spoken_at(self) -> datetime:
        return self.interview_started_at + timedelta(seconds=self.start_seconds)

    @property
    def safe_sequence_once_stored(self) -> int:
        return self.stream.safe_sequence_without(self.span)

    def release(self) -> None:
        """Mark the line as stored or permanently lost, so that the browser need not keep its frames."""
        self.stream.release(self.span)

    def build_interim(self, text: str) -> Interim:
        return Interim(
            utterance_id=self.id,
            speaker=self.speaker,
            text=text,
            start_seconds=self.start_seconds,
            end_seconds=self.end_seconds,
            spoken_at=self.spoken_at,
        )
