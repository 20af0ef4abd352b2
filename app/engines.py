"""Which engines the settings ask for."""

from __future__ import annotations

from app.core.settings import Settings
from models.config import EnginesConfig


def engines_config(settings: Settings) -> EnginesConfig: ...
