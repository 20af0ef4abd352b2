"""Work queue of imported recordings, and the worker that transcribes them from start-up on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, ClassVar

from app.core.errors import AppError
from app.core.files import FileStoreUnavailable, copy_file
from app.core.state import AppState
from app.files.deletion import delete_files
from app.interview_import.recordings import finishing, repository, rules
from app.interview_import.recordings.finishing import ImportImpossible, ImportWork
from app.interview_import.recordings.keeping import VoiceKeeper
from app.interview_import.recordings.storage import ImportFolder, name_file, name_folder_of_import
from app.interview_import.recordings.tables import ImportFailure, RecordingImportStatus
from app.interview_import.recordings.transcribing import Transcriber
from app.interviews.announcement import announce_change
from app.recordings.store import RecordingStore
from app.transcription.errors import TooManyRecordings
from app.transcription.lag_gate import OPEN_GATE, LagGate
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recording_options import RecordingOptions
from app.transcription.recording_reader import RecordingReader
from app.usage.sources import UsageSource, attribute_usage
from app.work_queue.items import Claim
from app.work_queue.queue import AttemptFailed, WorkQueue
from app.work_queue.workers import IDLE_SECONDS, Source, Workers
from models.ports import EngineBusy, EngineError, working_for

log = logging.getLogger("greenroom.imports")

_LAG_CHECK_SECONDS = 2.0


class RecordingImportQueue(WorkQueue):
    """Queue of recordings to turn into interviews. Keys are ids of imports."""

    name = "recording_imports"
    items = repository.RECORDING_IMPORT_ITEMS
    max_attempts = rules.MAX_ATTEMPTS
    interrupted_values: ClassVar[Mapping[str, Any]] = {
        "status": RecordingImportStatus.FAILED,
        "error": ImportFailure.INTERRUPTED,
    }

    def __init__(
        self,
        state: AppState,
        reader: RecordingReader,
        *,
        gate: LagGate = OPEN_GATE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        backoff_seconds: Sequence[float] = rules.BACKOFF_SECONDS,
    ) -> None:
        super().__init__(state.database, now=state.read_clock, backoff_seconds=backoff_seconds)
        self._state = state
        self._reader = reader
        self._gate = gate
        self._sleep = sleep

    async def attempt(self, claim: Claim) -> None:
        try:
            await self._attempt(claim)
        except EngineError as error:
            wait = float(error.retry_after_seconds) if isinstance(error, EngineBusy) else 0.0
            raise AttemptFailed(error, retryable=error.retryable, min_wait_seconds=wait) from error
        except (TooManyRecordings, FileStoreUnavailable) as error:
            raise AttemptFailed(error, retryable=True) from error
        except (AppError, ImportImpossible, FileNotFoundError) as error:
            raise AttemptFailed(error, retryable=False) from error
        except OSError as error:
            # A full disk, for example.
            raise AttemptFailed(error, retryable=True) from error

    async def give_up(self, claim: Claim, error: Exception) -> None:
        failure = _identify(error)
        values = {"status": RecordingImportStatus.FAILED, "error": failure}
        if await self.database.run(self.items.end, claim, now=self.now(), **values):
            log.info("recording_import_failed import_id=%s error=%s", claim.key, failure)

    async def _attempt(self, claim: Claim) -> None:
        work = await self.database.read(finishing.read_work, claim=claim)
        if work is None:
            return
        with working_for(work.owner_id), attribute_usage(UsageSource.RECORDINGS):
            for voice in range(len(work.voices)):
                if not await self._transcribe(claim, work, voice):
                    return
        files, recordings = ImportFolder.of(self._state.settings), RecordingStore.of(self._state)
        if work.details.keep_recording and self._state.settings.recording_allowed:
            await asyncio.to_thread(
                files.move_kept, work.import_id, recordings, interview_id=work.interview_id
            )
        is_stored = await self.database.run(
            finishing.finish_import, claim=claim, work=work, now=self.now(), hooks=self._state.hooks
        )
        if not is_stored:
            return
        names = [name_folder_of_import(work.import_id)]
        await self._state.database.run(delete_files, state=self._state, names=names)
        log.info("recording_imported import_id=%s interview_id=%s", work.import_id, work.interview_id)
        await announce_change(self._state, work.interview_id)

    async def _transcribe(self, claim: Claim, work: ImportWork, number: int) -> bool:
        """Transcribe the rest of one voice; False if the claim is lost."""
        voice = work.voices[number]
        done = await self.database.read(repository.list_numbers, import_id=work.import_id, voice=number)
        transcriber = Transcriber(
            self._state.engines.speech, work.details.language, work.hints, PipelineSettings()
        )
        options = RecordingOptions(channel=voice.channel, joins_utterances=False)
        async with (
            VoiceKeeper(self._state, work, number) as keeper,
            copy_file(self._state.files, name_file(work.import_id, voice.file)) as path,
            self._reader.open(path, options) as recording,
            aclosing(recording.pieces()) as pieces,
        ):
            async for piece in pieces:
                if piece.span.number in done:
                    continue
                while not self._gate.is_open:
                    await self._sleep(_LAG_CHECK_SECONDS)
                line = await transcriber.transcribe(piece)
                await keeper.keep(piece)
                is_stored = await self.database.run(
                    repository.store_line,
                    claim,
                    voice=number,
                    number=piece.span.number,
                    line=line,
                    share=(number + recording.share) / len(work.voices),
                )
                if not is_stored:
                    return False
        return True


def _identify(error: Exception) -> ImportFailure:
    """The reason that is stored for the recruiter."""
    if isinstance(error, ImportImpossible):
        return error.failure
    if isinstance(error, EngineError | TooManyRecordings | FileStoreUnavailable):
        return ImportFailure.UNAVAILABLE
    if isinstance(error, AppError | FileNotFoundError):
        return ImportFailure.UNREADABLE
    return ImportFailure.UNEXPECTED


class RecordingImportWorkers(Workers):
    """One worker, so that only one recording at a time uses the speech model."""

    def __init__(
        self,
        state: AppState,
        reader: RecordingReader,
        *,
        gate: LagGate = OPEN_GATE,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._state = state
        self.queue = RecordingImportQueue(state, reader, gate=gate)
        super().__init__(
            ((Source(self.queue),),),
            idle_seconds=idle_seconds,
            is_active=lambda: state.is_background,
        )

    async def start(self) -> None:
        """Delete files without an import, and start the worker."""
        if self._state.cluster is None:
            await self._delete_unknown()
        await super().start()

    async def _delete_unknown(self) -> None:
        folder = ImportFolder.of(self._state.settings)
        stored = await asyncio.to_thread(folder.list_imports, before=self._state.now())
        known = await self._state.database.read(repository.list_known, stored)
        await asyncio.to_thread(folder.delete, set(stored) - known)
