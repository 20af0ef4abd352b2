"""Options for reading a recording: channel, speech probability, and where to cut."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class RecordingOptions:
    onset_probability: float | None = None
    """Minimum voice probability of speech; None for the default of PipelineSettings."""
    channel: int | None = None
    """The only channel that is read, from 0; None mixes all."""
    joins_utterances: bool = True
    """Adjacent utterances are one piece, which is quicker to decode. False: each is a piece of its own, as in
    a live interview, so that the lines of two people can be put in order."""
    only_inspects: bool = False
    """Measures the audio without searching for speech."""

    def to_argument(self) -> str:
        """As an argument of the process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_argument(cls, argument: str) -> RecordingOptions:
        return cls(**json.loads(argument))


DEFAULT_OPTIONS = RecordingOptions()
