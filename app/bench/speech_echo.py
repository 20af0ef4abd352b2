"""One voice in both microphones, for the speech bench: the recruiter's, from the candidate's loudspeaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from app.bench.live_room import PlayedInterview
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import count_wrong_speaker_words, heard_text, spoken_text
from app.bench.word_errors import count_word_errors, sum_word_errors
from models.ports import SAMPLE_RATE

_DELAY_SECONDS = 0.15
"""Through two computers and the network."""
_TAIL_SECONDS = 0.35
"""How long the room echoes, to -60 dB."""
_BAND_HERTZ = (200.0, 6_000.0)
"""Of a small loudspeaker."""
_SEED = 20_261_129

Samples = npt.NDArray[np.float64]


def add_echo(dialogue: Dialogue, decibels: float) -> Dialogue:
    """The dialogue with the recruiter's voice in the candidate's microphone.

    ``decibels``: level of the echo relative to the voice itself, negative for a softer one.
    """
    voices = {role: np.frombuffer(pcm, "<i2").astype(np.float64) for role, pcm in dialogue.voices.items()}
    recruiter, candidate = voices["recruiter"], voices["candidate"]
    echo = _sound_in_room(recruiter)
    power = np.mean(echo**2)
    if power > 0:
        echo *= 10 ** (decibels / 20) * np.sqrt(np.mean(recruiter**2) / power)
    delay = round(_DELAY_SECONDS * SAMPLE_RATE)
    mixed = np.zeros(max(candidate.size, echo.size + delay))
    mixed[: candidate.size] += candidate
    mixed[delay : delay + echo.size] += echo
    pcm = np.clip(np.rint(mixed), -32_768, 32_767).astype("<i2").tobytes()
    name = f"{dialogue.name}, echo {decibels:g} dB"
    return replace(dialogue, name=name, voices=dialogue.voices | {"candidate": pcm})


def _sound_in_room(voice: Samples) -> Samples:
    times = np.arange(round(_TAIL_SECONDS * SAMPLE_RATE)) / SAMPLE_RATE
    room = np.random.default_rng(_SEED).normal(size=times.size) * 0.25 * np.exp(-6.9 * times / _TAIL_SECONDS)
    room[0] = 1.0
    length = voice.size + room.size
    spectrum = np.fft.rfft(voice, length) * np.fft.rfft(room, length)
    frequencies = np.fft.rfftfreq(length, 1 / SAMPLE_RATE)
    spectrum[(frequencies < _BAND_HERTZ[0]) | (frequencies > _BAND_HERTZ[1])] = 0.0
    sound: Samples = np.fft.irfft(spectrum, length)[: voice.size]
    return sound


def measure_echo(
    dialogues: Sequence[Dialogue], played: Sequence[PlayedInterview], *, decibels: float | None
) -> dict[str, object]:
    """Words on a line of the wrong person, and the candidate's own words that are wrong or on no line.

    ``decibels``: the level of the echo; None without one.
    """
    pairs = list(zip(dialogues, played, strict=True))
    texts = [(spoken_text(d.turns, "candidate"), heard_text(i.lines, "candidate")) for d, i in pairs]
    errors = sum_word_errors(count_word_errors(*pair) for pair in texts)
    return {
        "echo_decibels": decibels,
        "wrong_speaker_words": sum(count_wrong_speaker_words(d.turns, i.lines) for d, i in pairs),
        "candidate_words": errors.reference_words,
        "candidate_words_lost": errors.lost_words,
        "candidate_word_error_rate": None if errors.rate is None else round(errors.rate, 4),
    }
