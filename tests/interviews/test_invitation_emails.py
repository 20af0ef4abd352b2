"""Texts and headers of emails about interviews."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from app.core.state import AppState
from app.interviews.invitations.emails import LANGUAGES, Appointment, load_words, write_email
from app.interviews.invitations.tables import RecipientRole
from tests.conftest import Person
from tests.fakes.postbox import Postbox
from tests.interviews.conftest import collect, invite, read_event
from tests.interviews.odd_names import ODD_NAME


def test_names_and_titles_cannot_add_email_headers(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    odd = {"title": f"Talk {ODD_NAME}", "candidateName": ODD_NAME, "position": ODD_NAME}
    assert alice.patch(f"/api/interviews/{planned['_id']}", json=odd).status_code == 200
    invite(alice, planned)
    for email in collect(state, postbox):
        assert email["Bcc"] is None
        assert "Zoë" in email["Subject"]
        assert "\n" not in email["Subject"]
        assert {part["Bcc"] for part in email.walk()} == {None}
        assert ODD_NAME in read_event(email).summary.value or "Alice" in read_event(email).summary.value


def test_every_language_has_every_email() -> None:
    shapes = []
    for language in LANGUAGES:
        words = load_words(language)
        shapes.append({key: sorted(value) for key, value in words.items()})
        for role in RecipientRole:
            for occasion in ("request", "update", "cancel", "reminder"):
                email = write_email(
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
                assert "Engineer {x}" in email.text
                assert "09:00" in email.text
                assert "\n" not in email.subject
    assert shapes[0] == shapes[1] == shapes[2]
