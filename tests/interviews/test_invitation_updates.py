"""Calendar updates and cancellations that a change of an interview sends automatically."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from app.core.state import AppState
from app.interviews.invitations.tables import CalendarInvitation
from app.interviews.tables import Interview
from models.ports import Engines
from tests.conftest import FrozenClock, Person
from tests.documents import samples as documents
from tests.fakes.engines import FakeLlm, fake_engines
from tests.fakes.postbox import Postbox
from tests.interviews.conftest import (
    cancel,
    collect,
    delete,
    find_email,
    invite,
    read_event,
    return_to_draft,
)


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(lambda _request: "none"))


@pytest.fixture
def invited(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> dict[str, Any]:
    """The planned interview, with invitations delivered to the candidate and to Alice."""
    invite(alice, planned)
    collect(state, postbox)
    return planned


def test_new_time_replaces_the_old_one_in_the_calendar(
    alice: Person, invited: dict[str, Any], state: AppState, postbox: Postbox
) -> None:
    first = read_event(find_email(postbox.messages, "cara@candidates.example"))
    alice.patch(f"/api/interviews/{invited['_id']}", json={"scheduledDate": "2083-03-29T09:00:00Z"})
    email = find_email(collect(state, postbox), "cara@candidates.example")
    second = read_event(email)
    assert email["Subject"].startswith("Changed:")
    assert second.uid.value == first.uid.value
    assert int(second.sequence.value) == int(first.sequence.value) + 1
    # Daylight saving time starts between the two dates: 11:00 local time is 09:00 UTC.
    assert "11:00" in email["Subject"]
    assert second.dtstart.value == datetime(2083, 3, 29, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize("change", [{"scheduledDuration": 60}, {"scheduledTimezone": "America/Toronto"}])
def test_new_duration_or_time_zone_sends_an_update(
    alice: Person,
    invited: dict[str, Any],
    state: AppState,
    postbox: Postbox,
    change: dict[str, Any],
) -> None:
    alice.patch(f"/api/interviews/{invited['_id']}", json=change)
    assert len(collect(state, postbox)) == 2


@pytest.mark.parametrize("change", [{"language": "de"}, {"scheduledDuration": 45}, {}])
def test_change_that_calendars_do_not_show_sends_nothing(
    alice: Person,
    invited: dict[str, Any],
    state: AppState,
    postbox: Postbox,
    change: dict[str, Any],
) -> None:
    alice.patch(f"/api/interviews/{invited['_id']}", json=change)
    assert collect(state, postbox) == []


@pytest.mark.parametrize("end", [cancel, delete, return_to_draft])
def test_canceled_deleted_or_draft_interview_leaves_the_calendars(
    alice: Person,
    invited: dict[str, Any],
    state: AppState,
    postbox: Postbox,
    end: Callable[[Person, str], None],
) -> None:
    first = read_event(find_email(postbox.messages, "cara@candidates.example"))
    end(alice, invited["_id"])
    emails = collect(state, postbox)
    event = read_event(find_email(emails, "cara@candidates.example"))
    assert len(emails) == 2
    assert event.status.value == "CANCELLED"
    assert event.uid.value == first.uid.value
    assert int(event.sequence.value) > int(first.sequence.value)


def test_deleting_a_past_interview_sends_nothing(
    alice: Person, invited: dict[str, Any], state: AppState, postbox: Postbox
) -> None:
    with state.database.transaction() as session:
        session.execute(update(CalendarInvitation).values(starts_at=datetime(2026, 1, 1, tzinfo=UTC)))
    delete(alice, invited["_id"])
    assert collect(state, postbox) == []


def test_new_address_is_invited_and_the_old_one_gets_a_cancellation(
    alice: Person, invited: dict[str, Any], state: AppState, postbox: Postbox
) -> None:
    alice.patch(f"/api/interviews/{invited['_id']}", json={"candidateEmail": "cara@new.example"})
    emails = collect(state, postbox)
    assert read_event(find_email(emails, "cara@candidates.example")).status.value == "CANCELLED"
    assert read_event(find_email(emails, "cara@new.example")).status.value == "CONFIRMED"


def upload_cv(person: Person, interview: dict[str, Any]) -> Any:
    """Upload Nora's CV for the interview."""
    return person.post(
        "/api/documents/process",
        files={"document": ("cv.txt", documents.CV.encode())},
        data={"interviewId": interview["_id"]},
    )


@pytest.mark.usefixtures("running_server")
def test_cv_changes_the_name_but_never_the_address_that_was_invited(
    alice: Person,
    invited: dict[str, Any],
    state: AppState,
    postbox: Postbox,
) -> None:
    """The link to the room went to whatever address stood in an uploaded CV, perhaps a referee's."""
    assert upload_cv(alice, invited).status_code == 200
    emails = collect(state, postbox)
    assert {email["To"] for email in emails} == {"cara@candidates.example", "alice@example.com"}
    for address, path in (
        ("cara@candidates.example", f"/room/candidate/{invited['candidateToken']}"),
        ("alice@example.com", f"/room/recruiter/{invited['recruiterToken']}"),
    ):
        event = read_event(find_email(emails, address))
        assert event.status.value == "CONFIRMED"
        assert event.location.value == f"https://greenroom.agency.example{path}"
    assert "Nora Lindqvist" in read_event(find_email(emails, "alice@example.com")).summary.value
    shown = alice.get(f"/api/interviews/{invited['_id']}").json()["interview"]
    assert shown["candidateEmail"] == "cara@candidates.example"
    # Uploading the same CV again changes nothing that is sent.
    assert upload_cv(alice, invited).status_code == 200
    assert collect(state, postbox) == []


@pytest.mark.usefixtures("running_server")
def test_links_keep_their_server_address_if_none_is_configured(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    state.settings = state.settings.model_copy(update={"public_url": None})
    invite(alice, planned)
    before = read_event(find_email(collect(state, postbox), "alice@example.com")).location.value
    assert upload_cv(alice, planned).status_code == 200
    assert read_event(find_email(collect(state, postbox), "alice@example.com")).location.value == before


def test_new_invitation_supersedes_an_earlier_cancellation(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    cancel(alice, planned["_id"])
    cancellation = [read_event(email) for email in collect(state, postbox)][-1]
    alice.patch(f"/api/interviews/{planned['_id']}", json={"status": "draft"})
    invite(alice, planned)
    for email in collect(state, postbox):
        assert read_event(email).status.value == "CONFIRMED"
        assert int(read_event(email).sequence.value) > int(cancellation.sequence.value)


def test_changing_a_past_interview_sends_nothing(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    clock: FrozenClock,
) -> None:
    soon = (clock.now() + timedelta(minutes=5)).isoformat()
    path = f"/api/interviews/{planned['_id']}"
    invite(alice, planned, startIso=soon)
    collect(state, postbox)
    clock.advance(minutes=20)
    # The interview has not started, and the candidate may still be waiting for it.
    alice.patch(path, json={"title": "Later"})
    assert len(collect(state, postbox)) == 2
    clock.advance(minutes=31)
    alice.patch(path, json={"title": "Too late"})
    assert collect(state, postbox) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "Second talk"),
        ("scheduled_at", datetime(2083, 3, 30, 9, 0, tzinfo=UTC)),
        ("scheduled_duration_minutes", 60),
        ("candidate_name", "Cara White"),
    ],
)
def test_any_code_that_changes_an_interview_sends_updates(
    alice: Person,
    invited: dict[str, Any],
    state: AppState,
    postbox: Postbox,
    field: str,
    value: object,
) -> None:
    with state.database.transaction() as session:
        setattr(session.get_one(Interview, invited["_id"]), field, value)
    emails = collect(state, postbox)
    assert {email["To"] for email in emails} == {"cara@candidates.example", "alice@example.com"}
    assert all(email["Subject"].startswith("Changed:") for email in emails)


def test_several_changes_in_one_transaction_send_one_update(
    alice: Person, invited: dict[str, Any], state: AppState, postbox: Postbox
) -> None:
    with state.database.transaction() as session:
        interview = session.get_one(Interview, invited["_id"])
        for title in ("Second talk", "Third talk"):
            interview.title = title
            session.flush()
    assert len(collect(state, postbox)) == 2


def test_change_that_is_undone_in_the_same_transaction_sends_nothing(
    alice: Person, invited: dict[str, Any], state: AppState, postbox: Postbox
) -> None:
    with state.database.transaction() as session:
        interview = session.get_one(Interview, invited["_id"])
        for title in ("Second talk", invited["title"]):
            interview.title = title
            session.flush()
    assert collect(state, postbox) == []


def test_inviting_again_for_another_time_updates_each_person_once_before_the_new_invitation(
    alice: Person, invited: dict[str, Any], state: AppState, postbox: Postbox
) -> None:
    invite(alice, invited, startIso="2083-04-01T10:30:00Z", sendToRecruiter=False)
    emails = collect(state, postbox)
    assert sorted(str(email["To"]) for email in emails) == [
        "alice@example.com",
        "cara@candidates.example",
        "cara@candidates.example",
    ]
