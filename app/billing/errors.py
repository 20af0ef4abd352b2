"""Errors of billing: usage not metered, no credits, document allowance used up."""

from __future__ import annotations

from app.core.errors import AppError, InvalidState, NotFound


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


class BalanceOutOfRange(InvalidState):
    code = "BALANCE_OUT_OF_RANGE"

    def __init__(self) -> None:
        super().__init__(
            "The balance would be below zero or too large. It may have changed in the meantime. Reload the "
            "page and try again."
        )


class BalanceChanged(InvalidState):
    code = "ACCOUNT_CHANGED"

    def __init__(self) -> None:
        super().__init__("The account has changed in the meantime. Reload the page and try again.")


class PlanIsGranted(InvalidState):
    """Users cannot choose a paid plan where an admin grants plans."""

    code = "PLAN_IS_GRANTED"

    def __init__(self) -> None:
        super().__init__("Your administrator grants plans on this server. Ask them for the plan you need.")


class NothingToCancel(InvalidState):
    code = "NOTHING_TO_CANCEL"

    def __init__(self) -> None:
        super().__init__("There is no active plan to cancel.")


class CancellationIsFinal(InvalidState):
    code = "PLAN_HAS_ENDED"

    def __init__(self) -> None:
        super().__init__("This plan has ended and cannot be resumed.")
