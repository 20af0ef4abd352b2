"""Checks of `greenroom doctor` that concern the models: installed, undamaged, of the right kind and size."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from app.doctor.finding import Finding
from app.engines import list_chosen_models, read_model_memory
from models.catalog import ModelKind, load_catalog
from models.engine_problems import EngineProblem, EngineProblemCode
from models.errors import StoreError, explain_problem
from models.judgement.weights import JUDGE_BASE, MULTILINGUAL_BASE, WEIGHTS_FILE
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
class ModelState:
    """A model that the settings name, and why it cannot be used, if so."""

    name: str
    """What the model is for, such as ``speech model``."""
    model: str
    """Name or path of the model; empty for the default of another server."""
    detail: str
    """English words for the terminal."""
    problem: EngineProblem | None = None
    is_local: bool = True


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

    def examine(self, kind: ModelKind, chosen: str, *, memory_bytes: int | None) -> ModelState:
        name = f"{kind.value} model"
        try:
            found = find_usable(self.store, chosen, kind, memory_bytes=memory_bytes)
            detail = str(found) if isinstance(found, Path) else self.describe(found)
        except (StoreError, OSError) as error:
            return ModelState(name, chosen, _explain(error), explain_problem(error, chosen))
        return ModelState(name, chosen, detail)

    def examine_judge(self) -> ModelState:
        """The judge of the reports: its trained weights, and the encoder that they refine."""
        if not WEIGHTS_FILE.is_file():
            path = str(WEIGHTS_FILE)
            detail = f"{path} is missing: reinstall Greenroom"
            problem = EngineProblem(EngineProblemCode.JUDGE_MISSING, f"{detail}.", {"path": path})
            return ModelState("judge", JUDGE_BASE, detail, problem)
        return self._examine_encoder("judge", JUDGE_BASE)

    def examine_multilingual_judge(self) -> ModelState:
        """The encoder with which the judge reads German and French."""
        return self._examine_encoder("judge for German and French", MULTILINGUAL_BASE)

    def _examine_encoder(self, name: str, encoder: str) -> ModelState:
        try:
            detail = f"judge weights for {self.describe(self.store.find(encoder))}"
        except (StoreError, OSError) as error:
            return ModelState(name, encoder, _explain(error), explain_problem(error, encoder))
        return ModelState(name, encoder, detail)


def examine_models(
    settings: Settings, hashing: Hashing = Hashing.NEVER, progress: ProgressListener = ignore_progress
) -> list[ModelState]:
    """Whether the models that the settings name are installed, undamaged, and right for this machine."""
    checks = ModelChecks(ModelStore(settings.resolved_models_dir), hashing, progress)
    memory_bytes = read_model_memory(settings)
    states = []
    for kind, provider, chosen in list_chosen_models(settings):
        if provider == "local":
            model = chosen or load_catalog().default(kind).name
            states.append(checks.examine(kind, model, memory_bytes=memory_bytes))
        else:
            detail = f"{chosen or 'the default'} on {_OTHER_SERVERS[provider]}"
            states.append(ModelState(f"{kind.value} model", chosen or "", detail, is_local=False))
    return [*states, checks.examine_judge(), checks.examine_multilingual_judge()]


def check_models(
    settings: Settings, hashing: Hashing = Hashing.NEVER, progress: ProgressListener = ignore_progress
) -> list[Finding]:
    """The states of the models in words, for the terminal."""
    return [
        Finding(state.name, ok=state.problem is None, detail=state.detail)
        for state in examine_models(settings, hashing, progress)
    ]


def _explain(error: StoreError | OSError) -> str:
    if isinstance(error, StoreError):
        return str(error)
    return (
        f"{error.filename or 'the weights'} cannot be read ({error.strerror}): check the disk and the owner"
    )
