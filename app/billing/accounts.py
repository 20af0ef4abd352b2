"""Use cases of billing accounts: open, renew, change the plan, cancel, resume, grant and adjust.

Each runs in the caller's transaction and claims the cycle that it read by one conditional UPDATE.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy.orm import Session

from app.billing import allowances, cycles, ledger, plans, repository
from app.billing.cycles import Due
from app.billing.errors import CancellationIsFinal, NothingToCancel, PlanIsGranted
from app.billing.rules import PlanKey
from app.billing.tables import BillingAccount, LedgerKind, Unit
from app.core.errors import InvalidState, NotFound, ValidationFailed
from app.core.ids import new_id
from app.core.invalid_values import FieldSentence
from app.users import repository as users
from app.users.tables import Role, User


@dataclass(frozen=True, slots=True)
class Actor:
    """The admin on whose behalf a ledger entry is made; ``id`` is None for the server itself."""

    id: str | None = None


SERVER = Actor()


def find_zone(user: User | None) -> ZoneInfo:
    """The time zone in which the cycles of a user are counted: their own, else UTC."""
    try:
        return ZoneInfo((user.timezone if user else None) or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def get_account(session: Session, user_id: str) -> BillingAccount:
    """Raises NotFound if the user has no billing account."""
    account = repository.find_account(session, user_id)
    if account is None:
        raise NotFound("This user has no billing account.")
    return account


def open_account(session: Session, user_id: str, *, now: datetime) -> None:
    """Give a new user a billing account: the first admin starts on Growth, everyone else on Trial."""
    user = users.find_by_id(session, user_id)
    is_first_admin = (
        user is not None and user.role == Role.ADMIN and not repository.has_other_admin(session, user_id)
    )
    key = PlanKey.GROWTH if is_first_admin else PlanKey.FREE
    plan = plans.load_plan(session, key)
    cycle = cycles.open_cycle(key, now=now, zone=find_zone(user))
    session.add(
        BillingAccount(
            user_id=user_id,
            plan=key,
            credits_remaining=0,
            credits_included=plan.first_credits,
            credits_per_month=plan.credits_included_per_month,
            documents_remaining=0,
            documents_included=plan.first_documents,
            documents_per_month=plan.documents_included_per_month,
            anchor_at=cycle.anchor_at,
            period_start_at=cycle.period_start_at,
            period_end_at=cycle.period_end_at,
            had_paid_plan=cycle.had_paid_plan,
        )
    )
    session.flush()
    for unit, amount in ((Unit.CREDITS, plan.first_credits), (Unit.DOCUMENTS, plan.first_documents)):
        ledger.book(
            session,
            user_id=user_id,
            unit=unit,
            kind=LedgerKind.GRANT,
            amount=amount,
            key=f"opening:{unit}:{user_id}",
            at=now,
        )


def settle_due(session: Session, user_id: str, *, now: datetime) -> Due:
    """Renew an account or end its plan, whichever is due; returns which."""
    account = repository.find_account(session, user_id)
    if account is None:
        return Due.NOTHING
    due = cycles.find_due(account.cycle, now=now)
    zone = find_zone(users.find_by_id(session, user_id))
    if due == Due.RENEWAL:
        renewed = cycles.renew(account.cycle, now=now, zone=zone)
        allowances.claim(session, account, renewed)
        allowances.replace(
            session,
            account,
            credit_count=account.credits_per_month,
            document_count=account.documents_per_month,
            kind=LedgerKind.RENEWAL,
            key=f"renewal:{user_id}:{renewed.period_start_at.isoformat()}",
            at=now,
        )
    elif due == Due.END:
        ended = cycles.end_plan(account.cycle)
        allowances.claim(session, account, ended)
        allowances.begin_plan(session, account, plans.load_plan(session, PlanKey.FREE))
        allowances.replace(
            session,
            account,
            credit_count=0,
            document_count=0,
            kind=LedgerKind.GRANT,
            key=f"end:{user_id}:{ended.period_start_at.isoformat()}",
            at=now,
        )
    return due


def set_plan(
    session: Session, user_id: str, plan: PlanKey, *, now: datetime, actor: Actor = SERVER
) -> BillingAccount:
    """Put an account on a plan at once, with a full allowance for a new cycle.

    If the account already has this plan, its cycle and balances are kept and a cancellation is withdrawn.
    Free after a paid plan has the amounts of Free per month, not the starting amounts. Bought and granted
    credits are kept.
    """
    account = get_account(session, user_id)
    before = account.cycle
    after = cycles.change_plan(before, plan, now=now, zone=find_zone(users.find_by_id(session, user_id)))
    if after == before:
        return account
    allowances.claim(session, account, after)
    if plan == before.plan:
        return get_account(session, user_id)
    terms = plans.load_plan(session, plan)
    allowances.begin_plan(session, account, terms)
    allowances.replace(
        session,
        account,
        credit_count=terms.credits_included_per_month,
        document_count=terms.documents_included_per_month,
        kind=LedgerKind.GRANT,
        key=f"plan:{new_id()}",
        at=now,
        actor_id=actor.id,
    )
    return get_account(session, user_id)


def choose_plan(session: Session, user_id: str, plan: PlanKey, *, now: datetime) -> BillingAccount:
    """Apply a user's own choice: Free cancels at the end of the cycle; the current plan withdraws the
    cancellation.

    Raises NothingToCancel, CancellationIsFinal, and PlanIsGranted for every other plan.
    """
    account = get_account(session, user_id)
    cycle = account.cycle
    if plan not in {PlanKey.FREE, cycle.plan}:
        raise PlanIsGranted
    if plan == cycle.plan:
        if not cycle.is_cancelled:
            return account
        if not cycles.can_resume(cycle, now=now):
            raise CancellationIsFinal
        allowances.claim(session, account, cycles.resume(cycle))
    elif not cycle.is_cancelled:
        if not cycles.can_cancel(cycle, now=now):
            raise NothingToCancel
        allowances.claim(session, account, cycles.cancel(cycle))
    return get_account(session, user_id)


def set_next_renewal(session: Session, user_id: str, at: datetime, *, now: datetime) -> BillingAccount:
    """Move the next renewal. Raises ValidationFailed for the past.

    Raises InvalidState for a cancelled plan, and for an account that gets nothing each month.
    """
    if at <= now:
        raise ValidationFailed(
            [("nextRenewalDate", FieldSentence("Choose a time in the future.", code="FUTURE_TIME_NEEDED"))]
        )
    account = get_account(session, user_id)
    if account.cycle.is_cancelled:
        raise InvalidState("This plan is cancelled and does not renew. Set the plan again to resume it.")
    if account.credits_per_month == 0 and account.documents_per_month == 0:
        raise InvalidState(
            "This account gets nothing each month. Set the credits or documents included first."
        )
    allowances.claim(session, account, cycles.move_renewal(account.cycle, at=at))
    return get_account(session, user_id)


def add_credits(
    session: Session, user_id: str, amount: int, *, kind: LedgerKind, key: str, now: datetime, actor: Actor
) -> BillingAccount:
    """Grant or top up credits that do not expire with the cycle. Raises BalanceOutOfRange."""
    get_account(session, user_id)
    ledger.book(
        session,
        user_id=user_id,
        unit=Unit.CREDITS,
        kind=kind,
        amount=amount,
        key=key,
        is_extra=True,
        at=now,
        actor_id=actor.id,
    )
    return get_account(session, user_id)


def adjust_credits(
    session: Session, user_id: str, delta: int, *, key: str, now: datetime, actor: Actor
) -> BillingAccount:
    """Adjust the credits of the cycle by ``delta``. Raises BalanceOutOfRange."""
    get_account(session, user_id)
    if delta:
        ledger.book(
            session,
            user_id=user_id,
            unit=Unit.CREDITS,
            kind=LedgerKind.ADJUSTMENT,
            amount=delta,
            key=key,
            at=now,
            actor_id=actor.id,
        )
    return get_account(session, user_id)


def set_documents_remaining(
    session: Session, user_id: str, remaining: int, *, now: datetime, actor: Actor
) -> BillingAccount:
    """Set the remaining document allowance. Raises BalanceOutOfRange."""
    delta = remaining - get_account(session, user_id).documents_remaining
    if delta:
        ledger.book(
            session,
            user_id=user_id,
            unit=Unit.DOCUMENTS,
            kind=LedgerKind.ADJUSTMENT,
            amount=delta,
            key=f"adjustment:{new_id()}",
            at=now,
            actor_id=actor.id,
        )
    return get_account(session, user_id)


def set_included(session: Session, user_id: str, unit: Unit, per_month: int) -> BillingAccount:
    """Set the amounts that this and every later cycle includes.

    The balance is unchanged until the next renewal.
    """
    get_account(session, user_id)
    repository.set_included(
        session, user_id=user_id, values={f"{unit}_included": per_month, f"{unit}_per_month": per_month}
    )
    ledger.note_change(session, user_id)
    return get_account(session, user_id)
