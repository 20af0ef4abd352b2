"""Records that the tests of access request, and sockets without a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from app.api import AppServices
from app.core.state import AppState
from app.realtime.connections import Connection
from tests.conftest import Person
from tests.contract.records import Ids, create_records

Dispatch = Callable[[str, str, Any], dict[str, Any]]


@pytest.fixture
def ids(state: AppState, alice: Person) -> Ids:
    """Ids of Alice's records."""
    return create_records(state, alice)


@pytest.fixture
def dispatch(api: FastAPI, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch) -> Dispatch:
    """Dispatch an event of a socket (its id, the event, the payload); returns the acknowledgment."""
    services: AppServices = api.state.services
    connections = services.realtime.connections
    opened: dict[str, Connection] = {}
    monkeypatch.setattr(
        connections, "find", lambda sid: opened.setdefault(sid, connections.make_connection({}))
    )

    def send(sid: str, event: str, payload: Any) -> dict[str, Any]:
        handler = services.realtime.sio.handlers["/"][event]
        acknowledgment: dict[str, Any] = portal.call(handler, sid, payload)
        return acknowledgment

    return send
