"""Replaces the server's data by a restored backup, before anything opens the data.

A restore is prepared in a separate folder, which one rename moves into the data folder once everything in it
is checked. From then on the exchange can be interrupted at any moment: the next start sees from the folders
what remains to be done, and does it. If a move fails, all moves are undone.
"""

from __future__ import annotations

import contextlib
import errno
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from app.backup.create import DATABASE_NAME, FOLDERS
from app.backup.database import count_users, sync
from app.backup.errors import BackupFailed
from app.backup.postgresql import find_postgresql, load_database
from app.core.database import find_file
from app.core.settings import Settings

READY_NAME = ".restore-ready"
_PLAN_NAME = "restore.json"
_PARTIAL_SUFFIX = ".partial"


@dataclass(frozen=True, slots=True)
class _Plan:
    contents: list[str]
    """Contents of the backup: the database, and some of FOLDERS."""
    aside: str
    """Name of the folder that the current data is moved to."""
    only_if_empty: bool
    """Whether to refuse if the current database has users."""


def make_ready(settings: Settings, prepared: Path, *, now: datetime, only_if_empty: bool) -> None:
    """Schedule the checked files in the folder ``prepared`` for the next ``put_in_place``.

    ``prepared`` is in the data folder, and is moved.
    """
    plan = _Plan(
        contents=[name for name in (DATABASE_NAME, *FOLDERS) if (prepared / name).exists()],
        aside=f"before-restore-{now:%Y%m%d-%H%M%S}",
        only_if_empty=only_if_empty,
    )
    (prepared / _PLAN_NAME).write_text(json.dumps(asdict(plan)), encoding="utf-8")
    sync(prepared / _PLAN_NAME)
    sync(prepared)
    discard(settings)
    prepared.rename(settings.data_dir / READY_NAME)
    sync(settings.data_dir)


def discard(settings: Settings) -> None:
    """Discard a prepared restore, if there is one."""
    ready = settings.data_dir / READY_NAME
    if ready.exists():
        # Delete the plan first: without it, the other files mean nothing.
        (ready / _PLAN_NAME).unlink(missing_ok=True)
        shutil.rmtree(ready)


def put_in_place(settings: Settings) -> Path | None:
    """Replace the current data by a prepared restore; returns the folder of the earlier data, if any.

    Nothing may have the data open, and the caller holds its lock. Raises BackupFailed and OSError; then the
    earlier data is back in place, and the restore is discarded.
    """
    exchange = _read_exchange(settings)
    if exchange is None:
        discard(settings)
        return None
    try:
        exchange.require_permission()
        exchange.carry_out()
    except BaseException:
        exchange.undo()
        discard(settings)
        raise
    discard(settings)
    return exchange.aside if exchange.aside.exists() else None


def _read_exchange(settings: Settings) -> _Exchange | None:
    ready = settings.data_dir / READY_NAME
    try:
        plan = _Plan(**json.loads((ready / _PLAN_NAME).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    return _Exchange(settings, ready, plan)


class _Exchange:
    """The location of each file shows what has been moved, so an interruption at any moment loses nothing."""

    def __init__(self, settings: Settings, ready: Path, plan: _Plan) -> None:
        self.aside = settings.data_dir / plan.aside
        self._plan = plan
        self._ready = ready
        self._url = find_postgresql(settings)
        self._places = {name: settings.data_dir / name for name in FOLDERS}
        self._database = find_file(settings.resolved_database_url)
        if self._database is not None:
            self._places[DATABASE_NAME] = self._database

    def require_permission(self) -> None:
        """Raise BackupFailed if the current database must not be replaced.

        ``load_database`` does its own check.
        """
        if self._database is None:
            return
        is_present = (self._ready / DATABASE_NAME).exists() and self._database.exists()
        if self._plan.only_if_empty and is_present and count_users(self._database):
            raise BackupFailed(
                "This server has accounts by now, so it was not replaced.", code="INVALID_STATE"
            )

    def carry_out(self) -> None:
        for name, place in self._places.items():
            restored = self._ready / name
            is_in_backup = name in self._plan.contents
            if is_in_backup and not restored.exists():
                continue
            if name == "secrets" and not is_in_backup:
                # If the backup contains no secrets, the current ones stay in use.
                continue
            for old in self._list_present(place):
                self.aside.mkdir(mode=0o700, exist_ok=True)
                if (self.aside / old.name).exists():
                    # A copy to another disk was interrupted before the original was removed.
                    _remove(old)
                else:
                    _move(old, self.aside / old.name)
            if is_in_backup:
                place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _move(restored, place)
        for folder in {place.parent for place in self._places.values()}:
            sync(folder)
        if self._url is not None:
            # Last, because it cannot be undone. Its name shows a second attempt that it was done.
            load_database(self._ready / DATABASE_NAME, self._url, mark=self._plan.aside)

    def undo(self) -> None:
        for name, place in self._places.items():
            if name in self._plan.contents and not (self._ready / name).exists() and place.exists():
                _move(place, self._ready / name)
        if not self.aside.exists():
            return
        homes = {home.name: home for place in self._places.values() for home in self._list_names(place)}
        for kept in self.aside.iterdir():
            with contextlib.suppress(FileNotFoundError):
                _remove(homes[kept.name])
            _move(kept, homes[kept.name])
        self.aside.rmdir()

    def _list_present(self, place: Path) -> list[Path]:
        return [path for path in self._list_names(place) if path.exists()]

    def _list_names(self, place: Path) -> Iterator[Path]:
        """The file itself, and the files that SQLite keeps next to a database."""
        yield place
        if place == self._database:
            yield from (place.with_name(f"{place.name}{suffix}") for suffix in ("-wal", "-shm"))


def _move(start: Path, end: Path) -> None:
    """Rename, or copy to another disk such that ``end`` never exists incomplete."""
    try:
        start.rename(end)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        partial = end.with_name(f".{end.name}{_PARTIAL_SUFFIX}")
        with contextlib.suppress(FileNotFoundError):
            _remove(partial)
        try:
            if start.is_dir():
                shutil.copytree(start, partial, symlinks=True)
            else:
                shutil.copy2(start, partial)
                sync(partial)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                _remove(partial)
            raise
        partial.rename(end)
        _remove(start)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
