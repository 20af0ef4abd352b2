"""Settings of one server. Each is read from the environment as ``GREENROOM_<NAME>``.

Every field is described in docs/operations.md; a test holds the two together.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


def default_data_dir() -> Path:
    return Path.home() / ".local" / "share" / "greenroom"


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="GREENROOM_", extra="ignore", env_ignore_empty=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8420, ge=1, le=65535)
    data_dir: Path = Field(default_factory=default_data_dir)
    models_dir: Path | None = None
    database_url: str | None = None
    web_dir: Path | None = None
    """The built web client; by default web/dist of the checkout."""
    public_url: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    admin_username: str | None = None
    admin_password: SecretStr | None = None

    session_hours: int = Field(default=12, ge=1, le=24 * 30)
    login_attempts: int = Field(default=10, ge=1)
    """Failed sign-ins per name and per address before 429, within login_window_seconds."""
    login_window_seconds: int = Field(default=300, ge=1)

    max_upload_bytes: int = Field(default=10 * 1024 * 1024, ge=1024)
    max_interview_minutes: int = Field(default=120, ge=1, le=24 * 60)
    countdown_minutes: int = Field(default=110, ge=0)
    ice_servers: list[dict[str, object]] = Field(default_factory=list)
    """RTCIceServer dictionaries as JSON, e.g. [{"urls": "stun:stun.example.net"}]. None by default."""

    llm_provider: Literal["local", "openai"] = "local"
    llm_model: str | None = None
    llm_base_url: str | None = None
    llm_api_key: SecretStr | None = None
    llm_threads: int | None = None
    llm_context_window: int = Field(default=8192, ge=1024)
    llm_gpu_layers: int = 0

    speech_provider: Literal["local", "openai", "whisper_cpp"] = "local"
    speech_model: str | None = None
    speech_base_url: str | None = None
    speech_api_key: SecretStr | None = None
    speech_threads: int | None = None

    embeddings_provider: Literal["local", "openai"] = "local"
    embeddings_model: str | None = None
    embeddings_base_url: str | None = None
    embeddings_api_key: SecretStr | None = None

    @property
    def resolved_models_dir(self) -> Path:
        return self.models_dir or self.data_dir / "models"

    @property
    def resolved_database_url(self) -> str:
        return self.database_url or f"sqlite:///{self.data_dir / 'greenroom.db'}"

    @property
    def documents_dir(self) -> Path:
        return self.data_dir / "documents"
