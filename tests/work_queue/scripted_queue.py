"""A work queue of emails whose sending is scripted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from app.core.state import AppState
from app.integrations.email import outbox
from app.integrations.email.smtp import NullTransport
from app.integrations.email.tables import OutgoingEmail
from app.work_queue.items import Claim

Attempt = Callable[[Claim], Awaitable[None]]


class ScriptedQueue(outbox.EmailQueue):
    """A queue of emails whose attempts do what the test says."""

    def __init__(self, state: AppState) -> None:
        super().__init__(state.database, transport=NullTransport(), now=state.now)
        self.attempted: list[str] = []
        self.began = asyncio.Event()
        self.was_empty = asyncio.Event()
        """Set once a worker has looked at the queue and found nothing."""
        self.script: Attempt | None = None

    async def claim_next(self, **kwargs: Any) -> Claim | None:
        claim = await super().claim_next(**kwargs)
        if claim is None:
            self.was_empty.set()
        return claim

    async def attempt(self, claim: Claim) -> None:
        self.attempted.append(claim.key)
        self.began.set()
        if self.script is not None:
            await self.script(claim)
        await self._end(claim, sent_at=self.now())


def add_email(state: AppState, subject: str = "Hello") -> str:
    with state.database.transaction() as session:
        email = outbox.add_email(
            session, recipient="greta@agency.example", subject=subject, text="Text", now=state.now()
        )
        return email.id


def read_email(state: AppState, key: str) -> OutgoingEmail:
    with state.database.reading() as session:
        return session.get_one(OutgoingEmail, key)
