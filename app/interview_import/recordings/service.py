"""Use cases of imported recordings: add a file, start, retry, delete."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import asdict
from datetime import datetime

from sqlalchemy.orm import Session

from app.candidates.repository import CANDIDATES
from app.core.files import FileStore, copy_file
from app.core.spoken_languages import DETECT
from app.core.state import AppState
from app.files.deletion import delete_files
from app.interview_import.recordings import repository
from app.interview_import.recordings.errors import (
    ImportNotFailed,
    ImportStarted,
    TooManyFiles,
    TooManyImports,
    VoicesNotSeparate,
)
from app.interview_import.recordings.rules import (
    KEEP_DRAFT,
    MAX_FILES,
    MAX_OPEN_IMPORTS,
    RecordingFile,
    find_problem,
    list_voices,
)
from app.interview_import.recordings.schemas import RecordingImportDetails, VoiceSample, read_files
from app.interview_import.recordings.storage import ImportFolder, name_file, name_folder_of_import
from app.interview_import.recordings.tables import RecordingImport, RecordingImportStatus
from app.interviews.errors import TimeHasNotPassed
from app.job_descriptions.repository import JOB_DESCRIPTIONS
from app.transcription.pipeline.decision import decide_text
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recording_options import RecordingOptions
from app.transcription.recording_reader import RecordingReader
from models.ports import Priority, SpeechEngine, SpeechRequest


def require_room(session: Session, *, owner_id: str) -> None:
    """Raise TooManyImports if the user has too many files on the disk."""
    if repository.count_open(session, owner_id=owner_id) >= MAX_OPEN_IMPORTS:
        raise TooManyImports


def require_draft(session: Session, *, owner_id: str, import_id: str) -> RecordingImport:
    """A draft that takes another file. Raises RecordingImportNotFound, ImportStarted, TooManyFiles."""
    record = repository.get_owned(session, owner_id=owner_id, import_id=import_id)
    if record.status != RecordingImportStatus.DRAFT:
        raise ImportStarted
    if len(record.files) >= MAX_FILES:
        raise TooManyFiles
    return record


def add_first_file(
    session: Session, *, owner_id: str, import_id: str, file: RecordingFile
) -> RecordingImport:
    require_room(session, owner_id=owner_id)
    record = RecordingImport(id=import_id, owner_id=owner_id, files=[asdict(file)])
    session.add(record)
    session.flush()
    return record


def add_second_file(
    session: Session, *, owner_id: str, import_id: str, file: RecordingFile
) -> RecordingImport:
    record = require_draft(session, owner_id=owner_id, import_id=import_id)
    record.files = [*record.files, asdict(file)]
    session.flush()
    return record


def start_import(
    session: Session,
    *,
    owner_id: str,
    import_id: str,
    details: RecordingImportDetails,
    can_keep_recording: bool,
    now: datetime,
) -> bool:
    """Queue a draft; False if it was started before. Raises VoicesNotSeparate, TimeHasNotPassed, NotFound."""
    record = repository.get_owned(session, owner_id=owner_id, import_id=import_id)
    if record.status != RecordingImportStatus.DRAFT:
        return False
    problem = find_problem(read_files(record))
    if problem is not None:
        raise VoicesNotSeparate(problem)
    if details.held_at > now:
        raise TimeHasNotPassed
    if details.candidate_profile_id is not None:
        CANDIDATES.get_owned(session, owner_id=owner_id, record_id=details.candidate_profile_id)
    if details.job_description_id is not None:
        JOB_DESCRIPTIONS.get_owned(session, owner_id=owner_id, record_id=details.job_description_id)
    kept = details.keep_recording and can_keep_recording
    record.details = details.model_copy(update={"keep_recording": kept}).to_wire()
    record.consent_confirmed_at = now
    record.status = RecordingImportStatus.QUEUED
    record.not_before_at = now
    session.flush()
    return True


def retry_import(session: Session, *, owner_id: str, import_id: str, now: datetime) -> None:
    """Queue a failed import again; what it has transcribed is kept. Raises ImportNotFailed."""
    record = repository.get_owned(session, owner_id=owner_id, import_id=import_id)
    if record.status != RecordingImportStatus.FAILED:
        raise ImportNotFailed
    record.status = RecordingImportStatus.QUEUED
    record.error = None
    record.attempts = 0
    record.not_before_at = now
    session.flush()


def delete_import(session: Session, *, owner_id: str, import_id: str) -> None:
    """Cancel an import, or remove the notice of one that has ended. The interview stays."""
    session.delete(repository.get_owned(session, owner_id=owner_id, import_id=import_id))
    session.flush()


def remove_abandoned(session: Session, *, state: AppState, now: datetime) -> int:
    """Remove old drafts and failed imports, and files of imports that do not exist; number of imports."""
    removed = repository.remove_abandoned(session, now=now)
    stored = ImportFolder.of(state.settings).list_imports(before=now - KEEP_DRAFT)
    orphans = set(stored) - repository.list_known(session, stored)
    names = [name_folder_of_import(import_id) for import_id in {*removed, *orphans}]
    delete_files(session, state=state, names=names)
    return len(removed)


async def sample_voices(
    engine: SpeechEngine, reader: RecordingReader, *, record: RecordingImport, files: FileStore
) -> list[VoiceSample]:
    """The first words of each voice, up to half a minute of them.

    Raises EngineError, UnreadableAudio, VoicesNotSeparate, FileStoreUnavailable, and FileNotFoundError if the
    files no longer exist.
    """
    recordings = read_files(record)
    problem = find_problem(recordings)
    if problem is not None:
        raise VoicesNotSeparate(problem)
    settings = PipelineSettings()
    samples: list[VoiceSample] = []
    for voice in list_voices(recordings):
        text = ""
        options = RecordingOptions(channel=voice.channel)
        async with (
            copy_file(files, name_file(record.id, voice.file)) as path,
            reader.open(path, options) as recording,
            aclosing(recording.pieces()) as pieces,
        ):
            async for piece in pieces:
                request = SpeechRequest(pcm=piece.pcm, language=DETECT)
                transcription = await engine.transcribe(request, priority=Priority.INTERACTIVE)
                found, reason = decide_text(piece.span, transcription, settings)
                if reason is None:
                    text = found
                    break
        samples.append(VoiceSample(text=text))
    return samples
