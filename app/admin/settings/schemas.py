"""Requests and responses of the settings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.schemas import ApiSchema, Email
from app.core.settings import Group

SettingKind = Literal["text", "multiline", "number", "boolean", "choice", "secret", "list", "json", "color"]
SettingSource = Literal["environment", "stored", "default"]


class SettingView(ApiSchema):
    key: str
    variable: str
    """Environment variable that overrides the saved value."""
    kind: SettingKind
    """``list`` for texts or numbers, ``json`` for a list of objects."""
    value: Any
    """Effective value; always null for a secret."""
    is_set: bool
    source: SettingSource
    is_locked: bool
    """Set by the environment, or only settable there."""
    applies_after_restart: bool
    is_pending: bool
    """Saved since the server started; takes effect after a restart."""
    choices: list[str] | None
    default_value: Any


class SettingGroup(ApiSchema):
    key: Group
    settings: list[SettingView]


class SettingsView(ApiSchema):
    groups: list[SettingGroup]
    mail_ready: bool
    scans_ready: bool
    """Whether Tesseract is installed. Without it, scanned documents are refused."""
    redirect_uri: str
    """Redirect URI to register at the identity provider; only its path if no public URL is set."""


class SettingsPatch(ApiSchema):
    values: Annotated[dict[str, Any], Field(max_length=100)]
    """By key; null restores the default."""


class TestEmail(ApiSchema):
    to: Email


class LogoView(ApiSchema):
    logo_url: str | None
