from __future__ import annotations

from app.core.errors import AppError, InvalidState


class NothingToAnalyse(InvalidState):
    def __init__(self) -> None:
        super().__init__("There is no transcript to analyze yet.")


class AnalysisFailed(AppError):
    code = "ANALYSIS_FAILED"
    status = 502
