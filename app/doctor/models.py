"""Checks of `greenroom doctor` that concern the models: installed, undamaged, of the right kind and size."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from app.doctor.finding import Finding
from app.engines import list_chosen_models, read_model_memory
from models.catalog import ModelKind, load_catalog
from models.errors import StoreError
from models.judgement.weights import JUDGE_BASE, WEIGHTS_FILE
from models.store import InstalledModel, ModelStore, ProgressListener, ignore_progress
from models.suitability import find_usable

if TYPE_CHECKING:
    from app.core.settings import Settings

_OTHER_SERVERS = {"openai": "an OpenAI-compatible server", "whisper_cpp": "a whisper.cpp server"}


class Hashing(Enum):
    """When the doctor computes the sha256 of installed files, which takes seconds per gigabyte."""

    NEVER = "never"
    WHEN_DUE = "when due"
    """If the last one is older than a week, or than the last change of a file."""
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class ModelChecks:
    """The checks of one installation's models."""

    store: ModelStore
    hashing: Hashing = Hashing.NEVER
    progress: ProgressListener = ignore_progress

    def describe(self, model: InstalledModel) -> str:
        """The name and when its sha256 was computed. Raises StoreError."""
        is_due = self.hashing is Hashing.WHEN_DUE and self.store.needs_verification(model)
        if self.hashing is Hashing.ALWAYS or is_due:
            self.store.verify(model, self.progress)
            return f"{model.name}, sha256 verified now"
        return f"{model.name}, verified"

    def check(self, kind: ModelKind, chosen: str, *, memory_bytes: int | None) -> Finding:
        name = f"{kind.value} model"
        try:
            found = find_usable(self.store, chosen, kind, memory_bytes=memory_bytes)
            detail = str(found) if isinstance(found, Path) else self.describe(found)
        except (StoreError, OSError) as error:
            return Finding(name, ok=False, detail=_explain(error))
        return Finding(name, ok=True, detail=detail)

    def check_judge(self) -> Finding:
        """The judge of the reports: its trained weights, and the encoder that they refine."""
        if not WEIGHTS_FILE.is_file():
            return Finding("judge", ok=False, detail=f"{WEIGHTS_FILE} is missing: reinstall Greenroom")
        try:
            return Finding(
                "judge", ok=True, detail=f"judge weights for {self.describe(self.store.find(JUDGE_BASE))}"
            )
        except (StoreError, OSError) as error:
            return Finding("judge", ok=False, detail=_explain(error))


def check_models(
    settings: Settings, hashing: Hashing = Hashing.NEVER, progress: ProgressListener = ignore_progress
) -> list[Finding]:
    """Whether the models that the settings name are installed, undamaged, and right for this machine."""
    checks = ModelChecks(ModelStore(settings.resolved_models_dir), hashing, progress)
    memory_bytes = read_model_memory(settings)
    findings = []
    for kind, provider, chosen in list_chosen_models(settings):
        if provider == "local":
            model = chosen or load_catalog().default(kind).name
            findings.append(checks.check(kind, model, memory_bytes=memory_bytes))
        else:
            detail = f"{chosen or 'the default'} on {_OTHER_SERVERS[provider]}"
            findings.append(Finding(f"{kind.value} model", ok=True, detail=detail))
    return [*findings, checks.check_judge()]


def _explain(error: StoreError | OSError) -> str:
    if isinstance(error, StoreError):
        return str(error)
    return (
        f"{error.filename or 'the weights'} cannot be read ({error.strerror}): check the disk and the owner"
    )
