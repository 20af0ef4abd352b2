"""Refusal of models that this machine cannot use, when they are chosen in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.errors import ValidationFailed
from app.core.invalid_values import FieldSentence
from app.core.settings import Settings
from app.engines import list_chosen_models, read_model_memory
from models.store import ModelStore
from models.suitability import find_unusable


def require_usable_models(settings: Settings, *, values: Mapping[str, Any]) -> None:
    """Raise ValidationFailed if a model in ``values`` is of another kind or needs too much memory.

    ``settings`` are those that would be in effect. A model that is not installed yet is accepted.
    """
    store = ModelStore(settings.resolved_models_dir)
    memory_bytes = read_model_memory(settings)
    problems = []
    for kind, provider, chosen in list_chosen_models(settings):
        key = f"{kind.value}_model"
        if key not in values or not chosen or provider != "local":
            continue
        error = find_unusable(store, chosen, kind, memory_bytes=memory_bytes)
        if error is not None:
            problems.append((f"values.{key}", FieldSentence(str(error), code=error.code)))
    if problems:
        raise ValidationFailed(problems)
