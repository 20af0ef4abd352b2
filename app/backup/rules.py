"""Names of daily backups, and which of them are kept."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime

NAME_PREFIX = "greenroom-"
STORE_PREFIX = "s3:"
"""Prefix for names of backups in the S3-compatible store on the command line."""
_NAME = re.compile(rf"{NAME_PREFIX}(\d{{8}}-\d{{6}})\.backup", re.ASCII)
_TIME_FORMAT = "%Y%m%d-%H%M%S"


def name_backup(now: datetime) -> str:
    """The file name of a backup that starts now."""
    return f"{NAME_PREFIX}{now.astimezone(UTC).strftime(_TIME_FORMAT)}.backup"


def read_backup_time(name: str) -> datetime | None:
    """The start time in the file name of a backup; None for files with other names."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        return datetime.strptime(match[1], _TIME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None


def choose_kept(taken: Collection[datetime], *, daily: int, weekly: int) -> set[datetime]:
    """The backups to keep: the newest of each of the last ``daily`` days and ``weekly`` weeks that have one.

    Days and weeks without a backup do not count, so a server that was off for a month keeps its backups.
    """
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    for instant in sorted(taken, reverse=True):
        days.setdefault(instant.date(), instant)
        weeks.setdefault(instant.isocalendar()[:2], instant)
    return {*list(days.values())[:daily], *list(weeks.values())[:weekly]}
