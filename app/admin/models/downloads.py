"""Downloads a model from a URL while the server runs, one at a time."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import anyio.to_thread

from app.admin.models.schemas import DownloadPhase, DownloadProblem, ModelDownload
from app.core.errors import InvalidState
from app.core.settings import Settings
from app.core.state import AppState
from app.engines import read_model_memory
from models.errors import StoreError
from models.outbound import OutboundPolicy
from models.store import InstalledModel, ModelStore, ProgressListener
from models.url_models import ModelSource, fetch_from_url

log = logging.getLogger("greenroom.models")


class DownloadRunning(InvalidState):
    code = "MODEL_DOWNLOAD_RUNNING"

    def __init__(self) -> None:
        super().__init__("A model is being downloaded. Wait until it is done, or cancel it.")


def download_model(
    store: ModelStore, source: ModelSource, *, settings: Settings, progress: ProgressListener
) -> InstalledModel:
    """Download, verify and install a model under this server's rules; blocks until it is done.

    Connects to internal addresses only if the operator allows them. Raises StoreError, and what ``progress``
    raises.
    """
    return fetch_from_url(
        store,
        source,
        policy=OutboundPolicy(is_restricted=True, internal_hosts=tuple(settings.internal_hosts)),
        memory_bytes=read_model_memory(settings),
        progress=progress,
    )


class _Cancelled(Exception):
    """The download was cancelled. The partial file is kept, so that the download can be resumed."""


class ModelDownloads:
    """The running download and the result of the last one. Use from one event loop."""

    def __init__(self, state: AppState) -> None:
        self._state = state
        self._task: asyncio.Task[None] | None = None
        self._is_cancelled = False
        self._current: ModelDownload | None = None

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def describe(self) -> ModelDownload | None:
        return self._current

    def start(self, store: ModelStore, source: ModelSource) -> None:
        """Start a download in the background. Raises DownloadRunning."""
        if self.is_running:
            raise DownloadRunning
        self._is_cancelled = False
        self._show(source, DownloadPhase.DOWNLOADING)
        self._task = asyncio.create_task(self._run(store, source), name="model-download")

    async def cancel(self) -> None:
        """Cancel the running download and keep the partial file. Does nothing if none is running."""
        self._is_cancelled = True
        if self._task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Cancel the download when the server stops."""
        await self.cancel()

    async def _run(self, store: ModelStore, source: ModelSource) -> None:
        def report(stage: str, done: int, total: int) -> None:
            if self._is_cancelled:
                raise _Cancelled
            phase = DownloadPhase.VERIFYING if stage == "verify" else DownloadPhase.DOWNLOADING
            self._show(source, phase, done, total)

        log.info("model_download_started host=%s", source.host)
        try:
            model = await anyio.to_thread.run_sync(
                lambda: download_model(store, source, settings=self._state.settings, progress=report)
            )
        except _Cancelled:
            log.info("model_download_cancelled")
            self._end(DownloadPhase.CANCELLED)
        except StoreError as failure:
            log.warning("model_download_failed code=%s", failure.code)
            self._end(DownloadPhase.FAILED, DownloadProblem(code=failure.code, message=str(failure)))
        except OSError:
            log.exception("model_download_failed")
            sentence = "The model could not be stored. See the server log."
            self._end(DownloadPhase.FAILED, DownloadProblem(code="MODEL_FAILED", message=sentence))
        else:
            log.info("model_download_done name=%s", model.name)
            self._show(source, DownloadPhase.DONE, model.size_bytes, model.size_bytes)

    def _show(self, source: ModelSource, phase: DownloadPhase, done: int = 0, total: int = 0) -> None:
        """Callable from any thread."""
        self._current = ModelDownload(
            name=source.name,
            kind=source.kind,
            phase=phase,
            done_bytes=done,
            total_bytes=total,
            problem=None,
        )

    def _end(self, phase: DownloadPhase, problem: DownloadProblem | None = None) -> None:
        if self._current is not None:
            self._current = self._current.model_copy(update={"phase": phase, "problem": problem})
