"""Routes of the settings, the logo and the test email."""

from __future__ import annotations

import logging

import anyio.to_thread
from fastapi import APIRouter, UploadFile

from app.admin.settings import service
from app.admin.settings.schemas import LogoView, SettingsPatch, SettingsView, TestMail
from app.core import stored_settings
from app.core.database import SessionDep
from app.core.errors import AppError, InvalidState
from app.core.schemas import Data, Success
from app.core.settings import Settings
from app.core.state import StateDep
from app.integrations.email.port import EmailFailed, EmailMessage
from app.integrations.email.smtp import make_transport
from app.site.logo import MAX_LOGO_BYTES, LogoFile
from app.users.dependencies import AdminUser

log = logging.getLogger("greenroom.settings")

router = APIRouter(prefix="/api/admin/settings", tags=["admin"])


class MailNotSent(AppError):
    code = "MAIL_FAILED"
    status = 502


@router.get("")
def read_settings(_admin: AdminUser, session: SessionDep, state: StateDep) -> Data[SettingsView]:
    """All effective settings with their sources. For secrets, only whether they are set."""
    saved = stored_settings.load(session, sealer=state.sealer)
    return Data(data=service.describe(state, saved=saved))


@router.patch("")
async def change_settings(body: SettingsPatch, _admin: AdminUser, state: StateDep) -> Data[SettingsView]:
    """Save settings. They take effect at once, or after a restart if they are marked so."""

    def work(session: SessionDep) -> tuple[Settings, dict[str, object]]:
        settings = service.change(session, state=state, values=body.values)
        return settings, stored_settings.load(session, sealer=state.sealer)

    state.settings, saved = await state.database.run(work)
    log.info("settings_changed keys=%s", ",".join(sorted(body.values)))
    return Data(data=service.describe(state, saved=saved))


@router.put("/logo")
def save_logo(logo: UploadFile, _admin: AdminUser, state: StateDep) -> Data[LogoView]:
    """Save the logo: a PNG, JPEG or WebP image of at most 512 kB."""
    file = LogoFile(state.settings.data_dir)
    file.save(logo.file.read(MAX_LOGO_BYTES + 1))
    return Data(data=LogoView(logo_url=file.url()))


@router.delete("/logo")
def remove_logo(_admin: AdminUser, state: StateDep) -> Data[LogoView]:
    LogoFile(state.settings.data_dir).remove()
    return Data(data=LogoView(logo_url=None))


@router.post("/test-mail")
async def send_test_mail(body: TestMail, _admin: AdminUser, state: StateDep) -> Success:
    """Send a test email with the current settings. 502 ``MAIL_FAILED`` with the mail server's reason."""
    settings = state.settings
    if not settings.has_email:
        raise InvalidState("Email is not set up. Enter at least the mail server and the sender's address.")
    mail = EmailMessage(
        recipient=body.to,
        subject=f"{settings.product_name}: test email",
        text=f"This email confirms that {settings.product_name} can send email with its current settings.\n",
    )
    try:
        await anyio.to_thread.run_sync(make_transport(settings).deliver, mail)
    except EmailFailed as failure:
        raise MailNotSent(f"The email was not sent: {failure.reason}") from failure
    return Success()
