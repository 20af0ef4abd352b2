"""Replacement of the candidate link: by the recruiter, for another candidate, on cancellation."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.core.state import AppState
from tests import factories
from tests.conftest import Person
from tests.fakes.postbox import Postbox
from tests.interviews.conftest import collect, find_email, invite, read_event
from tests.interviews.steps import give_consent
from tests.users.steps import freeze_limits

Json = dict[str, Any]


def read(person: Person, interview: Json) -> Json:
    found: Json = person.get(f"/api/interviews/{interview['_id']}").json()["interview"]
    return found


def is_open(anonymous: TestClient, interview: Json) -> bool:
    """Whether the link that the interview had is still good."""
    return anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}").status_code == 200


def change(person: Person, interview: Json, **changes: Any) -> Json:
    response = person.patch(f"/api/interviews/{interview['_id']}", json=changes)
    assert response.status_code == 200, response.text
    changed: Json = response.json()["interview"]
    return changed


class TestConsentRecord:
    def consents(self, alice: Person, interview: Json) -> list[Json]:
        found: list[Json] = alice.get(f"/api/interviews/{interview['_id']}/consents").json()["data"]
        return found

    def test_it_says_who_agreed_to_which_text_and_when(
        self, alice: Person, anonymous: TestClient, interview: Json
    ) -> None:
        link = f"/api/interviews/candidate/{interview['candidateToken']}"
        version = anonymous.get(link).json()["interview"]["consentTextVersion"]
        body = {"accepted": True, "textVersion": version, "language": "de"}
        assert anonymous.post(f"{link}/consent", json=body).status_code == 200
        again = anonymous.post(f"{link}/consent", json={**body, "language": "fr"})
        assert again.status_code == 200
        [consent] = self.consents(alice, interview)
        assert (consent["candidateName"], consent["textVersion"], consent["language"]) == (
            interview["candidateName"],
            version,
            "de",
        )
        assert consent["isCurrent"]
        assert not consent["isRecorded"]
        assert len(consent["addressHash"]) == 64
        assert "testclient" not in consent["addressHash"]

    def test_a_text_that_has_changed_is_read_again(
        self, alice: Person, anonymous: TestClient, interview: Json
    ) -> None:
        response = anonymous.post(
            f"/api/interviews/candidate/{interview['candidateToken']}/consent",
            json={"accepted": True, "textVersion": "2020-01-01"},
        )
        assert (response.status_code, response.json()["code"]) == (409, "CONSENT_TEXT_CHANGED")
        assert self.consents(alice, interview) == []
        assert not read(alice, interview)["consentGiven"]

    def test_the_next_person_gives_their_own(
        self, alice: Person, anonymous: TestClient, interview: Json
    ) -> None:
        give_consent(anonymous, interview)
        renewed = alice.post(f"/api/interviews/{interview['_id']}/new-link").json()["interview"]
        assert [consent["isCurrent"] for consent in self.consents(alice, interview)] == [False]
        give_consent(anonymous, renewed)
        holds = [consent["isCurrent"] for consent in self.consents(alice, interview)]
        assert sorted(holds) == [False, True]


class TestNewLink:
    def test_the_old_link_is_closed_and_consent_is_asked_for_again(
        self, alice: Person, anonymous: TestClient, interview: Json
    ) -> None:
        """The link was forwarded, and the recruiter has no way to withdraw it."""
        give_consent(anonymous, interview)
        response = alice.post(f"/api/interviews/{interview['_id']}/new-link")
        renewed = response.json()["interview"]
        assert response.status_code == 200
        assert not is_open(anonymous, interview)
        assert is_open(anonymous, renewed)
        assert not renewed["consentGiven"]
        assert (renewed["roomId"], renewed["recruiterToken"]) == (
            interview["roomId"],
            interview["recruiterToken"],
        )

    @pytest.mark.parametrize("status", ["cancelled", "completed"])
    def test_an_ended_interview_gets_no_new_link(
        self, alice: Person, running_interview: Json, anonymous: TestClient, status: str
    ) -> None:
        ended = running_interview
        if status == "completed":
            alice.patch(f"/api/interviews/recruiter/{ended['_id']}/complete")
        else:
            ended = alice.post("/api/interviews", json={}).json()["interview"]
            change(alice, ended, status="cancelled")
        response = alice.post(f"/api/interviews/{ended['_id']}/new-link")
        assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")

    def test_the_invited_candidate_gets_the_new_link_and_the_recruiter_no_mail(
        self, alice: Person, planned: Json, mailing: None, state: AppState, postbox: Postbox
    ) -> None:
        invite(alice, planned)
        collect(state, postbox)
        renewed = alice.post(f"/api/interviews/{planned['_id']}/new-link").json()["interview"]
        (email,) = collect(state, postbox)
        assert email["To"] == "cara@candidates.example"
        assert read_event(email).location.value.endswith(renewed["candidateToken"])


class TestAnotherPerson:
    def test_another_address_gets_another_link_and_gives_consent_itself(
        self, alice: Person, anonymous: TestClient, planned: Json
    ) -> None:
        """The first person's link showed the second one's interview, with the first one's consent."""
        give_consent(anonymous, planned)
        changed = change(alice, planned, candidateEmail="nora@candidates.example")
        assert not is_open(anonymous, planned)
        assert is_open(anonymous, changed)
        assert not changed["consentGiven"]

    def test_another_profile_gets_another_link(
        self, alice: Person, anonymous: TestClient, interview: Json, state: AppState
    ) -> None:
        first, second = (factories.create_candidate(state, alice.id, name) for name in ("Cara", "Nora"))
        linked = change(alice, interview, candidateProfileId=first)
        assert is_open(anonymous, interview), "a profile that was missing is no other person"
        give_consent(anonymous, linked)
        changed = change(alice, linked, candidateProfileId=second)
        assert not is_open(anonymous, linked)
        assert not changed["consentGiven"]

    @pytest.mark.parametrize(
        "changes",
        [
            {"candidateEmail": "Cara@candidates.example"},
            {"candidateName": "Cara White"},
            {"title": "Second talk"},
            {"scheduledDate": "2083-03-29T09:00:00Z"},
        ],
    )
    def test_other_changes_keep_link_and_consent(
        self, alice: Person, anonymous: TestClient, planned: Json, changes: Json
    ) -> None:
        give_consent(anonymous, planned)
        changed = change(alice, planned, **changes)
        assert (changed["candidateToken"], changed["consentGiven"]) == (planned["candidateToken"], True)

    def test_an_address_that_was_missing_keeps_the_link(
        self, alice: Person, anonymous: TestClient, interview: Json
    ) -> None:
        give_consent(anonymous, interview)
        changed = change(alice, interview, candidateEmail="cara@candidates.example")
        assert (changed["candidateToken"], changed["consentGiven"]) == (interview["candidateToken"], True)

    def test_correcting_the_address_while_it_runs_removes_no_participant(
        self, alice: Person, running_interview: Json
    ) -> None:
        first = change(alice, running_interview, candidateEmail="cara@candidates.example")
        second = change(alice, running_interview, candidateEmail="cara.w@candidates.example")
        assert first["candidateToken"] == second["candidateToken"]
        assert second["consentGiven"]

    def test_the_person_who_is_replaced_does_not_learn_the_new_link(
        self, alice: Person, planned: Json, mailing: None, state: AppState, postbox: Postbox
    ) -> None:
        """The cancellation is written after the change, so it carried the link of the next person."""
        invite(alice, planned)
        collect(state, postbox)
        changed = change(alice, planned, candidateEmail="nora@candidates.example")
        emails = collect(state, postbox)
        first = find_email(emails, "cara@candidates.example")
        assert read_event(first).status.value == "CANCELLED"
        payloads = [part.get_payload(decode=True) for part in first.walk()]
        content = b"".join(payload for payload in payloads if isinstance(payload, bytes))
        content = content.replace(b"\r\n ", b"")  # Calendar lines are folded at 75 bytes.
        assert b"CANCELLED" in content
        assert changed["candidateToken"].encode() not in content
        second = read_event(find_email(emails, "nora@candidates.example"))
        assert second.location.value.endswith(changed["candidateToken"])

    def test_an_address_that_came_with_a_profile_is_not_invited_by_itself(
        self, alice: Person, planned: Json, mailing: None, state: AppState, postbox: Postbox
    ) -> None:
        """The profile's address was read from a document that nobody has looked at."""
        invite(alice, planned)
        collect(state, postbox)
        profile = factories.create_candidate(state, alice.id, email="referee@elsewhere.example")
        changed = change(alice, planned, candidateProfileId=profile)
        assert changed["candidateEmail"] == "referee@elsewhere.example"
        assert {email["To"] for email in collect(state, postbox)} == {
            "cara@candidates.example",
            "alice@example.com",
        }


class TestCancelled:
    def test_rescheduling_brings_neither_link_nor_consent_back(
        self, alice: Person, anonymous: TestClient, planned: Json
    ) -> None:
        """A link that was withdrawn by cancelling came back to life with the next appointment."""
        give_consent(anonymous, planned)
        change(alice, planned, status="cancelled")
        again = change(alice, planned, status="scheduled")
        assert not is_open(anonymous, planned)
        assert is_open(anonymous, again)
        assert not again["consentGiven"]

    def test_the_link_of_a_deactivated_recruiter_is_closed(
        self, alice: Person, ada: Person, anonymous: TestClient, interview: Json
    ) -> None:
        """Links, consent and room of a recruiter whose account is closed stayed open."""
        ada.patch(f"/api/admin/users/{alice.id}", json={"isActive": False})
        response = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}")
        assert (response.status_code, response.json()["code"]) == (410, "INTERVIEW_UNAVAILABLE")


MANY_GUESSES = pytest.param(10_000, marks=[pytest.mark.full, pytest.mark.timeout(900)])


@pytest.mark.parametrize("number", [61, MANY_GUESSES])
def test_a_network_that_guesses_links_is_refused_while_real_ones_open(
    anonymous: TestClient, interview: Json, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 21: after sixty in a minute, every guess is refused, all with the same answer."""
    freeze_limits(monkeypatch)
    path = f"/api/interviews/candidate/{'x' * 38}"
    guesses = Counter(
        (response.status_code, response.json()["error"])
        for response in (anonymous.get(f"{path}{guess:05}") for guess in range(number))
    )
    assert sorted((status, count) for (status, _), count in guesses.items()) == [
        (404, 60),
        (429, number - 60),
    ]
    assert is_open(anonymous, interview)
    assert (
        anonymous.post(f"/api/interviews/candidate/{'y' * 43}/consent", json={"accepted": True}).status_code
        == 429
    )
