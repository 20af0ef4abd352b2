"""Attempts and back-off of document processing, and its error messages."""

from __future__ import annotations

from datetime import timedelta

MAX_ATTEMPTS = 3
"""Attempts to process one document when an engine fails or the server dies."""
BACKOFF_SECONDS = (2.0, 15.0)
"""Waits before the second and the third attempt. They are short because a caller may be waiting."""
MAX_ASSESSMENT_ATTEMPTS = 5
ASSESSMENT_BACKOFF_SECONDS = (30.0, 120.0, 600.0, 1800.0)
"""No caller waits for the assessment of an imported document, and a model may be unavailable for an hour."""

MAX_UNREADABLE_UPLOADS = 20
"""How many files of the largest accepted size may fail in QUOTA_PERIOD. They cost nothing else."""
QUOTA_PERIOD = timedelta(days=1)

INTERRUPTED = (
    "The server stopped several times while processing this document. Try again, or save it as a "
    "PDF and upload that."
)
UNEXPECTED = "The document could not be processed because of an unexpected error. Try again."
TIMED_OUT = "Request timed out. Please try again with a smaller file."
"""Shown while processing continues. The wording is part of the published interface."""
