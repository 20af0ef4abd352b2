"""The smaller speech model: which one it is, and which live decodes it takes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest

from models import speech_choice
from models.catalog import ModelKind
from models.config import EngineConfig
from models.engines.local import LocalSpeech, OnDemandWorker, SmallerSpeech
from models.engines.queue import JobQueue
from models.ports import Effort, EngineState, ModelIdentity, Priority, SpeechRequest
from models.speech_choice import find_smaller_speech, is_multilingual
from models.store import InstalledModel, ModelStore
from models.worker import frames
from models.worker.supervisor import Supervisor

SECOND = bytes(32_000)
BASE, TINY = ModelIdentity("base", ""), ModelIdentity("tiny", "")


class ScriptedSupervisor:
    """Is ready as soon as it is started, unless it is still loading; counts its jobs."""

    def __init__(self, *, is_loading: bool = False) -> None:
        self.state = EngineState.STOPPED
        self.is_loading = is_loading
        self.jobs = 0

    def start(self) -> None:
        self.state = EngineState.STARTING if self.is_loading else EngineState.READY

    async def stop(self) -> None:
        self.state = EngineState.STOPPED

    async def run(
        self,
        header: frames.Header,
        blob: bytes,
        *,
        timeout_seconds: float,
    ) -> frames.Header:
        self.jobs += 1
        return {"event": "result", "segments": [], "language": "en", "duration_ms": 1}


def make_speech(small: ScriptedSupervisor) -> LocalSpeech:
    worker = OnDemandWorker(cast("Supervisor", small), JobQueue(limit=4))
    return LocalSpeech(
        cast("Supervisor", ScriptedSupervisor()),
        JobQueue(limit=4),
        BASE,
        smaller=SmallerSpeech(worker, TINY, frozenset({"en"})),
    )


def read_state(small: ScriptedSupervisor) -> str:
    return small.state.value


async def decode(speech: LocalSpeech, effort: Effort, language: str = "en") -> ModelIdentity:
    request = SpeechRequest(SECOND, language=language, effort=effort)
    return (await speech.transcribe(request, priority=Priority.LIVE_SPEECH)).model


async def test_the_smaller_model_takes_decodes_of_the_least_effort_only() -> None:
    small = ScriptedSupervisor()
    speech = make_speech(small)
    assert await decode(speech, Effort.FULL) == BASE
    assert read_state(small) == "stopped"
    assert await decode(speech, Effort.NARROW) == BASE
    assert read_state(small) == "ready"
    assert await decode(speech, Effort.SMALL) == TINY
    await speech.stop()
    assert read_state(small) == "stopped"


async def test_no_decode_waits_until_the_smaller_model_is_loaded() -> None:
    small = ScriptedSupervisor(is_loading=True)
    speech = make_speech(small)
    assert await decode(speech, Effort.SMALL) == BASE
    assert read_state(small) == "starting"
    assert small.jobs == 0
    await speech.stop()


@pytest.mark.parametrize("language", ["de", "auto"])
async def test_a_model_for_english_takes_nothing_else(language: str) -> None:
    small = ScriptedSupervisor()
    speech = make_speech(small)
    assert await decode(speech, Effort.SMALL, language) == BASE
    assert read_state(small) == "stopped"
    await speech.stop()


async def test_the_smaller_model_is_unloaded_if_no_decode_follows() -> None:
    small = ScriptedSupervisor()
    worker = OnDemandWorker(cast("Supervisor", small), JobQueue(limit=4), idle_seconds=0)
    worker.start()
    assert worker.is_ready
    for _ in range(3):
        await asyncio.sleep(0)
    assert not worker.is_ready


class Installed(ModelStore):
    """A store with these models, by size in MB."""

    def __init__(self, **models: int) -> None:
        super().__init__(Path("unused"))
        self._models = [
            InstalledModel(name, ModelKind.SPEECH, Path(name), "", megabytes * 10**6, ())
            for name, megabytes in models.items()
        ]

    def installed(self) -> list[InstalledModel]:
        return self._models

    def find(self, name: str) -> InstalledModel:
        return next(model for model in self._models if model.name == name)


@pytest.mark.parametrize(
    ("models", "found"),
    [
        ({"base": 148}, None),
        ({"base": 148, "tiny": 78}, "tiny"),
        ({"base": 148, "tiny": 78, "micro": 20}, "tiny"),
        ({"base": 148, "other": 140}, None),
        ({"base": 148, "large": 1_600}, None),
    ],
)
def test_the_smaller_model_is_the_largest_that_is_much_smaller(
    models: dict[str, int], found: str | None
) -> None:
    smaller = find_smaller_speech(Installed(**models), EngineConfig(model="base"))
    assert (smaller.name if smaller is not None else None) == found


def test_there_is_no_smaller_model_beside_weights_that_cannot_be_read(tmp_path: Path) -> None:
    # The system refuses to look for a file with such a name.
    config = EngineConfig(model=str(tmp_path / ("long" * 100 + ".bin")))
    assert find_smaller_speech(Installed(tiny=78), config) is None


@pytest.mark.parametrize(("vocabulary", "expected"), [(51_864, False), (51_865, True)])
def test_the_vocabulary_says_whether_a_model_is_multilingual(
    tmp_path: Path, vocabulary: int, *, expected: bool
) -> None:
    path = tmp_path / "ggml.bin"
    path.write_bytes(b"lmgg" + vocabulary.to_bytes(4, "little") + bytes(40))
    assert is_multilingual(path) is expected


def test_a_file_that_is_no_model_is_not_multilingual(tmp_path: Path) -> None:
    path = tmp_path / "ggml.bin"
    path.write_bytes(b"short")
    assert not is_multilingual(path)
    assert not is_multilingual(tmp_path / "missing.bin")


def test_a_smaller_model_whose_package_is_missing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Installed(**{"small": 484, "parakeet-tdt-ctc-110m": 135, "tiny": 78})
    for package, found in (("transcribe_cpp", "parakeet-tdt-ctc-110m"), (None, "tiny")):
        monkeypatch.setattr(speech_choice, "find_spec", lambda _name, package=package: package)
        smaller = find_smaller_speech(store, EngineConfig(model="small"))
        assert smaller is not None
        assert smaller.name == found
