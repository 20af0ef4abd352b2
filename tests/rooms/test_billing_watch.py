"""Changes of billing accounts over the socket: only to their user, and only after the commit."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.billing import ledger
from app.billing.errors import BalanceOutOfRange
from app.billing.tables import LedgerKind, Unit
from app.core.state import AppState
from app.users.tables import Role
from tests import factories
from tests.rooms.conftest import Arrive, Guest


def enroll(state: AppState, username: str, role: Role = Role.RECRUITER) -> tuple[str, str]:
    """Id and session token of a new user."""
    user_id = factories.create_user(state, username, role=role)
    return user_id, factories.sign_in(state, user_id)


def grant(state: AppState, user_id: str, key: str, *, amounts: tuple[int, ...] = (1,)) -> None:
    with state.database.transaction() as session:
        for number, amount in enumerate(amounts):
            ledger.book(
                session,
                user_id=user_id,
                unit=Unit.CREDITS,
                kind=LedgerKind.GRANT,
                amount=amount,
                key=f"{key}:{number}",
            )


async def test_a_grant_is_announced_to_its_user_alone(
    server_url: str, state: AppState, arrive: Arrive
) -> None:
    (alice_id, alice_token), (bob_id, bob_token) = enroll(state, "alice"), enroll(state, "bob")
    _, ada_token = enroll(state, "ada", Role.ADMIN)
    alice: Guest = await arrive()
    bob: Guest = await arrive()
    assert (await alice.request("watch-billing", {"token": alice_token}))["success"]
    assert (await bob.request("watch-billing", {"token": bob_token}))["success"]
    async with httpx.AsyncClient(base_url=server_url) as client:
        response = await client.post(
            f"/api/billing/admin/accounts/{alice_id}/grant-credits",
            headers={"Authorization": f"Bearer {ada_token}"},
            json={"credits": 5},
        )
        assert response.status_code == 200
    assert await alice.wait_for("billing-changed") == {}
    # Bob's own event arrives after any that he must not receive.
    grant(state, bob_id, "for bob")
    await bob.wait_for("billing-changed")
    assert len(bob.received["billing-changed"]) == 1


async def test_a_change_that_is_rolled_back_is_not_announced(state: AppState, arrive: Arrive) -> None:
    alice_id, token = enroll(state, "alice")
    alice: Guest = await arrive()
    await alice.request("watch-billing", {"token": token})
    # Refused by the limit of the balance after the first entry was booked.
    with pytest.raises(BalanceOutOfRange):
        grant(state, alice_id, "undone", amounts=(1, ledger.MAX_BALANCE))
    grant(state, alice_id, "done")
    await alice.wait_for("billing-changed")
    assert len(alice.received["billing-changed"]) == 1


async def test_watching_needs_a_session(arrive: Arrive) -> None:
    guest: Guest = await arrive()
    refused = await guest.request("watch-billing", {"token": "nonsense"})
    assert (refused["success"], refused["code"]) == (False, "UNAUTHORIZED")


async def test_a_disconnected_socket_is_forgotten(api: FastAPI, state: AppState, arrive: Arrive) -> None:
    _, token = enroll(state, "alice")
    guest: Guest = await arrive()
    await guest.request("watch-billing", {"token": token})
    watch: Any = api.state.services.billing_watch
    assert len(watch.sockets()) == 1
    await watch._remove(watch.sockets()[0].sid)
    assert watch.sockets() == []
