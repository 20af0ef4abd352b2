"""Routes that restore a backup before the first account exists.

The setup code is exchanged for a token that all other calls require.
"""

from __future__ import annotations

from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Depends, Query, Request, UploadFile

from app.backup.errors import BackupFailed
from app.core.errors import AppError, Unauthorized
from app.core.limits import limit_body
from app.core.part_uploads import MAX_PART_BODY_BYTES, MAX_PART_BYTES
from app.core.refusals import refuses
from app.core.schemas import Data, Success
from app.core.state import StateDep
from app.setup.browser_restore import BrowserRestore
from app.setup.restore_files import list_backups
from app.setup.restore_schemas import (
    MAX_BACKUP_BYTES,
    RestoreCode,
    RestoreOffer,
    RestoreProgress,
    RestoreStart,
    RestoreUpload,
)
from app.users import first_admin
from app.users.dependencies import bearer_token
from app.users.setup_code import watch_guesses

router = APIRouter(prefix="/api/setup/restore", tags=["setup"])

_STATUS = {"BACKUP_DISK_FULL": 507}


class RestoreClosed(Unauthorized):
    code = "RESTORE_CLOSED"

    def __init__(self) -> None:
        super().__init__("Enter the setup code again to restore a backup.")


def _get_restore(request: Request) -> BrowserRestore:
    restore = request.app.state.services.browser_restore
    assert isinstance(restore, BrowserRestore)
    return restore


def _require_holder(request: Request) -> BrowserRestore:
    restore = _get_restore(request)
    if not restore.is_holder(bearer_token(request)):
        raise RestoreClosed
    return restore


RestoreDep = Annotated[BrowserRestore, Depends(_require_holder)]


@router.post("", responses=refuses(403, 409, 429))
async def open_restore(request: Request, body: RestoreCode, state: StateDep) -> Data[RestoreOffer]:
    """Exchange the setup code for a token, and list the backups to restore. 409 once there is an admin."""
    async with watch_guesses(request, state) as guesses:
        await state.database.read(
            first_admin.require_setup_code, expected_code=state.setup_code, code=body.code
        )
        guesses.forget()
    restore = _get_restore(request)
    folder = state.base_settings.backup_folder
    backups = await anyio.to_thread.run_sync(list_backups, folder)
    return Data(
        data=RestoreOffer(
            token=restore.open(),
            has_folder=folder is not None,
            backups=backups,
            max_chunk_bytes=MAX_PART_BYTES,
            progress=restore.describe(),
        )
    )


@router.get("", responses=refuses(401))
async def read_restore(restore: RestoreDep) -> Data[RestoreProgress]:
    """Progress of the restore, and the reason if it failed. Once it is answered ``restarting``, the server
    restarts.
    """
    return Data(data=restore.report())


@router.delete("", responses=refuses(401, 409))
async def cancel_restore(restore: RestoreDep) -> Success:
    """Stop a restore and forget the uploaded backup. 409 ``RESTORE_RUNNING`` once the server restarts."""
    await restore.cancel()
    return Success()


@router.post("/chunks", responses=refuses(401, 409, 507))
@limit_body(MAX_PART_BODY_BYTES)
async def upload_chunk(
    restore: RestoreDep,
    chunk: UploadFile,
    offset: Annotated[int, Query(ge=0, le=MAX_BACKUP_BYTES)],
    total_bytes: Annotated[int, Query(alias="totalBytes", ge=1, le=MAX_BACKUP_BYTES)],
) -> Data[RestoreUpload]:
    """Add the next part of a backup; offset 0 starts a new upload. The first part shows whether it is a
    backup.

    422 ``BACKUP_FOREIGN`` and the like; 507 ``BACKUP_DISK_FULL``; 409 ``UPLOAD_OUT_OF_STEP``.
    """
    restore.require_idle()
    try:
        received = await anyio.to_thread.run_sync(
            lambda: restore.upload.append(chunk.file, offset=offset, total_bytes=total_bytes)
        )
    except BackupFailed as failure:
        status = _STATUS.get(failure.code, 422)
        raise AppError(str(failure), code=failure.code, status=status) from None
    return Data(data=RestoreUpload(received_bytes=received))


@router.post("/start", responses=refuses(401, 409))
async def start_restore(body: RestoreStart, restore: RestoreDep) -> Data[RestoreProgress]:
    """Check the backup and restart the server with it, in the background.

    409 ``RESTORE_RUNNING``, ``ACCOUNTS_EXIST``.
    """
    passphrase = None if body.passphrase is None else body.passphrase.get_secret_value()
    await restore.start(name=body.name, passphrase=passphrase)
    return Data(data=restore.describe())
