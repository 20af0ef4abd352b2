"""Models from a file of this machine that an administrator named during setup."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from models.catalog import ModelKind
from models.errors import InvalidSource, WrongKind
from models.formats import require_file_kind
from models.importing import import_path, recognize_file
from models.received_files import make_name
from models.store import InstalledModel, ModelStore, ProgressListener


@dataclass(frozen=True, slots=True)
class FileSource:
    """A language or speech model in a file."""

    path: Path
    kind: ModelKind
    name: str
    """The name that it gets in the store."""


def make_file_source(store: ModelStore, path: Path, kind: ModelKind) -> FileSource:
    """Validate the input. A file of the catalog gets its name there. Raises InvalidSource and WrongKind."""
    if not path.is_file():
        raise InvalidSource("path", f"There is no file {path}.")
    try:
        require_file_kind(path, kind)
        entry = recognize_file(store, path)
    except OSError as error:
        raise InvalidSource("path", f"{path} cannot be read ({error.strerror}).") from None
    if entry is None:
        return FileSource(path, kind, make_name(path.name, kind))
    if entry.kind is not kind:
        raise WrongKind(f"{path.name} is {entry.name}, a {entry.kind.value} model.")
    return FileSource(path, kind, entry.name)


def install_file(
    store: ModelStore, source: FileSource, *, memory_bytes: int | None, progress: ProgressListener
) -> InstalledModel:
    """Copy a file into the store and verify it. Raises StoreError."""
    (model,) = import_path(
        store,
        source.path,
        name=source.name,
        kind=source.kind,
        memory_bytes=memory_bytes,
        progress=progress,
    )
    return model
