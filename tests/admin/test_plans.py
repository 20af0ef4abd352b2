"""Changes of the plans by an admin, and what happens to the users on them."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.billing import accounts
from app.billing.cycles import Due
from app.billing.rules import PlanKey
from app.billing.tables import PlanTerms
from app.core.state import AppState
from app.security_events.tables import EventType, SecurityEvent
from tests.conftest import FrozenClock, Person

pytestmark = pytest.mark.usefixtures("balances_agree")

Json = dict[str, Any]


def list_plans(ada: Person) -> dict[str, Json]:
    response = ada.get("/api/admin/plans")
    assert response.status_code == 200, response.text
    return {plan["key"]: plan for plan in response.json()["data"]}


def change(ada: Person, key: str, **changes: object) -> Json:
    body = {**list_plans(ada)[key]["values"], **changes}
    response = ada.put(f"/api/admin/plans/{key}", json=body)
    assert response.status_code == 200, response.text
    data: Json = {plan["key"]: plan for plan in response.json()["data"]}[key]
    return data


def set_plan(ada: Person, user: Person, plan: str) -> None:
    response = ada.post(f"/api/billing/admin/accounts/{user.id}/set-plan", json={"plan": plan})
    assert response.status_code == 200, response.text


def read_summary(person: Person) -> Json:
    data: Json = person.get("/api/billing/summary").json()["data"]
    return data


def list_changes(state: AppState) -> list[tuple[str | None, str | None, Json]]:
    with state.database.reading() as session:
        events = session.scalars(select(SecurityEvent).where(SecurityEvent.type == EventType.PLAN_CHANGED))
        return [(event.actor_id, event.subject_id, event.details) for event in events]


def test_plans_are_those_of_the_file_until_they_are_changed(ada: Person, alice: Person) -> None:
    plans = list_plans(ada)
    assert list(plans) == ["free", "starter", "growth"]
    assert all(plan["values"] == plan["defaults"] for plan in plans.values())
    assert (plans["free"]["userCount"], plans["growth"]["userCount"]) == (1, 1)
    assert [plan["stripePrice"] for plan in plans.values()] == [None, None, None]


def test_name_and_price_apply_at_once(ada: Person, alice: Person, anonymous: TestClient) -> None:
    set_plan(ada, alice, "starter")
    change(ada, "starter", displayName="  Basic ", monthlyPriceCents=4550)
    found = read_summary(alice)
    assert (found["planDisplayName"], found["monthlyPriceCents"]) == ("Basic", 4550)
    assert [plan["displayName"] for plan in anonymous.get("/api/billing/plans").json()["data"]] == [
        "Trial",
        "Basic",
        "Growth",
    ]


def test_users_on_the_plan_get_new_amounts_from_their_next_renewal(
    ada: Person, alice: Person, bob: Person, state: AppState, clock: FrozenClock
) -> None:
    set_plan(ada, alice, "starter")
    change(ada, "starter", creditsIncludedPerMonth=30, documentsIncludedPerMonth=150)
    found = read_summary(alice)
    assert (found["creditsRemaining"], found["creditsIncluded"]) == (20, 20)
    assert found["documents"] == {"included": 200, "remaining": 200}
    # Users who choose the plan from now on get the new amounts at once.
    set_plan(ada, bob, "starter")
    assert read_summary(bob)["creditsRemaining"] == 30
    clock.advance(days=31)
    with state.database.transaction() as session:
        assert accounts.settle_due(session, alice.id, now=state.now()) == Due.RENEWAL
        account = accounts.get_account(session, alice.id)
        assert (account.credits_remaining, account.credits_included) == (30, 30)
        assert (account.documents_remaining, account.documents_included) == (150, 150)


def test_amounts_that_an_admin_set_for_a_user_stay(ada: Person, alice: Person) -> None:
    set_plan(ada, alice, "starter")
    account = f"/api/billing/admin/accounts/{alice.id}"
    ada.post(f"{account}/set-credits-included", json={"creditsIncludedPerMonth": 25})
    change(ada, "starter", creditsIncludedPerMonth=30, documentsIncludedPerMonth=150)
    found = ada.get(account).json()["data"]["account"]
    assert (found["creditsIncludedPerMonth"], found["documentsIncludedPerMonth"]) == (25, 150)


def test_new_users_start_with_the_new_trial(ada: Person, alice: Person, state: AppState) -> None:
    change(ada, "free", startingCredits=1, startingDocuments=0)
    created = ada.post(
        "/api/admin/users",
        json={"username": "dora", "name": "Dora", "role": "recruiter", "delivery": "one_time_password"},
    )
    dora = created.json()["data"]["user"]["_id"]
    status = ada.get(f"/api/billing/admin/accounts/{dora}").json()["data"]["status"]
    assert (status["creditsRemaining"], status["documents"]) == (1, {"included": 0, "remaining": 0})
    assert read_summary(alice)["creditsRemaining"] == 3


def test_a_change_is_recorded_with_the_values_before_and_after(
    ada: Person, alice: Person, state: AppState
) -> None:
    change(ada, "starter", monthlyPriceCents=4500)
    change(ada, "starter")
    assert list_changes(state) == [
        (
            ada.id,
            "starter",
            {"plan": "starter", "changes": {"monthly_price_cents": {"before": 3900, "after": 4500}}},
        )
    ]


def test_the_default_values_follow_the_file_again(ada: Person, state: AppState) -> None:
    changed = change(ada, "growth", displayName="Pro")
    assert changed["values"] != changed["defaults"]
    restored = change(ada, "growth", **changed["defaults"])
    assert restored["values"] == restored["defaults"]
    with state.database.reading() as session:
        assert session.get(PlanTerms, PlanKey.GROWTH) is None


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("starter", {"monthlyPriceCents": -1}),
        ("starter", {"monthlyPriceCents": 39.5}),
        ("starter", {"monthlyPriceCents": "3900"}),
        ("starter", {"monthlyPriceCents": 10**15}),
        ("starter", {"creditsIncludedPerMonth": 10**15}),
        ("starter", {"documentsIncludedPerMonth": -1}),
        ("starter", {"displayName": "  "}),
        ("starter", {"displayName": "x" * 41}),
        ("starter", {"displayName": "growth"}),
        ("starter", {"startingCredits": 1}),
        ("free", {"monthlyPriceCents": 100}),
        ("free", {"creditsIncludedPerMonth": 1}),
        ("free", {"stripePriceId": "price_1"}),
    ],
)
def test_invalid_plans_are_refused_and_change_nothing(ada: Person, key: str, values: Json) -> None:
    before = list_plans(ada)
    body = {**before["free" if key == "free" else "starter"]["values"], **values}
    response = ada.put(f"/api/admin/plans/{key}", json=body)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert list_plans(ada) == before


def test_an_unknown_plan_is_not_found(ada: Person) -> None:
    response = ada.put("/api/admin/plans/platinum", json=list_plans(ada)["starter"]["values"])
    assert (response.status_code, response.json()["code"]) == (404, "NOT_FOUND")


def test_there_are_no_plans_where_usage_is_not_metered(ada: Person, state: AppState) -> None:
    body = list_plans(ada)["starter"]["values"]
    state.settings = state.settings.model_copy(update={"billing_mode": "off"})
    for response in (ada.get("/api/admin/plans"), ada.put("/api/admin/plans/starter", json=body)):
        assert (response.status_code, response.json()["code"]) == (404, "BILLING_OFF")
