"""Scheduled jobs of billing: the daily renewal check, and the nightly check of the ledger."""

from __future__ import annotations

import logging
from collections.abc import Callable

import anyio.to_thread
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.billing import accounts, ledger, repository
from app.billing.service import choose_billing
from app.billing.stripe import repository as stripe
from app.billing.stripe.configuration import read_configuration
from app.billing.stripe.synchronization import synchronize
from app.core.errors import AppError
from app.core.jobs import JobCounts
from app.core.state import AppState

log = logging.getLogger("greenroom.billing")


async def check_renewals(state: AppState) -> JobCounts:
    """Renew due accounts, end cancelled plans, and open missing accounts, each in its own transaction.

    Accounts with a subscription are compared with Stripe, in case an event was lost.

    Does nothing while usage is not metered. An account that fails does not stop the others.
    """
    if not choose_billing(state.settings).is_metered:
        return JobCounts()
    work_list = await state.database.read(_list_work, state=state)
    processed = errors = 0
    for user_id, work in work_list:
        try:
            await anyio.to_thread.run_sync(work, state, user_id)
            processed += 1
        except (AppError, SQLAlchemyError):  # counted, and shown to the admin as errors of the run
            log.exception("renewal_failed user=%s", user_id)
            errors += 1
    return JobCounts(processed=processed, errors=errors)


async def count_renewals(state: AppState) -> JobCounts:
    """Count the accounts that ``check_renewals`` would change."""
    if not choose_billing(state.settings).is_metered:
        return JobCounts()
    return JobCounts(processed=len(await state.database.read(_list_work, state=state)))


async def check_ledger(state: AppState) -> JobCounts:
    """Compare every balance with the sum of its ledger entries. A difference is an error of the run."""
    wrong = await state.database.read(ledger.find_disagreements)
    for user_id in wrong:
        log.error("ledger_disagrees user=%s", user_id)
    checked = await state.database.read(repository.count_accounts)
    return JobCounts(processed=checked, errors=len(wrong))


Work = Callable[[AppState, str], object]
"""The work for one user, run in a worker thread."""


def _list_work(session: Session, *, state: AppState) -> list[tuple[str, Work]]:
    """Stripe decides about the renewal of its payers while this server is in Stripe mode."""
    takes_payments = state.settings.billing_mode == "stripe"
    subscribers = stripe.list_subscribers(session) if takes_payments else []
    paying = set(subscribers)
    due = [one for one in repository.list_due(session, now=state.now()) if one not in paying]
    missing = repository.list_users_without_account(session)
    return [
        *((user_id, _open) for user_id in missing),
        *((user_id, _settle) for user_id in due),
        *((user_id, _synchronize) for user_id in subscribers),
    ]


def _open(state: AppState, user_id: str) -> None:
    with state.database.transaction() as session:
        if repository.find_account(session, user_id) is None:
            accounts.open_account(session, user_id, now=state.now())


def _settle(state: AppState, user_id: str) -> None:
    with state.database.transaction() as session:
        accounts.settle_due(session, user_id, now=state.now())


def _synchronize(state: AppState, user_id: str) -> None:
    synchronize(state, read_configuration(state.settings), user_id)
