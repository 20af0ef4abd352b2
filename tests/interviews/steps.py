"""Steps that several tests of interviews share: consent and credits."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import update

from app.billing.tables import BillingAccount
from app.core.state import AppState
from tests.conftest import Person

Json = dict[str, Any]


def read_credits(state: AppState, person: Person) -> int:
    with state.database.reading() as session:
        return session.get_one(BillingAccount, person.id).credits_remaining


def set_credits(state: AppState, person: Person, number: int) -> None:
    with state.database.transaction() as session:
        session.execute(
            update(BillingAccount).where(BillingAccount.user_id == person.id).values(credits_remaining=number)
        )


def give_consent(anonymous: TestClient, interview: Json) -> None:
    response = anonymous.post(
        f"/api/interviews/candidate/{interview['candidateToken']}/consent", json={"accepted": True}
    )
    assert response.status_code == 200
