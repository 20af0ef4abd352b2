"""The transcribe.cpp speech engine, with a model of the library's shape, because the library is optional."""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from models import runtime, speech_choice
from models.catalog import load_catalog
from models.config import EngineConfig
from models.errors import EnginePackageMissing
from models.languages import list_languages
from models.ports import SAMPLE_RATE, EngineKind, ModelIdentity
from models.runtime import TRANSCRIBE_CPP, LocalModel
from models.speech_choice import list_known_languages
from models.store import InstalledModel, ModelStore
from models.worker.jobs import Job, JobCancelled, JobRefused
from tests.fakes import transcribe_cpp

SECOND = bytes(2 * SAMPLE_RATE)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setitem(sys.modules, "transcribe_cpp", transcribe_cpp)
    monkeypatch.delitem(sys.modules, "models.worker.speech_transcribe_cpp", raising=False)
    return importlib.import_module("models.worker.speech_transcribe_cpp")


def load(engine: ModuleType, name: str) -> Any:
    return engine.TranscribeCppModel({"path": name, "threads": 2})


def make_job(pcm: bytes, *, language: str = "en", is_cancelled: bool = False) -> Job:
    header: dict[str, Any] = {"job": 1, "language": language, "prompt": "", "beam_size": 1}
    return Job(header, pcm, is_cancelled=lambda _job: is_cancelled, send=lambda _frame: None)


def test_words_have_times_and_the_probability_of_their_least_probable_token(engine: ModuleType) -> None:
    (segment,) = load(engine, "parakeet.gguf").run(make_job(3 * SECOND))["segments"]
    assert segment["text"] == "We led teams."
    assert [(one["text"], one["start_seconds"], one["probability"]) for one in segment["tokens"]] == [
        (" We", 0.2, 0.9),
        (" led", 0.6, 0.8),
        (" teams.", 1.0, 0.4),
    ]
    assert segment["tokens"][-1]["end_seconds"] == 1.6
    assert -0.5 < segment["average_log_probability"] < 0.0


def test_a_model_without_times_gives_text_only(engine: ModuleType) -> None:
    (segment,) = load(engine, "canary.gguf").run(make_job(3 * SECOND, language="de"))["segments"]
    assert segment["text"] == "We led teams."
    assert segment["tokens"] == []
    assert segment["average_log_probability"] == 0.0


def test_times_count_from_the_start_of_long_audio_and_end_with_it(engine: ModuleType) -> None:
    segments = load(engine, "parakeet.gguf").run(make_job(26 * SECOND))["segments"]
    first, second = segments
    assert first["end_seconds"] == second["start_seconds"]
    assert second["tokens"][0]["start_seconds"] == pytest.approx(second["start_seconds"] + 0.2)
    (short,) = load(engine, "parakeet.gguf").run(make_job(SECOND))["segments"]
    assert short["tokens"][-1]["end_seconds"] == 1.0


def test_short_audio_is_padded(engine: ModuleType) -> None:
    model = load(engine, "parakeet.gguf")
    model.run(make_job(SECOND[:1000]))
    assert model._session.sizes == [SAMPLE_RATE // 2]


@pytest.mark.parametrize(
    ("name", "language", "heard"),
    [("parakeet.gguf", "auto", "en"), ("canary.gguf", "fr", "fr")],
)
def test_a_known_language_is_decoded(engine: ModuleType, name: str, language: str, heard: str) -> None:
    assert load(engine, name).run(make_job(SECOND, language=language))["language"] == heard


@pytest.mark.parametrize(
    ("name", "language"), [("parakeet.gguf", "de"), ("canary.gguf", "it"), ("canary.gguf", "auto")]
)
def test_another_language_is_refused(engine: ModuleType, name: str, language: str) -> None:
    with pytest.raises(JobRefused, match="understands en"):
        load(engine, name).run(make_job(SECOND, language=language))


def test_a_canceled_decode_stops(engine: ModuleType) -> None:
    with pytest.raises(JobCancelled):
        load(engine, "parakeet.gguf").run(make_job(SECOND, is_cancelled=True))


class Installed(ModelStore):
    """A store that says that Canary is installed."""

    def find(self, name: str) -> InstalledModel:
        entry = self.catalog.get(name)
        return InstalledModel(name, entry.kind, self.models_dir / "x.gguf", entry.sha256, 1, entry.files)


def test_the_languages_are_those_of_the_catalog(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"GGUF" + bytes(100))
    known = {"en", "de", "es", "fr"}
    assert list_languages(ModelIdentity("canary-180m-flash", "")) == known
    assert list_known_languages(Installed(tmp_path).find("canary-180m-flash")) == known
    assert list_languages(ModelIdentity("parakeet-tdt-ctc-110m", "")) == {"en"}


def test_a_missing_package_is_named_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = LocalModel(EngineKind.SPEECH, EngineConfig(model="canary-180m-flash"), Installed(tmp_path))
    monkeypatch.setattr(speech_choice, "find_spec", lambda _name: None)
    with pytest.raises(EnginePackageMissing, match=r"pip install .*transcribe-cpp==0\.4\.1"):
        model.load_config()
    monkeypatch.setattr(speech_choice, "find_spec", lambda name: name)
    assert model.load_config()["speech_engine"] == "transcribe_cpp"


def test_both_are_optional() -> None:
    names = {entry.name for entry in load_catalog().entries if entry.speech_engine == "transcribe_cpp"}
    assert names == {"canary-180m-flash", "parakeet-tdt-ctc-110m"}
    assert not any(entry.speech_engine for entry in load_catalog().defaults())


def test_the_package_that_is_named_is_the_one_of_the_extra() -> None:
    project = tomllib.loads(
        Path(runtime.__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8")
    )["project"]
    assert project["optional-dependencies"]["parakeet"] == [TRANSCRIBE_CPP]
