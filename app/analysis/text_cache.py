"""Caches accepted report texts by their input, so that only texts with changed input are written again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from models.ports import Message

Keep = Callable[[str, str], Awaitable[None]]
"""Called with the key and the text of every new entry."""


def make_key(*, prompt_label: str, model_sha256: str, messages: Sequence[Message]) -> str:
    """Hash of everything that determines a text: the prompt, the model and the material."""
    parts = [prompt_label, model_sha256, *(f"{message.role}\n{message.content}" for message in messages)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


async def _forget(_key: str, _text: str) -> None:
    """An empty cache that keeps nothing beyond this report."""


@dataclass(slots=True)
class TextCache:
    """Texts of earlier reports on the same interview."""

    texts: dict[str, str] = field(default_factory=dict)
    """By key; an empty text was refused."""
    keep: Keep = _forget
    used: set[str] = field(default_factory=set)
    """Keys that this report used; all others are outdated."""

    def find(self, key: str) -> str | None:
        text = self.texts.get(key)
        if text is not None:
            self.used.add(key)
        return text

    async def add(self, key: str, text: str) -> None:
        self.texts[key] = text
        self.used.add(key)
        await self.keep(key, text)
