"""Keeps an imported recording with its interview, encrypted, if recruiter and administrator want it."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from app.core.state import AppState
from app.interview_import.recordings.finishing import ImportWork
from app.interview_import.recordings.storage import ImportFolder
from app.recordings.blocks import BlockWriter
from app.recordings.store import RecordingStore
from app.transcription.recording_pieces import Piece


class VoiceKeeper:
    """Writes the utterances of one voice as blocks of its recording, with silence between them.

    Does nothing if the recording is not to be kept. Use as an asynchronous context manager.
    """

    def __init__(self, state: AppState, work: ImportWork, voice: int) -> None:
        settings = state.settings
        self._is_kept = work.details.keep_recording and settings.recording_allowed
        self._store = ImportFolder.of(settings).open_kept(work.import_id, RecordingStore.of(state))
        self._interview_id = work.interview_id
        self._speaker = work.speakers[voice]
        self._writer: BlockWriter | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.close()

    async def keep(self, piece: Piece) -> None:
        """Raises OSError."""
        if self._is_kept:
            await asyncio.to_thread(self._write, piece)

    def _write(self, piece: Piece) -> None:
        if self._writer is None:
            self._writer = self._store.create(self._interview_id, self._speaker)
        self._writer.append(piece.span.start_sample, piece.pcm)
