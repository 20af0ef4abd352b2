"""A model that arrives as one file, by download or upload: its name in the store and its installation."""

from __future__ import annotations

import re
from pathlib import Path

from models.catalog import ModelEntry, ModelFile, ModelKind
from models.errors import CorruptFile, WrongHash
from models.formats import SUFFIXES
from models.store import InstalledModel, ModelStore, ProgressListener

DOWNLOADS_FOLDER = ".downloads"
"""Folder in the models folder for files that are arriving, each in its own folder."""

_SHA256 = re.compile(r"[0-9a-f]{64}")


def is_sha256(text: str) -> bool:
    """Whether this is a sha256: 64 lowercase hex digits."""
    return _SHA256.fullmatch(text) is not None


def find_entry(store: ModelStore, sha256: str) -> ModelEntry | None:
    """The model of the catalog that consists of one file, this one; None for another file."""
    return next(
        (entry for entry in store.catalog.entries if len(entry.files) == 1 and entry.sha256 == sha256), None
    )


def choose_name(store: ModelStore, file_name: str, kind: ModelKind, sha256: str) -> str:
    """The name of a file in the store.

    A file of the catalog has its name there. Others are named after the file, and if that name is taken by
    another model, after the sha256 too.
    """
    if (entry := find_entry(store, sha256)) is not None:
        return entry.name
    name = make_name(file_name, kind)
    return f"{name}-{sha256[:8]}" if is_taken(store, name, sha256) else name


def make_name(file_name: str, kind: ModelKind) -> str:
    """A name for the store, from a file name."""
    stem = file_name.lower().removesuffix(SUFFIXES[kind])[:60]
    name = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "-" for c in stem).strip(".-_")
    while name.endswith(tuple(SUFFIXES.values())):
        # A model name must not look like a file name.
        name = name.rpartition(".")[0].rstrip(".-_")
    return name or f"{kind.value}-model"


def is_taken(store: ModelStore, name: str, sha256: str) -> bool:
    """Whether a model with another sha256 has this name."""
    if store.catalog.find(name) is not None:
        return True
    return any(model.name == name and model.sha256 != sha256 for model in store.installed())


def place_file(
    store: ModelStore, path: Path, *, name: str, kind: ModelKind, sha256: str, progress: ProgressListener
) -> InstalledModel:
    """Verify a file in the models folder and move it into the store. Raises WrongHash, without the file."""
    entry = find_entry(store, sha256)
    own = (ModelFile(f"{name}{SUFFIXES[kind]}", path.stat().st_size, sha256),)
    files = own if entry is None else entry.files
    path.replace(path.with_name(files[0].path))
    try:
        store.place(name, kind, path.parent, files, progress, keep_source=False)
    except CorruptFile:
        raise WrongHash(name) from None
    return store.find(name)
