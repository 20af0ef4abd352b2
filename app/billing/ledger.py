"""The ledger: the only place that changes a balance, together with the entry that explains it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import case, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.billing.errors import BalanceChanged, BalanceOutOfRange
from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind, Unit
from app.core.clock import utc_now

MAX_BALANCE: Final = 1_000_000_000
CHANGED_ACCOUNTS: Final = "changed_billing_accounts"
"""Key in ``session.info`` of the users whose account this transaction changed."""


def note_change(session: Session, user_id: str) -> None:
    """Remember that an account changed, so that its user's open pages are notified after the commit."""
    session.info.setdefault(CHANGED_ACCOUNTS, set()).add(user_id)


def find_entry(session: Session, key: str) -> LedgerEntry | None:
    return session.scalar(select(LedgerEntry).where(LedgerEntry.key == key))


def book(
    session: Session,
    *,
    user_id: str,
    unit: Unit,
    kind: LedgerKind,
    amount: int,
    key: str,
    is_extra: bool = False,
    at: datetime | None = None,
    price: int | None = None,
    subject_id: str | None = None,
    seconds: float | None = None,
    actor_id: str | None = None,
) -> LedgerEntry:
    """Change a balance by ``amount`` and record it, once for each ``key``.

    ``is_extra``: the credits do not expire with the cycle. A second call with the same key returns the first
    entry. Raises BalanceOutOfRange if the balance would be negative or above MAX_BALANCE, and then changes
    nothing; BalanceChanged for the same key with another amount.
    """
    known = find_entry(session, key)
    if known is not None:
        if (known.user_id, known.amount) != (user_id, amount):
            raise BalanceChanged
        return known
    balance = _claim(session, user_id=user_id, unit=unit, amount=amount, is_extra=is_extra)
    entry = LedgerEntry(
        user_id=user_id,
        unit=unit,
        kind=kind,
        amount=amount,
        balance=balance,
        key=key,
        price=price,
        subject_id=subject_id,
        seconds=seconds,
        actor_id=actor_id,
        created_at=at or utc_now(),
    )
    session.add(entry)
    session.flush()
    note_change(session, user_id)
    return entry


def charge(
    session: Session,
    *,
    user_id: str,
    unit: Unit,
    price: int,
    key: str,
    subject_id: str,
    seconds: float | None = None,
) -> LedgerEntry:
    """Book a charge once, at most the remaining balance."""
    known = find_entry(session, key)
    if known is not None:
        return known
    column = _column(unit)
    balance = session.scalars(select(column).where(BillingAccount.user_id == user_id)).one()
    # The claim fails if the balance has become smaller since. On SQLite it cannot (ADR 0003).
    return book(
        session,
        user_id=user_id,
        unit=unit,
        kind=LedgerKind.CHARGE,
        amount=-min(price, balance),
        key=key,
        price=price,
        subject_id=subject_id,
        seconds=seconds,
    )


def _claim(session: Session, *, user_id: str, unit: Unit, amount: int, is_extra: bool) -> int:
    """Change the balance by one conditional UPDATE; returns the new balance."""
    column = _column(unit)
    after = column + amount
    values: dict[str, object] = {column.key: after}
    if unit == Unit.CREDITS:
        # Credits of the cycle are used first; extra credits shrink only when no others are left.
        extra = BillingAccount.extra_credits + (amount if is_extra else 0)
        values["extra_credits"] = case((extra < after, extra), else_=after)
    claimed = session.execute(
        update(BillingAccount)
        .where(BillingAccount.user_id == user_id, after.between(0, MAX_BALANCE))
        .values(values)
        .execution_options(synchronize_session=False)
        .returning(column)
    ).scalar_one_or_none()
    if claimed is None:
        raise BalanceOutOfRange
    return claimed


def _column(unit: Unit) -> InstrumentedAttribute[int]:
    return BillingAccount.credits_remaining if unit == Unit.CREDITS else BillingAccount.documents_remaining


def find_disagreements(session: Session) -> list[str]:
    """Ids of the users whose balances are not the sums of their ledger entries."""
    sums = (
        select(
            LedgerEntry.user_id,
            func.sum(case((LedgerEntry.unit == Unit.CREDITS, LedgerEntry.amount), else_=0)).label("credits"),
            func.sum(case((LedgerEntry.unit == Unit.DOCUMENTS, LedgerEntry.amount), else_=0)).label(
                "documents"
            ),
        )
        .group_by(LedgerEntry.user_id)
        .subquery()
    )
    return list(
        session.scalars(
            select(BillingAccount.user_id)
            .outerjoin(sums, sums.c.user_id == BillingAccount.user_id)
            .where(
                (func.coalesce(sums.c.credits, 0) != BillingAccount.credits_remaining)
                | (func.coalesce(sums.c.documents, 0) != BillingAccount.documents_remaining)
            )
            .order_by(BillingAccount.user_id)
        )
    )
