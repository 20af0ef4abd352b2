"""The billing port: checks before the use of interviews and documents, and charges after it."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy.orm import Session

from app.billing.tables import BillingAccount


class Billing(Protocol):
    """Metering of one server, in the transaction of the caller.

    Call ``choose_billing`` each time it is needed: an admin may change the mode at any time.
    """

    @property
    def is_metered(self) -> bool:
        """Whether plans, credits and allowances exist on this server."""

    def get_account(self, session: Session, *, user_id: str) -> BillingAccount:
        """The billing account of a user. Raises BillingOff, and NotFound if there is none."""

    def require_credit(self, session: Session, *, user_id: str, reserved: int = 0) -> None:
        """Raise NoCredits unless more than ``reserved`` credits are left."""

    def charge_interview(
        self, session: Session, *, user_id: str, interview_id: str, seconds: float
    ) -> int | None:
        """Charge a completed interview once; returns its price in credits, or None if nothing is metered."""

    def require_document_allowance(self, session: Session, *, user_id: str) -> None:
        """Raise DocumentsLimitReached when the document allowance is used up."""

    def charge_document(self, session: Session, *, user_id: str, document_id: str) -> None:
        """Charge one parsed document once. Raises DocumentsLimitReached."""
