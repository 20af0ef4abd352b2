"""Routes of the HTTPS setup: certificates, and the restart that puts them in use."""

from __future__ import annotations

from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Form, Request, UploadFile
from sqlalchemy.orm import Session

from app.admin.settings.changes import save_changes
from app.core.limits import limit_body
from app.core.outbound import require_public_hosts
from app.core.refusals import refuses
from app.core.schemas import Data, Success
from app.core.settings import Settings, WebAddress
from app.core.state import AppState, StateDep
from app.setup import browser_https
from app.setup.https_schemas import AuthorityRequest, HttpsView
from app.setup.running_interviews import require_none_running
from app.users.dependencies import AdminUser, ConfirmedAdmin
from app.users.tables import User

router = APIRouter(prefix="/api/admin/setup", tags=["setup"])


@router.get("/https")
async def read_https(_admin: AdminUser, state: StateDep) -> Data[HttpsView]:
    """The server's certificate, and names for one."""
    return await _describe(state)


@router.post("/https/authority", responses=refuses(409))
async def make_certificate(
    request: Request, body: AuthorityRequest, admin: ConfirmedAdmin, state: StateDep
) -> Data[HttpsView]:
    """Create a certificate with the local certificate authority. Takes effect after a restart.

    422 ``AUTHORITY_OTHER_NAMES`` if the present authority was made for other names; 409 ``HTTPS_LOCKED``.
    """
    values = await anyio.to_thread.run_sync(
        lambda: browser_https.make_certificate(
            state,
            names=body.names,
            public_url=body.public_url,
            new_authority=body.new_authority,
            now=state.now(),
        )
    )
    return await _save(request, values, admin=admin, state=state)


@router.post("/https/certificate", responses=refuses(409))
@limit_body(3 * browser_https.MAX_PEM_BYTES)
async def upload_certificate(
    request: Request,
    certificate: UploadFile,
    public_url: Annotated[WebAddress, Form(alias="publicUrl")],
    admin: ConfirmedAdmin,
    state: StateDep,
    key: UploadFile | None = None,
) -> Data[HttpsView]:
    """Store a certificate with its private key, in PEM. Takes effect after a restart.

    Refused if the key does not fit, or if it has expired or is for other addresses (422 with its code).
    Without ``key``, the key is in the same file. 409 ``HTTPS_LOCKED``.
    """
    content = await certificate.read(browser_https.MAX_PEM_BYTES + 1)
    key_content = b"" if key is None else await key.read(browser_https.MAX_PEM_BYTES + 1)
    values = await anyio.to_thread.run_sync(
        lambda: browser_https.store_certificate(
            state, certificate=content, key=key_content, public_url=public_url, now=state.now()
        )
    )
    return await _save(request, values, admin=admin, state=state)


@router.delete("/https", responses=refuses(409))
async def stop_https(request: Request, admin: ConfirmedAdmin, state: StateDep) -> Data[HttpsView]:
    """Use no certificate and listen on this machine only, as behind a proxy. 409 ``HTTPS_LOCKED``."""
    return await _save(request, browser_https.forget_certificate(state), admin=admin, state=state)


@router.post("/restart", status_code=202, responses=refuses(409))
async def restart(_admin: ConfirmedAdmin, state: StateDep) -> Success:
    """Restart the server, which takes some seconds. 409 ``INTERVIEWS_RUNNING`` while an interview runs."""
    await require_none_running(state)
    state.restart_requested.set()
    return Success()


async def _save(request: Request, values: dict[str, Any], *, admin: User, state: AppState) -> Data[HttpsView]:
    await require_public_hosts(state.settings, base=state.base_settings, values=values)

    def work(session: Session) -> Settings:
        return save_changes(session, request, values=values, state=state, admin=admin)

    state.change_settings(await state.database.run(work))
    return await _describe(state)


async def _describe(state: AppState) -> Data[HttpsView]:
    return Data(data=await anyio.to_thread.run_sync(lambda: browser_https.describe(state, now=state.now())))
