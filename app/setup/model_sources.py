"""Models given by URL or as a file in a setup file or in the terminal: keys, validation and installation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.admin.models.downloads import download_model
from app.core.settings import Settings
from models.catalog import ModelKind
from models.errors import ImportRefused, InvalidSource
from models.file_models import FileSource, install_file, make_file_source
from models.formats import SUFFIXES, read_machine_memory
from models.store import ModelStore, ProgressListener
from models.url_models import ModelSource, make_source

_URL, _SHA256, _PATH = "download_url", "download_sha256", "import_path"

Source = ModelSource | FileSource

SOURCE_KEYS = tuple(f"{kind.value}_{name}" for kind in SUFFIXES for name in (_URL, _SHA256, _PATH))
"""Keys of the table ``models`` that are not settings, such as ``llm_download_url``."""


def read_sources(
    table: Mapping[str, Any], *, settings: Settings, folder: Path, problems: list[tuple[str, str]]
) -> list[Source]:
    """The models that the table ``models`` gives by URL or path. Adds errors to ``problems``.

    Paths are relative to ``folder``.
    """
    store = ModelStore(settings.resolved_models_dir)
    sources: list[Source] = []
    for kind in SUFFIXES:
        given = [name for name in (_URL, _SHA256, _PATH) if f"{kind.value}_{name}" in table]
        if not given:
            continue
        place = f"models.{kind.value}_{given[0]}"
        is_chosen = f"{kind.value}_model" in table or table.get(f"{kind.value}_provider", "local") != "local"
        if is_chosen or (_PATH in given and len(given) > 1):
            problems.append((place, "Name a model, a file, another server or an address, not two."))
        elif _PATH in given:
            sources += _read_file(table, kind, store, folder, problems)
        else:
            sources += _read_url(table, kind, store, problems)
    return sources


def _read_file(
    table: Mapping[str, Any],
    kind: ModelKind,
    store: ModelStore,
    folder: Path,
    problems: list[tuple[str, str]],
) -> list[FileSource]:
    key = f"{kind.value}_{_PATH}"
    if not isinstance(table[key], str) or not table[key]:
        problems.append((f"models.{key}", "Expected the path of a file."))
        return []
    try:
        return [make_file_source(store, folder / table[key], kind)]
    except ImportRefused as refused:
        problems.append((f"models.{key}", str(refused)))
        return []


def _read_url(
    table: Mapping[str, Any], kind: ModelKind, store: ModelStore, problems: list[tuple[str, str]]
) -> list[ModelSource]:
    keys = {"url": f"{kind.value}_{_URL}", "sha256": f"{kind.value}_{_SHA256}"}
    missing = [key for key in keys.values() if not isinstance(table.get(key), str)]
    if missing:
        problems += [(f"models.{key}", "A download needs an address and a sha256.") for key in missing]
        return []
    try:
        return [make_source(store, url=table[keys["url"]], sha256=table[keys["sha256"]], kind=kind)]
    except InvalidSource as refused:
        problems.append((f"models.{keys.get(refused.field, keys['url'])}", str(refused)))
        return []


def describe_source(source: Source) -> str:
    """What installing the model would do, as a sentence."""
    if isinstance(source, FileSource):
        return f"{source.name} would be copied from {source.path}."
    return f"{source.name} would be downloaded from {source.host}."


def choose_sources(sources: Sequence[Source]) -> dict[str, str]:
    """The settings that make the server use these models."""
    values = {}
    for source in sources:
        values[f"{source.kind.value}_provider"] = "local"
        values[f"{source.kind.value}_model"] = source.name
    return values


def install_sources(sources: Sequence[Source], *, settings: Settings, progress: ProgressListener) -> None:
    """Download or copy models and verify them. Raises StoreError; installed models stay."""
    store = ModelStore(settings.resolved_models_dir)
    for source in sources:
        if isinstance(source, FileSource):
            memory_bytes = None if settings.llm_gpu_layers else read_machine_memory()
            install_file(store, source, memory_bytes=memory_bytes, progress=progress)
        else:
            download_model(store, source, settings=settings, progress=progress)
