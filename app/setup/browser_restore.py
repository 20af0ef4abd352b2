"""Restore of a backup on a server without accounts, while it runs.

The backup is checked and prepared next to the current data. Then the server restarts and puts it in place
before it opens the database (``app.backup.placing``). Until then, the current data is unchanged.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from pathlib import Path

import anyio.to_thread
from sqlalchemy.exc import SQLAlchemyError

from app.backup.errors import BackupFailed, PassphraseNeeded
from app.backup.restore import prepare_restore
from app.core.errors import InvalidState
from app.core.settings import Settings
from app.core.state import AppState
from app.doctor.checks import read_saved
from app.setup.restore_files import Upload, find_backup
from app.setup.restore_schemas import RestorePhase, RestoreProblem, RestoreProgress
from app.tls.certificate import CertificateProblem, read_certificate
from app.tls.serving import local_url
from app.users.repository import has_users

log = logging.getLogger("greenroom.restore")

NOTICE_SECONDS = 5.0
"""How long the restart waits for the browser to learn of it."""


class RestoreRunning(InvalidState):
    code = "RESTORE_RUNNING"

    def __init__(self) -> None:
        super().__init__("A restore is running already.")


class AccountsExist(InvalidState):
    code = "ACCOUNTS_EXIST"

    def __init__(self) -> None:
        super().__init__(
            "There are accounts on this server, so it cannot be replaced in the browser. Stop it and run "
            "`greenroom restore` with --replace."
        )


class _Cancelled(BackupFailed):
    code = "RESTORE_CANCELLED"

    def __init__(self) -> None:
        super().__init__("The restore was cancelled.")


class BrowserRestore:
    """One restore at a time, for the holder of the newest token."""

    def __init__(self, state: AppState) -> None:
        self._state = state
        self._token: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_cancelled = False
        self._done_bytes = self._total_bytes = 0
        self._problem: RestoreProblem | None = None
        self._is_ready = False
        self._address: str | None = None
        self.upload = Upload(state.settings.data_dir)

    def open(self) -> str:
        """A new token; the caller has checked the setup code. Earlier tokens become invalid."""
        self._token = secrets.token_urlsafe(32)
        return self._token

    def is_holder(self, token: str) -> bool:
        return self._token is not None and secrets.compare_digest(self._token.encode(), token.encode())

    def close(self) -> None:
        """The setup is over: an account exists."""
        self._token = None
        self._is_cancelled = True
        self.upload.delete()

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def is_ready(self) -> bool:
        """Whether a backup is ready to be put in place by the restart, which cannot be stopped any more."""
        return self._is_ready or self._state.restart_requested.is_set()

    def report(self) -> RestoreProgress:
        """The progress, for the browser. If it is ready, the server restarts at once."""
        if self._is_ready:
            self._state.restart_requested.set()
        return self.describe()

    def describe(self) -> RestoreProgress:
        phase = RestorePhase.RUNNING if self.is_running else RestorePhase.WAITING
        if self.is_ready:
            phase = RestorePhase.RESTARTING
        return RestoreProgress(
            phase=phase,
            done_bytes=self._done_bytes,
            total_bytes=self._total_bytes,
            problem=self._problem,
            address=self._address,
        )

    def require_idle(self) -> None:
        """Raises RestoreRunning."""
        if self.is_running or self.is_ready:
            raise RestoreRunning

    async def start(self, *, name: str | None, passphrase: str | None) -> None:
        """Restore a backup of the folder, or the uploaded one. Raises RestoreRunning, AccountsExist."""
        self.require_idle()
        if await self._state.database.read(has_users):
            raise AccountsExist
        # Another request may have started a restore first.
        self.require_idle()
        self._is_cancelled, self._problem, self._address = False, None, None
        self._done_bytes = self._total_bytes = 0
        self._task = asyncio.create_task(self._restore(name, passphrase), name="restore")

    async def cancel(self) -> None:
        """Cancel the running restore and discard the uploaded backup. Nothing is changed."""
        if self.is_ready:
            raise RestoreRunning
        await self._stop()
        self._problem = None
        await anyio.to_thread.run_sync(self.upload.delete)

    async def stop(self) -> None:
        """Cancel when the server stops.

        An uploaded backup is useless after the restart, which issues a new setup code.
        """
        await self._stop()
        await anyio.to_thread.run_sync(self.upload.delete)

    async def _stop(self) -> None:
        self._is_cancelled = True
        if self._task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(self._task)

    async def _restore(self, name: str | None, passphrase: str | None) -> None:
        try:
            await anyio.to_thread.run_sync(self._prepare, name, passphrase)
        except PassphraseNeeded as failure:
            self._fail(failure.code, "This backup is encrypted. Enter its passphrase.")
        except _Cancelled:
            log.info("restore_cancelled")
        except BackupFailed as failure:
            self._fail(failure.code, str(failure))
        except AccountsExist as failure:
            self._fail(failure.code, failure.message)
        except (OSError, SQLAlchemyError):
            log.exception("restore_failed")
            self._fail("BACKUP_FAILED", "The backup could not be restored. See the server log.")
        else:
            log.info("restore_ready")
            self._is_ready = True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._state.restart_requested.wait(), NOTICE_SECONDS)
            self._state.restart_requested.set()

    def _fail(self, code: str, message: str) -> None:
        log.warning("restore_refused code=%s", code)
        self._problem = RestoreProblem(code=code, message=message)

    def _prepare(self, name: str | None, passphrase: str | None) -> None:
        settings = self._state.base_settings
        source: Path = self.upload.require() if name is None else find_backup(settings.backup_folder, name)
        prepare_restore(
            settings,
            source=source,
            now=self._state.now(),
            passphrase=passphrase or None,
            only_if_empty=True,
            progress=self._report,
            before_ready=self._check_prepared,
        )

    def _report(self, done: int, total: int) -> None:
        """Called in the thread that restores."""
        self._done_bytes, self._total_bytes = done, total
        if self._is_cancelled:
            raise _Cancelled

    def _check_prepared(self, folder: Path) -> None:
        if self._is_cancelled:
            raise _Cancelled
        with self._state.database.reading() as session:
            if has_users(session):
                raise AccountsExist
        if self._state.settings_at_start.tls_cert is None:
            self._address = _find_secure_address(self._state.base_settings, folder)


def _find_secure_address(base: Settings, folder: Path) -> str | None:
    """Where a server with the data of ``folder`` answers over HTTPS; None if it has no usable certificate."""
    saved = read_saved(base.model_copy(update={"data_dir": folder, "database_url": None}))
    if saved.tls_cert is None:
        return None
    try:
        return local_url(saved, read_certificate(saved.tls_cert, saved.tls_key))
    except CertificateProblem:
        return None
