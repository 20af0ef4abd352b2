"""Self-registration of recruiters."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.conftest import Person
from tests.users.steps import NEW_PASSWORD, as_bearer


class TestRegistration:
    BODY = {
        "name": "Nora Øst",
        "email": "nora@agency.example",
        "username": "nora",
        "password": NEW_PASSWORD,
    }

    def test_registration_is_disabled_by_default(self, anonymous: TestClient) -> None:
        refused = anonymous.post("/api/auth/register", json=self.BODY)
        assert (refused.status_code, refused.json()["code"]) == (403, "REGISTRATION_CLOSED")

    @pytest.mark.usefixtures("open_registration")
    def test_a_new_user_is_a_recruiter_on_trial(self, anonymous: TestClient) -> None:
        response = anonymous.post("/api/auth/register", json=self.BODY).json()
        assert response["admin"]["role"] == "recruiter"
        summary = anonymous.get("/api/billing/summary", headers=as_bearer(response["token"])).json()["data"]
        assert (summary["plan"], summary["creditsRemaining"]) == ("free", 3)

    @pytest.mark.usefixtures("open_registration")
    @pytest.mark.parametrize(
        ("changes", "status", "code"),
        [
            ({"username": "ALICE"}, 409, "USERNAME_TAKEN"),
            ({"password": "short"}, 422, "VALIDATION_ERROR"),
            ({"name": " "}, 422, "VALIDATION_ERROR"),
            ({"name": "x" * 4000}, 422, "VALIDATION_ERROR"),
            ({"role": "admin", "username": "alice"}, 409, "USERNAME_TAKEN"),
        ],
    )
    def test_invalid_registrations_are_refused(
        self,
        alice: Person,
        anonymous: TestClient,
        changes: dict[str, str],
        status: int,
        code: str,
    ) -> None:
        refused = anonymous.post("/api/auth/register", json={**self.BODY, **changes})
        assert (refused.status_code, refused.json()["code"]) == (status, code)

    @pytest.mark.usefixtures("open_registration")
    def test_a_registration_does_not_reveal_whose_address_has_an_account(
        self, alice: Person, ada: Person, anonymous: TestClient
    ) -> None:
        """L9: a visitor could ask whether an address belongs to an account. The address opens nothing."""
        response = anonymous.post("/api/auth/register", json={**self.BODY, "email": "Alice@Example.com"})
        assert response.status_code == 200
        # An admin may still give the address to its owner, and not twice.
        taken = ada.patch(f"/api/admin/users/{ada.id}", json={"email": "alice@example.com"})
        assert (taken.status_code, taken.json()["code"]) == (409, "EMAIL_TAKEN")

    @pytest.mark.usefixtures("open_registration")
    def test_names_are_stored_as_entered(self, anonymous: TestClient) -> None:
        name = "<img src=x onerror=alert(1)> \u202eאבג"
        response = anonymous.post("/api/auth/register", json={**self.BODY, "name": name})
        assert response.json()["admin"]["name"] == name

    @pytest.mark.usefixtures("open_registration")
    def test_registrations_are_limited_per_address(self, anonymous: TestClient) -> None:
        statuses = [
            anonymous.post(
                "/api/auth/register",
                json={**self.BODY, "username": f"n{number}", "email": f"n{number}@agency.example"},
            ).status_code
            for number in range(21)
        ]
        assert statuses == [200] * 20 + [429]
