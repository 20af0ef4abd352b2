"""Creates the interview of an imported recording, once both voices are transcribed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.candidates.tables import Candidate
from app.core.hooks import Hooks
from app.core.ids import derive_id, new_id
from app.interview_import.interviews import add_interview
from app.interview_import.recordings import repository, rules
from app.interview_import.recordings.schemas import RecordingImportDetails, read_details, read_files
from app.interview_import.recordings.tables import ImportFailure, RecordingImport, RecordingImportStatus
from app.job_descriptions.tables import JobDescription
from app.rooms.vocabulary import collect_terms, join_terms
from app.transcription.pipeline.events import Speaker
from app.transcription.rules import MAX_LINES
from app.transcription.tables import SegmentOrigin, TranscriptSegment
from app.users.repository import find_by_id
from app.work_queue.items import Claim


class ImportImpossible(Exception):
    """The recording cannot become an interview, no matter how often it is retried."""

    def __init__(self, failure: ImportFailure) -> None:
        super().__init__(failure)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class ImportWork:
    """Everything one attempt reads, so that no transaction is open while the model works."""

    import_id: str
    owner_id: str
    interview_id: str
    """Id of the interview that it becomes."""
    details: RecordingImportDetails
    voices: tuple[rules.Voice, rules.Voice]
    speakers: tuple[Speaker, Speaker]
    """Speaker of each voice."""
    hints: str
    """Vocabulary hints for the speech model."""


def read_work(session: Session, *, claim: Claim) -> ImportWork | None:
    """None if the claim is lost."""
    record = repository.holds(session, claim)
    if record is None:
        return None
    details = read_details(record)
    speakers = (Speaker.INTERVIEWER, Speaker.CANDIDATE)
    return ImportWork(
        import_id=record.id,
        owner_id=record.owner_id,
        interview_id=derive_id(record.id, scope="recording-import"),
        details=details,
        voices=rules.list_voices(read_files(record)),
        speakers=speakers if details.interviewer_voice == 0 else (speakers[1], speakers[0]),
        hints=_read_hints(session, record=record, details=details),
    )


def _read_hints(session: Session, *, record: RecordingImport, details: RecordingImportDetails) -> str:
    owner = find_by_id(session, record.owner_id)
    candidate, job = _find_links(session, details=details)
    return join_terms(
        collect_terms(
            names=["" if owner is None else owner.name, details.candidate_name], candidate=candidate, job=job
        )
    )


def _find_links(
    session: Session, *, details: RecordingImportDetails
) -> tuple[Candidate | None, JobDescription | None]:
    """The linked records that have not been deleted since the start."""
    candidate_id, job_id = details.candidate_profile_id, details.job_description_id
    return (
        session.get(Candidate, candidate_id) if candidate_id else None,
        session.get(JobDescription, job_id) if job_id else None,
    )


def finish_import(session: Session, *, claim: Claim, work: ImportWork, now: datetime, hooks: Hooks) -> bool:
    """Create the completed interview with its lines in the order they were spoken, and queue its report.

    Returns False and stores nothing if the claim is lost. Raises ImportImpossible.
    """
    record = repository.holds(session, claim)
    if record is None:
        return False
    lines = sorted(
        repository.list_lines(session, import_id=record.id),
        key=lambda one: (one[1]["started_seconds"], one[1]["ended_seconds"], one[0]),
    )
    shown = [(voice, line) for voice, line in lines if not line["suppressed"]]
    if {voice for voice, _ in shown} != {0, 1}:
        raise ImportImpossible(ImportFailure.ONE_VOICE)
    if len(shown) > MAX_LINES:
        raise ImportImpossible(ImportFailure.TOO_MANY_LINES)
    candidate, job = _find_links(session, details=work.details)
    facts = work.details.model_copy(
        update={
            "candidate_profile_id": None if candidate is None else candidate.id,
            "job_description_id": None if job is None else job.id,
        }
    )
    interview = add_interview(
        session,
        owner_id=work.owner_id,
        session_id=new_id(),
        interview_id=work.interview_id,
        facts=facts,
        seconds=max(file.seconds for file in read_files(record)),
        now=now,
    )
    sequence = 0
    for voice, line in lines:
        sequence += not line["suppressed"]
        session.add(
            TranscriptSegment(
                interview_id=interview.id,
                sequence=None if line["suppressed"] else sequence,
                speaker=work.speakers[voice],
                spoken_at=facts.held_at + timedelta(seconds=line["started_seconds"]),
                source="whisper",
                origin=SegmentOrigin.IMPORT,
                **line,
            )
        )
    for hook in hooks.interview_completed:
        hook(session, interview.id)
    repository.remove_lines(session, import_id=record.id)
    return repository.RECORDING_IMPORT_ITEMS.end(
        session,
        claim,
        now=now,
        status=RecordingImportStatus.COMPLETED,
        share=1.0,
        error=None,
        interview_id=interview.id,
    )
