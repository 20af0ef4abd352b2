"""Routes of the models on this machine: list them, and download one from a URL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import anyio.to_thread
from fastapi import APIRouter, Depends, Query, Request, UploadFile
from sqlalchemy.orm import Session

from app.admin.models.downloads import DownloadRunning, ModelDownloads
from app.admin.models.schemas import (
    DownloadRequest,
    FileKind,
    FileName,
    ModelsView,
    StoredModel,
    UploadedBytes,
    UploadEnd,
)
from app.admin.models.uploads import MAX_MODEL_BYTES, ModelUpload
from app.core.errors import AppError, ValidationFailed
from app.core.invalid_values import FieldSentence
from app.core.limits import limit_body
from app.core.part_uploads import MAX_PART_BODY_BYTES
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.settings import Settings
from app.core.state import AppState, StateDep
from app.users import audit
from app.users.dependencies import AdminUser, ConfirmedAdmin
from models.catalog import ModelKind
from models.errors import DiskFull, InvalidSource, StoreError
from models.formats import SUFFIXES
from models.store import ModelStore
from models.url_models import make_source

T = TypeVar("T")

router = APIRouter(prefix="/api/admin/models", tags=["admin"])


def _get_downloads(request: Request) -> ModelDownloads:
    downloads = request.app.state.services.model_downloads
    assert isinstance(downloads, ModelDownloads)
    return downloads


DownloadsDep = Annotated[ModelDownloads, Depends(_get_downloads)]


@router.get("")
async def read_models(_admin: AdminUser, state: StateDep, downloads: DownloadsDep) -> Data[ModelsView]:
    """The language and speech models on this machine, and the download."""
    return Data(data=await _describe(state, downloads))


@router.post("/download", responses=refuses(409))
async def download_model(
    request: Request, body: DownloadRequest, admin: ConfirmedAdmin, state: StateDep, downloads: DownloadsDep
) -> Data[ModelsView]:
    """Start the download of a model, or resume an interrupted one. 409 ``MODEL_DOWNLOAD_RUNNING``.

    The server connects to public addresses, and to internal ones that the operator allows.
    """
    store = _open_store(state.settings)
    try:
        source = await anyio.to_thread.run_sync(
            lambda: make_source(store, url=body.url, sha256=body.sha256, kind=body.kind)
        )
    except InvalidSource as refused:
        raise ValidationFailed(
            [(refused.field, FieldSentence(str(refused), code=refused.code, params=refused.params))]
        ) from None
    if downloads.is_running:
        raise DownloadRunning

    def record(session: Session) -> None:
        audit.record(
            session,
            request,
            audit.EventType.MODEL_DOWNLOADED,
            state=state,
            actor_id=admin.id,
            details={"model": source.name, "sha256": source.sha256, "host": source.host},
        )

    await state.database.run(record)
    # Another request may have started a download first.
    downloads.start(store, source)
    return Data(data=await _describe(state, downloads))


@router.delete("/download")
async def cancel_download(_admin: AdminUser, state: StateDep, downloads: DownloadsDep) -> Data[ModelsView]:
    """Cancel the download. The partial file is kept, so that it can be resumed."""
    await downloads.cancel()
    return Data(data=await _describe(state, downloads))


@router.post("/upload/chunks", responses=refuses(409, 507))
@limit_body(MAX_PART_BODY_BYTES)
async def upload_chunk(
    _admin: ConfirmedAdmin,
    state: StateDep,
    chunk: UploadFile,
    name: Annotated[FileName, Query()],
    kind: Annotated[FileKind, Query()],
    offset: Annotated[int, Query(ge=0, le=MAX_MODEL_BYTES)],
    total_bytes: Annotated[int, Query(alias="totalBytes", ge=1, le=MAX_MODEL_BYTES)],
) -> Data[UploadedBytes]:
    """Add the next part of a model's file; offset 0 starts a new upload, and shows whether it can be used.

    422 ``MODEL_WRONG_KIND``, ``MODEL_TOO_LARGE``; 507 ``MODEL_DISK_FULL``; 409 ``UPLOAD_OUT_OF_STEP``.
    """
    upload = ModelUpload.open(state.settings)

    def append() -> int:
        return upload.append(chunk.file, name=name, kind=kind, offset=offset, total_bytes=total_bytes)

    return Data(data=UploadedBytes(received_bytes=await _run(append)))


@router.post("/upload", responses=refuses(409, 507))
async def install_upload(
    request: Request, body: UploadEnd, admin: ConfirmedAdmin, state: StateDep, downloads: DownloadsDep
) -> Data[ModelsView]:
    """Verify the uploaded file and install it as a model. 422 ``MODEL_WRONG_HASH`` and as for its parts."""
    upload = ModelUpload.open(state.settings)
    model = await _run(lambda: upload.install(name=body.name, kind=body.kind, sha256=body.sha256))

    def record(session: Session) -> None:
        audit.record(
            session,
            request,
            audit.EventType.MODEL_UPLOADED,
            state=state,
            actor_id=admin.id,
            details={"model": model.name, "sha256": model.sha256},
        )

    await state.database.run(record)
    return Data(data=await _describe(state, downloads))


async def _run(work: Callable[[], T]) -> T:
    """Run in a thread; StoreError becomes a refusal."""
    try:
        return await anyio.to_thread.run_sync(work)
    except StoreError as error:
        status = 507 if isinstance(error, DiskFull) else 422
        raise AppError(str(error), code=error.code, status=status) from None


def _open_store(settings: Settings) -> ModelStore:
    return ModelStore(settings.resolved_models_dir)


async def _describe(state: AppState, downloads: ModelDownloads) -> ModelsView:
    settings = state.settings
    store = _open_store(settings)
    named = {
        ModelKind.LLM: settings.llm_model if settings.llm_provider == "local" else "",
        ModelKind.SPEECH: settings.speech_model if settings.speech_provider == "local" else "",
    }

    def read() -> list[StoredModel]:
        chosen = {
            kind: store.catalog.default(kind).name if name is None else name for kind, name in named.items()
        }
        return [
            StoredModel(
                name=model.name,
                kind=model.kind,
                size_bytes=model.size_bytes,
                is_chosen=model.name == chosen[model.kind],
            )
            for model in store.installed()
            if model.kind in SUFFIXES
        ]

    return ModelsView(models=await anyio.to_thread.run_sync(read), download=downloads.describe())
