"""The doctor's findings by name."""

from __future__ import annotations

from app.core.settings import Settings
from app.doctor.checks import examine
from app.doctor.finding import Finding


def examine_by_name(settings: Settings) -> dict[str, Finding]:
    return {finding.name: finding for finding in examine(settings)}
