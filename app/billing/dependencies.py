"""Dependency of routes that need billing."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from app.billing.port import Billing
from app.billing.service import choose_billing
from app.core.state import StateDep


def get_billing(state: StateDep) -> Billing:
    return choose_billing(state.settings)


BillingDep = Annotated[Billing, Depends(get_billing)]
