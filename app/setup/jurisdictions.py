"""Jurisdiction profiles: starting points for the settings of the step 'Privacy and law'."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from app.core import stored_settings
from app.core.config_files import CONFIG_DIR
from app.core.settings import Settings
from app.setup.steps import SETTINGS, Step

KEY = "jurisdiction"
"""Key of a setup file's table ``privacy`` that names a profile. It is not a setting."""

Profile = Mapping[str, bool | int]


@lru_cache
def load_jurisdictions() -> Mapping[str, Profile]:
    """The settings of each profile, by the key of the profile.

    Raises ValueError for a profile that does not set exactly the settings of the step.
    """
    profiles = tomllib.loads((CONFIG_DIR / "jurisdictions.toml").read_text(encoding="utf-8"))
    for key, profile in profiles.items():
        if profile.keys() != set(SETTINGS[Step.PRIVACY]):
            raise ValueError(
                f"config/jurisdictions.toml: {key} must set {', '.join(SETTINGS[Step.PRIVACY])}."
            )
    return profiles


def read_jurisdiction(
    table: Mapping[str, Any], *, base: Settings, problems: list[tuple[str, str]]
) -> dict[str, Any]:
    """The settings of the profile that a setup file names, without those of the environment (``base``)."""
    if KEY not in table:
        return {}
    profile = load_jurisdictions().get(table[KEY]) if isinstance(table[KEY], str) else None
    if profile is None:
        problems.append((f"privacy.{KEY}", f"Expected one of {', '.join(load_jurisdictions())}."))
        return {}
    return {key: value for key, value in profile.items() if not stored_settings.is_locked(base, key)}
