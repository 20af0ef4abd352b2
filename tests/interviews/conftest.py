"""Fixtures of interview tests: a mail server, a planned interview, and the emails that were sent."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import anyio
import pytest
import vobject
from aiosmtpd.controller import Controller

from app.core.state import AppState
from app.integrations.email.jobs import deliver_emails
from tests.conftest import Person
from tests.fakes.postbox import Postbox


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
            "internal_hosts": ["127.0.0.1"],
            "mail_from": "greenroom@agency.example",
            "public_url": "https://greenroom.agency.example",
        }
    )
    yield
    controller.stop()


@pytest.fixture
def planned(alice: Person) -> dict[str, Any]:
    """Alice's interview with Cara at 09:00 in Berlin, the day before daylight saving time starts."""
    response = alice.post(
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
    body: dict[str, Any] = response.json()["interview"]
    return body


def invite(person: Person, interview: dict[str, Any], **changes: Any) -> Any:
    body = {"startIso": interview["scheduledDate"], "durationMinutes": 45, **changes}
    return person.post(f"/api/interviews/{interview['_id']}/send-invites", json=body)


def collect(state: AppState, postbox: Postbox) -> list[EmailMessage]:
    """Deliver the outbox; returns what the mail server received since the last call."""
    postbox.received.clear()
    anyio.run(deliver_emails, state)
    return postbox.messages


def read_event(email: EmailMessage) -> Any:
    (part,) = [part for part in email.walk() if part.get_content_type() == "text/calendar"]
    calendar = vobject.readOne(part.get_content())
    assert calendar.method.value == part.get_param("method")
    return calendar.vevent


def find_email(emails: list[EmailMessage], address: str) -> EmailMessage:
    (email,) = [email for email in emails if email["To"] == address]
    return email


def cancel(alice: Person, interview_id: str) -> None:
    alice.patch(f"/api/interviews/{interview_id}", json={"status": "cancelled"})


def delete(alice: Person, interview_id: str) -> None:
    alice.delete(f"/api/interview/{interview_id}")


def return_to_draft(alice: Person, interview_id: str) -> None:
    alice.patch(f"/api/interviews/{interview_id}", json={"status": "draft"})
