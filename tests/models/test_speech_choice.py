"""Choice of the speech engine: by stored measurement, never against what the weights allow."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from models.catalog import MEASUREMENTS_NAME, ModelKind, WhisperEngineName
from models.speech_choice import choose_speech_engine, measurement_key, store_measurement
from models.store import InstalledModel

SHA256 = "a" * 64


@pytest.fixture
def model(tmp_path: Path) -> InstalledModel:
    path = tmp_path / "ggml.bin"
    path.write_bytes(struct.pack("<12i", 0x67676D6C, *range(10), 1))
    return InstalledModel("own", ModelKind.SPEECH, path, SHA256, 48, ())


def choose(model: InstalledModel, *, threads: int = 2, gpu_layers: int = 0) -> WhisperEngineName:
    folder = model.path.parent
    return choose_speech_engine(model, models_dir=folder, threads=threads, gpu_layers=gpu_layers)


@pytest.mark.parametrize(
    ("whisper_cpp", "ctranslate2", "expected"), [(1.0, 2.0, "whisper_cpp"), (2.0, 1.0, "ctranslate2")]
)
def test_the_faster_engine_is_chosen(
    model: InstalledModel, whisper_cpp: float, ctranslate2: float, expected: str
) -> None:
    seconds: dict[WhisperEngineName, float] = {"whisper_cpp": whisper_cpp, "ctranslate2": ctranslate2}
    store_measurement(model.path.parent, measurement_key(SHA256, 2), seconds)
    assert choose(model) == expected


def test_a_measurement_with_other_threads_does_not_count(model: InstalledModel) -> None:
    seconds: dict[WhisperEngineName, float] = {"whisper_cpp": 1.0, "ctranslate2": 2.0}
    store_measurement(model.path.parent, measurement_key(SHA256, 2), seconds)
    assert choose(model, threads=4) == "ctranslate2"


def test_a_damaged_file_counts_as_no_measurement(model: InstalledModel) -> None:
    for content in ("{", "[]", '{"x": 1}'):
        (model.path.parent / MEASUREMENTS_NAME).write_text(content, encoding="utf-8")
        assert choose(model) == "ctranslate2"


def test_quantized_weights_need_whisper_cpp(model: InstalledModel) -> None:
    model.path.write_bytes(struct.pack("<12i", 0x67676D6C, *range(10), 8))
    assert choose(model) == "whisper_cpp"


def test_a_gpu_needs_whisper_cpp(model: InstalledModel) -> None:
    seconds: dict[WhisperEngineName, float] = {"whisper_cpp": 2.0, "ctranslate2": 1.0}
    store_measurement(model.path.parent, measurement_key(SHA256, 2), seconds)
    assert choose(model, gpu_layers=-1) == "whisper_cpp"
