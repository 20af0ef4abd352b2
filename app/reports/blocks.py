"""Blocks of a printed document, shared by PDF and DOCX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Band = Literal["green", "yellow", "orange", "red"]


@dataclass(frozen=True, slots=True)
class Title:
    text: str
    kind: str
    """Small line above the title."""
    details: tuple[str, ...]
    """Lines below the title."""


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    is_muted: bool = False


@dataclass(frozen=True, slots=True)
class Meter:
    """A named value with a bar; without a share, only the value."""

    name: str
    value: str
    share: float | None = None
    """0 to 1."""
    band: Band = "green"


@dataclass(frozen=True, slots=True)
class Quote:
    text: str
    source: str
    """Who said it, and when."""


@dataclass(frozen=True, slots=True)
class TitledItem:
    """A titled item: a finding, a key quote, a follow-up question."""

    title: str
    labels: tuple[str, ...] = ()
    text: str = ""
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and its value on one line."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line of a transcript."""

    time: str
    speaker: str
    text: str


Block = Title | Heading | Paragraph | Meter | Quote | TitledItem | Fact | SpokenLine


def choose_band(score: float) -> Band:
    """8 and up green, 6 and up yellow, 4 and up orange, below 4 red."""
    if score >= 8:
        return "green"
    if score >= 6:
        return "yellow"
    return "orange" if score >= 4 else "red"
