"""Measures how many interviews this machine can run at once, with the installed speech model.

The live path decodes each utterance once or twice on one engine: whisper.cpp in the full window of the model,
CTranslate2 in a third of it. Voice activity of both voices is rated continuously, on one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

import anyio.to_thread
import numpy as np

from app.core.capacity import MeasuredCapacity
from app.core.settings import Settings
from app.engines import make_engines_config
from app.transcription.pipeline.settings import WINDOW_BYTES, WINDOW_SECONDS
from app.transcription.pipeline.voice_activity import SileroDetector
from models.ports import SAMPLE_RATE, Priority, SpeechEngine, SpeechRequest
from models.runtime import build_engines, describe_speech, usable_cores

_DECODES = 3
_UTTERANCE_SECONDS = 6.0
"""Mean length of an utterance with its pause, in dialogues."""
_SOUND_SECONDS = 7.2
"""An utterance with its pre-roll."""
_DECODES_PER_UTTERANCE = 1.3
"""More than one, because some are also decoded at a pause that does not end them."""
_TEXT_FACTORS = {"whisper_cpp": 1.3, "ctranslate2": 2.3, "moonshine": 3.0, "transcribe_cpp": 1.3}
"""The test sound has no words, so the decoder's share of the time is missing.

Relative to the encoder, it is larger in a narrower window: for 5 s of speech, CTranslate2 took 0.28 s for the
encoder and 0.40 s for words and their times.
"""
_CTRANSLATE2_POSITIONS = 512
"""The usual window, requested explicitly.

Otherwise the engine would distrust a decode without words and repeat it in the full window.
"""
_MAX_LOAD = 0.8
"""Maximum share of time that the engine may be busy without a growing backlog."""
_VOICES = 2
_RATED_SECONDS = 10


async def measure_capacity(settings: Settings, *, now: datetime) -> MeasuredCapacity:
    """Load the speech model and decode a test sound. Takes some seconds. Raises EngineError."""
    config = make_engines_config(settings)
    engines = build_engines(config)
    try:
        return await measure_engine(engines.speech, lambda: describe_speech(config)["speech_engine"], now=now)
    finally:
        await engines.stop()


async def measure_engine(
    engine: SpeechEngine, read_engine_name: Callable[[], str], *, now: datetime
) -> MeasuredCapacity:
    """Like ``measure_capacity``, with a running engine. The model's name is read once it is loaded."""
    await _load_model(engine)
    decode_seconds = await _measure_decode(engine, await anyio.to_thread.run_sync(read_engine_name))
    voice_seconds = await anyio.to_thread.run_sync(measure_voice_activity)
    return MeasuredCapacity(
        interviews=count_interviews(decode_seconds=decode_seconds, voice_activity_seconds=voice_seconds),
        decode_seconds=round(decode_seconds, 3),
        voice_activity_seconds=round(voice_seconds, 4),
        cores=usable_cores(),
        model=engine.identity.name,
        measured_at=now.isoformat(timespec="seconds"),
    )


def count_interviews(*, decode_seconds: float, voice_activity_seconds: float) -> int:
    """The number of interviews that fit, at least one. One of the two voices speaks at a time."""
    decoding = decode_seconds * _DECODES_PER_UTTERANCE / _UTTERANCE_SECONDS
    rating = voice_activity_seconds * _VOICES
    return max(1, int(_MAX_LOAD / max(decoding, rating, 1e-6)))


async def _load_model(engine: SpeechEngine) -> None:
    await engine.transcribe(SpeechRequest(pcm=make_sound(1.0)), priority=Priority.LIVE_SPEECH)


async def _measure_decode(engine: SpeechEngine, engine_name: str) -> float:
    """Seconds needed for an utterance, including the time for its words."""
    request = build_capacity_request(engine_name)
    times = []
    for _ in range(_DECODES):
        started = time.monotonic()
        await engine.transcribe(request, priority=Priority.LIVE_SPEECH)
        times.append(time.monotonic() - started)
    # The fastest counts: other work on the machine can only slow a decode down.
    return estimate_decode_seconds(min(times), engine_name)


def build_capacity_request(engine_name: str) -> SpeechRequest:
    """The decode of a test sound, in the window that live speech usually takes."""
    positions = _CTRANSLATE2_POSITIONS if engine_name == "ctranslate2" else None
    return SpeechRequest(pcm=make_sound(_SOUND_SECONDS), audio_context=positions)


def estimate_decode_seconds(sound_seconds: float, engine_name: str) -> float:
    """Seconds of a decode with words, from those of the test sound."""
    return sound_seconds * _TEXT_FACTORS[engine_name]


def measure_voice_activity() -> float:
    """Seconds of processor time for one second of audio."""
    detector, pcm = SileroDetector(), make_sound(_RATED_SECONDS)
    started = time.thread_time()
    for start in range(0, len(pcm) - WINDOW_BYTES + 1, WINDOW_BYTES):
        detector.probability(pcm[start : start + WINDOW_BYTES])
    windows = len(pcm) // WINDOW_BYTES
    return (time.thread_time() - started) / windows / WINDOW_SECONDS


def make_sound(seconds: float) -> bytes:
    """A voice without words: a buzz whose level rises and falls like syllables."""
    times = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    buzz = np.zeros_like(times)
    for part in range(1, 20):
        buzz += np.sin(2 * np.pi * 120 * part * times) / part
    level = 0.1 * (1 + np.sin(2 * np.pi * 4 * times))
    return bytes((buzz * level * 8_000).astype("<i2").tobytes())
