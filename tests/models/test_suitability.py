"""Installed models: their sha256 computed again, and whether they suit an engine and this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from models import store as store_module
from models.catalog import Catalog, ModelEntry, ModelFile, ModelKind
from models.config import EngineConfig
from models.errors import DamagedModel, TooLittleMemory, WeightsNotFound, WrongKind
from models.file_models import install_file, make_file_source
from models.formats import estimate_memory
from models.importing import import_path
from models.ports import EngineKind
from models.runtime import LocalModel
from models.store import InstalledModel, ModelStore
from models.suitability import find_usable
from tests.models.model_files import GGUF, flip_a_byte, sha256, whisper

MIB = 1024 * 1024
KNOWN = ModelEntry(
    name="known",
    kind=ModelKind.LLM,
    title="Known",
    license="MIT",
    publisher="Publisher",
    memory_mib=3000,
    files=(ModelFile("known.gguf", len(GGUF), sha256(GGUF)),),
)


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "models", tmp_path / "cache", catalog=Catalog((KNOWN,)))


@pytest.fixture
def model(store: ModelStore, tmp_path: Path) -> InstalledModel:
    return install(store, tmp_path, "mine.gguf", GGUF + b"mine", ModelKind.LLM)


def install(store: ModelStore, folder: Path, name: str, data: bytes, kind: ModelKind) -> InstalledModel:
    path = folder / name
    path.write_bytes(data)
    (model,) = import_path(store, path, name=path.stem, kind=kind)
    return model


class TestVerification:
    def test_an_undamaged_model_is_verified_with_its_progress(
        self, store: ModelStore, model: InstalledModel
    ) -> None:
        progress: list[tuple[str, int, int]] = []
        store.verify(model, lambda *step: progress.append(step))
        assert progress[-1] == ("verify", model.size_bytes, model.size_bytes)

    def test_a_flipped_byte_is_noticed_and_the_remedy_named(
        self, store: ModelStore, model: InstalledModel
    ) -> None:
        flip_a_byte(model.path)
        assert store.find("mine") == model, "size and time are unchanged"
        with pytest.raises(DamagedModel, match=r"models remove mine.*install it again"):
            store.verify(model)

    def test_a_new_model_needs_no_second_hash_until_a_file_is_touched(
        self, store: ModelStore, model: InstalledModel
    ) -> None:
        assert not store.needs_verification(model)
        flip_a_byte(model.path)
        assert store.needs_verification(model)

    def test_the_hash_is_due_again_after_a_week(
        self, store: ModelStore, model: InstalledModel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        later = model.verified_ns + store_module.MAX_VERIFIED_AGE_NS + 1
        monkeypatch.setattr("models.store.time.time_ns", lambda: later)
        assert store.needs_verification(model)
        assert not store.needs_verification(store.verify(model))

    def test_a_damaged_model_stays_due(self, store: ModelStore, model: InstalledModel) -> None:
        flip_a_byte(model.path)
        with pytest.raises(DamagedModel):
            store.verify(model)
        assert store.needs_verification(store.find("mine"))


class TestUse:
    @pytest.mark.parametrize("content", [b"<html>", whisper()])
    def test_a_path_must_lead_to_a_model_of_its_kind(
        self, store: ModelStore, tmp_path: Path, content: bytes
    ) -> None:
        path = tmp_path / "page.gguf"
        path.write_bytes(content)
        with pytest.raises(WrongKind, match="GGUF"):
            find_usable(store, str(path), ModelKind.LLM, memory_bytes=None)
        # The server says the same instead of starting a worker that cannot load it.
        with pytest.raises(WrongKind, match="GGUF"):
            LocalModel(EngineKind.LLM, EngineConfig(model=str(path)), store).load_config()

    def test_a_language_model_is_no_speech_model(self, store: ModelStore, tmp_path: Path) -> None:
        path = tmp_path / "model.bin"
        path.write_bytes(GGUF)
        with pytest.raises(WrongKind, match=r"whisper\.cpp"):
            find_usable(store, str(path), ModelKind.SPEECH, memory_bytes=None)

    def test_a_path_to_nothing_is_said(self, store: ModelStore, tmp_path: Path) -> None:
        with pytest.raises(WeightsNotFound, match="correct the path"):
            find_usable(store, str(tmp_path / "gone.gguf"), ModelKind.LLM, memory_bytes=None)

    def test_an_installed_model_of_another_kind_is_refused(
        self, store: ModelStore, model: InstalledModel
    ) -> None:
        with pytest.raises(WrongKind, match="mine is a llm model"):
            find_usable(store, "mine", ModelKind.SPEECH, memory_bytes=None)

    @pytest.mark.parametrize("is_path", [True, False])
    def test_a_model_must_fit_into_the_memory(
        self, store: ModelStore, model: InstalledModel, *, is_path: bool
    ) -> None:
        chosen = str(model.path) if is_path else "mine"
        needed = estimate_memory(ModelKind.LLM, model.size_bytes)
        with pytest.raises(TooLittleMemory):
            find_usable(store, chosen, ModelKind.LLM, memory_bytes=needed - 1)
        assert find_usable(store, chosen, ModelKind.LLM, memory_bytes=needed)

    def test_a_model_of_the_catalog_needs_the_memory_written_there(
        self, store: ModelStore, tmp_path: Path
    ) -> None:
        install(store, tmp_path, "any.gguf", GGUF, ModelKind.LLM)
        with pytest.raises(TooLittleMemory):
            find_usable(store, "known", ModelKind.LLM, memory_bytes=3000 * MIB - 1)
        assert find_usable(store, "known", ModelKind.LLM, memory_bytes=3000 * MIB)


class TestImport:
    @pytest.mark.parametrize("data", [GGUF, GGUF + b"unknown"])
    def test_a_model_for_too_little_memory_is_not_imported(
        self, store: ModelStore, tmp_path: Path, data: bytes
    ) -> None:
        path = tmp_path / "big.gguf"
        path.write_bytes(data)
        with pytest.raises(TooLittleMemory):
            import_path(store, path, name="big", kind=ModelKind.LLM, memory_bytes=MIB)
        assert store.installed() == []

    def test_a_file_is_named_after_itself_or_the_catalog(self, store: ModelStore, tmp_path: Path) -> None:
        path = tmp_path / "My Model.gguf"
        path.write_bytes(GGUF + b"unknown")
        assert make_file_source(store, path, ModelKind.LLM).name == "my-model"
        path.write_bytes(GGUF)
        source = make_file_source(store, path, ModelKind.LLM)
        assert source.name == "known"
        installed = install_file(store, source, memory_bytes=None, progress=lambda *_step: None)
        assert installed.path.read_bytes() == GGUF
