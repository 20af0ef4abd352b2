"""Routes with which admins read and change the billing account of any user.

Every change is recorded as a security event, with the values before and after.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from sqlalchemy.orm import Session

from app.billing import accounts, plans, repository
from app.billing.accounts import Actor
from app.billing.admin_schemas import (
    AddCredits,
    AdjustCredits,
    AdminAccountView,
    SetCreditsIncluded,
    SetDocumentsIncluded,
    SetDocumentsRemaining,
    SetNextRenewal,
    SetPlan,
)
from app.billing.dependencies import BillingDep
from app.billing.errors import BillingOff
from app.billing.schemas import LedgerEntryView
from app.billing.stripe.subscribers import require_no_subscription
from app.billing.tables import BillingAccount, LedgerKind, Unit
from app.core.database import SessionDep
from app.core.ids import new_id
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep
from app.core.state import AppState, StateDep
from app.security_events.service import Origin, describe_user, record
from app.security_events.tables import EventType
from app.users.audit import find_origin
from app.users.dependencies import AdminUser

router = APIRouter(prefix="/api/billing/admin/accounts/{user_id}", tags=["billing"])


@dataclass(frozen=True, slots=True)
class AccountChange:
    """One change of an account by an admin, with its transaction, actor and audit record."""

    session: Session
    state: AppState
    origin: Origin

    @property
    def actor(self) -> Actor:
        return Actor(self.origin.actor_id)

    def key(self, name: str, user_id: str, sent: str | None) -> str:
        """The idempotency key of a ledger entry: unique to the user and to the kind of change."""
        return f"{name}:{user_id}:{sent or new_id()}"

    def apply(
        self,
        user_id: str,
        action: str,
        read: Callable[[BillingAccount], object],
        change: Callable[[], BillingAccount],
    ) -> Data[AdminAccountView]:
        """Make a change, and record its effect."""
        before = str(read(accounts.get_account(self.session, user_id)))
        account = change()
        after = str(read(account))
        if after != before:
            record(
                self.session,
                EventType.BILLING_CHANGED,
                origin=self.origin,
                at=self.state.now(),
                subject=describe_user(user_id),
                details={"action": action, "before": before, "after": after},
            )
        return Data(data=_describe(self.session, account))


def get_change(
    request: Request, admin: AdminUser, session: SessionDep, state: StateDep, billing: BillingDep
) -> AccountChange:
    if not billing.is_metered:
        raise BillingOff
    return AccountChange(session=session, state=state, origin=find_origin(request, actor_id=admin.id))


ChangeDep = Annotated[AccountChange, Depends(get_change)]


@router.get("")
def read_account(
    user_id: str, _admin: AdminUser, session: SessionDep, billing: BillingDep
) -> Data[AdminAccountView]:
    """The billing account of any user, for admins.

    404 ``NOT_FOUND`` if there is none, ``BILLING_OFF`` if usage is not metered.
    """
    return Data(data=_describe(session, billing.get_account(session, user_id=user_id)))


@router.get("/ledger")
def read_ledger(
    user_id: str, _admin: AdminUser, session: SessionDep, billing: BillingDep, page: PageDep
) -> Page[LedgerEntryView]:
    """Every change of a user's balances, newest first."""
    billing.get_account(session, user_id=user_id)
    rows, total = repository.list_entries(session, user_id=user_id, page=page)
    return Page(data=[LedgerEntryView.of(row) for row in rows], pagination=page.describe(total))


@router.post("/set-plan", responses=refuses(409))
def set_plan(user_id: str, body: SetPlan, _admin: AdminUser, change: ChangeDep) -> Data[AdminAccountView]:
    """Put a user on a plan at once, with a full allowance. The user's current plan is kept, and resumed if
    cancelled.

    409 ``PAID_THROUGH_STRIPE`` while the user has a subscription.
    """
    require_no_subscription(change.session, user_id, settings=change.state.settings)
    return change.apply(
        user_id,
        "plan",
        lambda account: f"{account.plan} (cancelled)" if account.cycle.is_cancelled else str(account.plan),
        lambda: accounts.set_plan(
            change.session, user_id, body.plan, now=change.state.now(), actor=change.actor
        ),
    )


@router.post("/set-next-renewal", responses=refuses(409))
def set_next_renewal(
    user_id: str, body: SetNextRenewal, _admin: AdminUser, change: ChangeDep
) -> Data[AdminAccountView]:
    """Move the next renewal; later ones follow every month. 422 for a time in the past.

    409 ``PAID_THROUGH_STRIPE`` while the user has a subscription.
    """
    require_no_subscription(change.session, user_id, settings=change.state.settings)
    return change.apply(
        user_id,
        "next_renewal",
        lambda account: account.period_end_at and account.period_end_at.isoformat(),
        lambda: accounts.set_next_renewal(
            change.session, user_id, body.next_renewal_date, now=change.state.now()
        ),
    )


@router.post("/topup", responses=refuses(409))
def top_up(user_id: str, body: AddCredits, _admin: AdminUser, change: ChangeDep) -> Data[AdminAccountView]:
    """Add bought credits, which do not expire with the cycle."""
    return _add(user_id, body, change, kind=LedgerKind.TOP_UP)


@router.post("/grant-credits", responses=refuses(409))
def grant_credits(
    user_id: str, body: AddCredits, _admin: AdminUser, change: ChangeDep
) -> Data[AdminAccountView]:
    """Add credits as a gift, which do not expire with the cycle."""
    return _add(user_id, body, change, kind=LedgerKind.GRANT)


@router.post("/adjust", responses=refuses(409))
def adjust_credits(
    user_id: str, body: AdjustCredits, _admin: AdminUser, change: ChangeDep
) -> Data[AdminAccountView]:
    """Adjust the remaining credits by a difference. 409 if too few are left."""
    return change.apply(
        user_id,
        "credits_remaining",
        lambda account: account.credits_remaining,
        lambda: accounts.adjust_credits(
            change.session,
            user_id,
            body.delta,
            key=change.key("adjustment", user_id, body.idempotency_key),
            now=change.state.now(),
            actor=change.actor,
        ),
    )


@router.post("/documents/set-remaining", responses=refuses(409))
def set_documents_remaining(
    user_id: str, body: SetDocumentsRemaining, _admin: AdminUser, change: ChangeDep
) -> Data[AdminAccountView]:
    """Set how many documents are left in this cycle."""
    return change.apply(
        user_id,
        "documents_remaining",
        lambda account: account.documents_remaining,
        lambda: accounts.set_documents_remaining(
            change.session, user_id, body.remaining, now=change.state.now(), actor=change.actor
        ),
    )


@router.post("/set-credits-included")
def set_credits_included(
    user_id: str, body: SetCreditsIncluded, _admin: AdminUser, change: ChangeDep
) -> Data[AdminAccountView]:
    """Set how many credits this and each later cycle includes. The remaining credits are unchanged."""
    return change.apply(
        user_id,
        "credits_included",
        lambda account: account.credits_per_month,
        lambda: accounts.set_included(change.session, user_id, Unit.CREDITS, body.credits_included_per_month),
    )


@router.post("/set-documents-included")
def set_documents_included(
    user_id: str, body: SetDocumentsIncluded, _admin: AdminUser, change: ChangeDep
) -> Data[AdminAccountView]:
    """Set how many documents this and each later cycle includes. The remaining documents are unchanged."""
    return change.apply(
        user_id,
        "documents_included",
        lambda account: account.documents_per_month,
        lambda: accounts.set_included(
            change.session, user_id, Unit.DOCUMENTS, body.documents_included_per_month
        ),
    )


def _describe(session: Session, account: BillingAccount) -> AdminAccountView:
    return AdminAccountView.of(account, plans.load_plan(session, account.plan))


def _add(
    user_id: str, body: AddCredits, change: AccountChange, *, kind: LedgerKind
) -> Data[AdminAccountView]:
    return change.apply(
        user_id,
        kind.value,
        lambda account: account.credits_remaining,
        lambda: accounts.add_credits(
            change.session,
            user_id,
            body.credits,
            kind=kind,
            key=change.key(kind.value, user_id, body.idempotency_key),
            now=change.state.now(),
            actor=change.actor,
        ),
    )
