"""Errors of the analysis API."""

from __future__ import annotations

from app.analysis.rules import AnalysisProblem
from app.core.errors import AppError, ErrorDetails, InvalidState, NotFound

_MESSAGES = {
    AnalysisProblem.INTERRUPTED: "The server stopped while it was writing this report. Try again.",
    AnalysisProblem.UNAVAILABLE: "The language model on this server was not available. Try again.",
    AnalysisProblem.TOO_LONG: "The transcript is too long for the language model on this server.",
    AnalysisProblem.UNEXPECTED: "The analysis stopped because of an unexpected error. Try again.",
}


class NothingToAnalyze(InvalidState):
    """The interview has no transcript."""

    def __init__(self) -> None:
        super().__init__("This interview has no transcript to analyze yet.")


class FindingNotFound(NotFound):
    """The report has no finding with this key, or there is no report."""

    code = "FINDING_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This finding is no longer in the report. Reload the page.")


class FindingHasNoWording(InvalidState):
    """The finding consists of quotes."""

    code = "FINDING_HAS_NO_WORDING"

    def __init__(self) -> None:
        super().__init__("This finding consists of quotes, which cannot be reworded. You can strike it.")


class AnalysisFailedDetails(ErrorDetails):
    problem: AnalysisProblem


class AnalysisFailed(AppError):
    """A run failed, or the server is stopping."""

    code = "ANALYSIS_FAILED"
    status = 502

    def __init__(self, problem: AnalysisProblem) -> None:
        super().__init__(_MESSAGES[problem], details=AnalysisFailedDetails(problem=problem))
