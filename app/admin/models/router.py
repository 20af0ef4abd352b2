"""Routes of the models on this machine: list them, and download one from an address."""

from __future__ import annotations

from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Depends, Request
from sqlalchemy.orm import Session

from app.admin.models.downloads import DownloadRunning, ModelDownloads
from app.admin.models.schemas import DownloadRequest, ModelsView, StoredModel
from app.core.errors import ValidationFailed
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.settings import Settings
from app.core.state import AppState, StateDep
from app.users import audit
from app.users.dependencies import AdminUser, ConfirmedAdmin
from models.catalog import ModelKind
from models.errors import InvalidSource
from models.formats import SUFFIXES
from models.store import ModelStore
from models.url_models import make_source

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
        raise ValidationFailed([(refused.field, str(refused))]) from None
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
