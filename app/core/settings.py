"""Server settings: from the environment as ``GREENROOM_<NAME>``, else as saved by an admin, else defaults.

docs/operations.md describes every field; a test compares the two. The environment overrides saved values
(``app.core.stored_settings``), so that the operator of the machine has the last word.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, StringConstraints
from pydantic_settings import BaseSettings, SettingsConfigDict


class Group(StrEnum):
    """Sections of the settings page."""

    SERVER = "server"
    SIGN_IN = "sign_in"
    BRANDING = "branding"
    TEXTS = "texts"
    MAIL = "mail"
    CONTACT = "contact"
    BILLING = "billing"
    INTERVIEWS = "interviews"
    LANGUAGE_MODEL = "language_model"
    SPEECH = "speech"
    EMBEDDINGS = "embeddings"


@dataclass(frozen=True, slots=True)
class Option:
    """Metadata of a setting: its group on the settings page, and when a change takes effect."""

    group: Group
    environment_only: bool = False
    """Needed to open the database: an admin can see it but not save it."""
    after_restart: bool = False
    """A change takes effect at the next start."""
    multiline: bool = False


def get_option(name: str) -> Option:
    """The option of a field of Settings."""
    for entry in Settings.model_fields[name].metadata:
        if isinstance(entry, Option):
            return entry
    raise KeyError(name)


_BOOT = Option(Group.SERVER, environment_only=True, after_restart=True)
_FIRST_ADMIN = Option(Group.SIGN_IN, environment_only=True, after_restart=True)
_SIGN_IN = Option(Group.SIGN_IN)
_SIGN_IN_LATER = Option(Group.SIGN_IN, after_restart=True)
_BRANDING = Option(Group.BRANDING)
_TEXT = Option(Group.TEXTS, multiline=True)
_MAIL = Option(Group.MAIL)
_CONTACT = Option(Group.CONTACT)
_BILLING = Option(Group.BILLING)
_INTERVIEWS = Option(Group.INTERVIEWS)
_LLM = Option(Group.LANGUAGE_MODEL, after_restart=True)
_SPEECH = Option(Group.SPEECH, after_restart=True)
_EMBEDDINGS = Option(Group.EMBEDDINGS, after_restart=True)

WebAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=500, pattern=r"^https?://\S+$")
]
LinkAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=500, pattern=r"^(https?://|mailto:|tel:|/)\S+$")
]
MailAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=320, pattern=r"^[^@\s<>]+@[^@\s<>]+$")
]
ShortText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


def default_data_dir() -> Path:
    return Path.home() / ".local" / "share" / "greenroom"


class Settings(BaseSettings):
    """All settings, with their types and limits."""

    model_config = SettingsConfigDict(env_prefix="GREENROOM_", extra="ignore", env_ignore_empty=True)

    host: Annotated[str, _BOOT] = "127.0.0.1"
    port: Annotated[int, _BOOT] = Field(default=8420, ge=1, le=65535)
    data_dir: Annotated[Path, _BOOT] = Field(default_factory=default_data_dir)
    models_dir: Annotated[Path | None, _BOOT] = None
    database_url: Annotated[SecretStr | None, _BOOT] = None
    web_dir: Annotated[Path | None, _BOOT] = None
    """The built web client. Default: web/dist of the checkout."""
    public_url: Annotated[WebAddress | None, Option(Group.SERVER)] = None
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], _BOOT] = "INFO"

    admin_username: Annotated[str | None, _FIRST_ADMIN] = None
    admin_password: Annotated[SecretStr | None, _FIRST_ADMIN] = None

    session_hours: Annotated[int, _SIGN_IN] = Field(default=12, ge=1, le=24 * 30)
    login_attempts: Annotated[int, _SIGN_IN_LATER] = Field(default=10, ge=1, le=1000)
    """Failed sign-ins per username and per address within login_window_seconds before 429."""
    login_window_seconds: Annotated[int, _SIGN_IN_LATER] = Field(default=300, ge=1, le=86_400)
    self_registration: Annotated[bool, _SIGN_IN] = False
    """Whether anyone can create a recruiter account with 'Sign Up Free'."""
    require_second_factor: Annotated[Literal["nobody", "admins", "everybody"], _SIGN_IN] = "nobody"
    oidc_issuer: Annotated[WebAddress | None, _SIGN_IN] = None
    oidc_client_id: Annotated[ShortText | None, _SIGN_IN] = None
    oidc_client_secret: Annotated[SecretStr | None, _SIGN_IN] = None
    oidc_label: Annotated[ShortText, _SIGN_IN] = "Google"
    """The sign-in button reads 'Continue with <label>'."""
    oidc_create_users: Annotated[bool, _SIGN_IN] = False
    """Whether the first sign-in with an unknown email address creates a recruiter account."""

    product_name: Annotated[ShortText, _BRANDING] = "Greenroom"
    accent_color: Annotated[
        Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^#[0-9a-fA-F]{6}$")] | None,
        _BRANDING,
    ] = None

    landing_text: Annotated[Annotated[str, StringConstraints(max_length=2_000)] | None, _TEXT] = None
    """Replaces the opening text of the landing page. The first line is the heading."""
    terms_text: Annotated[Annotated[str, StringConstraints(max_length=100_000)] | None, _TEXT] = None
    privacy_text: Annotated[Annotated[str, StringConstraints(max_length=100_000)] | None, _TEXT] = None
    """Markdown, like terms_text."""

    smtp_host: Annotated[ShortText | None, _MAIL] = None
    smtp_port: Annotated[int, _MAIL] = Field(default=587, ge=1, le=65535)
    smtp_security: Annotated[Literal["starttls", "tls", "none"], _MAIL] = "starttls"
    smtp_username: Annotated[ShortText | None, _MAIL] = None
    smtp_password: Annotated[SecretStr | None, _MAIL] = None
    mail_from: Annotated[MailAddress | None, _MAIL] = None
    reminder_minutes: Annotated[list[Annotated[int, Field(ge=5, le=20_160)]], _MAIL] = Field(
        default_factory=lambda: [24 * 60, 60], max_length=5
    )
    """Minutes before an interview at which invited people are reminded. An empty list: never."""

    contact_url: Annotated[LinkAddress | None, _CONTACT] = None
    """Target of 'Contact Us'. Default: the demo request form of the landing page."""
    demo_requests_to: Annotated[MailAddress | None, _CONTACT] = None
    recaptcha_site_key: Annotated[ShortText | None, _CONTACT] = None
    recaptcha_secret_key: Annotated[SecretStr | None, _CONTACT] = None
    """With the site key, replaces the proof of work, which needs no internet, by Google's check."""

    billing_mode: Annotated[Literal["off", "internal"], _BILLING] = "internal"

    max_upload_bytes: Annotated[int, Option(Group.INTERVIEWS, after_restart=True)] = Field(
        default=10 * 1024 * 1024, ge=1024, le=1024 * 1024 * 1024
    )
    document_wait_seconds: Annotated[int, _INTERVIEWS] = Field(default=600, ge=1, le=3600)
    """How long a request waits for a document to be processed. The work itself continues."""
    unimported_document_days: Annotated[int, _INTERVIEWS] = Field(default=30, ge=1, le=3650)
    """How long documents of a bulk import that were never imported are kept after its last change."""
    max_interview_minutes: Annotated[int, _INTERVIEWS] = Field(default=120, ge=1, le=24 * 60)
    countdown_minutes: Annotated[int, _INTERVIEWS] = Field(default=110, ge=0, le=24 * 60)
    ice_servers: Annotated[list[dict[str, object]], _INTERVIEWS] = Field(default_factory=list)
    """RTCIceServer objects as JSON, for example [{"urls": "stun:stun.example.net"}]. Default: none."""

    llm_provider: Annotated[Literal["local", "openai"], _LLM] = "local"
    llm_model: Annotated[str | None, _LLM] = None
    llm_base_url: Annotated[WebAddress | None, _LLM] = None
    llm_api_key: Annotated[SecretStr | None, _LLM] = None
    llm_threads: Annotated[int | None, _LLM] = None
    llm_context_window: Annotated[int, _LLM] = Field(default=8192, ge=1024)
    llm_gpu_layers: Annotated[int, _LLM] = 0

    speech_provider: Annotated[Literal["local", "openai", "whisper_cpp"], _SPEECH] = "local"
    speech_model: Annotated[str | None, _SPEECH] = None
    speech_base_url: Annotated[WebAddress | None, _SPEECH] = None
    speech_api_key: Annotated[SecretStr | None, _SPEECH] = None
    speech_threads: Annotated[int | None, _SPEECH] = None

    embeddings_provider: Annotated[Literal["local", "openai"], _EMBEDDINGS] = "local"
    embeddings_model: Annotated[str | None, _EMBEDDINGS] = None
    embeddings_base_url: Annotated[WebAddress | None, _EMBEDDINGS] = None
    embeddings_api_key: Annotated[SecretStr | None, _EMBEDDINGS] = None

    @property
    def resolved_models_dir(self) -> Path:
        return self.models_dir or self.data_dir / "models"

    @property
    def resolved_database_url(self) -> str:
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        return f"sqlite:///{self.data_dir / 'greenroom.db'}"

    @property
    def documents_dir(self) -> Path:
        return self.data_dir / "documents"

    @property
    def has_provider(self) -> bool:
        """Whether users can sign in through an identity provider."""
        return bool(self.oidc_issuer and self.oidc_client_id)

    @property
    def has_email(self) -> bool:
        return bool(self.smtp_host and self.mail_from)

    @property
    def has_recaptcha(self) -> bool:
        """Whether both keys are set. With only one, the proof of work stays."""
        return bool(self.recaptcha_site_key and self.recaptcha_secret_key)
