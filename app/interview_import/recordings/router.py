"""HTTP routes of imported recordings: upload, listen in, start, follow, retry, delete."""

from __future__ import annotations

import anyio.to_thread
from fastapi import APIRouter, Request, UploadFile
from sqlalchemy.orm import Session

from app.core.ids import new_id
from app.core.limits import limit_body
from app.core.refusals import refuses
from app.core.schemas import Data, Success
from app.core.spoken_languages import require_known_language
from app.core.state import AppState, StateDep
from app.documents.storage import display_name
from app.files.deletion import delete_files
from app.interview_import.recordings import repository, service
from app.interview_import.recordings.dependencies import RecordingImportWorkersDep
from app.interview_import.recordings.errors import ImportStarted, RecordingImportNotFound
from app.interview_import.recordings.rules import MAX_FILE_BYTES, RecordingFile
from app.interview_import.recordings.schemas import (
    RecordingImportDetails,
    RecordingImports,
    RecordingImportView,
    VoiceSamples,
)
from app.interview_import.recordings.storage import ImportFolder, name_file, name_folder_of_import
from app.interview_import.recordings.tables import RecordingImportStatus
from app.security_events.service import Subject
from app.security_events.tables import EventType
from app.transcription.dependencies import RecordingReaderDep
from app.transcription.recording_options import RecordingOptions
from app.transcription.recording_reader import MAX_RECORDING_MINUTES, RecordingReader
from app.users import audit
from app.users.dependencies import CurrentUser
from models.ports import working_for

router = APIRouter(prefix="/api/interview-imports/recordings", tags=["interview imports"])

TURN = "recording-import"
_MAX_BODY_BYTES = MAX_FILE_BYTES + 64 * 1024


@router.get("")
async def list_imports(user: CurrentUser, state: StateDep) -> Data[RecordingImports]:
    """The caller's imports with their progress, and the limits of new ones."""

    def read(session: Session) -> list[RecordingImportView]:
        return [RecordingImportView.of(row) for row in repository.list_owned(session, owner_id=user.id)]

    return Data(
        data=RecordingImports(
            imports=await state.database.read(read),
            max_file_bytes=MAX_FILE_BYTES,
            max_minutes=MAX_RECORDING_MINUTES,
            can_keep_recording=state.settings.recording_allowed,
        )
    )


@router.post("", responses=refuses(409, 429, 503, 507))
@limit_body(_MAX_BODY_BYTES)
async def upload_recording(
    recording: UploadFile, user: CurrentUser, state: StateDep, reader: RecordingReaderDep
) -> Data[RecordingImportView]:
    """Upload a recording (WAV, FLAC, OGG, Opus or MP3) as a draft of an import.

    One file has one person per channel; otherwise the second person's file follows. 422 ``NO_AUDIO``,
    ``UNREADABLE_AUDIO``; 413 ``AUDIO_TOO_LONG``; 409 ``TOO_MANY_IMPORTS``.
    """
    import_id = new_id()
    async with state.turns.take(TURN, user.id):
        await state.database.read(service.require_room, owner_id=user.id)
        try:
            file = await _store(recording, state=state, reader=reader, import_id=import_id, number=0)
            view = await state.database.run(
                lambda session: RecordingImportView.of(
                    service.add_first_file(session, owner_id=user.id, import_id=import_id, file=file)
                )
            )
        except BaseException:
            await _delete_files(state, import_id)
            raise
    return Data(data=view)


@router.post("/{import_id}/files", responses=refuses(409, 429, 503, 507))
@limit_body(_MAX_BODY_BYTES)
async def upload_second_recording(
    import_id: str, recording: UploadFile, user: CurrentUser, state: StateDep, reader: RecordingReaderDep
) -> Data[RecordingImportView]:
    """Upload the recording of the second person. Both recordings begin at the same time.

    Errors are those of the first upload, and 409 ``IMPORT_STARTED`` and ``TOO_MANY_FILES``.
    """
    async with state.turns.take(TURN, user.id):
        await state.database.read(service.require_draft, owner_id=user.id, import_id=import_id)
        file = await _store(recording, state=state, reader=reader, import_id=import_id, number=1)
        view = await state.database.run(
            lambda session: RecordingImportView.of(
                service.add_second_file(session, owner_id=user.id, import_id=import_id, file=file)
            )
        )
    return Data(data=view)


@router.post("/{import_id}/samples", responses=refuses(409, 429, 503))
async def sample_voices(
    import_id: str, user: CurrentUser, state: StateDep, reader: RecordingReaderDep
) -> Data[VoiceSamples]:
    """The first words of each voice of a draft, so that people can see who is who.

    422 ``VOICES_NOT_SEPARATE``.
    """
    async with state.turns.take(TURN, user.id):
        record = await state.database.read(repository.get_owned, owner_id=user.id, import_id=import_id)
        if record.status != RecordingImportStatus.DRAFT:
            raise ImportStarted
        try:
            with working_for(user.id):
                voices = await service.sample_voices(
                    state.engines.speech, reader, record=record, files=state.files
                )
        except FileNotFoundError:
            # Deleted in the meantime.
            raise RecordingImportNotFound from None
    return Data(data=VoiceSamples(voices=voices))


@router.post("/{import_id}/start", responses=refuses(409))
async def start_import(
    import_id: str,
    body: RecordingImportDetails,
    request: Request,
    user: CurrentUser,
    state: StateDep,
    workers: RecordingImportWorkersDep,
) -> Data[RecordingImportView]:
    """Transcribe a draft in the background and turn it into a completed interview. Idempotent.

    422 ``VOICES_NOT_SEPARATE``, ``TIME_HAS_NOT_PASSED``, ``UNKNOWN_LANGUAGE``.
    """
    require_known_language(body.language, model=state.engines.speech.identity)

    def work(session: Session) -> RecordingImportView:
        is_new = service.start_import(
            session,
            owner_id=user.id,
            import_id=import_id,
            details=body,
            can_keep_recording=state.settings.recording_allowed,
            now=state.now(),
        )
        if is_new:
            audit.record(
                session,
                request,
                EventType.RECORDING_IMPORTED,
                state=state,
                actor_id=user.id,
                subject=Subject(kind="recording_import", id=import_id),
            )
        return RecordingImportView.of(repository.get_owned(session, owner_id=user.id, import_id=import_id))

    view = await state.database.run(work)
    workers.wake()
    return Data(data=view)


@router.post("/{import_id}/retry", responses=refuses(409))
async def retry_import(
    import_id: str, user: CurrentUser, state: StateDep, workers: RecordingImportWorkersDep
) -> Data[RecordingImportView]:
    """Retry a failed import from where it stopped."""

    def work(session: Session) -> RecordingImportView:
        service.retry_import(session, owner_id=user.id, import_id=import_id, now=state.now())
        return RecordingImportView.of(repository.get_owned(session, owner_id=user.id, import_id=import_id))

    view = await state.database.run(work)
    workers.wake()
    return Data(data=view)


@router.delete("/{import_id}")
async def delete_import(
    import_id: str, user: CurrentUser, state: StateDep, workers: RecordingImportWorkersDep
) -> Success:
    """Cancel an import and delete its files, or remove the notice of one that is completed."""
    await state.database.run(service.delete_import, owner_id=user.id, import_id=import_id)
    workers.cancel([import_id])
    await _delete_files(state, import_id)
    return Success()


async def _delete_files(state: AppState, import_id: str) -> None:
    names = [name_folder_of_import(import_id)]
    await state.database.run(delete_files, state=state, names=names)


async def _store(
    recording: UploadFile, *, state: AppState, reader: RecordingReader, import_id: str, number: int
) -> RecordingFile:
    """Copy an upload to the disk, measure it and keep it. Raises the errors of the routes."""
    folder = ImportFolder.of(state.settings)
    size = await anyio.to_thread.run_sync(
        lambda: folder.store(recording.file, import_id=import_id, number=number)
    )
    options = RecordingOptions(only_inspects=True)
    name = name_file(import_id, number)
    async with reader.open(state.files.find_place(name), options) as opened:
        facts = await opened.inspect()
    await anyio.to_thread.run_sync(state.files.keep, name)
    return RecordingFile(
        name=display_name(recording.filename),
        size_bytes=size,
        seconds=round(facts.seconds, 3),
        channels=facts.channels,
        are_alike=facts.are_alike,
    )
