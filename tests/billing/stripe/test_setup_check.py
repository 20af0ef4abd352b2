"""Check of keys and prices in the setup: the key is accepted, and each price is of the right type."""

from __future__ import annotations

import pytest

from app.core.state import AppState
from app.setup.checks import check_step
from app.setup.steps import Step
from tests.billing.stripe.conftest import GROWTH, STARTER, TOP_UP
from tests.fakes.stripe_server import StripeServer


async def find(state: AppState) -> list[tuple[str, str]]:
    found = await check_step(Step.BILLING, state.settings, base=state.base_settings)
    return [(finding.code.value, finding.detail) for finding in found]


def sell(server: StripeServer) -> None:
    server.add_price(STARTER, is_recurring=True)
    server.add_price(GROWTH, is_recurring=True)
    server.add_price(TOP_UP, is_recurring=False)


async def test_right_prices_are_ready(stripe_server: StripeServer, state: AppState) -> None:
    sell(stripe_server)
    assert await find(state) == [("stripe_ready", "")]


async def test_unknown_archived_and_wrong_prices_are_named(
    stripe_server: StripeServer, state: AppState
) -> None:
    stripe_server.add_price(GROWTH, is_recurring=True, is_active=False)
    stripe_server.add_price(TOP_UP, is_recurring=True)
    assert await find(state) == [("stripe_price_wrong", price) for price in (STARTER, GROWTH, TOP_UP)]


@pytest.mark.parametrize(("status", "code"), [(401, "stripe_refused"), (500, "stripe_unavailable")])
async def test_a_refused_key_differs_from_an_outage(
    stripe_server: StripeServer, state: AppState, status: int, code: str
) -> None:
    stripe_server.failure = status
    assert await find(state) == [(code, "")]
