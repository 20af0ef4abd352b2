"""Fixtures of administration tests: users whose access ended, and queued emails."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select

from app.core.state import AppState
from app.integrations.email.tables import OutgoingEmail


@pytest.fixture
def ended(state: AppState) -> Iterator[list[str]]:
    """Ids of users whose access the rooms were notified to re-check."""
    user_ids: list[str] = []

    async def listen(user_id: str) -> None:
        user_ids.append(user_id)

    state.hooks.after_access_ended.append(listen)
    yield user_ids
    state.hooks.after_access_ended.remove(listen)


@pytest.fixture
def read_emails(state: AppState) -> Callable[[], list[OutgoingEmail]]:
    """Configure email; returns a function that reads the queued emails."""
    state.settings = state.settings.model_copy(
        update={"smtp_host": "127.0.0.1", "smtp_port": 1, "mail_from": "hello@agency.example"}
    )

    def read() -> list[OutgoingEmail]:
        with state.database.reading() as session:
            return list(session.scalars(select(OutgoingEmail)))

    return read
