"""Null billing adapter (billing mode ``off``): every use is allowed and nothing is booked."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.billing.errors import BillingOff
from app.billing.tables import BillingAccount


class NullBilling:
    """The null adapter of the billing port: allows everything, books nothing."""

    is_metered = False

    def get_account(self, session: Session, *, user_id: str) -> BillingAccount:
        del session, user_id
        raise BillingOff

    def require_credit(self, session: Session, *, user_id: str, reserved: int = 0) -> None:
        """Allow it."""

    def charge_interview(
        self, session: Session, *, user_id: str, interview_id: str, seconds: float
    ) -> int | None:
        del session, user_id, interview_id, seconds
        return None

    def require_document_allowance(self, session: Session, *, user_id: str) -> None:
        """Allow it."""

    def charge_document(self, session: Session, *, user_id: str, document_id: str) -> None:
        """Book nothing."""
