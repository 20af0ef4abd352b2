"""Queries on billing accounts and the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import Session

from app.billing.cycles import Cycle
from app.billing.rules import PlanKey
from app.billing.tables import BillingAccount, LedgerEntry, Unit
from app.core.schemas import PageParams
from app.users.tables import Role, User


def find_account(session: Session, user_id: str) -> BillingAccount | None:
    return session.get(BillingAccount, user_id, populate_existing=True)


def claim_cycle(session: Session, *, user_id: str, before: Cycle, after: Cycle) -> bool:
    """Change the cycle of an account; False if it is no longer ``before``."""
    claimed = session.execute(
        update(BillingAccount)
        .where(
            BillingAccount.user_id == user_id,
            BillingAccount.plan == before.plan,
            BillingAccount.period_start_at == before.period_start_at,
            BillingAccount.period_end_at.is_not_distinct_from(before.period_end_at),
            BillingAccount.cancellation_effective_at.is_not_distinct_from(before.cancellation_effective_at),
        )
        .values(
            plan=after.plan,
            anchor_at=after.anchor_at,
            period_start_at=after.period_start_at,
            period_end_at=after.period_end_at,
            cancellation_effective_at=after.cancellation_effective_at,
            had_paid_plan=after.had_paid_plan,
        )
        .execution_options(synchronize_session=False)
        .returning(BillingAccount.user_id)
    )
    return claimed.first() is not None


def set_included(session: Session, *, user_id: str, values: dict[str, int]) -> None:
    """Set columns of an account other than its balances."""
    session.execute(
        update(BillingAccount)
        .where(BillingAccount.user_id == user_id)
        .values(values)
        .execution_options(synchronize_session=False)
    )


def change_monthly_amount(session: Session, *, plan: PlanKey, unit: Unit, before: int, after: int) -> None:
    """Change the monthly amounts of every account on ``plan`` where they equal ``before``.

    Balances are unchanged.
    """
    column = BillingAccount.credits_per_month if unit == Unit.CREDITS else BillingAccount.documents_per_month
    session.execute(
        update(BillingAccount)
        .where(BillingAccount.plan == plan, column == before)
        .values({column.key: after})
        .execution_options(synchronize_session=False)
    )


def count_users_by_plan(session: Session) -> dict[PlanKey, int]:
    rows = session.execute(select(BillingAccount.plan, func.count()).group_by(BillingAccount.plan))
    return {PlanKey(plan): count for plan, count in rows}


def list_users_on(session: Session, *, plan: PlanKey) -> list[str]:
    """Ids of the users on a plan."""
    return list(session.scalars(select(BillingAccount.user_id).where(BillingAccount.plan == plan)))


def _is_due(now: datetime) -> ColumnElement[bool]:
    return or_(
        BillingAccount.cancellation_effective_at <= now,
        BillingAccount.cancellation_effective_at.is_(None) & (BillingAccount.period_end_at <= now),
    )


def list_due(session: Session, *, now: datetime) -> list[str]:
    """Ids of the users whose account is due for a renewal or has reached the end of its plan."""
    return list(
        session.scalars(
            select(BillingAccount.user_id).where(_is_due(now)).order_by(BillingAccount.period_end_at)
        )
    )


def count_accounts(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(BillingAccount)) or 0


def list_users_without_account(session: Session) -> list[str]:
    return list(
        session.scalars(
            select(User.id)
            .outerjoin(BillingAccount, BillingAccount.user_id == User.id)
            .where(BillingAccount.user_id.is_(None))
        )
    )


def has_other_admin(session: Session, user_id: str) -> bool:
    """Whether there is an admin besides this user."""
    found = session.scalar(select(User.id).where(User.role == Role.ADMIN, User.id != user_id).limit(1))
    return found is not None


def list_entries(session: Session, *, user_id: str, page: PageParams) -> tuple[Sequence[LedgerEntry], int]:
    """The ledger of a user, newest first, and the number of its entries. Free charges are left out."""
    shown = (LedgerEntry.user_id == user_id) & (LedgerEntry.amount != 0)
    total = session.scalar(select(func.count()).select_from(LedgerEntry).where(shown)) or 0
    rows = session.scalars(
        select(LedgerEntry).where(shown).order_by(LedgerEntry.id.desc()).offset(page.offset).limit(page.limit)
    ).all()
    return rows, total
