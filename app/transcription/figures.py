"""The documents' figures of transcription, from ``config/transcription.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache

from app.core.config_files import CONFIG_DIR


@dataclass(frozen=True, slots=True)
class FilterFigures:
    silence_level: float
    min_characters: int


@dataclass(frozen=True, slots=True)
class ClientFigures:
    """For clients that cut audio themselves and send single files."""

    chunk_seconds: float
    chunk_overlap_seconds: float
    sample_rates: dict[str, int]
    """Samples per second by provider: ``local`` and ``openai``."""
    max_retries: int
    retry_delay_seconds: float
    token_seconds: int
    """Default lifetime of the token of ``POST /api/transcription/token``."""


@dataclass(frozen=True, slots=True)
class Figures:
    filter: FilterFigures
    client: ClientFigures


@lru_cache(maxsize=1)
def load_figures() -> Figures:
    raw = tomllib.loads((CONFIG_DIR / "transcription.toml").read_text(encoding="utf-8"))
    return Figures(filter=FilterFigures(**raw["filter"]), client=ClientFigures(**raw["client"]))
