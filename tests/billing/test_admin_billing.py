"""The calls with which an admin steers a billing account, and what the user sees of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.core.state import AppState
from app.security_events.tables import EventType, SecurityEvent
from app.users.tables import Role, User
from tests import factories
from tests.conftest import FrozenClock, Person

pytestmark = pytest.mark.usefixtures("balances_agree")

Json = dict[str, Any]


def change(ada: Person, user: Person, action: str, **body: object) -> Json:
    response = ada.post(f"/api/billing/admin/accounts/{user.id}/{action}", json=body)
    assert response.status_code == 200, response.text
    data: Json = response.json()["data"]
    return data


def summary(person: Person) -> Json:
    data: Json = person.get("/api/billing/summary").json()["data"]
    return data


def list_ledger(person: Person) -> list[tuple[str, str, int, int]]:
    rows = person.get("/api/billing/ledger", params={"limit": 100}).json()["data"]
    return [(row["unit"], row["kind"], row["amount"], row["balance"]) for row in rows]


def list_changes(state: AppState) -> list[Json]:
    with state.database.reading() as session:
        events = session.scalars(
            select(SecurityEvent).where(SecurityEvent.type == EventType.BILLING_CHANGED)
        ).all()
        return [event.details for event in events]


class TestPlans:
    def test_a_trial_user_gets_a_plan_at_once(
        self, ada: Person, alice: Person, clock: FrozenClock, state: AppState
    ) -> None:
        data = change(ada, alice, "set-plan", plan="starter")
        assert data["account"]["plan"] == "starter"
        found = summary(alice)
        assert (found["creditsRemaining"], found["creditsIncluded"]) == (20, 20)
        assert found["documents"] == {"included": 200, "remaining": 200}
        assert found["hadPaidPlan"] is True
        assert found["nextRenewalDate"] == found["periodEnd"]
        assert list_ledger(alice)[:4] == [
            ("documents", "grant", 200, 200),
            ("documents", "expiry", -10, 0),
            ("credits", "grant", 20, 20),
            ("credits", "expiry", -3, 0),
        ]
        assert list_changes(state) == [{"action": "plan", "before": "free", "after": "starter"}]

    def test_setting_the_same_plan_twice_grants_once(self, ada: Person, alice: Person) -> None:
        change(ada, alice, "set-plan", plan="starter")
        change(ada, alice, "adjust", delta=-20)
        change(ada, alice, "set-plan", plan="starter")
        assert summary(alice)["creditsRemaining"] == 0

    def test_free_after_a_paid_plan_keeps_only_bought_and_granted_credits(
        self, ada: Person, alice: Person
    ) -> None:
        change(ada, alice, "set-plan", plan="growth")
        change(ada, alice, "topup", credits=10)
        change(ada, alice, "grant-credits", credits=2)
        assert summary(alice)["creditsRemaining"] == 72
        change(ada, alice, "set-plan", plan="free")
        found = summary(alice)
        assert (found["plan"], found["creditsRemaining"], found["creditsIncluded"]) == ("free", 12, 0)
        assert (found["documents"], found["nextRenewalDate"]) == ({"included": 0, "remaining": 0}, None)
        assert found["hadPaidPlan"] is True


class TestBalances:
    def test_a_repeated_grant_is_booked_once(self, ada: Person, alice: Person, state: AppState) -> None:
        for _ in range(3):
            change(ada, alice, "grant-credits", credits=5, idempotencyKey="abcdefgh")
        assert summary(alice)["creditsRemaining"] == 8
        assert list_changes(state) == [{"action": "grant", "before": "3", "after": "8"}]
        change(ada, alice, "grant-credits", credits=5)
        assert summary(alice)["creditsRemaining"] == 13

    def test_a_key_of_one_user_is_free_for_another(self, ada: Person, alice: Person, bob: Person) -> None:
        change(ada, alice, "topup", credits=5, idempotencyKey="abcdefgh")
        change(ada, bob, "topup", credits=7, idempotencyKey="abcdefgh")
        assert (summary(alice)["creditsRemaining"], summary(bob)["creditsRemaining"]) == (8, 10)

    def test_remaining_credits_change_by_a_difference(self, ada: Person, alice: Person) -> None:
        assert change(ada, alice, "adjust", delta=-3)["status"]["creditsRemaining"] == 0
        assert change(ada, alice, "adjust", delta=25)["status"]["creditsRemaining"] == 25
        assert change(ada, alice, "adjust", delta=0)["status"]["creditsRemaining"] == 25

    def test_a_difference_that_a_charge_has_overtaken_is_refused(self, ada: Person, alice: Person) -> None:
        response = ada.post(f"/api/billing/admin/accounts/{alice.id}/adjust", json={"delta": -4})
        assert (response.status_code, response.json()["code"]) == (409, "BALANCE_OUT_OF_RANGE")
        assert summary(alice)["creditsRemaining"] == 3

    def test_remaining_documents_are_set(self, ada: Person, alice: Person, state: AppState) -> None:
        change(ada, alice, "documents/set-remaining", remaining=0)
        change(ada, alice, "documents/set-remaining", remaining=40)
        assert summary(alice)["documents"] == {"included": 10, "remaining": 40}
        assert list_changes(state)[-1] == {"action": "documents_remaining", "before": "0", "after": "40"}

    def test_included_amounts_change_the_next_cycle_and_no_balance(self, ada: Person, alice: Person) -> None:
        change(ada, alice, "set-credits-included", creditsIncludedPerMonth=5)
        data = change(ada, alice, "set-documents-included", documentsIncludedPerMonth=0)
        assert data["account"]["creditsIncludedPerMonth"] == 5
        found = summary(alice)
        assert (found["creditsRemaining"], found["creditsIncluded"]) == (3, 5)
        assert found["documents"] == {"included": 0, "remaining": 10}


class TestRenewal:
    def test_the_next_renewal_moves(self, ada: Person, alice: Person, clock: FrozenClock) -> None:
        change(ada, alice, "set-plan", plan="starter")
        at = clock.now() + timedelta(days=3)
        data = change(ada, alice, "set-next-renewal", nextRenewalDate=at.isoformat())
        assert data["status"]["nextRenewalDate"] == at.isoformat(timespec="milliseconds").replace(
            "+00:00", "Z"
        )

    def test_a_renewal_in_the_past_is_refused(self, ada: Person, alice: Person, clock: FrozenClock) -> None:
        change(ada, alice, "set-plan", plan="starter")
        path = f"/api/billing/admin/accounts/{alice.id}/set-next-renewal"
        response = ada.post(path, json={"nextRenewalDate": clock.now().isoformat()})
        assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
        assert response.json()["fields"][0]["path"] == "nextRenewalDate"

    def test_an_account_without_monthly_amounts_cannot_renew(
        self, ada: Person, alice: Person, clock: FrozenClock
    ) -> None:
        at = (clock.now() + timedelta(days=3)).isoformat()
        path = f"/api/billing/admin/accounts/{alice.id}/set-next-renewal"
        assert ada.post(path, json={"nextRenewalDate": at}).status_code == 409


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("set-plan", {"plan": "gold"}),
        ("set-plan", {}),
        ("topup", {"credits": 0}),
        ("topup", {"credits": -1}),
        ("topup", {"credits": 1.5}),
        ("topup", {"credits": "10"}),
        ("topup", {"credits": 10**30}),
        ("topup", {"credits": True}),
        ("grant-credits", {"credits": None}),
        ("grant-credits", {"credits": 5, "idempotencyKey": "a b"}),
        ("adjust", {"delta": 0.5}),
        ("adjust", {"delta": 10**9}),
        ("documents/set-remaining", {"remaining": -1}),
        ("documents/set-remaining", {"remaining": "many"}),
        ("set-credits-included", {"creditsIncludedPerMonth": -1}),
        ("set-documents-included", {"documentsIncludedPerMonth": 2_000_000}),
        ("set-next-renewal", {"nextRenewalDate": "soon"}),
        ("set-next-renewal", {"nextRenewalDate": "9999-12-31T00:00:00Z"}),
    ],
)
def test_invalid_input_changes_nothing(
    ada: Person, alice: Person, state: AppState, action: str, body: Json
) -> None:
    before = summary(alice)
    response = ada.post(f"/api/billing/admin/accounts/{alice.id}/{action}", json=body)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert summary(alice) == before
    assert list_changes(state) == []


class TestOwnChoice:
    def test_choosing_free_cancels_at_the_end_of_the_cycle(self, ada: Person, alice: Person) -> None:
        change(ada, alice, "set-plan", plan="starter")
        end = summary(alice)["periodEnd"]
        found = alice.post("/api/billing/set-plan", json={"plan": "free"}).json()["data"]
        assert (found["plan"], found["isCancelled"], found["nextRenewalDate"]) == ("starter", True, None)
        assert found["cancellationEffectiveDate"] == end
        assert found["creditsRemaining"] == 20

    def test_choosing_the_present_plan_resumes_it(self, ada: Person, alice: Person) -> None:
        change(ada, alice, "set-plan", plan="starter")
        before = summary(alice)
        alice.post("/api/billing/set-plan", json={"plan": "free"})
        assert alice.post("/api/billing/set-plan", json={"plan": "starter"}).json()["data"] == {
            **before,
            "checkoutUrl": None,
        }

    @pytest.mark.parametrize("plan", ["starter", "growth"])
    def test_users_cannot_give_themselves_a_plan(self, alice: Person, plan: str) -> None:
        response = alice.post("/api/billing/set-plan", json={"plan": plan})
        assert (response.status_code, response.json()["code"]) == (409, "PLAN_IS_GRANTED")
        assert summary(alice)["creditsRemaining"] == 3

    @pytest.mark.parametrize(
        "body", [{"plan": "gold"}, {"plan": "Starter"}, {"plan": ""}, {"plan": None}, {"plan": 2}, {}, []]
    )
    def test_an_unknown_plan_is_refused(self, alice: Person, body: Any) -> None:
        before = summary(alice)
        response = alice.post("/api/billing/set-plan", json=body)
        assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
        assert summary(alice) == before

    def test_an_ended_plan_cannot_be_resumed(
        self, ada: Person, alice: Person, clock: FrozenClock, state: AppState
    ) -> None:
        change(ada, alice, "set-plan", plan="starter")
        alice.post("/api/billing/set-plan", json={"plan": "free"})
        clock.advance(days=32)
        alice.headers["Authorization"] = f"Bearer {factories.sign_in(state, alice.id)}"
        response = alice.post("/api/billing/set-plan", json={"plan": "starter"})
        assert (response.status_code, response.json()["code"]) == (409, "PLAN_HAS_ENDED")


@pytest.mark.parametrize(
    ("action", "body", "recorded"),
    [
        ("set-plan", {"plan": "starter"}, {"action": "plan", "before": "free", "after": "starter"}),
        ("topup", {"credits": 10}, {"action": "top_up", "before": "3", "after": "13"}),
        ("grant-credits", {"credits": 2}, {"action": "grant", "before": "3", "after": "5"}),
        ("adjust", {"delta": -1}, {"action": "credits_remaining", "before": "3", "after": "2"}),
    ],
)
def test_a_change_is_recorded_with_who_whom_when_and_from_where(
    ada: Person, alice: Person, state: AppState, action: str, body: Json, recorded: Json
) -> None:
    change(ada, alice, action, **body)
    with state.database.reading() as session:
        event = session.scalars(
            select(SecurityEvent).where(SecurityEvent.type == EventType.BILLING_CHANGED)
        ).one()
        assert (event.actor_id, event.subject_kind, event.subject_id) == (ada.id, "user", alice.id)
        assert (event.at, event.address) == (state.now(), "testclient")
        assert event.details == recorded


def test_users_see_only_their_own_ledger(
    anonymous: TestClient, ada: Person, alice: Person, bob: Person
) -> None:
    change(ada, alice, "topup", credits=10)
    assert ("credits", "top_up", 10, 13) in list_ledger(alice)
    assert ("credits", "top_up", 10, 13) not in list_ledger(bob)
    path = f"/api/billing/admin/accounts/{alice.id}/ledger"
    assert (anonymous.get(path).status_code, bob.get(path).status_code) == (401, 403)
    assert ada.get(path).json()["pagination"]["total"] == 3


def test_only_the_first_admin_starts_on_growth(ada: Person, alice: Person, enroll: Any) -> None:
    second = enroll("adam", Role.ADMIN)
    assert [summary(person)["plan"] for person in (ada, alice, second)] == ["growth", "free", "free"]
    assert (summary(second)["creditsRemaining"], summary(second)["hadPaidPlan"]) == (3, False)


@pytest.mark.parametrize("who", ["recruiter", "deactivated admin"])
def test_only_active_admins_change_an_account(ada: Person, alice: Person, state: AppState, who: str) -> None:
    if who == "deactivated admin":
        with state.database.transaction() as session:
            session.get_one(User, ada.id).is_active = False
    caller = alice if who == "recruiter" else ada
    refused = caller.post(f"/api/billing/admin/accounts/{alice.id}/set-plan", json={"plan": "growth"})
    assert refused.status_code == (403 if who == "recruiter" else 401)
    assert (summary(alice)["plan"], list_changes(state)) == ("free", [])
