"""Lags of the speech bench beside the speed of whisper.cpp alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.bench.speech_data import Dialogue
from models.config import EnginesConfig
from models.ports import SAMPLE_RATE
from models.runtime import describe_speech
from models.speech_choice import ENGINES
from models.worker import frames

_RECORDINGS = 3


def pick_recordings(dialogues: Sequence[Dialogue]) -> list[bytes]:
    """The turns of about the usual length, as 16-bit PCM."""
    turns = [(turn, dialogue) for dialogue in dialogues for turn in dialogue.turns]
    turns.sort(key=lambda one: one[0].end_seconds - one[0].start_seconds)
    first = max(0, (len(turns) - _RECORDINGS) // 2)
    return [
        dialogue.voices[turn.role][
            2 * round(turn.start_seconds * SAMPLE_RATE) : 2 * round(turn.end_seconds * SAMPLE_RATE)
        ]
        for turn, dialogue in turns[first : first + _RECORDINGS]
    ]


def describe_whisper(config: EnginesConfig) -> frames.Header:
    """``describe_speech`` of the chosen model, or of the default one if that is no Whisper model.

    Raises StoreError.
    """
    facts = describe_speech(config)
    if facts["speech_engine"] in ENGINES:
        return facts
    return describe_speech(replace(config, speech=replace(config.speech, model=None)))


def compare_lags(result: Mapping[str, object], seconds: float) -> dict[str, object]:
    """Time of one decode by whisper.cpp alone, and the lags of a result divided by it."""
    compared: dict[str, object] = {"whisper_cpp_decode_seconds": round(seconds, 3)}
    for name in ("final_lag", "first_interim_lag"):
        lags = result[f"{name}_seconds"]
        assert isinstance(lags, Mapping)
        compared[f"{name}_to_whisper_cpp"] = {
            share: None if lag is None else round(lag / seconds, 2) for share, lag in lags.items()
        }
    return compared
