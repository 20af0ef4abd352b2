"""Routes of the settings, the logo and the test email."""

from __future__ import annotations

from functools import partial
from typing import Any

import anyio.to_thread
from fastapi import APIRouter, Request, UploadFile
from sqlalchemy.orm import Session

from app.admin.models.choice import require_usable_models
from app.admin.settings import service
from app.admin.settings.changes import record_change, save_changes
from app.admin.settings.errors import EmailNotSent
from app.admin.settings.schemas import LogoView, SettingsPatch, SettingsView, TestEmail
from app.core import stored_settings
from app.core.database import SessionDep
from app.core.errors import InvalidState
from app.core.limits import limit_body
from app.core.outbound import require_public_hosts
from app.core.refusals import refuses
from app.core.schemas import Data, Success
from app.core.settings import Settings
from app.core.state import StateDep
from app.integrations.email.port import EmailFailed
from app.integrations.email.smtp import make_transport
from app.site.logo import MAX_LOGO_BYTES, LogoFile
from app.users.dependencies import AdminUser, ConfirmedAdmin

router = APIRouter(prefix="/api/admin/settings", tags=["admin"])


@router.get("")
def read_settings(_admin: AdminUser, session: SessionDep, state: StateDep) -> Data[SettingsView]:
    """All effective settings with their sources. For secrets, only whether they are set."""
    saved = stored_settings.load(session, sealer=state.sealer)
    return Data(data=service.describe(state, saved=saved))


@router.patch("", responses=refuses(409))
@limit_body(2_000_000)
async def change_settings(
    request: Request, body: SettingsPatch, admin: ConfirmedAdmin, state: StateDep
) -> Data[SettingsView]:
    """Save settings. They take effect at once, or after a restart where marked."""

    await require_public_hosts(state.settings, base=state.base_settings, values=body.values)
    saved = await state.database.read(partial(stored_settings.load, sealer=state.sealer))
    intended = service.combine_changes(state.base_settings, saved=saved, values=body.values)
    await anyio.to_thread.run_sync(partial(require_usable_models, intended, values=body.values))

    def work(session: Session) -> tuple[Settings, dict[str, object]]:
        settings = save_changes(session, request, values=body.values, state=state, admin=admin)
        return settings, stored_settings.load(session, sealer=state.sealer)

    settings, saved = await state.database.run(work)
    state.change_settings(settings)
    return Data(data=service.describe(state, saved=saved))


@router.put("/logo")
@limit_body(1_000_000)
def save_logo(
    request: Request, logo: UploadFile, admin: AdminUser, session: SessionDep, state: StateDep
) -> Data[LogoView]:
    """Save the logo: a PNG, JPEG or WebP image of at most 512 kB."""
    file = LogoFile(state.settings.data_dir)
    before = file.url()
    file.save(logo.file.read(MAX_LOGO_BYTES + 1))
    record_change(session, request, changes=_describe_logo(before, file.url()), state=state, admin=admin)
    return Data(data=LogoView(logo_url=file.url()))


@router.delete("/logo")
def remove_logo(request: Request, admin: AdminUser, session: SessionDep, state: StateDep) -> Data[LogoView]:
    file = LogoFile(state.settings.data_dir)
    record_change(session, request, changes=_describe_logo(file.url(), None), state=state, admin=admin)
    file.remove()
    return Data(data=LogoView(logo_url=None))


@router.post("/test-mail", responses=refuses(409))
async def send_test_email(body: TestEmail, _admin: AdminUser, state: StateDep) -> Success:
    """Send a test email with the current settings. 502 ``MAIL_FAILED`` with the reason in ``failure``."""
    settings = state.settings
    if not settings.has_email:
        raise InvalidState("Email is not set up. Enter at least the mail server and the sender's address.")
    mail = service.make_test_mail(settings, recipient=body.to)
    try:
        await anyio.to_thread.run_sync(make_transport(settings, base=state.base_settings).deliver, mail)
    except EmailFailed as failed:
        raise EmailNotSent(failed.failure) from failed
    return Success()


def _describe_logo(before: str | None, after: str | None) -> dict[str, dict[str, Any]]:
    return {"logo": {"before": before, "after": after}}
