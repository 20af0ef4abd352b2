"""Measurements of a new machine during setup: the faster speech engine, then the capacity.

Earlier measurements are kept. Both together take at most ``LIMIT_SECONDS``.
"""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from pathlib import Path

from app.capacity_measurement import measure_capacity
from app.core.capacity import load_capacity, save_capacity
from app.core.settings import Settings
from app.engines import make_engines_config
from models.config import EnginesConfig
from models.runtime import describe_speech
from models.speech_choice import can_run_in_ctranslate2, measurement_key, read_measurements
from models.speech_measurement import measure_speech_engines

LIMIT_SECONDS = 40.0
_ENGINES_SECONDS = 25.0
"""Time limit of the engine comparison, so that the capacity is also measured on a slow machine."""


async def measure_new_machine(
    settings: Settings, *, now: datetime, limit_seconds: float = LIMIT_SECONDS
) -> list[str]:
    """Do the missing measurements. Returns a sentence for each result and each timeout.

    Does nothing if another server recognizes speech. Raises StoreError, EngineError and OSError.
    """
    if settings.speech_provider != "local":
        return []
    started = time.monotonic()
    config = make_engines_config(settings)
    sentences = []
    if _needs_engine_choice(config):
        sentences.append(await _compare_engines(config, min(_ENGINES_SECONDS, limit_seconds)))
    if settings.max_running_interviews is None and load_capacity(settings.data_dir) is None:
        left_seconds = limit_seconds - (time.monotonic() - started)
        sentences.append(await _count_interviews(settings, now=now, limit_seconds=left_seconds))
    return sentences


def _needs_engine_choice(config: EnginesConfig) -> bool:
    speech = config.speech
    if speech.speech_engine != "auto" or speech.gpu_layers != 0:
        return False
    facts = describe_speech(config)
    key = measurement_key(facts["sha256"], facts["threads"])
    return can_run_in_ctranslate2(Path(facts["path"])) and key not in read_measurements(config.models_dir)


async def _compare_engines(config: EnginesConfig, limit_seconds: float) -> str:
    try:
        async with asyncio.timeout(limit_seconds):
            seconds = await measure_speech_engines(config)
    except TimeoutError:
        return "The speech engines took too long to compare. `greenroom measure-speech` does it later."
    return "Speech engines: " + ", ".join(f"{name} {taken:.2f} s" for name, taken in seconds.items())


async def _count_interviews(settings: Settings, *, now: datetime, limit_seconds: float) -> str:
    try:
        async with asyncio.timeout(limit_seconds):
            capacity = await measure_capacity(settings, now=now)
    except TimeoutError:
        return "The capacity took too long to measure. `greenroom doctor --measure` does it later."
    save_capacity(settings.data_dir, capacity)
    return f"Interviews at once: {capacity.interviews}"
