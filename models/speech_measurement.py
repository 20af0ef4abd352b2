"""Measurement of the two speech engines on this machine, for the setting ``auto``.

Both decode the same audio in the whole encoder window, once to warm up and then a few times; the fastest time
counts, because other work on the machine can only slow a decode down.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from models.catalog import WhisperEngineName
from models.config import EnginesConfig
from models.ports import SAMPLE_RATE, Priority, SpeechRequest
from models.runtime import build_engines, describe_speech
from models.speech_choice import ENGINES, can_run_in_ctranslate2, measurement_key, store_measurement

SECONDS = 6.0
ROUNDS = 3
_WHOLE_WINDOW = 1_500


def make_audio(seconds: float = SECONDS) -> bytes:
    """Voice-like sound: harmonics of a low tone in syllables. The encoder's work does not depend on it."""
    time = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    tone = sum(np.sin(2 * np.pi * 140 * k * time) / k for k in range(1, 12))
    syllables = np.clip(np.sin(2 * np.pi * 2.5 * time), 0, None)
    samples = tone * syllables * 4_000
    return np.asarray(samples, dtype="<i2").tobytes()


async def measure_speech_engines(config: EnginesConfig) -> dict[WhisperEngineName, float]:
    """Seconds per decode and engine, stored in the models folder.

    Empty if only one engine can run this configuration. Raises StoreError and EngineError.
    """
    speech = config.speech
    if speech.provider != "local" or speech.gpu_layers != 0:
        return {}
    facts = describe_speech(config)
    if not can_run_in_ctranslate2(Path(facts["path"])):
        return {}
    seconds: dict[WhisperEngineName, float] = {}
    for name in ENGINES:
        seconds[name] = await _measure(replace(config, speech=replace(speech, speech_engine=name)))
    key = measurement_key(facts["sha256"], facts["threads"])
    store_measurement(config.models_dir, key, seconds)
    return seconds


async def _measure(config: EnginesConfig) -> float:
    engines = build_engines(config)
    # With the window given, neither engine repeats a decode that it doubts.
    request = SpeechRequest(make_audio(), audio_context=_WHOLE_WINDOW)
    try:
        await engines.speech.transcribe(request, priority=Priority.INTERACTIVE)
        times = [
            (await engines.speech.transcribe(request, priority=Priority.INTERACTIVE)).duration_ms
            for _ in range(ROUNDS)
        ]
    finally:
        await engines.stop()
    return min(times) / 1000
