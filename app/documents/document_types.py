"""Types of documents."""

from __future__ import annotations

from enum import StrEnum


class DocumentType(StrEnum):
    CV = "cv"
    COVER_LETTER = "cover_letter"
    JOB_DESCRIPTION = "job_description"
    UNSUPPORTED = "unsupported"
