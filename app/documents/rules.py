"""The numbers of the durable processing, and its sentences for the recruiter."""

from __future__ import annotations

MOST_ATTEMPTS = 3
"""Of the processing: an engine that failed, or a server that died, gets so many tries on one document."""
BACKOFF_SECONDS = (2.0, 15.0)
"""Wait before the second and the third attempt: somebody may be looking at it."""
MOST_ASSESSMENTS = 5
ASSESSMENT_BACKOFF_SECONDS = (30.0, 120.0, 600.0, 1800.0)
"""Nobody waits for the sentences of an imported document: a model may be away for an hour."""

INTERRUPTED = (
    "The server stopped several times while it read this document. Please try again, or save it as a PDF "
    "and upload that."
)
UNEXPECTED = "The document could not be processed because of an unexpected error. Please try again."
FILE_MISSING = "The file of this document is no longer on the server. Please upload it again."
TIMED_OUT = "Request timed out. Please try again with a smaller file."
"""The documents' words; the work goes on, and the document tells its outcome."""


def backoff_seconds(attempts: int, steps: tuple[float, ...]) -> float:
    """How long to wait after so many attempts."""
    return steps[min(max(attempts, 1), len(steps)) - 1]
