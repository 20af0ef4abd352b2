"""The record of security events: what is recorded, who may read it, and that nobody can change it."""

from __future__ import annotations

import csv
import io
import logging
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, select, update
from sqlalchemy.exc import DatabaseError

from app.core.state import AppState
from app.security_events import service
from app.security_events.service import COMMAND_LINE, describe_user
from app.security_events.tables import EventOutcome, EventType, SecurityEvent
from app.users import throttle
from tests import factories
from tests.conftest import PASSWORD, Person
from tests.users.steps import NEW_PASSWORD, sign_in, turn_on_second_factor


@pytest.fixture(autouse=True)
def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MAX_DELAY_SECONDS", 0.0)


def read_events(state: AppState) -> list[SecurityEvent]:
    with state.database.reading() as session:
        return list(session.scalars(select(SecurityEvent).order_by(SecurityEvent.id)))


def read_done(state: AppState) -> list[SecurityEvent]:
    """The events other than refused access, which is recorded after the answer (test_refused_access.py)."""
    return [one for one in read_events(state) if one.type != EventType.ACCESS_REFUSED]


def summarize(state: AppState) -> list[tuple[str, str, str | None, str | None]]:
    return [(one.type, one.outcome, one.actor_id, one.subject_id) for one in read_events(state)]


def test_sign_ins_good_bad_and_throttled_are_recorded(
    alice: Person, anonymous: TestClient, state: AppState
) -> None:
    """M7: an admin could not see that an account is being guessed at."""
    sign_in(anonymous, "alice")
    limit = state.settings.login_attempts
    anonymous.cookies.clear()
    for _ in range(limit + 5):
        sign_in(anonymous, "alice", "wrong")
    sign_in(anonymous, "nobody-here", "wrong")
    assert summarize(state) == [
        ("sign_in", "succeeded", alice.id, alice.id),
        *[("sign_in", "refused", None, alice.id)] * limit,
        ("sign_in", "throttled", None, alice.id),
        ("sign_in", "refused", None, None),
    ]
    assert {one.address for one in read_events(state)} == {"testclient"}
    assert read_events(state)[0].details == {"method": "password"}


def test_changes_of_the_own_account_are_recorded(
    alice: Person, anonymous: TestClient, state: AppState
) -> None:
    turn_on_second_factor(alice, state)
    alice.post("/api/profile/second-factor/recovery-codes", json={"code": "000000"})
    alice.post("/api/profile/password", json={"currentPassword": "wrong", "newPassword": NEW_PASSWORD})
    alice.post("/api/profile/password", json={"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
    assert summarize(state) == [
        ("second_factor_enabled", "succeeded", alice.id, alice.id),
        ("second_factor_check", "refused", alice.id, alice.id),
        ("password_check", "refused", alice.id, alice.id),
        ("password_changed", "succeeded", alice.id, alice.id),
    ]


def test_signing_out_is_recorded(alice: Person, bob: Person, state: AppState) -> None:
    alice.post("/api/auth/logout")
    bob.post("/api/auth/logout-everywhere")
    assert summarize(state) == [
        ("sign_out", "succeeded", alice.id, alice.id),
        ("sessions_ended", "succeeded", bob.id, bob.id),
    ]


def test_what_admins_do_to_accounts_is_recorded(ada: Person, bob: Person, state: AppState) -> None:
    """M7: no record showed who had reset whose password."""
    path = f"/api/admin/users/{bob.id}"
    ada.patch(path, json={"role": "admin", "name": "Bob"})
    ada.patch(path, json={"role": "admin"})
    ada.patch(path, json={"isActive": False, "email": "bob@other.example"})
    ada.patch(path, json={"isActive": True})
    ada.post(path + "/reset-password", json={"delivery": "invite_link"})
    ada.post(path + "/reset-second-factor")
    ada.post(path + "/end-sessions")
    assert [event[0] for event in summarize(state)] == [
        "role_changed",
        "email_changed",
        "user_deactivated",
        "user_activated",
        "password_reset",
        "second_factor_reset",
        "sessions_ended",
    ]
    assert {event[1:] for event in summarize(state)} == {("succeeded", ada.id, bob.id)}
    assert read_events(state)[0].details == {"before": "recruiter", "after": "admin"}


def test_a_refused_change_is_not_recorded(ada: Person, state: AppState) -> None:
    assert ada.patch(f"/api/admin/users/{ada.id}", json={"role": "recruiter"}).status_code == 409
    assert read_events(state) == []


def test_settings_are_recorded_before_and_after(ada: Person, state: AppState) -> None:
    ada.patch("/api/admin/settings", json={"values": {"llm_input_price": "0.00015", "session_hours": 8}})
    (event,) = read_events(state)
    assert (event.type, event.actor_id) == ("settings_changed", ada.id)
    assert event.details == {
        "keys": ["llm_input_price", "session_hours"],
        "changes": {
            "llm_input_price": {"before": "0", "after": "0.00015"},
            "session_hours": {"before": 12, "after": 8},
        },
    }


def test_secrets_in_settings_are_not_recorded(ada: Person, state: AppState) -> None:
    turn = [{"urls": "turn:turn.example", "username": "x", "credential": "hunter2"}]
    values = {
        "smtp_password": "hunter2",
        "ice_servers": turn,
        "public_url": "https://x:hunter2@greenroom.example",
        "terms_text": "Terms. " * 1000,
    }
    assert ada.patch("/api/admin/settings", json={"values": values}).status_code == 200
    (event,) = read_events(state)
    changes = event.details["changes"]
    assert "hunter2" not in str(event.details)
    assert changes["smtp_password"] == {"before": "not set", "after": "set"}
    assert changes["public_url"]["after"] == "https://…@greenroom.example"
    assert len(changes["terms_text"]["after"]) == 201


def test_saving_what_is_set_already_is_no_change(ada: Person, state: AppState) -> None:
    assert ada.patch("/api/admin/settings", json={"values": {"session_hours": 12}}).status_code == 200
    assert read_events(state) == []


def test_exports_and_deletions_are_recorded(
    alice: Person, interview: dict[str, Any], state: AppState
) -> None:
    candidate_id = factories.create_candidate(state, alice.id)
    alice.get("/api/candidates/export.csv")
    alice.get("/api/job-descriptions/export.csv")
    assert alice.delete(f"/api/candidates/{candidate_id}").status_code == 200
    assert alice.delete(f"/api/interview/{interview['_id']}").status_code == 200
    found = [(one.type, one.subject_kind, one.subject_id) for one in read_events(state)]
    assert found == [
        ("records_exported", "candidate", None),
        ("records_exported", "job_description", None),
        ("record_deleted", "candidate", candidate_id),
        ("record_deleted", "interview", interview["_id"]),
    ]


def test_access_to_a_report_is_recorded(alice: Person, interview: dict[str, Any], state: AppState) -> None:
    """Files and links take a report out of the server; reviewers read it with their own account."""
    interview_id = interview["_id"]
    path = f"/api/interviews/{interview_id}"
    state.settings = state.settings.model_copy(update={"score_before_report": False})
    factories.store_report(state, interview_id)
    factories.create_user(state, "colleague")
    assert alice.get(f"{path}/export", params={"file": "report.docx"}).status_code == 200
    link = alice.post(f"{path}/report-links", json={"days": 7}).json()["data"]
    assert alice.delete(f"{path}/report-links/{link['_id']}").status_code == 200
    review = alice.post(f"{path}/reviewers", json={"username": "colleague"}).json()["data"]
    reviewer_id = review["reviewers"][0]["_id"]
    assert alice.delete(f"{path}/reviewers/{reviewer_id}").status_code == 200
    found = [(one.type, one.actor_id, one.subject_id) for one in read_events(state)]
    types = ["records_exported", "report_shared", "report_link_revoked", "reviewer_added", "reviewer_removed"]
    assert found == [(one, alice.id, interview_id) for one in types]


def test_refused_access_to_a_report_is_not_recorded(
    alice: Person, bob: Person, interview: dict[str, Any], state: AppState
) -> None:
    path = f"/api/interviews/{interview['_id']}"
    assert alice.post(f"{path}/report-links", json={"days": 7}).status_code == 409
    assert bob.get(f"{path}/export", params={"file": "transcript.txt"}).status_code == 404
    assert bob.post(f"{path}/reviewers", json={"username": "alice"}).status_code == 404
    assert read_done(state) == []


def test_a_new_candidate_link_is_recorded(
    alice: Person, bob: Person, interview: dict[str, Any], state: AppState
) -> None:
    path = f"/api/interviews/{interview['_id']}/new-link"
    assert bob.post(path).status_code == 404
    assert alice.post(path).status_code == 200
    (event,) = [event for event in read_events(state) if event.type == EventType.LINK_RENEWED]
    assert (event.actor_id, event.subject_id) == (alice.id, interview["_id"])


def test_a_refused_deletion_is_not_recorded(bob: Person, interview: dict[str, Any], state: AppState) -> None:
    """What was not deleted is no deletion, and a text in place of an id does not reach the record."""
    assert bob.delete(f"/api/interview/{interview['_id']}").status_code == 404
    assert bob.delete("/api/interview/x%0Aforged").status_code == 404
    assert read_done(state) == []
    assert not [one for one in read_events(state) if "forged" in f"{one.subject_id} {one.details}"]


def test_an_export_without_sign_in_is_not_recorded(anonymous: TestClient, state: AppState) -> None:
    assert anonymous.get("/api/candidates/export.csv").status_code == 401
    assert read_events(state) == []


def test_the_log_has_ids_only(alice: Person, anonymous: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        sign_in(anonymous, "alice", "wrong")
        sign_in(anonymous, "alice")
    lines = [record.getMessage() for record in caplog.records if record.name == "greenroom.security"]
    assert lines == [
        f"security_event type=sign_in outcome=refused actor=- subject=user:{alice.id}",
        f"security_event type=sign_in outcome=succeeded actor={alice.id} subject=user:{alice.id}",
    ]


def test_events_cannot_be_changed_or_deleted_before_their_time(alice: Person, state: AppState) -> None:
    with state.database.transaction() as session:
        service.record(session, EventType.SIGN_IN, origin=COMMAND_LINE, at=state.now())
    statements = (update(SecurityEvent).values(outcome=EventOutcome.REFUSED), delete(SecurityEvent))
    for statement in statements:
        with pytest.raises(DatabaseError), state.database.transaction() as session:
            session.execute(statement)
    assert len(read_events(state)) == 1


def test_events_are_deleted_after_the_retention(state: AppState) -> None:
    now = state.now()
    with state.database.transaction() as session:
        for days in (400, 364, 0):
            at = now - timedelta(days=days)
            service.record(session, EventType.SIGN_IN, origin=COMMAND_LINE, at=at)
    with state.database.transaction() as session:
        assert service.remove_old(session, now=now, days=365) == 1
    assert len(read_events(state)) == 2


def test_admins_read_filter_and_export_events(
    ada: Person, alice: Person, anonymous: TestClient, state: AppState
) -> None:
    sign_in(anonymous, "alice", "wrong")
    sign_in(anonymous, "alice")
    sign_in(anonymous, "ada")
    everything = ada.get("/api/admin/security-events").json()
    assert [one["actorName"] for one in everything["data"]] == ["ada", "alice", None]
    assert everything["pagination"]["total"] == 3
    refused = ada.get("/api/admin/security-events", params={"outcome": "refused"}).json()["data"]
    assert [(one["subjectName"], one["address"]) for one in refused] == [("alice", "testclient")]
    named = ada.get("/api/admin/security-events", params={"search": "ALI", "type": "sign_in"}).json()
    assert named["pagination"]["total"] == 2
    late = (state.now() + timedelta(days=1)).isoformat()
    assert ada.get("/api/admin/security-events", params={"since": late}).json()["data"] == []
    export = ada.get("/api/admin/security-events/export.csv", params={"search": "alice"})
    rows = list(csv.reader(io.StringIO(export.content.decode("utf-8-sig"))))
    assert rows[0][:4] == ["Time", "Event", "Outcome", "Actor"]
    assert [row[2] for row in rows[1:]] == ["succeeded", "refused"]
    newest = ada.get("/api/admin/security-events").json()["data"][0]
    assert (newest["type"], newest["subjectKind"]) == ("records_exported", "security_event")


def test_an_export_of_many_events_is_complete(ada: Person, state: AppState) -> None:
    with state.database.transaction() as session:
        for _ in range(1_203):
            service.record(
                session,
                EventType.SIGN_OUT,
                origin=COMMAND_LINE,
                at=state.now(),
                subject=describe_user(ada.id),
            )
    lines = ada.get("/api/admin/security-events/export.csv", params={"type": "sign_out"}).text.splitlines()
    assert len(lines) == 1 + 1_203


@pytest.mark.parametrize("path", ["", "/export.csv"])
def test_recruiters_and_visitors_read_no_events(
    alice: Person, anonymous: TestClient, state: AppState, path: str
) -> None:
    assert alice.get("/api/admin/security-events" + path).status_code == 403
    assert anonymous.get("/api/admin/security-events" + path).status_code == 401
    assert read_done(state) == []


def test_an_export_works_while_events_cannot_be_stored(
    alice: Person, state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 17: with a full disk, reading goes on; the event is then in the log only."""
    from sqlalchemy.exc import OperationalError

    def fail(*_arguments: object, **_options: object) -> None:
        raise OperationalError("", {}, Exception("database or disk is full"))

    monkeypatch.setattr(service, "record", fail)
    assert alice.get("/api/candidates/export.csv").status_code == 200
