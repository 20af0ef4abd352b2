"""Every figure of the live audio path, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.config_files import CONFIG_DIR
from models.ports import SAMPLE_RATE

FRAME_SAMPLES = 1_600
"""One frame on the wire: 100 ms."""
FRAME_BYTES = FRAME_SAMPLES * 2
FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE

WINDOW_SAMPLES = 512
"""What the voice activity model looks at in one step: 32 ms."""
WINDOW_BYTES = WINDOW_SAMPLES * 2
WINDOW_SECONDS = WINDOW_SAMPLES / SAMPLE_RATE

SILENCE_LEVEL = 150.0
"""Root mean square of 16-bit samples below which audio counts as silent (document 001, section 9)."""
MINIMUM_CHARACTERS = 3
"""Text shorter than this is dropped unless the voice is clear (document 001, section 5)."""
MAXIMUM_COMPRESSION_RATIO = 2.4
"""Text that compresses better than this repeats itself (the figure of OpenAI's whisper)."""
MINIMUM_LOG_PROBABILITY = -1.0
MAXIMUM_NO_SPEECH_PROBABILITY = 0.6
"""Decoder evidence that there was no speech (the figures of OpenAI's whisper)."""

CHUNK_SECONDS = 2.0
CHUNK_OVERLAP_SECONDS = 0.2
"""The documents' fixed chunks, for clients that cut audio themselves and send single files. Live
audio is cut at pauses instead: fixed chunks tripled the error rate when measured (ADR 0004)."""


def load_filler_phrases() -> frozenset[str]:
    """The phrases of config/filler_phrases.txt, lower case; ``#`` starts a comment."""
    text = (CONFIG_DIR / "filler_phrases.txt").read_text(encoding="utf-8")
    lines = (line.partition("#")[0].strip().lower() for line in text.splitlines())
    return frozenset(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """Seconds unless a name says otherwise."""

    # Voice activity
    onset_probability: float = 0.5
    onset_windows: int = 2
    """Consecutive windows of speech that start an utterance; one alone is a click."""
    voiced_probability: float = 0.35
    """Within an utterance a window counts as speech from here (hysteresis)."""

    # Cutting
    pre_roll: float = 1.0
    """Audio kept before the first speech window. The onset of a word is quieter than its vowel, and
    whisper hears better after a second of the room: of 172 hard words 18 wrong, 23 with 0.3 s."""
    post_roll: float = 0.2
    pause: float = 0.2
    """Silence after which the decode is begun on speculation."""
    end_silence: float = 0.6
    """Silence that ends an utterance."""
    soft_limit: float = 12.0
    """From this length on a mere ``pause`` ends the utterance."""
    cut_limit: float = 15.0
    """From this length on the utterance is cut at a quiet place within ``cut_window``."""
    cut_window: float = 5.0
    hard_limit: float = 25.0
    """Never longer: whisper sees 30 s at once."""
    quiet_ratio: float = 0.15
    """A place is quiet where its level is below this share of the utterance's own level."""

    # Interim lines
    interim_interval: float = 1.0
    interim_share: float = 0.3
    """At most this share of the time goes to interims of one session."""
    interim_context_positions: int = 64
    """Encoder positions beyond the 50 per second that the audio itself needs."""

    # What is not speech
    silence_level: float = SILENCE_LEVEL
    minimum_characters: int = MINIMUM_CHARACTERS
    maximum_compression_ratio: float = MAXIMUM_COMPRESSION_RATIO
    minimum_log_probability: float = MINIMUM_LOG_PROBABILITY
    maximum_no_speech_probability: float = MAXIMUM_NO_SPEECH_PROBABILITY
    clear_voice_probability: float = 0.75
    """Mean voice probability of the voiced windows from which the voice is clear."""
    clear_voice_seconds: float = 0.16
    filler_phrases: frozenset[str] = field(default_factory=load_filler_phrases)
    filler_similarity: float = 0.9

    # The session
    idle_flush: float = 15.0
    """No frame for so long ends the running utterance: the other side may be gone for good. Shorter
    would cut a word in two at every hiccup of the network."""
    finish_timeout: float = 60.0
    retry_delays: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0)
    """Waits between attempts; the last one repeats."""
