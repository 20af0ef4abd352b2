"""Background work on files in a store: uploads and deletions, retried until they succeed.

Files wait in the data folder if the store was unavailable, if the server died, or if the store is new. Every
server process uploads its own files; the one with the background work does the deletions.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath

import anyio.to_thread
from sqlalchemy.orm import Session

from app.core.files import FileStoreUnavailable, FolderFiles
from app.core.state import AppState
from app.files.deletion import forget, list_due
from app.integrations.s3_file_store import COPIES_FOLDER, S3Files

log = logging.getLogger("greenroom.files")

ROUND_SECONDS = 30.0
_MIN_AGE_SECONDS = 5.0
"""Younger files are skipped, because their writers may not have locked them yet."""
_MIN_UNKNOWN_AGE_SECONDS = 24 * 3600.0
"""An imported recording exists before its interview does."""
_SWEEP_EVERY = timedelta(days=1)
KEEP_ORPHANS = timedelta(days=30)
"""How long files without a record are kept.

The database may have been restored from an older backup, and may be replaced by a newer one again.
"""
_ORPHANS = ".orphans"
_STALE_AFTER = timedelta(days=2)
"""Age at which an unfinished upload belongs to a server that was killed."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """Files whose names have the form of ``pattern``, such as ``documents/*``.

    The first star is the id of the record that a file belongs to.
    """

    pattern: str
    list_known: Callable[[Session, Collection[str]], set[str]]
    """The ids that have a record."""
    deletes_unknown: bool = False
    """Whether a local file without a record is deleted after _MIN_UNKNOWN_AGE_SECONDS.

    Otherwise it is kept.
    """
    keep_orphans: timedelta = KEEP_ORPHANS
    """How long a file of the store without a record is kept."""

    @property
    def prefix(self) -> str:
        return f"{self.pattern.partition('/')[0]}/"

    def includes(self, name: str) -> bool:
        return PurePosixPath(name).match(self.pattern) and name.count("/") == self.pattern.count("/")


def read_owner(name: str) -> str:
    """The id of the record that a file belongs to."""
    return name.split("/")[1]


class FileWork:
    """One task. Does nothing if files stay in the data folder."""

    def __init__(
        self,
        state: AppState,
        kinds: Sequence[FileKind],
        *,
        installation_id: str = "",
        min_age_seconds: float = _MIN_AGE_SECONDS,
    ) -> None:
        self._state = state
        self._kinds = kinds
        self._min_age_seconds = min_age_seconds
        self._local = FolderFiles(state.settings_at_start.data_dir)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._next_sweep: datetime | None = None
        self._installation_id = installation_id
        state.hooks.after_files_deleted.append(self.wake)

    async def start(self, *, installation_id: str) -> None:
        if not isinstance(self._state.files, S3Files):
            return
        self._installation_id = installation_id
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._run(), name="file work")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def wake(self) -> None:
        """Start the next round now. Callable from any thread."""
        if self._loop is not None and self._task is not None:
            self._loop.call_soon_threadsafe(self._woken.set)

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            await self.run_round()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), ROUND_SECONDS)

    async def run_round(self) -> None:
        """Do one round of work. Failed steps are retried in the next round."""
        files = self._state.files
        assert isinstance(files, S3Files)
        try:
            if not await anyio.to_thread.run_sync(files.is_bound, self._installation_id):
                log.error("file_store_of_another_database: nothing is moved into it or deleted")
                return
            if self._state.is_background:
                await self._delete(files)
            for kind in self._kinds:
                await self._bring(files, kind)
            if self._state.is_background:
                await self._sweep(files)
        except FileStoreUnavailable as failure:
            log.warning("file_store_unavailable reason=%s", failure.reason)
        except Exception:
            log.exception("file_work_failed")

    async def _bring(self, files: S3Files, kind: FileKind) -> None:
        waiting = await anyio.to_thread.run_sync(self._local.list_files, kind.prefix)
        waiting = [one for one in waiting if kind.includes(one.name)]
        owners = {read_owner(one.name) for one in waiting}
        if not owners:
            return
        known = await self._state.database.read(kind.list_known, owners)
        for one in waiting:
            if read_owner(one.name) in known:
                await anyio.to_thread.run_sync(self._bring_one, files, one.name)
            elif kind.deletes_unknown:
                await anyio.to_thread.run_sync(self._delete_unused, one.name)

    def _bring_one(self, files: S3Files, name: str) -> None:
        if not self._is_unused(name, self._min_age_seconds):
            return
        try:
            files.keep(name)
        except FileNotFoundError:
            # Deleted in the meantime.
            return
        except OSError as error:
            # One unreadable file must not block the others.
            log.warning("file_not_stored name=%s error=%s", name, error.strerror)
            return
        log.info("file_stored name=%s", name)

    def _delete_unused(self, name: str) -> None:
        if self._is_unused(name, _MIN_UNKNOWN_AGE_SECONDS):
            self._local.delete_local(name)

    def _is_unused(self, name: str, min_age_seconds: float) -> bool:
        """Whether a file exists and no process is writing it.

        If so, nobody will: a finished file is never extended.
        """
        path = self._local.find_place(name)
        try:
            with path.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return path.stat().st_mtime <= time.time() - min_age_seconds
        except OSError:
            return False

    async def _delete(self, files: S3Files) -> None:
        while names := await self._state.database.read(list_due):
            for name in names:
                await anyio.to_thread.run_sync(files.delete_remote, name)
                await self._state.database.run(forget, name=name)

    async def _sweep(self, files: S3Files) -> None:
        """Delete files that have had no record for KEEP_ORPHANS, and interrupted uploads."""
        now = self._state.now()
        if self._next_sweep is not None and now < self._next_sweep:
            return
        await anyio.to_thread.run_sync(files.remove_unfinished, now - _STALE_AFTER)
        await anyio.to_thread.run_sync(_remove_copies, self._local.find_place(COPIES_FOLDER))
        seen: dict[str, str] = await anyio.to_thread.run_sync(files.read_json, _ORPHANS) or {}
        orphans: dict[str, str] = {}
        for kind in self._kinds:
            stored = await anyio.to_thread.run_sync(files.list_files, kind.prefix)
            names = [one.name for one in stored if not one.is_local and kind.includes(one.name)]
            known = await self._state.database.read(kind.list_known, {read_owner(name) for name in names})
            for name in names:
                if read_owner(name) in known:
                    continue
                since = seen.get(name, now.isoformat())
                if datetime.fromisoformat(since) <= now - kind.keep_orphans:
                    await anyio.to_thread.run_sync(files.delete_remote, name)
                else:
                    orphans[name] = since
        if orphans != seen:
            await anyio.to_thread.run_sync(files.write_json, _ORPHANS, orphans)
            log.warning("files_without_record count=%d", len(orphans))
        self._next_sweep = now + _SWEEP_EVERY


def _remove_copies(folder: Path) -> None:
    """Remove files that a killed server was reading. All others are in use."""
    before = datetime.now(UTC) - _STALE_AFTER
    for path in folder.glob("*"):
        with contextlib.suppress(FileNotFoundError):
            if datetime.fromtimestamp(path.stat().st_mtime, tz=UTC) < before:
                path.unlink()
