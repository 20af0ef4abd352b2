"""Models given by URL in a setup file or in the terminal: keys, validation and download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.admin.models.downloads import download_model
from app.core.settings import Settings
from models.errors import InvalidSource
from models.formats import SUFFIXES
from models.store import ModelStore, ProgressListener
from models.url_models import ModelSource, make_source

_URL, _SHA256 = "download_url", "download_sha256"

DOWNLOAD_KEYS = tuple(f"{kind.value}_{name}" for kind in SUFFIXES for name in (_URL, _SHA256))
"""Keys of the table ``models`` that are not settings, such as ``llm_download_url``."""


def read_sources(
    table: Mapping[str, Any], *, settings: Settings, problems: list[tuple[str, str]]
) -> list[ModelSource]:
    """The models that the table ``models`` gives by URL. Adds errors to ``problems``."""
    store = ModelStore(settings.resolved_models_dir)
    sources = []
    for kind in SUFFIXES:
        keys = {"url": f"{kind.value}_{_URL}", "sha256": f"{kind.value}_{_SHA256}"}
        given = {field: table[key] for field, key in keys.items() if key in table}
        if not given:
            continue
        missing = [keys[field] for field in keys if not isinstance(given.get(field), str)]
        if missing:
            problems += [(f"models.{key}", "A download needs an address and a sha256.") for key in missing]
            continue
        if f"{kind.value}_model" in table or table.get(f"{kind.value}_provider", "local") != "local":
            problems.append((f"models.{keys['url']}", "Name a model, another server or an address, not two."))
            continue
        try:
            sources.append(make_source(store, url=given["url"], sha256=given["sha256"], kind=kind))
        except InvalidSource as refused:
            problems.append((f"models.{keys.get(refused.field, keys['url'])}", str(refused)))
    return sources


def choose_sources(sources: Sequence[ModelSource]) -> dict[str, str]:
    """The settings that make the server use these models."""
    values = {}
    for source in sources:
        values[f"{source.kind.value}_provider"] = "local"
        values[f"{source.kind.value}_model"] = source.name
    return values


def download_sources(
    sources: Sequence[ModelSource], *, settings: Settings, progress: ProgressListener
) -> None:
    """Download and verify models, as the Models page does. Raises StoreError; installed models stay."""
    store = ModelStore(settings.resolved_models_dir)
    for source in sources:
        download_model(store, source, settings=settings, progress=progress)
