"""Errors of billing: usage not metered, no credits, document allowance used up."""

from __future__ import annotations

from app.core.errors import AppError, NotFound


class BillingOff(NotFound):
    code = "BILLING_OFF"

    def __init__(self) -> None:
        super().__init__("This server does not meter usage.")


class NoCredits(AppError):
    code = "NO_CREDITS"
    status = 402

    def __init__(self) -> None:
        super().__init__("You have no remaining interview credits.")


class DocumentsLimitReached(AppError):
    code = "DOCUMENTS_LIMIT"
    status = 402

    def __init__(self) -> None:
        super().__init__(
            "You have reached your document limit for this period. Upgrade your plan to add more documents."
        )
