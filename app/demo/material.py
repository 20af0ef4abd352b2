"""Material of the demo transcript generator, from ``config/demo_scenarios.toml``."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from app.core.config_files import CONFIG_DIR
from app.questions.tables import QuestionCategory

Texts = Annotated[tuple[str, ...], Field(min_length=1)]


class Scenario(StrEnum):
    FRONTEND = "frontend"
    BACKEND = "backend"
    FULLSTACK = "fullstack"
    CUSTOM = "custom"


ROLES = {
    Scenario.FRONTEND: "Frontend Developer",
    Scenario.BACKEND: "Backend Developer",
    Scenario.FULLSTACK: "Full-Stack Developer",
}
"""The role of each scenario; the custom one is named by the request."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Pair(_Strict):
    interviewer: Texts
    candidate: Texts


class Topic(_Strict):
    scenarios: frozenset[Scenario]
    question: str
    strong: str
    thin: str
    evasive: str
    follow_up: str
    follow_strong: str
    follow_thin: str

    def belongs_to(self, scenario: Scenario) -> bool:
        """Whether it fits a scenario. A full-stack developer is asked about both sides."""
        if scenario is Scenario.FULLSTACK:
            return self.scenarios != {Scenario.CUSTOM}
        return scenario in self.scenarios


class Material(_Strict):
    opening: Pair
    closing: Pair
    probe: Pair
    answers: dict[QuestionCategory, Texts]
    """Answers to prepared questions."""
    topic: tuple[Topic, ...]


@cache
def load_material() -> Material:
    content = (CONFIG_DIR / "demo_scenarios.toml").read_text(encoding="utf-8")
    return Material.model_validate(tomllib.loads(content))
