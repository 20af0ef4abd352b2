"""SMTP handler for tests: keeps the emails that a real SMTP server receives on loopback."""

from __future__ import annotations

from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any


@dataclass
class Postbox:
    """The emails received, and the reply to each."""

    received: list[bytes] = field(default_factory=list)
    reply: str = "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.reply.startswith("250"):
            self.received.append(envelope.content)
        return self.reply

    @property
    def messages(self) -> list[EmailMessage]:
        return [message_from_bytes(raw, policy=policy.default) for raw in self.received]
