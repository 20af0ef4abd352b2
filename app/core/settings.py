"""Server settings: from the environment as ``GREENROOM_<NAME>``, else as saved by an admin, else defaults.

docs/operations.md describes every field; a test compares the two. The environment overrides saved values
(``app.core.stored_settings``), so that the operator of the machine has the last word.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, StringConstraints
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from app.core.invalid_values import FieldSentence


class Group(StrEnum):
    """Sections of the settings page, in their order: what admins change most comes first."""

    BRANDING = "branding"
    MAIL = "mail"
    SIGN_IN = "sign_in"
    INTERVIEWS = "interviews"
    BILLING = "billing"
    TEXTS = "texts"
    CONTACT = "contact"
    LANGUAGE_MODEL = "language_model"
    SPEECH = "speech"
    EMBEDDINGS = "embeddings"
    USAGE = "usage"
    BACKUP = "backup"
    FILES = "files"
    SERVER = "server"


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
_NETWORK = Option(Group.SERVER, after_restart=True)
_FIRST_ADMIN = Option(Group.SERVER, environment_only=True, after_restart=True)
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
_USAGE = Option(Group.USAGE)
_BACKUP = Option(Group.BACKUP)
_FILES = Option(Group.FILES, after_restart=True)


def _require_web_address(value: str) -> str:
    if not re.fullmatch(r"https?://\S+", value):
        raise ValueError(
            FieldSentence(
                "This must be a complete address, such as https://interviews.example.com.",
                code="NOT_A_WEB_ADDRESS",
            )
        )
    return value


WebAddress = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=500),
    AfterValidator(_require_web_address),
]
LinkAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=500, pattern=r"^(https?://|mailto:|tel:|/)\S+$")
]
EmailAddress = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=320, pattern=r"^[^@\s<>]+@[^@\s<>]+$")
]
ShortText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]

BucketName = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$")
]
KeyPrefix = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]*/)*$")
]
"""Folders in a bucket, each with a slash at its end."""

KeyText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[!-~]+$")]
"""Visible ASCII characters, which a header can hold."""


def _require_network(value: str) -> str:
    ip_network(value)
    return value


Network = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(_require_network)]
"""An IP address, or a network in CIDR notation."""


def _read_json_list(value: object) -> object:
    """The list in an environment variable. Anything but text is returned as it is."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise ValueError(FieldSentence("This must be a JSON list.", code="NOT_A_LIST")) from None


def _read_items(value: object) -> object:
    """Like ``_read_json_list``, but other text than a JSON list is split at its commas."""
    if isinstance(value, str) and not value.lstrip().startswith("["):
        return [item.strip() for item in value.split(",") if item.strip()]
    return _read_json_list(value)


# NoDecode: pydantic-settings would decode the text itself and raise an error that names no reason.
_ITEMS = (NoDecode, BeforeValidator(_read_items))
_JSON = (NoDecode, BeforeValidator(_read_json_list))

Price = Annotated[Decimal, Field(ge=0, le=1000, max_digits=12, decimal_places=8, allow_inf_nan=False)]
"""US dollars, exact to a millionth of a cent."""


def default_data_dir() -> Path:
    return Path.home() / ".local" / "share" / "greenroom"


class Settings(BaseSettings):
    """All settings, with their types and limits."""

    model_config = SettingsConfigDict(env_prefix="GREENROOM_", extra="ignore", env_ignore_empty=True)

    host: Annotated[ShortText, _NETWORK] = "127.0.0.1"
    port: Annotated[int, _BOOT] = Field(default=8420, ge=1, le=65535)
    data_dir: Annotated[Path, _BOOT] = Field(default_factory=default_data_dir)
    models_dir: Annotated[Path | None, _BOOT] = None
    database_url: Annotated[SecretStr | None, _BOOT] = None
    redis_url: Annotated[SecretStr | None, _BOOT] = None
    """Redis server through which the server processes of a cluster notify each other.

    None: a single process.
    """
    server_name: Annotated[
        Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")] | None, _BOOT
    ] = None
    """Name of this process in a cluster, by which the proxy finds it."""
    preload_models: Annotated[bool, _BOOT] = False
    """Load the language and the speech model at the start, not when the first person signs in."""
    web_dir: Annotated[Path | None, _BOOT] = None
    """The built web client. Default: web/dist of the checkout."""
    tls_cert: Annotated[Path | None, _NETWORK] = None
    """PEM file of the certificate for HTTPS. None: HTTP."""
    tls_key: Annotated[Path | None, _NETWORK] = None
    """PEM file of its private key. None: the key is in the certificate file."""
    public_url: Annotated[WebAddress | None, Option(Group.SERVER)] = None
    watchdog_seconds: Annotated[int, _BOOT] = Field(default=30, ge=0, le=3600)
    """How long the event loop may be blocked before the server is restarted; 0: no watchdog."""
    trusted_proxies: Annotated[list[Network], *_ITEMS, _BOOT] = Field(
        default_factory=lambda: ["127.0.0.1", "::1"], max_length=100
    )
    """Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    internal_hosts: Annotated[list[ShortText], *_ITEMS, _BOOT] = Field(default_factory=list, max_length=100)
    """Names, addresses and networks of the internal network that administrators may enter in the settings."""
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], _BOOT] = "INFO"
    log_format: Annotated[Literal["text", "json"], _BOOT] = "text"
    otel_endpoint: Annotated[WebAddress | None, _BOOT] = None
    """Base URL of an OpenTelemetry collector (OTLP over HTTP) for traces. None: nothing is traced."""
    metrics_token: Annotated[
        Annotated[SecretStr, Field(min_length=16, max_length=200)] | None, Option(Group.SERVER)
    ] = None
    """Bearer token for monitoring systems that read /metrics. None: administrators only."""

    admin_username: Annotated[str | None, _FIRST_ADMIN] = None
    admin_password: Annotated[SecretStr | None, _FIRST_ADMIN] = None
    demo_interview: Annotated[bool, _FIRST_ADMIN] = False
    """Whether the first administrator, created from these variables, gets a demo interview."""

    session_hours: Annotated[int, _SIGN_IN] = Field(default=12, ge=1, le=24 * 30)
    session_idle_minutes: Annotated[int, _SIGN_IN] = Field(default=0, ge=0, le=30 * 24 * 60)
    """Sessions end after this time without use; 0: only session_hours ends them."""
    login_attempts: Annotated[int, _SIGN_IN_LATER] = Field(default=10, ge=1, le=1000)
    """Failed sign-ins per username and per address within login_window_seconds before 429."""
    login_window_seconds: Annotated[int, _SIGN_IN_LATER] = Field(default=300, ge=1, le=86_400)
    security_event_days: Annotated[int, _SIGN_IN] = Field(default=365, ge=30, le=3650)
    """How long sign-ins, changes of access, exports and deletions stay recorded."""
    self_registration: Annotated[bool, _SIGN_IN] = False
    """Whether anyone can create a recruiter account with 'Sign Up Free'."""
    require_second_factor: Annotated[Literal["nobody", "admins", "everybody"], _SIGN_IN] = "nobody"
    oidc_issuer: Annotated[WebAddress | None, _SIGN_IN] = None
    oidc_client_id: Annotated[ShortText | None, _SIGN_IN] = None
    oidc_client_secret: Annotated[SecretStr | None, _SIGN_IN] = None
    oidc_label: Annotated[ShortText, _SIGN_IN] = "Google"
    """The sign-in button reads 'Continue with <label>'."""
    oidc_acr_values: Annotated[ShortText | None, _SIGN_IN] = None
    """Separated by spaces. A sign-in through the provider must have one of them; None accepts any."""
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
    mail_from: Annotated[EmailAddress | None, _MAIL] = None
    reminder_minutes: Annotated[list[Annotated[int, Field(ge=5, le=20_160)]], *_ITEMS, _MAIL] = Field(
        default_factory=lambda: [24 * 60, 60], max_length=5
    )
    """Minutes before an interview at which invited people are reminded. An empty list: never."""

    contact_url: Annotated[LinkAddress | None, _CONTACT] = None
    """Target of 'Contact Us'. Default: the demo request form of the landing page."""
    demo_requests_to: Annotated[EmailAddress | None, _CONTACT] = None
    recaptcha_site_key: Annotated[ShortText | None, _CONTACT] = None
    recaptcha_secret_key: Annotated[SecretStr | None, _CONTACT] = None
    """With the site key, replaces the proof of work, which needs no internet, by Google's check."""

    billing_mode: Annotated[Literal["off", "internal", "stripe"], _BILLING] = "internal"
    stripe_secret_key: Annotated[SecretStr | None, _BILLING] = None
    stripe_webhook_secret: Annotated[SecretStr | None, _BILLING] = None
    """Signing secret of the webhook endpoint."""
    stripe_price_starter: Annotated[ShortText | None, _BILLING] = None
    """Id of the monthly price of this plan at Stripe."""
    stripe_price_growth: Annotated[ShortText | None, _BILLING] = None
    stripe_price_top_up: Annotated[ShortText | None, _BILLING] = None
    """Id of the one-time price of 10 credits."""

    max_upload_bytes: Annotated[int, Option(Group.INTERVIEWS, after_restart=True)] = Field(
        default=10 * 1024 * 1024, ge=1024, le=1024 * 1024 * 1024
    )
    document_wait_seconds: Annotated[int, _INTERVIEWS] = Field(default=600, ge=1, le=3600)
    """How long a request waits for a document to be processed. The work itself continues."""
    unimported_document_days: Annotated[int, _INTERVIEWS] = Field(default=30, ge=1, le=3650)
    """How long documents that were uploaded and never imported are kept after their last change."""
    interview_retention_days: Annotated[int | None, _INTERVIEWS] = Field(default=None, ge=1, le=36_500)
    """How long ended interviews are kept, with transcript, report and questions. None: until deleted."""
    recording_allowed: Annotated[bool, _INTERVIEWS] = False
    """Whether recruiters may have the audio of an interview recorded, if its candidate agrees."""
    recording_retention_days: Annotated[int | None, _INTERVIEWS] = Field(default=30, ge=1, le=36_500)
    """How long recordings are kept after the end. None: as long as their interview."""
    max_running_interviews: Annotated[int | None, _INTERVIEWS] = Field(default=None, ge=1, le=1000)
    """How many interviews may run at once. None: as many as were measured for this machine."""
    max_interview_minutes: Annotated[int, _INTERVIEWS] = Field(default=120, ge=1, le=24 * 60)
    score_before_report: Annotated[bool, _INTERVIEWS] = True
    """Whether a user sees the report, and the scores of others, only after scoring or choosing to look."""
    countdown_minutes: Annotated[int, _INTERVIEWS] = Field(default=110, ge=0, le=24 * 60)
    consistency_check: Annotated[bool, _INTERVIEWS] = True
    """Whether reports compare the candidate's statements with the CV and with each other."""
    live_reading: Annotated[bool, _INTERVIEWS] = True
    """Whether the exchanges of a running interview are read as they end.

    The report is then ready soon after the interview. Otherwise all of it is written afterwards, and the
    second reading of Question Sense is off.
    """
    ice_servers: Annotated[list[dict[str, object]], *_JSON, _INTERVIEWS] = Field(default_factory=list)
    """RTCIceServer objects as JSON, for example [{"urls": "stun:stun.example.net"}]. Default: none."""
    turn_secret: Annotated[SecretStr | None, _INTERVIEWS] = None
    """Secret shared with the TURN servers (coturn: static-auth-secret). With it, each participant gets
    credentials that expire; TURN servers in the setting above then need no user name and credential."""

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
    speech_engine: Annotated[Literal["auto", "whisper_cpp", "ctranslate2"], _SPEECH] = "auto"
    """Engine for the local speech model; auto: the one that `greenroom measure-speech` found faster."""
    max_audio_bytes: Annotated[int, _SPEECH] = Field(default=64 * 1024 * 1024, ge=1024, le=128 * 1024 * 1024)
    """Largest recording for single-file transcription: half an hour of WAV, hours of compressed audio."""
    inference_api_key: Annotated[
        Annotated[SecretStr, Field(min_length=16, max_length=200)] | None, Option(Group.SPEECH)
    ] = None
    """Lets programs without an account call POST /inference. None: signed-in users only."""

    embeddings_provider: Annotated[Literal["local", "openai"], _EMBEDDINGS] = "local"
    embeddings_model: Annotated[str | None, _EMBEDDINGS] = None
    embeddings_base_url: Annotated[WebAddress | None, _EMBEDDINGS] = None
    embeddings_api_key: Annotated[SecretStr | None, _EMBEDDINGS] = None

    llm_input_price: Annotated[Price, _USAGE] = Decimal(0)
    """US dollars per 1,000 tokens that the language model reads. Local models cost nothing by default."""
    llm_output_price: Annotated[Price, _USAGE] = Decimal(0)
    """US dollars per 1,000 tokens that the language model writes."""
    speech_price: Annotated[Price, _USAGE] = Decimal(0)
    """US dollars per minute of transcribed audio."""
    embeddings_price: Annotated[Price, _USAGE] = Decimal(0)
    """US dollars per 1,000 tokens."""
    usage_call_days: Annotated[int, _USAGE] = Field(default=90, ge=1, le=3650)
    """How long single engine calls are kept. Their sums per day stay."""

    backup_folder: Annotated[Path | None, Option(Group.BACKUP, environment_only=True, after_restart=True)] = (
        None
    )
    """Folder of the daily backups, for this server alone. None: no daily backups."""
    backup_s3_url: Annotated[WebAddress | None, Option(Group.BACKUP, after_restart=True)] = None
    """URL of an S3-compatible store for daily backups, without the bucket. None: no store."""
    backup_s3_bucket: Annotated[BucketName | None, _BACKUP] = None
    backup_s3_prefix: Annotated[KeyPrefix, _BACKUP] = ""
    """Prefix of backup names in the bucket, such as ``greenroom/``."""
    backup_s3_region: Annotated[KeyText, _BACKUP] = "us-east-1"
    backup_s3_access_key: Annotated[KeyText | None, _BACKUP] = None
    backup_s3_secret_key: Annotated[SecretStr | None, _BACKUP] = None
    backup_hour: Annotated[int, Option(Group.BACKUP, after_restart=True)] = Field(default=2, ge=0, le=23)
    """Hour of the daily backup in UTC."""
    backup_daily: Annotated[int, _BACKUP] = Field(default=7, ge=1, le=366)
    """How many daily backups are kept."""
    backup_weekly: Annotated[int, _BACKUP] = Field(default=4, ge=0, le=520)
    """How many weekly backups are kept."""
    backup_passphrase: Annotated[
        Annotated[SecretStr, Field(min_length=12, max_length=200)] | None, _BACKUP
    ] = None
    """Encrypts backups. None: backups are not encrypted."""

    files_s3_url: Annotated[WebAddress | None, _FILES] = None
    """URL of an S3-compatible store for documents and recordings. None: they stay in the data folder."""
    files_s3_bucket: Annotated[BucketName | None, _FILES] = None
    files_s3_prefix: Annotated[KeyPrefix, _FILES] = ""
    """Prefix of file names in the bucket, such as ``greenroom/``."""
    files_s3_region: Annotated[KeyText, _FILES] = "us-east-1"
    files_s3_access_key: Annotated[KeyText | None, _FILES] = None
    files_s3_secret_key: Annotated[SecretStr | None, _FILES] = None

    @property
    def has_backups(self) -> bool:
        """Whether there is a place for daily backups."""
        return self.backup_folder is not None or self.backup_s3_url is not None

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
