"""Billing by plans: credits for interviews and an allowance for documents, booked in the ledger."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.billing import repository
from app.billing.errors import DocumentsLimitReached, NoCredits
from app.billing.rules import credits_for
from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind
from app.core.errors import NotFound


class PlanBilling:
    """The adapter of the billing port for every mode with plans."""

    is_metered = True

    def get_account(self, session: Session, *, user_id: str) -> BillingAccount:
        account = repository.find_account(session, user_id)
        if account is None:
            raise NotFound("This user has no billing account.")
        return account

    def require_credit(self, session: Session, *, user_id: str, reserved: int = 0) -> None:
        if self.get_account(session, user_id=user_id).credits_remaining <= reserved:
            raise NoCredits

    def charge_interview(
        self, session: Session, *, user_id: str, interview_id: str, seconds: float
    ) -> int | None:
        """Charge what the rule asks for, or what is left of it.

        The interview has taken place, so a short balance goes to zero instead of being refused.
        """
        booked = repository.find_entry(session, kind=LedgerKind.INTERVIEW, subject_id=interview_id)
        if booked is not None:
            return booked.amount
        amount = credits_for(seconds)
        # Write transactions run one at a time (ADR 0003), so the balance cannot change in between.
        before = self.get_account(session, user_id=user_id).credits_remaining
        after = repository.take_credits(session, user_id=user_id, amount=amount)
        session.add(
            LedgerEntry(
                user_id=user_id,
                kind=LedgerKind.INTERVIEW,
                subject_id=interview_id,
                amount=amount,
                taken=before - after,
                seconds=seconds,
            )
        )
        session.flush()
        return amount

    def require_document_allowance(self, session: Session, *, user_id: str) -> None:
        if self.get_account(session, user_id=user_id).documents_remaining < 1:
            raise DocumentsLimitReached

    def charge_document(self, session: Session, *, user_id: str, document_id: str) -> None:
        if repository.find_entry(session, kind=LedgerKind.DOCUMENT, subject_id=document_id) is not None:
            return
        if not repository.take_document(session, user_id=user_id):
            raise DocumentsLimitReached
        session.add(
            LedgerEntry(user_id=user_id, kind=LedgerKind.DOCUMENT, subject_id=document_id, amount=1, taken=1)
        )
        session.flush()
