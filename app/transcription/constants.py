"""Transcription constants that the specification fixes, from ``config/transcription.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache

from app.core.config_files import CONFIG_DIR


@dataclass(frozen=True, slots=True)
class FilterConstants:
    silence_level: float
    min_characters: int


@dataclass(frozen=True, slots=True)
class ClientConstants:
    """Constants for clients that cut audio themselves and send single files."""

    chunk_seconds: float
    chunk_overlap_seconds: float
    sample_rates: dict[str, int]
    """Samples per second by provider: ``local`` and ``openai``."""
    max_retries: int
    retry_delay_seconds: float
    token_seconds: int
    """Default lifetime of the token of ``POST /api/transcription/token``."""


@dataclass(frozen=True, slots=True)
class TranscriptionConstants:
    filter: FilterConstants
    client: ClientConstants


@lru_cache(maxsize=1)
def load_constants() -> TranscriptionConstants:
    raw = tomllib.loads((CONFIG_DIR / "transcription.toml").read_text(encoding="utf-8"))
    return TranscriptionConstants(
        filter=FilterConstants(**raw["filter"]), client=ClientConstants(**raw["client"])
    )
