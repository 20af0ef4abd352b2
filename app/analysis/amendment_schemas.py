"""Findings that people can strike or reword: request, view, and what they have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated, NamedTuple

from pydantic import StringConstraints, model_validator

from app.core.invalid_values import FieldSentence
from app.core.schemas import ApiSchema, UtcTime


class AmendFinding(ApiSchema):
    """The complete amendment of a finding; an amendment without changes restores the original."""

    is_struck: bool = False
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)] | None = (
        None
    )
    """Null keeps the original title."""
    description: Annotated[str, StringConstraints(strip_whitespace=True, max_length=5_000)] | None = None
    """Null keeps the original description."""
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=2_000)] = ""
    """Required to strike a finding."""

    @model_validator(mode="after")
    def _require_a_reason(self) -> AmendFinding:
        if self.is_struck and not self.reason:
            raise ValueError(FieldSentence("Say why this finding is struck.", code="REASON_NEEDED"))
        return self


class AmendmentView(ApiSchema):
    """A person's changes to a finding; ``title`` and ``description`` are the original texts."""

    is_struck: bool
    is_reworded: bool
    title: str
    description: str
    reason: str
    actor_name: str | None
    """Null once the user's account is deleted."""
    updated_at: UtcTime


class Wording(NamedTuple):
    title: str
    description: str


class AmendableFinding(ApiSchema, ABC):
    key: str = ""
    """Identifies the finding by its evidence; empty in the stored report."""
    amendment: AmendmentView | None = None
    """Null for an unchanged finding, and in the stored report."""

    @property
    def is_struck(self) -> bool:
        return self.amendment is not None and self.amendment.is_struck

    def get_wording(self) -> Wording | None:
        """The texts that can be reworded; None for a finding that consists of quotes."""
        return None

    @abstractmethod
    def list_quotes(self) -> list[tuple[str, str]]:
        """The evidence as (segment id, quote), the main quote first; no other finding has the same."""
