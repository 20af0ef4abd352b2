"""Users change their own profile."""

from __future__ import annotations

from tests.conftest import Person


class TestProfile:
    def test_language_and_timezone_are_saved(self, alice: Person) -> None:
        changed = alice.patch("/api/profile", json={"language": "de", "timezone": "Europe/Berlin"})
        assert changed.json()["data"]["language"] == "de"
        assert alice.get("/api/auth/me").json()["data"]["timezone"] == "Europe/Berlin"
        assert alice.patch("/api/profile", json={"language": None}).json()["data"]["language"] is None
        assert alice.patch("/api/profile", json={"language": "xx"}).status_code == 422

    def test_an_email_address_belongs_to_one_account(self, alice: Person, bob: Person) -> None:
        taken = bob.patch("/api/profile", json={"email": "ALICE@example.com"})
        assert (taken.status_code, taken.json()["code"]) == (409, "EMAIL_TAKEN")
        assert alice.patch("/api/profile", json={"email": "alice@example.com"}).status_code == 200
