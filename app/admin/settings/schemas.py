from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.schemas import ApiSchema, Email
from app.core.settings import Group

SettingKind = Literal["text", "multiline", "number", "boolean", "choice", "secret", "json", "color"]
SettingSource = Literal["environment", "stored", "default"]


class SettingView(ApiSchema):
    key: str
    variable: str
    """The environment variable that beats what is saved."""
    kind: SettingKind
    value: Any
    """The value that holds; always null for a secret."""
    is_set: bool
    source: SettingSource
    is_locked: bool
    """The environment has said it, or only the environment can."""
    applies_after_restart: bool
    is_pending: bool
    """Saved since the server started, and of the kind that counts after the next start only."""
    choices: list[str] | None
    default_value: Any


class SettingGroup(ApiSchema):
    key: Group
    settings: list[SettingView]


class SettingsView(ApiSchema):
    groups: list[SettingGroup]
    mail_ready: bool
    redirect_uri: str
    """What the identity provider must be told, where the server knows its address; else its path."""


class SettingsPatch(ApiSchema):
    values: Annotated[dict[str, Any], Field(max_length=100)]
    """By key; null goes back to the default."""


class TestMail(ApiSchema):
    to: Email


class LogoView(ApiSchema):
    logo_url: str | None
