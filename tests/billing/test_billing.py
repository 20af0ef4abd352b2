"""Plans, summaries, and both adapters of the billing port."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind
from app.core.state import AppState
from app.interviews.jobs import end_overdue_interviews
from tests.conftest import FrozenClock, Person
from tests.documents import samples

Json = dict[str, Any]


@pytest.fixture
def billing_off(state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"billing_mode": "off"})


def balance(state: AppState, person: Person) -> tuple[int, int]:
    """Credits and documents left."""
    with state.database.reading() as session:
        account = session.get_one(BillingAccount, person.id)
        return account.credits_remaining, account.documents_remaining


def use_up(state: AppState, person: Person) -> None:
    with state.database.transaction() as session:
        account = session.get_one(BillingAccount, person.id)
        account.credits_remaining = account.documents_remaining = 0


def list_bookings(state: AppState) -> int:
    """Number of charges."""
    charges = select(func.count()).select_from(LedgerEntry).where(LedgerEntry.kind == LedgerKind.CHARGE)
    with state.database.reading() as session:
        return session.scalar(charges) or 0


class TestPlans:
    def test_the_three_plans_are_public(self, anonymous: TestClient) -> None:
        plans = anonymous.get("/api/billing/plans").json()["data"]
        assert [plan["key"] for plan in plans] == ["free", "starter", "growth"]
        assert plans[0] == {
            "key": "free",
            "displayName": "Trial",
            "monthlyPriceCents": 0,
            "creditsIncludedPerMonth": 0,
            "documentsIncludedPerMonth": 0,
            "startingCredits": 3,
            "startingDocuments": 10,
        }
        assert (plans[2]["monthlyPriceCents"], plans[2]["creditsIncludedPerMonth"]) == (7900, 60)
        assert (plans[1]["startingCredits"], plans[1]["startingDocuments"]) == (None, None)

    def test_plans_are_hidden_without_metering(self, anonymous: TestClient, billing_off: None) -> None:
        assert anonymous.get("/api/billing/plans").json()["data"] == []


class TestSummary:
    def test_the_summary_says_whether_there_was_a_paid_plan(self, ada: Person, alice: Person) -> None:
        assert ada.get("/api/billing/summary").json()["data"]["hadPaidPlan"] is True
        assert alice.get("/api/billing/summary").json()["data"]["hadPaidPlan"] is False

    def test_it_is_not_found_where_nothing_is_metered(self, alice: Person, billing_off: None) -> None:
        response = alice.get("/api/billing/summary")
        assert (response.status_code, response.json()["code"], response.json()["error"]) == (
            404,
            "BILLING_OFF",
            "This server does not meter usage.",
        )


class TestAccountsForAdmins:
    def test_admins_read_the_account_of_any_user(self, ada: Person, alice: Person) -> None:
        data = ada.get(f"/api/billing/admin/accounts/{alice.id}").json()["data"]
        assert data["account"] == {
            "plan": "free",
            "creditsIncludedPerMonth": 0,
            "documentsIncludedPerMonth": 0,
            "nextRenewalDate": None,
        }
        status = data["status"]
        assert (status["planDisplayName"], status["creditsRemaining"], status["creditsIncluded"]) == (
            "Trial",
            3,
            3,
        )
        assert status["documents"] == {"included": 10, "remaining": 10}

    def test_only_admins_can_read_accounts(self, anonymous: TestClient, alice: Person, bob: Person) -> None:
        path = f"/api/billing/admin/accounts/{alice.id}"
        assert anonymous.get(path).status_code == 401
        assert bob.get(path).status_code == 403
        assert alice.get(path).status_code == 403

    def test_an_unknown_user_is_not_found(self, ada: Person) -> None:
        assert ada.get("/api/billing/admin/accounts/unknown").json()["code"] == "NOT_FOUND"

    def test_it_is_not_found_where_nothing_is_metered(self, ada: Person, billing_off: None) -> None:
        response = ada.get(f"/api/billing/admin/accounts/{ada.id}")
        assert (response.status_code, response.json()["code"]) == (404, "BILLING_OFF")


class TestWithoutMetering:
    def test_an_interview_needs_no_credit_and_charges_nothing(
        self,
        alice: Person,
        anonymous: TestClient,
        interview: Json,
        state: AppState,
        clock: FrozenClock,
        billing_off: None,
    ) -> None:
        use_up(state, alice)
        assert alice.get("/api/billing/can-start").json()["data"]["canStart"] is True
        candidate = f"/api/interviews/candidate/{interview['candidateToken']}"
        assert anonymous.get(candidate).status_code == 200
        anonymous.post(f"{candidate}/consent", json={"accepted": True})
        room = f"/api/interviews/recruiter/{interview['recruiterToken']}"
        assert alice.get(room).json()["canStart"] is True
        assert alice.patch(f"{room}/start").json()["status"] == "in_progress"
        clock.advance(minutes=30)
        ended = alice.patch(f"{room}/complete").json()["interview"]
        assert (ended["status"], ended["duration"], ended["billedCredits"]) == ("completed", 1800.0, None)
        assert (balance(state, alice), list_bookings(state)) == ((0, 0), 0)

    def test_the_same_is_refused_with_metering(
        self, alice: Person, anonymous: TestClient, interview: Json, state: AppState
    ) -> None:
        use_up(state, alice)
        assert alice.get("/api/billing/can-start").status_code == 402
        response = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}")
        assert response.status_code == 402

    def test_credits_stay_unchanged(
        self, alice: Person, running_interview: Json, state: AppState, clock: FrozenClock, billing_off: None
    ) -> None:
        clock.advance(minutes=30)
        alice.patch(f"/api/interviews/recruiter/{running_interview['recruiterToken']}/complete")
        assert balance(state, alice) == (3, 10)

    async def test_an_overdue_interview_ends_without_a_charge(
        self,
        alice: Person,
        running_interview: Json,
        state: AppState,
        clock: FrozenClock,
        billing_off: None,
    ) -> None:
        clock.advance(hours=3)
        counts = await end_overdue_interviews(state)
        assert counts is None or counts.processed == 1
        path = f"/api/interviews/{running_interview['_id']}"
        assert alice.get(path).json()["interview"]["status"] == "completed"
        assert (balance(state, alice), list_bookings(state)) == ((3, 10), 0)

    @pytest.mark.usefixtures("running_server")
    def test_documents_need_no_allowance(self, alice: Person, state: AppState, billing_off: None) -> None:
        use_up(state, alice)
        letter = alice.post(
            "/api/documents/process",
            files={"document": ("letter.txt", samples.LETTER.encode())},
            data={"type": "cover_letter"},
        )
        assert letter.status_code == 200, letter.text
        assert letter.json()["data"]["detectedType"]["type"] == "cover_letter"
        assert (balance(state, alice), list_bookings(state)) == ((0, 0), 0)
