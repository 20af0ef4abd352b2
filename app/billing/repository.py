"""Queries on billing accounts and the ledger."""

from __future__ import annotations

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind


def find_account(session: Session, user_id: str) -> BillingAccount | None:
    return session.get(BillingAccount, user_id, populate_existing=True)


def find_entry(session: Session, *, kind: LedgerKind, subject_id: str) -> LedgerEntry | None:
    return session.scalar(
        select(LedgerEntry).where(LedgerEntry.kind == kind, LedgerEntry.subject_id == subject_id)
    )


def take_credits(session: Session, *, user_id: str, amount: int) -> int:
    """Take ``amount`` credits, or all if fewer are left; returns the credits that remain."""
    return session.execute(
        update(BillingAccount)
        .where(BillingAccount.user_id == user_id)
        .values(credits_remaining=func.max(0, BillingAccount.credits_remaining - amount))
        .execution_options(synchronize_session=False)
        .returning(BillingAccount.credits_remaining)
    ).scalar_one()


def take_document(session: Session, *, user_id: str) -> bool:
    """Take one document from the allowance; False if none is left."""
    taken = session.execute(
        update(BillingAccount)
        .where(BillingAccount.user_id == user_id, BillingAccount.documents_remaining >= 1)
        .values(documents_remaining=BillingAccount.documents_remaining - 1)
        .execution_options(synchronize_session=False)
        .returning(BillingAccount.user_id)
    )
    return taken.first() is not None
