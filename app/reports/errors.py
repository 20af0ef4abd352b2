"""Errors of exports and report links."""

from __future__ import annotations

from app.core.errors import AppError, InvalidState, NotFound


class NoReport(InvalidState):
    code = "NO_REPORT"

    def __init__(self) -> None:
        super().__init__("This interview has no report yet. Run the analysis first.")


class NoTranscript(InvalidState):
    code = "NO_TRANSCRIPT"

    def __init__(self) -> None:
        super().__init__("This interview has no transcript.")


class ExportFailed(AppError):
    code = "EXPORT_FAILED"
    status = 503

    def __init__(self) -> None:
        super().__init__(
            "The PDF could not be created. Nothing is lost. Try again, or download the Word document instead."
        )


class ReportLinkNotFound(NotFound):
    code = "REPORT_LINK_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This link was not found. Please check that it is complete.")


class ReportLinkExpired(AppError):
    code = "REPORT_LINK_EXPIRED"
    status = 410

    def __init__(self) -> None:
        super().__init__("This link has expired. Ask the person who sent it for a new one.")


class ReportLinkRevoked(AppError):
    code = "REPORT_LINK_REVOKED"
    status = 410

    def __init__(self) -> None:
        super().__init__("This link was withdrawn. Ask the person who sent it for a new one.")


class TooManyReportLinks(InvalidState):
    code = "TOO_MANY_REPORT_LINKS"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"This report already has {limit} active links. Withdraw one before you create another."
        )
