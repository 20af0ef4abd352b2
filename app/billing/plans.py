"""The plans in effect: those of config/plans.toml, with the changes of an admin.

They are read from the database each time, so a change takes effect at once, in every process.
"""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.billing import ledger, repository
from app.billing.rules import Plan, PlanKey, find_plan_problems, load_default_plans
from app.billing.tables import PlanTerms, Unit
from app.core.errors import ValidationFailed


def load_plans(session: Session) -> dict[PlanKey, Plan]:
    """All plans, in the order of ``PlanKey``."""
    changed = {row.plan: row.terms for row in session.scalars(select(PlanTerms))}
    defaults = load_default_plans()
    return {key: changed.get(key, defaults[key]) for key in PlanKey}


def load_plan(session: Session, key: PlanKey) -> Plan:
    row = session.get(PlanTerms, key)
    return load_default_plans()[key] if row is None else row.terms


def change_plan(session: Session, key: PlanKey, plan: Plan) -> None:
    """Change a plan's name, price and amounts. Raises ValidationFailed.

    Name and price apply at once. Users on the plan keep their balances; they get the new amounts from their
    next renewal, unless an admin has set individual amounts. Users who get the plan from now on have the new
    amounts at once.
    """
    before = load_plans(session)
    others = [other.display_name for other_key, other in before.items() if other_key != key]
    problems = find_plan_problems(key, plan, other_names=others)
    if problems:
        raise ValidationFailed(problems)
    row = session.get(PlanTerms, key)
    if plan == load_default_plans()[key]:
        if row is not None:
            session.delete(row)
    elif row is None:
        session.add(PlanTerms(plan=key, **asdict(plan)))
    else:
        for name, value in asdict(plan).items():
            setattr(row, name, value)
    session.flush()
    for unit, old, new in (
        (Unit.CREDITS, before[key].credits_included_per_month, plan.credits_included_per_month),
        (Unit.DOCUMENTS, before[key].documents_included_per_month, plan.documents_included_per_month),
    ):
        repository.change_monthly_amount(session, plan=key, unit=unit, before=old, after=new)
    # Open pages show the name and the price of the plan.
    for user_id in repository.list_users_on(session, plan=key):
        ledger.note_change(session, user_id)
