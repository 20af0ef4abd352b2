from __future__ import annotations

from sqlalchemy.orm import Session

from app.billing import repository
from app.billing.errors import BillingOff, DocumentsLimitReached, NoCredits
from app.billing.rules import BillingMode, PlanKey, credits_for, load_plans
from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind
from app.core.errors import NotFound
from app.users.repository import find_by_id
from app.users.tables import Role


def open_account(session: Session, user_id: str) -> None:
    """The account of a new user: Growth for an admin made at set-up, Trial for everybody else."""
    user = find_by_id(session, user_id)
    is_admin = user is not None and user.role == Role.ADMIN
    key = PlanKey.GROWTH if is_admin else PlanKey.FREE
    plan = load_plans()[key]
    session.add(
        BillingAccount(
            user_id=user_id,
            plan=key,
            credits_remaining=plan.first_credits,
            credits_included=plan.first_credits,
            documents_remaining=plan.first_documents,
            documents_included=plan.first_documents,
        )
    )
    session.flush()


def get_account(session: Session, *, user_id: str) -> BillingAccount:
    account = repository.find_account(session, user_id)
    if account is None:
        raise NotFound("This user has no billing account.")
    return account


def require_metering(mode: BillingMode) -> None:
    """Raise BillingOff where nothing is metered."""
    if mode == "off":
        raise BillingOff


def require_credit(session: Session, *, mode: BillingMode, user_id: str, reserved: int = 0) -> None:
    """Raise NoCredits unless a credit is left beside those that running interviews may still need."""
    if mode == "off":
        return
    if get_account(session, user_id=user_id).credits_remaining <= reserved:
        raise NoCredits


def charge_interview(
    session: Session, *, mode: BillingMode, user_id: str, interview_id: str, seconds: float
) -> LedgerEntry | None:
    """Book a completed interview, once however often it is asked; None where nothing is metered.

    Where fewer credits are left than the rule asks for, what is left is taken: the interview has
    taken place, and a balance never goes below zero.
    """
    if mode == "off":
        return None
    booked = repository.find_entry(session, kind=LedgerKind.INTERVIEW, subject_id=interview_id)
    if booked is not None:
        return booked
    amount = credits_for(seconds)
    taken = min(amount, get_account(session, user_id=user_id).credits_remaining)
    # Another booking may come between the look and the take: then take what is left now.
    while taken > 0 and not repository.take_credits(session, user_id=user_id, amount=taken):
        taken -= 1
    entry = LedgerEntry(
        user_id=user_id,
        kind=LedgerKind.INTERVIEW,
        subject_id=interview_id,
        amount=amount,
        taken=taken,
        seconds=seconds,
    )
    session.add(entry)
    session.flush()
    return entry


def require_document_allowance(session: Session, *, mode: BillingMode, user_id: str) -> None:
    """Raise DocumentsLimitReached when nothing of the document allowance is left."""
    if mode != "off" and get_account(session, user_id=user_id).documents_remaining < 1:
        raise DocumentsLimitReached


def use_document_allowance(session: Session, *, mode: BillingMode, user_id: str, document_id: str) -> None:
    """Book one successfully parsed document, once. Raises DocumentsLimitReached when none is left."""
    if mode == "off":
        return
    if repository.find_entry(session, kind=LedgerKind.DOCUMENT, subject_id=document_id) is not None:
        return
    if not repository.take_document(session, user_id=user_id):
        raise DocumentsLimitReached
    session.add(
        LedgerEntry(user_id=user_id, kind=LedgerKind.DOCUMENT, subject_id=document_id, amount=1, taken=1)
    )
    session.flush()
