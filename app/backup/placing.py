"""Put a restored server in place of the present one, before anything opens its data.

A restore is prepared in a folder of its own, which appears in the data folder by one rename once everything
in it is checked. From then on the exchange can stop at any moment: the next start sees from the folders what
is left to do, and does it. A move that fails is undone together with all others.
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
    """What the backup has: the database, and some of FOLDERS."""
    aside: str
    """Name of the folder for the present data."""
    only_if_empty: bool
    """Whether a present database with users must be left alone."""


def make_ready(settings: Settings, prepared: Path, *, now: datetime, only_if_empty: bool) -> None:
    """Let the checked files in the folder ``prepared`` take their places with the next ``put_in_place``.

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
    """Forget a restore that is ready, if there is one."""
    ready = settings.data_dir / READY_NAME
    if ready.exists():
        # The plan first: without it, the rest is waste.
        (ready / _PLAN_NAME).unlink(missing_ok=True)
        shutil.rmtree(ready)


def put_in_place(settings: Settings) -> Path | None:
    """Exchange the present data for a restore that is ready; returns where the earlier data is, if any.

    Nothing may have the data open, and the caller holds its lock. Raises BackupFailed and OSError; then the
    earlier data is in place, and the restore is forgotten.
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
    """What has been moved is seen from what is where, so that a stop at any moment loses nothing."""

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
        """Raise BackupFailed if the present database must be left alone. ``load_database`` checks itself."""
        if self._database is None:
            return
        is_present = (self._ready / DATABASE_NAME).exists() and self._database.exists()
        if self._plan.only_if_empty and is_present and count_users(self._database):
            raise BackupFailed(
                "There are accounts on this server by now, so it was not replaced.", code="INVALID_STATE"
            )

    def carry_out(self) -> None:
        for name, place in self._places.items():
            restored = self._ready / name
            is_in_backup = name in self._plan.contents
            if is_in_backup and not restored.exists():
                continue
            if name == "secrets" and not is_in_backup:
                # Without the secrets in the backup, the present ones stay in force.
                continue
            for old in self._list_present(place):
                self.aside.mkdir(mode=0o700, exist_ok=True)
                if (self.aside / old.name).exists():
                    # A copy to another disk was stopped before the original was removed.
                    _remove(old)
                else:
                    _move(old, self.aside / old.name)
            if is_in_backup:
                place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _move(restored, place)
        for folder in {place.parent for place in self._places.values()}:
            sync(folder)
        if self._url is not None:
            # Last, because it cannot be undone; its name tells a second attempt that it was done.
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
        """The place itself, and what SQLite keeps beside a database."""
        yield place
        if place == self._database:
            yield from (place.with_name(f"{place.name}{suffix}") for suffix in ("-wal", "-shm"))


def _move(start: Path, end: Path) -> None:
    """Rename, or copy to another disk so that ``end`` is never there in part."""
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
