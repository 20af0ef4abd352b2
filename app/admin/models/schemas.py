"""Requests and responses of the models on this machine."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import StringConstraints

from app.core.schemas import ApiSchema
from models.catalog import ModelKind
from models.url_models import MAX_URL_LENGTH

FileKind = Literal[ModelKind.LLM, ModelKind.SPEECH]
"""Kinds of models that consist of a single file."""


FileName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255)]


class DownloadPhase(StrEnum):
    DOWNLOADING = "downloading"
    VERIFYING = "verifying"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class DownloadProblem(ApiSchema):
    """Why a download failed. The installed models are unchanged."""

    code: str
    message: str
    """In English; clients translate by ``code``."""


class ModelDownload(ApiSchema):
    """The running download, or the last one since the server started."""

    name: str
    kind: FileKind
    phase: DownloadPhase
    done_bytes: int
    total_bytes: int
    """0 until the remote server has reported it."""
    problem: DownloadProblem | None


class StoredModel(ApiSchema):
    """A verified language or speech model in the models folder."""

    name: str
    kind: FileKind
    size_bytes: int
    is_chosen: bool
    """Whether the settings select this model. It is used from the next server start."""


class ModelsView(ApiSchema):
    models: list[StoredModel]
    download: ModelDownload | None


class DownloadRequest(ApiSchema):
    url: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_URL_LENGTH)]
    sha256: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
    kind: FileKind


class UploadedBytes(ApiSchema):
    received_bytes: int


class UploadEnd(ApiSchema):
    """A model whose parts have all arrived."""

    name: FileName
    kind: FileKind
    sha256: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] | None = None
    """Null: the file is not compared."""
