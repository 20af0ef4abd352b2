"""Whisper weights from ggml back to CTranslate2: nothing is lost on the way."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

from models.convert_whisper import ConversionError, convert
from models.ggml_whisper import build_ctranslate2, read_ggml
from models.speech_choice import can_run_in_ctranslate2
from tests.models.conftest import TINY_SPEECH

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def ggml_path(tiny_models_dir: Path) -> Path:
    return next((tiny_models_dir / TINY_SPEECH).glob("*.bin"))


def test_converting_there_and_back_returns_the_same_file(ggml_path: Path, tmp_path: Path) -> None:
    files = build_ctranslate2(read_ggml(ggml_path))
    (tmp_path / "model.bin").write_bytes(files["model.bin"])
    names = json.loads(files["vocabulary.json"])
    vocabulary = {"model": {"vocab": {name: index for index, name in enumerate(names[:50_256])}}}
    (tmp_path / "tokenizer.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    output = io.BytesIO()
    convert(tmp_path / "model.bin", tmp_path / "tokenizer.json", output)
    assert output.getvalue() == ggml_path.read_bytes()


def test_the_configuration_is_the_one_that_openai_published(ggml_path: Path) -> None:
    config = json.loads(build_ctranslate2(read_ggml(ggml_path))["config.json"])
    assert config["alignment_heads"][:3] == [[1, 0], [2, 0], [2, 5]]
    assert config["suppress_ids"][:5] == [1, 2, 7, 8, 9]
    assert config["suppress_ids_begin"] == [220, 50_256]


def test_a_damaged_file_is_refused(ggml_path: Path, tmp_path: Path) -> None:
    content = ggml_path.read_bytes()
    for name, data in (("short.bin", content[:-1000]), ("other.bin", b"GGUF" + content[4:500_000])):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(ConversionError):
            read_ggml(tmp_path / name)


def test_quantized_weights_are_left_to_whisper_cpp(ggml_path: Path, tmp_path: Path) -> None:
    assert can_run_in_ctranslate2(ggml_path)
    head = bytearray(ggml_path.read_bytes()[:100])
    head[44:48] = np.int32(8).tobytes()
    (tmp_path / "quantized.bin").write_bytes(head)
    assert not can_run_in_ctranslate2(tmp_path / "quantized.bin")
    assert not can_run_in_ctranslate2(tmp_path / "missing.bin")
