"""Constants and settings of the live audio path, all in one place."""

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
"""Root mean square of 16-bit samples below which audio counts as silent."""
MIN_CHARACTERS = 3
"""Text shorter than this is suppressed unless the voice is clear."""
MAX_COMPRESSION_RATIO = 2.4
"""Text that compresses better than this repeats itself (the threshold of OpenAI's whisper)."""
MIN_LOG_PROBABILITY = -1.0
MAX_NO_SPEECH_PROBABILITY = 0.6
"""Decoder evidence that there was no speech (the thresholds of OpenAI's whisper)."""

CHUNK_SECONDS = 2.0
CHUNK_OVERLAP_SECONDS = 0.2
"""Fixed chunks, for clients that cut audio themselves and send single files. Live audio is cut at
pauses instead: fixed chunks tripled the error rate when measured (ADR 0004)."""


def load_filler_phrases() -> frozenset[str]:
    """The phrases of config/filler_phrases.txt in lower case; ``#`` starts a comment."""
    text = (CONFIG_DIR / "filler_phrases.txt").read_text(encoding="utf-8")
    lines = (line.partition("#")[0].strip().lower() for line in text.splitlines())
    return frozenset(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """Settings of segmentation, interims, filtering and the session."""

    # Voice activity
    onset_probability: float = 0.5
    onset_windows: int = 2
    """Consecutive windows of speech that start an utterance; a single one is a click."""
    voiced_probability: float = 0.35
    """Within an utterance, a window counts as speech from this probability on (hysteresis)."""

    # Segmentation
    pre_roll_seconds: float = 1.0
    """Audio kept before the first speech window. The onset of a word is quieter than its vowel, and
    whisper hears better after a second of the room: of 172 hard words 18 wrong, 23 with 0.3 s."""
    post_roll_seconds: float = 0.2
    pause_seconds: float = 0.2
    """Silence after which the decode starts speculatively."""
    end_silence_seconds: float = 0.6
    """Silence that ends an utterance."""
    soft_limit_seconds: float = 12.0
    """From this length on, a pause already ends the utterance."""
    cut_limit_seconds: float = 15.0
    """From this length on, the utterance is cut at a quiet place within ``cut_window_seconds``."""
    cut_window_seconds: float = 5.0
    hard_limit_seconds: float = 25.0
    """Never longer: whisper sees 30 s at once."""
    quiet_ratio: float = 0.15
    """A place is quiet if its level is below this share of the utterance's own level."""

    # Interims
    interim_interval_seconds: float = 1.0
    interim_share: float = 0.3
    """Maximum share of the time that decoding interims of one interview may take."""
    interim_context_positions: int = 64
    """Encoder positions beyond the 50 per second that the audio itself needs."""

    # Suppression
    silence_level: float = SILENCE_LEVEL
    min_characters: int = MIN_CHARACTERS
    max_compression_ratio: float = MAX_COMPRESSION_RATIO
    min_log_probability: float = MIN_LOG_PROBABILITY
    max_no_speech_probability: float = MAX_NO_SPEECH_PROBABILITY
    clear_voice_probability: float = 0.75
    """Mean voice probability of the voiced windows from which the voice is clear."""
    clear_voice_seconds: float = 0.16
    filler_phrases: frozenset[str] = field(default_factory=load_filler_phrases)
    filler_similarity: float = 0.9

    # Session
    idle_flush_seconds: float = 15.0
    """Time without frames that ends the current utterance, because the participant may be gone for
    good. A shorter time would cut words in two at every hiccup of the network."""
    finish_timeout_seconds: float = 60.0
    retry_delays_seconds: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0)
    """Waits between attempts; the last one repeats."""
