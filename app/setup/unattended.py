"""Carry out a setup plan on the data of a stopped server."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from app.admin.settings import service
from app.core.security import hash_password
from app.core.state import AppState
from app.demo.interview import create_demo_interview, make_random
from app.security_events.service import COMMAND_LINE, describe_user, record
from app.security_events.tables import EventType
from app.setup import progress
from app.setup.plan import SetupPlan
from app.setup.steps import Step
from app.setup.tables import StepOutcome
from app.users import accounts, repository
from app.users.schemas import FirstAdmin
from app.users.tables import Role


def carry_out(state: AppState, plan: SetupPlan, *, now: datetime) -> bool:
    """Create the account and the demo interview and save the settings, all or nothing.

    Returns whether there was no admin before. If there is one, the account in the plan is ignored, so that a
    file can be applied again.
    """
    account = plan.account
    password_hash = None if account is None else hash_password(account.password.get_secret_value())
    with state.database.transaction() as session:
        is_first = not repository.has_admin(session)
        if is_first and account is not None and password_hash is not None:
            _create_admin(session, state, account=account, password_hash=password_hash, now=now)
        if plan.has_demo:
            _create_demo(session, state, now=now)
        settings = service.change(session, state=state, values=plan.values)
        changes = service.describe_changes(state.settings, settings, keys=plan.values)
        if changes:
            record(
                session,
                EventType.SETTINGS_CHANGED,
                origin=COMMAND_LINE,
                at=now,
                details={"keys": sorted(changes), "changes": changes},
            )
        for step in (*plan.steps, Step.FINISH):
            progress.record_outcome(session, step=step, outcome=StepOutcome.DONE)
    return is_first


def _create_demo(session: Session, state: AppState, *, now: datetime) -> None:
    """Create the demo interview of the first administrator."""
    owner = repository.find_first_admin(session)
    if owner is not None:
        create_demo_interview(session, owner_id=owner.id, hooks=state.hooks, now=now, random=make_random())


def _create_admin(
    session: Session, state: AppState, *, account: FirstAdmin, password_hash: str, now: datetime
) -> None:
    user = accounts.create_user(
        session,
        username=account.username,
        password_hash=password_hash,
        role=Role.ADMIN,
        name=account.name,
        email=account.email,
    )
    for hook in state.hooks.user_created:
        hook(session, user.id)
    record(
        session,
        EventType.FIRST_SETUP,
        origin=COMMAND_LINE,
        at=now,
        subject=describe_user(user.id),
    )
