"""Changes of the cycle and the allowance of a billing account, in the transaction of the caller."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from app.billing import ledger, repository
from app.billing.cycles import Cycle
from app.billing.errors import BalanceChanged
from app.billing.rules import Plan
from app.billing.tables import BillingAccount, LedgerKind, Unit


def claim(session: Session, account: BillingAccount, after: Cycle) -> None:
    """Change the cycle of an account. Raises BalanceChanged if it is no longer the one in ``account``."""
    if not repository.claim_cycle(session, user_id=account.user_id, before=account.cycle, after=after):
        raise BalanceChanged
    ledger.note_change(session, account.user_id)


def begin_plan(session: Session, account: BillingAccount, plan: Plan) -> None:
    """Use the amounts of ``plan`` for later cycles. The balances are unchanged."""
    repository.set_included(
        session,
        user_id=account.user_id,
        values={
            "credits_per_month": plan.credits_included_per_month,
            "documents_per_month": plan.documents_included_per_month,
        },
    )


def replace(
    session: Session,
    account: BillingAccount,
    *,
    credit_count: int,
    document_count: int,
    kind: LedgerKind,
    key: str,
    at: datetime,
    actor_id: str | None = None,
) -> None:
    """Expire the rest of the cycle's allowance and book the next one. Extra credits are kept.

    A renewal does not touch amounts that the account does not get each month, such as starting documents.
    """
    included: dict[str, int] = {}
    left = account.credits_remaining - account.extra_credits
    for unit, expiring, amount in (
        (Unit.CREDITS, left, credit_count),
        (Unit.DOCUMENTS, account.documents_remaining, document_count),
    ):
        if kind == LedgerKind.RENEWAL and amount == 0:
            continue
        included[f"{unit}_included"] = amount
        for part, change in ((LedgerKind.EXPIRY, -expiring), (kind, amount)):
            if change:
                ledger.book(
                    session,
                    user_id=account.user_id,
                    unit=unit,
                    kind=part,
                    amount=change,
                    key=f"{key}:{unit}:{part}",
                    at=at,
                    actor_id=actor_id,
                )
    if included:
        repository.set_included(session, user_id=account.user_id, values=included)


def extend(session: Session, account: BillingAccount, plan: Plan, *, key: str, at: datetime) -> None:
    """Add the amounts by which ``plan`` exceeds the start of the current cycle. Nothing is removed."""
    for unit, included, amount in (
        (Unit.CREDITS, account.credits_included, plan.credits_included_per_month),
        (Unit.DOCUMENTS, account.documents_included, plan.documents_included_per_month),
    ):
        if amount > included:
            ledger.book(
                session,
                user_id=account.user_id,
                unit=unit,
                kind=LedgerKind.GRANT,
                amount=amount - included,
                key=f"{key}:{unit}",
                at=at,
            )
            repository.set_included(session, user_id=account.user_id, values={f"{unit}_included": amount})
