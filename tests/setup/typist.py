"""A terminal whose answers are typed by a test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.setup.console import Console

SKIP = "n"


@dataclass
class Typist:
    """Answers in order, and everything that was shown."""

    answers: list[str]
    shown: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._left: Iterator[str] = iter(self.answers)

    def read(self, question: str) -> str:
        self.shown.append(question)
        try:
            return next(self._left)
        except StopIteration:
            raise EOFError from None

    @property
    def console(self) -> Console:
        return Console(read=self.read, read_secret=self.read, write=self.shown.append)
