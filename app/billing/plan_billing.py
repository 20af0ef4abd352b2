"""Billing by plans: credits for interviews and an allowance for documents, booked in the ledger."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.billing import ledger
from app.billing.accounts import get_account
from app.billing.errors import BalanceOutOfRange, DocumentsLimitReached, NoCredits
from app.billing.rules import credits_for
from app.billing.tables import BillingAccount, LedgerKind, Unit


class PlanBilling:
    """The adapter of the billing port for every mode with plans."""

    is_metered = True

    def get_account(self, session: Session, *, user_id: str) -> BillingAccount:
        return get_account(session, user_id)

    def require_credit(self, session: Session, *, user_id: str, reserved: int = 0) -> None:
        if self.get_account(session, user_id=user_id).credits_remaining <= reserved:
            raise NoCredits

    def charge_interview(
        self, session: Session, *, user_id: str, interview_id: str, seconds: float
    ) -> int | None:
        """Charge the price by the rule, at most the remaining balance.

        The interview has taken place, so a low balance goes to zero instead of being refused.
        """
        entry = ledger.charge(
            session,
            user_id=user_id,
            unit=Unit.CREDITS,
            price=credits_for(seconds),
            key=f"interview:{interview_id}",
            subject_id=interview_id,
            seconds=seconds,
        )
        return entry.price

    def require_document_allowance(self, session: Session, *, user_id: str) -> None:
        if self.get_account(session, user_id=user_id).documents_remaining < 1:
            raise DocumentsLimitReached

    def charge_document(self, session: Session, *, user_id: str, document_id: str) -> None:
        key = f"document:{document_id}"
        if ledger.find_entry(session, key) is not None:
            return
        try:
            ledger.book(
                session,
                user_id=user_id,
                unit=Unit.DOCUMENTS,
                kind=LedgerKind.CHARGE,
                amount=-1,
                key=key,
                price=1,
                subject_id=document_id,
            )
        except BalanceOutOfRange:
            raise DocumentsLimitReached from None
