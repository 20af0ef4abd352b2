"""Constants and settings of the live audio path, all in one place."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.config_files import CONFIG_DIR
from app.transcription.constants import load_constants
from models.ports import SAMPLE_RATE

FRAME_SAMPLES = 1_600
"""One frame on the wire: 100 ms."""
FRAME_BYTES = FRAME_SAMPLES * 2
FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE

WINDOW_SAMPLES = 512
"""One step of the voice activity model: 32 ms."""
WINDOW_BYTES = WINDOW_SAMPLES * 2
WINDOW_SECONDS = WINDOW_SAMPLES / SAMPLE_RATE

_FILTER = load_constants().filter
MAX_COMPRESSION_RATIO = 2.4
"""Text that compresses better than this repeats itself (the threshold of OpenAI's whisper)."""
MIN_LOG_PROBABILITY = -1.0
MAX_NO_SPEECH_PROBABILITY = 0.6
"""Decoder evidence that there was no speech (the thresholds of OpenAI's whisper)."""

INTERIM_SHARE = 0.3
"""Maximum share of the time that decoding interims of all interviews together may take, apart from the first
ones of each utterance."""


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
    """Audio kept before the first speech window.

    The onset of a word is quieter than its vowel, and whisper hears better after a second of the room: 18 of
    172 hard words were wrong, compared with 23 for 0.3 s.
    """
    post_roll_seconds: float = 0.2
    pause_seconds: float = 0.2
    """Silence after which the decode starts speculatively."""
    end_silence_seconds: float = 0.6
    """Silence that ends an utterance whose text is not known or does not say whether it is finished."""
    finished_silence_seconds: float = 0.5
    """The same, if the text ends like a sentence. With 0.35 s, lines came 0.13 s sooner and 18.1 % of the
    words were wrong instead of 16.6 %: Whisper ends fragments with a full stop too."""
    open_silence_seconds: float = 0.9
    """The same, if the text breaks off: after a comma, a conjunction or a filler."""
    soft_limit_seconds: float = 12.0
    """From this length on, a real pause ends the utterance, whatever its text."""
    soft_pause_seconds: float = 0.4
    late_limit_seconds: float = 20.0
    """From this length on, any pause does."""
    cut_limit_seconds: float = 15.0
    """From this length on, the utterance is cut at a quiet place within ``cut_window_seconds``."""
    cut_window_seconds: float = 5.0
    hard_limit_seconds: float = 25.0
    """Never longer: whisper sees 30 s at once."""
    quiet_ratio: float = 0.15
    """A place is quiet if its level is below this share of the utterance's own level."""

    # Interims
    first_interim_seconds: float = 0.4
    """Speech after which an utterance has its first interim."""
    interim_interval_seconds: float = 1.0
    """Speech between two interims of an utterance."""
    interim_context_positions: int = 64
    """Encoder positions beyond the 50 per second that the audio itself needs."""

    # Suppression
    silence_level: float = _FILTER.silence_level
    min_characters: int = _FILTER.min_characters
    max_compression_ratio: float = MAX_COMPRESSION_RATIO
    min_log_probability: float = MIN_LOG_PROBABILITY
    max_no_speech_probability: float = MAX_NO_SPEECH_PROBABILITY
    clear_voice_probability: float = 0.75
    """Minimum mean voice probability of the voiced windows for a clear voice."""
    clear_voice_seconds: float = 0.16
    max_no_speech_of_short_voice: float = 0.85
    """The speech model's probability of no speech above which a short voice is not clear.

    The voice detector occasionally takes a beep or a knock for a voice.
    """
    undoubted_voice_seconds: float = 0.3
    filler_phrases: frozenset[str] = field(default_factory=load_filler_phrases)
    filler_similarity: float = 0.9

    # Coverage
    unheard_seconds: float = 0.6
    """Voice of this length without a word is decoded again, alone."""
    recovered_confidence: float = 0.5
    """Mean confidence that the words of such a decode need."""

    # Session
    idle_flush_seconds: float = 15.0
    """Time without frames that ends the current utterance, because the participant may have left.

    A shorter time would cut words in two at every brief network problem.
    """
    gap_silence_seconds: float = 1.5
    """Longest silence that replaces missing audio: enough to end an utterance and start another.

    The rest of a longer gap is only counted in the times.
    """
    finish_timeout_seconds: float = 60.0
    finish_revision_seconds: float = 10.0
    """How long the end of an interview waits for revisions of its last lines."""
    retry_delays_seconds: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0)
    """Waits between attempts; the last one repeats."""
