"""Requests and responses of imported recordings."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.core.schemas import ApiSchema, Identified, UtcTime
from app.interview_import.recordings.rules import RecordingFile, VoicesProblem, find_problem
from app.interview_import.recordings.tables import ImportFailure, RecordingImport, RecordingImportStatus
from app.interview_import.schemas import InterviewFacts


class RecordingFileView(ApiSchema):
    name: str
    size_bytes: int
    seconds: float
    channels: int


class RecordingImportView(Identified):
    status: RecordingImportStatus
    files: list[RecordingFileView]
    """One file with one person per channel, or one file per person."""
    problem: VoicesProblem | None
    """Why the files do not have one voice per person."""
    share: float
    """Share that is transcribed, 0 to 1."""
    error: ImportFailure | None
    candidate_name: str | None
    interview_id: str | None
    created_at: UtcTime

    @classmethod
    def of(cls, record: RecordingImport) -> RecordingImportView:
        files = read_files(record)
        return cls(
            id=record.id,
            status=record.status,
            files=[RecordingFileView.model_validate(file) for file in files],
            problem=find_problem(files),
            share=record.share,
            error=record.error,
            candidate_name=None if record.details is None else read_details(record).candidate_name,
            interview_id=record.interview_id,
            created_at=record.created_at,
        )


class RecordingImports(ApiSchema):
    """The imports of the user, and the limits of new ones."""

    imports: list[RecordingImportView]
    max_file_bytes: int
    max_minutes: int
    can_keep_recording: bool
    """Whether the administrator allows recordings."""


class VoiceSample(ApiSchema):
    text: str
    """The first words of this voice; empty if nobody speaks."""


class VoiceSamples(ApiSchema):
    voices: list[VoiceSample]
    """In the order of the channels, left first, or of the files."""


class RecordingImportDetails(InterviewFacts):
    interviewer_voice: int = Field(ge=0, le=1)
    """0 for the left channel or the first file, 1 for the other; the candidate is the one that remains."""
    consent_confirmed: Literal[True]
    """The recruiter confirms that both people agreed to the recording and its analysis."""
    keep_recording: bool = False
    """Keep the audio with the interview, for as long as recordings are kept here."""


def read_files(record: RecordingImport) -> list[RecordingFile]:
    return [RecordingFile(**file) for file in record.files]


def read_details(record: RecordingImport) -> RecordingImportDetails:
    return RecordingImportDetails.model_validate(record.details)
