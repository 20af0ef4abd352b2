"""Clips without speech for the speech bench, made by code: every line of them is invented."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from app.bench.live_room import ROLES
from app.bench.speech_data import Dialogue
from models.ports import SAMPLE_RATE

CLIP_SECONDS = 6.0
_QUIET_SECONDS = 0.5
"""Before and after the sound."""
_SEED = 20_261_123

Samples = npt.NDArray[np.float64]
Times = npt.NDArray[np.float64]


def _hiss(random: np.random.Generator, times: Times) -> Samples:
    return random.normal(size=times.size)


def _rumble(random: np.random.Generator, times: Times) -> Samples:
    """Noise that falls by 6 dB per octave: wind, traffic, an air conditioner."""
    spectrum = np.fft.rfft(random.normal(size=times.size))
    sound: Samples = np.fft.irfft(spectrum / np.maximum(np.arange(spectrum.size), 20.0), n=times.size)
    return sound


def _hum(random: np.random.Generator, times: Times) -> Samples:
    tone = float(random.choice([50.0, 60.0, 100.0]))
    sound = np.zeros_like(times)
    for part in (1, 2, 3):
        sound += np.sin(2 * np.pi * tone * part * times) / part
    return sound


def _strike(times: Times, at: float, tone: float, decay: float) -> Samples:
    since = np.clip(times - at, 0.0, None)
    sound: Samples = np.where(times >= at, np.exp(-since * decay) * np.sin(2 * np.pi * tone * since), 0.0)
    return sound


def _typing(random: np.random.Generator, times: Times) -> Samples:
    sound = 0.01 * random.normal(size=times.size)
    for at in np.cumsum(random.uniform(0.08, 0.4, size=30)):
        sound += _strike(times, at, random.uniform(1_500, 4_000), 150.0)
    return sound


def _knocks(random: np.random.Generator, times: Times) -> Samples:
    sound = 0.005 * random.normal(size=times.size)
    for at in np.cumsum(random.uniform(0.2, 1.2, size=8)):
        sound += _strike(times, at, random.uniform(90, 250), 25.0)
    return sound


def _beeps(random: np.random.Generator, times: Times) -> Samples:
    """The tones of a computer or a telephone."""
    sound = 0.005 * random.normal(size=times.size)
    for at in np.cumsum(random.uniform(0.3, 1.5, size=5)):
        tone, seconds = random.uniform(400, 1_800), random.uniform(0.1, 0.4)
        is_on = (times >= at) & (times < at + seconds)
        sound += is_on * np.sin(2 * np.pi * tone * times)
    return sound


def _breath(random: np.random.Generator, times: Times) -> Samples:
    """Noise in the band of a breath, rising and falling every few seconds."""
    spectrum = np.fft.rfft(random.normal(size=times.size))
    frequencies = np.fft.rfftfreq(times.size, 1 / SAMPLE_RATE)
    spectrum[(frequencies < 300) | (frequencies > 3_000)] = 0.0
    rate = random.uniform(0.2, 0.5)
    loudness: Samples = np.sin(np.pi * rate * times) ** 2
    sound: Samples = np.fft.irfft(spectrum, n=times.size) * loudness
    return sound


_SOUNDS: tuple[Callable[[np.random.Generator, Times], Samples], ...] = (
    _hiss,
    _rumble,
    _hum,
    _typing,
    _knocks,
    _beeps,
    _breath,
)


def make_clips(count: int) -> list[bytes]:
    """``count`` clips of 16-bit PCM, the same ones each time, at -45 to -15 dBFS at their loudest."""
    random = np.random.default_rng(_SEED)
    times = np.arange(round(CLIP_SECONDS * SAMPLE_RATE)) / SAMPLE_RATE
    quiet = bytes(2 * round(_QUIET_SECONDS * SAMPLE_RATE))
    clips = []
    for number in range(count):
        sound = _SOUNDS[number % len(_SOUNDS)](random, times)
        level = 32_767 * 10 ** (random.uniform(-45, -15) / 20)
        scaled = sound / np.max(np.abs(sound)) * level
        clips.append(quiet + scaled.astype("<i2").tobytes() + quiet)
    return clips


def make_interviews(count: int) -> list[Dialogue]:
    """Interviews in which nobody speaks, with ``count`` clips in their voices."""
    return pair_voices("without speech", make_clips(count + count % len(ROLES)))


def pair_voices(name: str, clips: list[bytes]) -> list[Dialogue]:
    """Interviews in which each side has one of the clips. The last one of an odd number is left out."""
    pairs = zip(*(clips[at :: len(ROLES)] for at in range(len(ROLES))), strict=False)
    return [
        Dialogue(f"{name} {number}", dict(zip(ROLES, pair, strict=True)), [])
        for number, pair in enumerate(pairs, start=1)
    ]
