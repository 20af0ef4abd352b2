"""Requests and responses of a restore in the setup."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, SecretStr

from app.core.schemas import ApiSchema, UtcTime

MAX_BACKUP_BYTES = 1024**4


class RestoreCode(ApiSchema):
    code: Annotated[str, Field(min_length=1, max_length=100)]


class StoredBackup(ApiSchema):
    """A backup in the backup folder of the server."""

    name: str
    size_bytes: int
    created_at: UtcTime | None
    """Null if the file does not contain it."""
    version: str
    """Version of Greenroom that made it."""
    is_encrypted: bool


class RestorePhase(StrEnum):
    WAITING = "waiting"
    """No restore was started, or the last one failed."""
    RUNNING = "running"
    RESTARTING = "restarting"
    """The backup has been checked; the server restarts with it."""


class RestoreProblem(ApiSchema):
    """Why the last attempt failed. Nothing was changed."""

    code: str
    message: str
    """In English; clients translate by ``code``."""


class RestoreProgress(ApiSchema):
    phase: RestorePhase
    done_bytes: int
    total_bytes: int
    """Bytes of the backup file. All are done by the time the database is migrated."""
    problem: RestoreProblem | None
    address: str | None
    """Where the server answers after the restart, if the backup's certificate turns HTTPS on."""


class RestoreOffer(ApiSchema):
    """Options for a visitor with the setup code."""

    token: str
    """Bearer token for the other calls. A newer one makes it invalid."""
    has_folder: bool
    """Whether this server has a backup folder."""
    backups: list[StoredBackup]
    """Newest first."""
    max_chunk_bytes: int
    progress: RestoreProgress


class RestoreUpload(ApiSchema):
    received_bytes: int


class RestoreStart(ApiSchema):
    name: Annotated[str, Field(max_length=255)] | None = None
    """A backup in the folder; null for the one that was uploaded."""
    passphrase: Annotated[SecretStr, Field(max_length=1000)] | None = None
