"""Fake of the package transcribe-cpp, in the shape of version 0.4.1: Parakeet and Canary, by file name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Capabilities:
    languages: tuple[str, ...]
    max_timestamp_kind: str


@dataclass(frozen=True)
class Token:
    p: float


@dataclass(frozen=True)
class Word:
    text: str
    t0_ms: int
    t1_ms: int
    first_token: int
    n_tokens: int


@dataclass(frozen=True)
class Result:
    text: str
    words: tuple[Word, ...] = ()
    tokens: tuple[Token, ...] = ()


class Session:
    def __init__(self, model: Model) -> None:
        self._model = model
        self.sizes: list[int] = []

    def run(self, pcm: npt.NDArray[np.float32], *, language: str, timestamps: str) -> Result:
        assert pcm.dtype == np.float32
        assert language in self._model.capabilities.languages
        self.sizes.append(pcm.size)
        text = " We led teams."
        if self._model.capabilities.max_timestamp_kind == "none":
            assert timestamps in {"auto", "none"}
            return Result(text)
        words = (Word("We", 200, 500, 0, 1), Word("led", 600, 900, 1, 1), Word("teams.", 1_000, 1_600, 2, 2))
        return Result(text, words, (Token(0.9), Token(0.8), Token(0.95), Token(0.4)))


class Model:
    def __init__(self, path: str, *, backend: str) -> None:
        assert backend == "cpu"
        is_parakeet = path.startswith("parakeet")
        self.capabilities = Capabilities(
            languages=("en",) if is_parakeet else ("en", "de", "es", "fr"),
            max_timestamp_kind="token" if is_parakeet else "none",
        )

    def session(self, **settings: Any) -> Session:
        assert settings == {"n_threads": 2}
        return Session(self)
