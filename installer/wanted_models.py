"""Which models the settings ask for, and how much room they still need. Python's own library only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from models.catalog import Catalog, ModelEntry, ModelKind
from models.errors import UnknownModel

ENGINE_KINDS = (ModelKind.LLM, ModelKind.SPEECH, ModelKind.EMBEDDINGS)


def wanted_models(catalog: Catalog, environment: Mapping[str, str]) -> list[ModelEntry]:
    """What the settings name, else the defaults; nothing for an engine that runs elsewhere.

    A model that the catalogue does not know is the admin's own file, which is imported by hand.
    """
    entries = [entry for entry in catalog.defaults() if entry.kind not in ENGINE_KINDS]
    for kind in ENGINE_KINDS:
        prefix = f"GREENROOM_{kind.value.upper()}"
        if (environment.get(f"{prefix}_PROVIDER") or "local") != "local":
            continue
        name = environment.get(f"{prefix}_MODEL")
        try:
            entries.append(catalog.get(name) if name else catalog.default(kind))
        except UnknownModel:
            continue
    return entries


def models_for_tests(catalog: Catalog) -> list[ModelEntry]:
    """The defaults, and the tiny ones that most tests with real models use."""
    return [entry for entry in catalog.entries if entry.role]


def space_needed(entries: list[ModelEntry], *, models_dir: Path, cache_dir: Path) -> list[tuple[Path, int]]:
    """Folder and bytes still to be written there.

    The cache holds the parts of one model beside the file that is made of them; from there the
    models folder gets a link, or a copy where it lies on another disk.
    """
    missing = [entry for entry in entries if not _has_size(models_dir / entry.name, entry)]
    to_fetch = [entry for entry in missing if not _has_size(cache_dir / entry.name, entry)]
    parts = max((entry.size_bytes for entry in to_fetch), default=0)
    needs = [(cache_dir, sum(entry.size_bytes for entry in to_fetch) + parts)]
    if models_dir.exists() and cache_dir.exists() and models_dir.stat().st_dev != cache_dir.stat().st_dev:
        needs.append((models_dir, sum(entry.size_bytes for entry in missing)))
    return needs


def _has_size(folder: Path, entry: ModelEntry) -> bool:
    path = folder / entry.primary.path
    return path.is_file() and path.stat().st_size == entry.primary.size_bytes
