"""Models of the further fields of errors, by code."""

from __future__ import annotations

from collections.abc import Mapping

from app.admin.health import NotReadyDetails
from app.admin.settings.errors import EmailNotSentDetails
from app.analysis.errors import AnalysisFailedDetails
from app.core.cluster import RoomElsewhereDetails
from app.core.errors import ErrorDetails
from app.core.spoken_languages import UnknownLanguageDetails
from app.interviews.errors import RoomRefusedDetails
from app.transcription.errors import SpeechNotReadyDetails
from app.users.errors import ProofOfWorkDetails, SecondFactorDetails

ERROR_DETAILS: Mapping[str, type[ErrorDetails]] = {
    "PROOF_OF_WORK_REQUIRED": ProofOfWorkDetails,
    "SECOND_FACTOR_REQUIRED": SecondFactorDetails,
    "ANALYSIS_FAILED": AnalysisFailedDetails,
    "INTERVIEW_TERMINATED": RoomRefusedDetails,
    "NO_CREDITS": RoomRefusedDetails,
    "ROOM_ELSEWHERE": RoomElsewhereDetails,
    "UNKNOWN_LANGUAGE": UnknownLanguageDetails,
    "MAIL_FAILED": EmailNotSentDetails,
    "NOT_READY": NotReadyDetails,
    "SPEECH_NOT_READY": SpeechNotReadyDetails,
}
"""An error with one of these codes has all fields of the model, or none."""
