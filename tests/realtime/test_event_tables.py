"""Socket events: the server, the OpenAPI document, the generated types and the browser list the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.api import SHARED_CONSTANTS, SOCKET_EVENTS
from app.openapi import add_schemas, describe_constants, describe_events
from app.realtime.events import Acknowledgment, ClientEvent, Empty
from app.realtime.server import RealtimeServer

API_DIR = Path(__file__).resolve().parents[2] / "web" / "src" / "api"

CLIENT_EVENTS = {name: event for table in SOCKET_EVENTS for name, event in table.client.items()}
SERVER_EVENTS = {name: payload for table in SOCKET_EVENTS for name, payload in table.server.items()}


def read_keys(source: str, *, start: str, indent: int) -> set[str]:
    """Property names at one indentation, from the line that ends with ``start`` to the closing brace."""
    block = source[source.index(start) + len(start) :]
    end = re.search(rf"^ {{{indent - 4},{indent - 1}}}\}}", block, re.MULTILINE)
    assert end is not None
    block = block[: end.start()]
    return set(re.findall(rf'^ {{{indent}}}"?([\w-]+)"?[:,]', block, re.MULTILINE))


def test_every_client_event_is_handled(api: FastAPI) -> None:
    handled = api.state.services.realtime.sio.handlers["/"].keys() - {"connect", "disconnect", "*"}
    assert handled == CLIENT_EVENTS.keys()


@pytest.mark.parametrize(
    ("table", "events"), [("ClientEvents", CLIENT_EVENTS), ("ServerEvents", SERVER_EVENTS)]
)
def test_generated_types_list_every_event(table: str, events: dict[str, object]) -> None:
    source = (API_DIR / "openapi.gen.ts").read_text(encoding="utf-8")
    assert read_keys(source, start=f"        {table}: {{", indent=12) == events.keys()


@pytest.mark.parametrize(
    ("table", "events"), [("Acknowledgments", CLIENT_EVENTS), ("ServerEvents", SERVER_EVENTS)]
)
def test_browser_validates_every_event(table: str, events: dict[str, object]) -> None:
    source = (API_DIR / "socket-events.ts").read_text(encoding="utf-8")
    assert read_keys(source, start=f"tieTo<{table}>()({{", indent=4) == events.keys()


def test_openapi_document_contains_payloads_acknowledgments_and_constants(api: FastAPI) -> None:
    schemas = api.openapi()["components"]["schemas"]
    for event in CLIENT_EVENTS.values():
        assert {event.payload.__name__, event.acknowledgment.__name__} <= schemas.keys()
    for payload in SERVER_EVENTS.values():
        assert payload.__name__ in schemas
    for name, constants in SHARED_CONSTANTS.items():
        assert schemas[name] == describe_constants(constants)


def test_two_different_schemas_of_one_name_are_refused() -> None:
    schemas = describe_events(SOCKET_EVENTS)
    add_schemas(schemas, describe_events(SOCKET_EVENTS))
    with pytest.raises(ValueError, match="RoomState"):
        add_schemas(schemas, {"RoomState": {"type": "string"}})


def test_an_event_without_a_handler_is_refused() -> None:
    dispatcher = RealtimeServer().dispatcher
    with pytest.raises(ValueError, match="lonely"):
        dispatcher.register({"lonely": ClientEvent(Empty)}, {})


def test_fields_with_defaults_are_optional_for_browsers_and_required_from_the_server() -> None:
    schemas = describe_events(SOCKET_EVENTS)
    assert "lastSequence" not in schemas["JoinRoom"]["required"]
    # The type generator treats a field with a default as required.
    assert "default" not in schemas["JoinRoom"]["properties"]["lastSequence"]
    assert schemas["TranscriptUpdate"]["required"] == list(schemas["TranscriptUpdate"]["properties"])
    assert schemas[Acknowledgment.__name__]["required"] == ["success"]
