"""Refusal of models that this machine cannot use, when they are chosen in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.errors import ValidationFailed
from app.core.settings import Settings
from models.catalog import ModelKind
from models.formats import read_machine_memory
from models.store import ModelStore
from models.suitability import find_unusable

_KEYS = {
    "llm_model": ModelKind.LLM,
    "speech_model": ModelKind.SPEECH,
    "embeddings_model": ModelKind.EMBEDDINGS,
}


def require_usable_models(settings: Settings, *, values: Mapping[str, Any]) -> None:
    """Raise ValidationFailed if a model in ``values`` is of another kind or needs too much memory.

    ``settings`` are those that would be in effect. A model that is not installed yet is accepted.
    """
    store = ModelStore(settings.resolved_models_dir)
    memory_bytes = None if settings.llm_gpu_layers else read_machine_memory()
    problems = []
    for key, kind in _KEYS.items():
        chosen = getattr(settings, key)
        is_local = getattr(settings, f"{kind.value}_provider") == "local"
        if key not in values or not chosen or not is_local:
            continue
        error = find_unusable(store, chosen, kind, memory_bytes=memory_bytes)
        if error is not None:
            problems.append((f"values.{key}", str(error)))
    if problems:
        raise ValidationFailed(problems)
