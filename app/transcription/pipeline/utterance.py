"""One utterance: its audio, its times, and the decodes that are under way for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from app.core.ids import new_id
from app.transcription.pipeline.decoding import DecodeTicket
from app.transcription.pipeline.events import Interim, Speaker
from app.transcription.pipeline.segmentation import Span
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.stream import ParticipantStream
from models.ports import SAMPLE_RATE


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
    id: str = field(default_factory=new_id)
    speculation: DecodeTicket | None = None
    speculated_end_sample: int = 0
    """End of its voice when the speculative decode started."""
    interim: DecodeTicket | None = None
    has_interim_text: bool = False
    """An interim with words was announced, so it must be withdrawn if the utterance is dropped."""

    def read_audio(self) -> bytes:
        """PCM of the utterance; while it is spoken, up to a post-roll after its last voiced window."""
        end_sample = self.span.end_sample
        if end_sample is None:
            post_roll_samples = round(self.settings.post_roll_seconds * SAMPLE_RATE)
            end_sample = self.span.voiced_end_sample + post_roll_samples
        return self.stream.read(self.span.start_sample, end_sample)

    @property
    def start_seconds(self) -> float:
        """Start of the voice since the interview's start."""
        voiced = self.span.voiced(self.settings.voiced_probability)
        return self.stream.seconds_at(voiced[0].start_sample if voiced else self.span.start_sample)

    @property
    def end_seconds(self) -> float:
        """End of the voice since the interview's start."""
        return self.stream.seconds_at(self.span.voiced_end_sample)

    @property
    def spoken_at(self) -> datetime:
        return self.interview_started_at + timedelta(seconds=self.start_seconds)

    @property
    def safe_sequence_once_stored(self) -> int:
        return self.stream.safe_sequence_without(self.span)

    def release(self) -> None:
        """Let the stream discard the audio: the line is stored."""
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
