"""The speed of whisper.cpp alone, beside the lags of the speech bench."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bench import speech_ratio
from app.bench.speech_ratio import describe_whisper
from models.config import EngineConfig, EnginesConfig
from models.worker import frames


@pytest.mark.parametrize(
    ("engine", "compared"), [("ctranslate2", "chosen"), ("whisper_cpp", "chosen"), ("moonshine", None)]
)
def test_whisper_cpp_alone_runs_the_chosen_model_or_the_default_whisper(
    monkeypatch: pytest.MonkeyPatch, engine: str, compared: str | None
) -> None:
    def describe(config: EnginesConfig) -> frames.Header:
        name = config.speech.model
        return {"path": name, "speech_engine": engine if name == "chosen" else "ctranslate2"}

    monkeypatch.setattr(speech_ratio, "describe_speech", describe)
    config = EnginesConfig(models_dir=Path("unused"), speech=EngineConfig(model="chosen"))
    assert describe_whisper(config)["path"] == compared
