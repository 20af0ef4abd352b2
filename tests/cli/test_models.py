"""Commands ``greenroom models``: list, fetch, verify, import and remove, in text and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from models.store import ModelStore
from tests.models.model_files import GGUF, flip_a_byte

Run = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs one of the commands; its exit status and the JSON that it prints."""
    # Their cache of weights belongs to the machine.
    monkeypatch.setattr("models.store.default_cache_dir", lambda: tmp_path / "cache")

    def call(*words: str) -> tuple[int, dict[str, Any]]:
        status = main(["models", words[0], "--data-dir", str(tmp_path), "--json", *words[1:]])
        printed: dict[str, Any] = json.loads(capsys.readouterr().out)
        return status, printed

    return call


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "weights.gguf"
    path.write_bytes(GGUF)
    return path


def test_a_model_is_imported_listed_verified_and_removed(run: Run, weights: Path) -> None:
    status, printed = run("import", str(weights), "--name", "mine", "--kind", "llm")
    assert (status, [model["name"] for model in printed["models"]]) == (0, ["mine"])
    _, printed = run("list")
    assert [model["name"] for model in printed["models"] if model["isInstalled"]] == ["mine"]
    status, printed = run("verify")
    assert (status, printed["models"][0]["isDamaged"]) == (0, False)
    assert run("remove", "mine") == (0, {"removed": ["mine"]})
    status, printed = run("verify", "mine")
    assert status == 1
    assert "no model mine" in printed["error"]


def test_a_damaged_model_fails_the_verification(run: Run, weights: Path, tmp_path: Path) -> None:
    run("import", str(weights), "--name", "mine", "--kind", "llm")
    flip_a_byte(ModelStore(tmp_path / "models").find("mine").path)
    status, printed = run("verify", "mine")
    assert (status, printed["models"][0]["isDamaged"]) == (1, True)


@pytest.mark.parametrize(
    "words", [("fetch", "whisper-base"), ("import", "{file}", "--name", "mine", "--kind", "llm")]
)
def test_a_model_for_too_little_memory_is_refused_before_anything_is_copied(
    run: Run, weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("app.commands.models.read_machine_memory", lambda: 10**6)
    status, printed = run(*(word.format(file=weights) for word in words))
    assert status == 1
    assert "Choose a smaller model" in printed["error"]
    assert ModelStore(tmp_path / "models").installed() == []


def test_a_model_for_a_gpu_may_be_larger_than_the_memory(
    run: Run, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.commands.models.read_machine_memory", lambda: 10**6)
    assert run("import", str(weights), "--name", "mine", "--kind", "llm", "--gpu")[0] == 0
