"""Models that the settings require, and the disk space they still need. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from models.catalog import Catalog, ModelEntry, ModelKind
from models.errors import UnknownModel
from models.judgement.weights import JUDGE_BASE

ENGINE_KINDS = (ModelKind.LLM, ModelKind.SPEECH, ModelKind.EMBEDDINGS)


def select_models(catalog: Catalog, environment: Mapping[str, str]) -> list[ModelEntry]:
    """The models named in the settings, else the defaults; none for an engine on another server.

    The judge always needs the encoder that it refines. A model that is not in the catalog is an admin's own
    file, which is imported manually.
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
    judge_base = catalog.get(JUDGE_BASE)
    return entries if judge_base in entries else [*entries, judge_base]


def models_for_tests(catalog: Catalog) -> list[ModelEntry]:
    """The default models, and the tiny ones that most tests with real models use."""
    return [entry for entry in catalog.entries if entry.role]


def space_needed(entries: list[ModelEntry], *, models_dir: Path, cache_dir: Path) -> list[tuple[Path, int]]:
    """Folders, and the bytes that still have to be written there.

    The cache contains the parts of one model next to the file joined from them. The models folder gets a link
    to that file, or a copy if it is on another disk.
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
