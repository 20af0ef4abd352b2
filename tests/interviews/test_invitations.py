"""Invitations, read from a real SMTP server and parsed by another iCalendar library than the one that
wrote them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import anyio
import pytest
import vobject
from aiosmtpd.controller import Controller
from fastapi.testclient import TestClient
from sqlalchemy import update

from app.core.state import AppState
from app.integrations.email.jobs import deliver_emails
from app.interviews.invitations.calendar import CalendarEvent, make_calendar
from app.interviews.invitations.jobs import write_due_reminders
from app.interviews.invitations.mails import LANGUAGES, Appointment, load_words, write_letter
from app.interviews.invitations.tables import CalendarInvitation, CalendarMethod, RecipientRole
from models.ports import Engines
from tests.conftest import Person, StandingClock
from tests.documents import samples as documents
from tests.fakes.engines import FakeLlm, fake_engines
from tests.fakes.postbox import Postbox

WITHOUT = "Invites require a valid candidate email."


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(lambda _request: "none"))


@pytest.fixture
def postbox() -> Postbox:
    return Postbox()


@pytest.fixture
def mailing(state: AppState, postbox: Postbox, unused_tcp_port: int) -> Iterator[None]:
    controller = Controller(postbox, hostname="127.0.0.1", port=unused_tcp_port)
    controller.start()
    state.settings = state.settings.model_copy(
        update={
            "smtp_host": "127.0.0.1",
            "smtp_port": unused_tcp_port,
            "smtp_security": "none",
            "mail_from": "greenroom@agency.example",
            "public_url": "https://greenroom.agency.example",
        }
    )
    yield
    controller.stop()


@pytest.fixture
def planned(alice: Person) -> dict[str, Any]:
    """Alice's interview with Cara, the day before Europe changes its clocks, at 09:00 in Berlin."""
    answer = alice.post(
        "/api/interviews",
        json={
            "candidateName": "Cara Weiß",
            "candidateEmail": "cara@candidates.example",
            "title": "First talk",
            "position": "Backend engineer",
            "status": "scheduled",
            "scheduledDate": "2083-03-27T08:00:00Z",
            "scheduledDuration": 45,
            "scheduledTimezone": "Europe/Berlin",
        },
    )
    body: dict[str, Any] = answer.json()["interview"]
    return body


def invite(person: Person, interview: dict[str, Any], **changes: Any) -> Any:
    body = {"startIso": interview["scheduledDate"], "durationMinutes": 45, **changes}
    return person.post(f"/api/interviews/{interview['_id']}/send-invites", json=body)


def collect(state: AppState, postbox: Postbox) -> list[EmailMessage]:
    """What the server was handed since the last time."""
    postbox.received.clear()
    anyio.run(deliver_emails, state)
    return postbox.messages


def event_of(mail: EmailMessage) -> Any:
    (part,) = [part for part in mail.walk() if part.get_content_type() == "text/calendar"]
    calendar = vobject.readOne(part.get_content())
    assert calendar.method.value == part.get_param("method")
    return calendar.vevent


def to(mails: list[EmailMessage], address: str) -> EmailMessage:
    (mail,) = [mail for mail in mails if mail["To"] == address]
    return mail


def test_both_get_the_same_event_with_a_link_of_their_own(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    answer = invite(alice, planned)
    assert answer.status_code == 200
    assert [row["delivery"] for row in answer.json()["data"]] == ["waiting", "waiting"]
    mails = collect(state, postbox)
    his, hers = to(mails, "cara@candidates.example"), to(mails, "alice@example.com")
    for mail, path in (
        (his, f"/room/candidate/{planned['candidateToken']}"),
        (hers, f"/room/recruiter/{planned['recruiterToken']}"),
    ):
        event = event_of(mail)
        link = f"https://greenroom.agency.example{path}"
        assert event.location.value == link
        assert link in mail.get_body().get_content()  # type: ignore[union-attr]
        assert event.dtstart.value == datetime(2083, 3, 27, 8, 0, tzinfo=UTC)
        assert event.dtend.value - event.dtstart.value == timedelta(minutes=45)
        assert event.dtstart.value.utcoffset() == timedelta(hours=1)
    assert event_of(his).uid.value == event_of(hers).uid.value
    assert "27 March, 09:00" in his["Subject"]
    listed = alice.get(f"/api/interviews/{planned['_id']}/invitations").json()["data"]
    assert {row["delivery"] for row in listed} == {"sent"}


def test_neither_is_shown_the_other_ones_link(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    mail = to(collect(state, postbox), "cara@candidates.example")
    assert planned["recruiterToken"] not in mail.as_string()


def test_a_new_time_replaces_the_old_one_in_the_calendar(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    first = event_of(to(collect(state, postbox), "cara@candidates.example"))
    alice.patch(f"/api/interviews/{planned['_id']}", json={"scheduledDate": "2083-03-29T09:00:00Z"})
    mail = to(collect(state, postbox), "cara@candidates.example")
    second = event_of(mail)
    assert mail["Subject"].startswith("Changed:")
    assert second.uid.value == first.uid.value
    assert int(second.sequence.value) == int(first.sequence.value) + 1
    # Between the two dates the clocks change: 11:00 on the wall, 09:00 in UTC.
    assert "11:00" in mail["Subject"]
    assert second.dtstart.value == datetime(2083, 3, 29, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize("change", [{"scheduledDuration": 60}, {"scheduledTimezone": "America/Toronto"}])
def test_a_new_length_or_zone_is_told(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    change: dict[str, Any],
) -> None:
    invite(alice, planned)
    collect(state, postbox)
    alice.patch(f"/api/interviews/{planned['_id']}", json=change)
    assert len(collect(state, postbox)) == 2


@pytest.mark.parametrize("change", [{"language": "de"}, {"scheduledDuration": 45}, {}])
def test_what_changes_nothing_in_the_calendar_is_not_told(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    change: dict[str, Any],
) -> None:
    invite(alice, planned)
    collect(state, postbox)
    alice.patch(f"/api/interviews/{planned['_id']}", json=change)
    assert collect(state, postbox) == []


def _cancel(alice: Person, interview_id: str) -> None:
    alice.patch(f"/api/interviews/{interview_id}", json={"status": "cancelled"})


def _delete(alice: Person, interview_id: str) -> None:
    alice.delete(f"/api/interview/{interview_id}")


def _back_to_draft(alice: Person, interview_id: str) -> None:
    alice.patch(f"/api/interviews/{interview_id}", json={"status": "draft"})


@pytest.mark.parametrize("end", [_cancel, _delete, _back_to_draft])
def test_an_interview_that_is_off_leaves_the_calendars(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    end: Callable[[Person, str], None],
) -> None:
    invite(alice, planned)
    first = event_of(to(collect(state, postbox), "cara@candidates.example"))
    end(alice, planned["_id"])
    mails = collect(state, postbox)
    event = event_of(to(mails, "cara@candidates.example"))
    assert len(mails) == 2
    assert event.status.value == "CANCELLED"
    assert event.uid.value == first.uid.value
    assert int(event.sequence.value) > int(first.sequence.value)


def test_nobody_is_told_that_an_interview_of_the_past_is_off(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    collect(state, postbox)
    with state.database.transaction() as session:
        session.execute(update(CalendarInvitation).values(starts_at=datetime(2026, 1, 1, tzinfo=UTC)))
    _delete(alice, planned["_id"])
    assert collect(state, postbox) == []


def test_a_new_address_is_invited_and_the_old_one_uninvited(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    collect(state, postbox)
    alice.patch(f"/api/interviews/{planned['_id']}", json={"candidateEmail": "cara@new.example"})
    mails = collect(state, postbox)
    assert event_of(to(mails, "cara@candidates.example")).status.value == "CANCELLED"
    assert event_of(to(mails, "cara@new.example")).status.value == "CONFIRMED"


def process(person: Person, interview: dict[str, Any]) -> Any:
    """Upload Nora's CV for the interview."""
    return person.post(
        "/api/documents/process",
        files={"document": ("cv.txt", documents.CV.encode())},
        data={"interviewId": interview["_id"]},
    )


def test_who_was_invited_is_told_when_a_cv_gives_another_name_or_address(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
) -> None:
    invite(alice, planned)
    collect(state, postbox)
    assert process(alice, planned).status_code == 200
    mails = collect(state, postbox)
    assert event_of(to(mails, "cara@candidates.example")).status.value == "CANCELLED"
    for address, path in (
        ("nora.lindqvist@example.com", f"/room/candidate/{planned['candidateToken']}"),
        ("alice@example.com", f"/room/recruiter/{planned['recruiterToken']}"),
    ):
        event = event_of(to(mails, address))
        assert event.status.value == "CONFIRMED"
        assert event.location.value == f"https://greenroom.agency.example{path}"
    assert "Nora Lindqvist" in event_of(to(mails, "alice@example.com")).summary.value
    # The same again changes nothing that anybody is told.
    assert process(alice, planned).status_code == 200
    assert collect(state, postbox) == []


def test_the_links_keep_the_address_that_they_had_where_none_is_set(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    state.settings = state.settings.model_copy(update={"public_url": None})
    invite(alice, planned)
    before = event_of(to(collect(state, postbox), "alice@example.com")).location.value
    assert process(alice, planned).status_code == 200
    assert event_of(to(collect(state, postbox), "alice@example.com")).location.value == before


def test_an_invitation_takes_its_time_over_into_the_interview(
    alice: Person, planned: dict[str, Any], mailing: None
) -> None:
    invite(alice, planned, startIso="2083-04-01T10:30:00Z", durationMinutes=90)
    interview = alice.get(f"/api/interviews/{planned['_id']}").json()["interview"]
    assert interview["scheduledDate"] == "2083-04-01T10:30:00.000Z"
    assert interview["scheduledDuration"] == 90


@pytest.mark.parametrize("address", [None, "cara", "cara@nowhere"])
def test_without_an_address_nobody_is_invited(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, address: str | None
) -> None:
    from app.interviews.tables import Interview

    with state.database.transaction() as session:
        session.get_one(Interview, planned["_id"]).candidate_email = address
    answer = invite(alice, planned)
    assert (answer.status_code, answer.json()["error"]) == (422, WITHOUT)
    assert alice.get(f"/api/interviews/{planned['_id']}/invitations").json()["data"] == []


@pytest.mark.parametrize(
    "address", ["cara", "cara@nowhere", "a b@c.example", "x@y.example\nBcc: z@z.example", 7]
)
def test_what_is_no_address_is_refused_where_it_is_typed(
    alice: Person, planned: dict[str, Any], address: Any
) -> None:
    path = f"/api/interviews/{planned['_id']}"
    for answer in (
        alice.patch(path, json={"candidateEmail": address}),
        alice.post("/api/interviews", json={"candidateEmail": address}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_ERROR")
        assert "candidateEmail" in answer.text
    assert alice.get(path).json()["interview"]["candidateEmail"] == "cara@candidates.example"


def test_without_a_mail_server_there_is_a_file(alice: Person, planned: dict[str, Any]) -> None:
    answer = invite(alice, planned)
    assert (answer.status_code, answer.json()["code"]) == (409, "MAIL_NOT_SET_UP")
    file = alice.get(f"/api/interviews/{planned['_id']}/invite.ics")
    assert file.headers["content-type"].startswith("text/calendar")
    event = vobject.readOne(file.text).vevent
    assert planned["candidateToken"] in event.location.value
    assert event.dtstart.value == datetime(2083, 3, 27, 8, 0, tzinfo=UTC)


def test_a_time_that_has_passed_is_refused(alice: Person, planned: dict[str, Any], mailing: None) -> None:
    answer = invite(alice, planned, startIso="2026-03-24T07:59:00Z")
    assert (answer.status_code, answer.json()["code"]) == (422, "TIME_HAS_PASSED")


@pytest.mark.parametrize("minutes", [4, 121])
def test_a_length_beyond_the_limits_is_refused(
    alice: Person, planned: dict[str, Any], mailing: None, minutes: int
) -> None:
    assert invite(alice, planned, durationMinutes=minutes).status_code == 422


def test_a_mail_server_that_is_away_is_shown_and_tried_again(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    clock: StandingClock,
) -> None:
    postbox.reply = "451 busy"
    invite(alice, planned)
    collect(state, postbox)
    path = f"/api/interviews/{planned['_id']}/invitations"
    row = alice.get(path).json()["data"][0]
    assert (row["delivery"], row["error"]) == ("waiting", "451 busy")
    postbox.reply = "250 OK"
    clock.advance(minutes=2)
    interview = alice.get(f"/api/interviews/{planned['_id']}").json()["interview"]
    assert (interview["status"], interview["scheduledDate"]) == ("scheduled", planned["scheduledDate"])
    assert len(collect(state, postbox)) == 2
    assert alice.get(path).json()["data"][0]["delivery"] == "sent"


def test_a_mail_server_that_cannot_be_reached_holds_nothing_up(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    clock: StandingClock,
    unused_tcp_port_factory: Callable[[], int],
) -> None:
    port = state.settings.smtp_port
    state.settings = state.settings.model_copy(update={"smtp_port": unused_tcp_port_factory()})
    assert invite(alice, planned).status_code == 200
    assert collect(state, postbox) == []
    row = alice.get(f"/api/interviews/{planned['_id']}/invitations").json()["data"][0]
    assert (row["delivery"], row["error"]) == ("waiting", "The mail server could not be reached.")
    state.settings = state.settings.model_copy(update={"smtp_port": port})
    clock.advance(minutes=2)
    assert len(collect(state, postbox)) == 2


@pytest.mark.parametrize("call", ["send-invites", "invitations", "invite.ics"])
def test_invitations_are_the_owners_alone(
    bob: Person, anonymous: TestClient, planned: dict[str, Any], mailing: None, call: str
) -> None:
    path = f"/api/interviews/{planned['_id']}/{call}"
    method = "POST" if call == "send-invites" else "GET"
    body = {"startIso": "2083-03-27T08:00:00Z"} if method == "POST" else None
    assert bob.client.request(method, path, json=body).status_code == 404
    assert anonymous.request(method, path, json=body).status_code == 401
    missing = path.replace(planned["_id"], "nothing")
    assert bob.client.request(method, missing, json=body).status_code == 404


def remind(state: AppState, clock: StandingClock) -> int:
    with state.database.transaction() as session:
        return write_due_reminders(session, settings=state.settings, now=clock.now())


def test_reminders_come_once_a_day_and_an_hour_before(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    clock: StandingClock,
) -> None:
    invite(alice, planned)
    collect(state, postbox)
    assert remind(state, clock) == 0
    clock.instant = datetime(2083, 3, 26, 8, 1, tzinfo=UTC)
    assert remind(state, clock) == 2
    assert remind(state, clock) == 0
    mails = collect(state, postbox)
    assert to(mails, "cara@candidates.example")["Subject"].startswith("Reminder:")
    clock.instant = datetime(2083, 3, 27, 7, 1, tzinfo=UTC)
    assert remind(state, clock) == 2
    assert remind(state, clock) == 0


def test_nobody_is_reminded_of_an_interview_that_is_off(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, clock: StandingClock
) -> None:
    invite(alice, planned)
    _cancel(alice, planned["_id"])
    clock.instant = datetime(2083, 3, 27, 7, 1, tzinfo=UTC)
    assert remind(state, clock) == 0


def test_who_was_just_invited_is_not_reminded(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, clock: StandingClock
) -> None:
    invite(alice, planned)
    with state.database.transaction() as session:
        session.execute(
            update(CalendarInvitation).values(written_at=datetime(2083, 3, 27, 6, 30, tzinfo=UTC))
        )
    clock.instant = datetime(2083, 3, 27, 7, 1, tzinfo=UTC)
    assert remind(state, clock) == 0


def test_after_an_outage_only_the_nearest_reminder_is_sent(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, clock: StandingClock
) -> None:
    invite(alice, planned)
    clock.instant = datetime(2083, 3, 27, 7, 30, tzinfo=UTC)
    assert remind(state, clock) == 2
    assert remind(state, clock) == 0


def test_an_hour_across_the_change_of_the_clocks_is_an_hour() -> None:
    event = vobject.readOne(
        make_calendar(an_event(starts_at=datetime(2083, 3, 28, 0, 30, tzinfo=UTC)), method=None)
    ).vevent
    # Two instants of one zone are subtracted by the clock on the wall: in UTC they are apart what they are.
    assert event.dtend.value.astimezone(UTC) - event.dtstart.value.astimezone(UTC) == timedelta(hours=1)
    assert event.dtstart.value == datetime(2083, 3, 28, 0, 30, tzinfo=UTC)


def an_event(**changes: Any) -> CalendarEvent:
    fields: dict[str, Any] = {
        "interview_id": "abc",
        "sequence": 0,
        "starts_at": datetime(2083, 3, 27, 8, 0, tzinfo=UTC),
        "duration_minutes": 60,
        "timezone": "Europe/Berlin",
        "summary": "Talk",
        "description": "",
        "join_url": "https://x.example/room",
        "organizer_name": "Alice",
        "organizer_email": "alice@example.com",
        "attendee_name": "Cara",
        "is_organizer": False,
        "attendee_email": "cara@candidates.example",
        "written_at": datetime(2083, 3, 1, tzinfo=UTC),
    }
    return CalendarEvent(**{**fields, **changes})


def test_no_name_becomes_a_property_of_the_calendar() -> None:
    text = make_calendar(
        an_event(summary="Talk\r\nATTACH:http://evil.example", attendee_name='C"\r\nX-EVIL:1'),
        method=CalendarMethod.REQUEST,
    )
    event = vobject.readOne(text).vevent
    assert not hasattr(event, "attach")
    assert not hasattr(event, "x_evil")
    assert "ATTACH:http" in event.summary.value


ODD_NAME = 'O\'Neill, Zoë; 🦊 \\ "Zed"\nBcc: spy@evil.example'


def test_an_odd_name_is_carried_whole_and_breaks_no_line() -> None:
    text = make_calendar(
        an_event(summary=ODD_NAME * 3, attendee_name=ODD_NAME), method=CalendarMethod.REQUEST
    )
    lines = text.encode().split(b"\r\n")
    assert lines.pop() == b""
    assert max(map(len, lines)) <= 75
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    for line in lines:
        # A line is folded between characters, never within one.
        line.decode()
    event = vobject.readOne(text).vevent
    assert event.summary.value == ODD_NAME * 3
    assert not hasattr(event, "bcc")
    assert "Zoë; 🦊" in event.attendee.params["CN"][0]


def test_the_zone_comes_with_the_rules_that_hold_around_the_day() -> None:
    calendar = vobject.readOne(make_calendar(an_event(), method=CalendarMethod.REQUEST))
    assert calendar.vevent.dtstart.params["X-VOBJ-ORIGINAL-TZID"] == ["Europe/Berlin"]
    zone = calendar.vtimezone.tzinfo
    for day, hours in (
        (datetime(2083, 3, 28, 1, 59, tzinfo=zone), 1),
        (datetime(2083, 3, 28, 3, 1, tzinfo=zone), 2),
        (datetime(2083, 10, 31, 12, 0, tzinfo=zone), 1),
    ):
        assert day.utcoffset() == timedelta(hours=hours)


def test_what_a_calendar_needs_to_follow_an_event_is_there(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    sent = collect(state, postbox)
    alice.patch(f"/api/interviews/{planned['_id']}", json={"status": "cancelled"})
    for mails, method in ((sent, "REQUEST"), (collect(state, postbox), "CANCEL")):
        for address, partstat, role in (
            ("cara@candidates.example", "NEEDS-ACTION", "REQ-PARTICIPANT"),
            ("alice@example.com", "ACCEPTED", "CHAIR"),
        ):
            mail = to(mails, address)
            event = event_of(mail)
            assert event.organizer.value == "mailto:alice@example.com"
            assert event.attendee.value == f"mailto:{address}"
            assert event.attendee.params["PARTSTAT"] == [partstat]
            assert event.attendee.params["ROLE"] == [role]
            assert event.dtstamp.value.utcoffset() == timedelta(0)
            (part,) = [part for part in mail.walk() if part.get_content_type() == "text/calendar"]
            assert (part.get_param("method"), part.get_param("charset")) == (method, "utf-8")
            (file,) = mail.iter_attachments()
            assert (file.get_filename() or "").endswith(".ics")
            assert vobject.readOne(file.get_content().decode()).vevent.uid.value == event.uid.value


def test_names_and_titles_add_no_header_to_a_mail(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    odd = {"title": f"Talk {ODD_NAME}", "candidateName": ODD_NAME, "position": ODD_NAME}
    assert alice.patch(f"/api/interviews/{planned['_id']}", json=odd).status_code == 200
    invite(alice, planned)
    for mail in collect(state, postbox):
        assert mail["Bcc"] is None
        assert "Zoë" in mail["Subject"]
        assert "\n" not in mail["Subject"]
        assert {part["Bcc"] for part in mail.walk()} == {None}
        assert ODD_NAME in event_of(mail).summary.value or "Alice" in event_of(mail).summary.value


def test_who_was_uninvited_is_invited_anew_above_the_cancellation(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    _cancel(alice, planned["_id"])
    cancelled = [event_of(mail) for mail in collect(state, postbox)][-1]
    alice.patch(f"/api/interviews/{planned['_id']}", json={"status": "draft"})
    invite(alice, planned)
    for mail in collect(state, postbox):
        assert event_of(mail).status.value == "CONFIRMED"
        assert int(event_of(mail).sequence.value) > int(cancelled.sequence.value)


def test_an_interview_that_is_over_is_changed_without_mail(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    clock: StandingClock,
) -> None:
    soon = (clock.now() + timedelta(minutes=5)).isoformat()
    path = f"/api/interviews/{planned['_id']}"
    invite(alice, planned, startIso=soon)
    collect(state, postbox)
    clock.advance(minutes=20)
    # He waits for an interview that has not begun: of that he is told.
    alice.patch(path, json={"title": "Later"})
    assert len(collect(state, postbox)) == 2
    clock.advance(minutes=31)
    alice.patch(path, json={"title": "Too late"})
    assert collect(state, postbox) == []


def test_every_language_has_every_letter() -> None:
    shapes = []
    for language in LANGUAGES:
        words = load_words(language)
        shapes.append({key: sorted(value) for key, value in words.items()})
        for role in RecipientRole:
            for occasion in ("request", "update", "cancel", "reminder"):
                letter = write_letter(
                    Appointment(
                        title="{0} talk",
                        position="Engineer {x}",
                        candidate="Cara",
                        recruiter="Alice",
                        starts_at=datetime(2083, 3, 27, 8, 0, tzinfo=UTC),
                        minutes=45,
                        timezone="Europe/Berlin",
                        link="https://x.example/room",
                    ),
                    role=role,
                    occasion=occasion,
                    name="Cara",
                    language=language,
                )
                assert "Engineer {x}" in letter.text
                assert "09:00" in letter.text
                assert "\n" not in letter.subject
    assert shapes[0] == shapes[1] == shapes[2]
