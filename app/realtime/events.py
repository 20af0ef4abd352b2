"""Base models of socket payloads and acknowledgments, and the tables that list the events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from app.core.schemas import ApiSchema


class ClientPayload(BaseModel):
    """Payload sent by a browser. Unknown fields are refused, so a role cannot be smuggled in."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class Empty(ClientPayload):
    """Payload of an event without data."""

    model_config = ConfigDict(extra="ignore")


class Acknowledgment(ApiSchema):
    """Reply to a client event that succeeded. A refused event is acknowledged with a ``Failure``."""

    success: Literal[True] = True


class ErrorEvent(ApiSchema):
    """An error that no request of this socket caused, such as a session that has ended."""

    message: str
    code: str


class SessionRenewed(ApiSchema):
    """A session token that replaces the one that is about to expire."""

    token: str


@dataclass(frozen=True, slots=True)
class ClientEvent:
    """Models of one event that browsers send."""

    payload: type[ClientPayload]
    acknowledgment: type[Acknowledgment] = Acknowledgment
    per_minute: int | None = None
    """How often one socket may send it; None for events that only the packet limit bounds."""


@dataclass(frozen=True, slots=True)
class EventTable:
    """Socket events of one feature, by name."""

    client: Mapping[str, ClientEvent]
    server: Mapping[str, type[ApiSchema]]


COMMON_EVENTS = EventTable(client={}, server={"error": ErrorEvent, "session-renewed": SessionRenewed})
"""Events that the socket server itself sends."""
