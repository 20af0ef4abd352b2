"""Property tests of socket events: whatever a browser sends, it is accepted or refused with a reason."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.api import AppServices
from app.realtime.packets import MalformedPacket, PacketOrder, is_polling_payload
from app.realtime.server import RealtimeServer
from app.rooms.events import ROOM_EVENTS
from tests.rooms.conftest import Arrive, RoomCast, join_both
from tests.security.fuzzing import FUZZED, LONG

PACKETS = st.one_of(
    st.binary(max_size=50),
    st.lists(
        st.sampled_from(
            ['2["', '51-["', "0", "1", "451-", '{"token":"x"}', "join-room", '",', "[", "]", "{", "9" * 12]
        )
        | st.text(max_size=4)
    ).map("".join),
)
PAYLOADS = [event.payload.model_fields for event in ROOM_EVENTS.client.values()]
FIELDS = sorted({field.alias or name for fields in PAYLOADS for name, field in fields.items()})
MINUTES = itertools.count(10_000_000)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**63, -1, "offer", "candidate", "recruiter", "s", "\ud800", b"", bytes(3_200)])
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture
def realtime(api: FastAPI) -> RealtimeServer:
    services: AppServices = api.state.services
    return services.realtime


@FUZZED
@given(packets=st.lists(PACKETS, max_size=6), is_signed_in=st.booleans())
@example(packets=["42[{}]"], is_signed_in=True)
def test_any_packets_are_passed_on_or_malformed(packets: list[str | bytes], is_signed_in: bool) -> None:
    order = PacketOrder()
    for packet in packets:
        with contextlib.suppress(MalformedPacket):
            order.check(packet, is_signed_in=is_signed_in)
        is_polling_payload(packet if isinstance(packet, bytes) else packet.encode("utf-8", "replace"))


EVENTS = st.tuples(
    st.sampled_from(sorted(ROOM_EVENTS.client)),
    st.booleans(),
    VALUES | st.dictionaries(st.sampled_from(FIELDS), VALUES),
)
"""Name of an event, whether its payload starts as that of a candidate who joins, and the payload."""


@settings(FUZZED, max_examples=20 * LONG)
@given(events=st.lists(EVENTS, min_size=1, max_size=12))
async def test_any_payload_is_accepted_or_refused_with_a_reason(
    arrive: Arrive, cast: RoomCast, realtime: RealtimeServer, events: list[tuple[str, bool, Any]]
) -> None:
    # Limits per minute would refuse most events.
    realtime.connections.now = lambda: 60.0 * next(MINUTES)
    _, candidate = await join_both(arrive, cast)
    handlers, sid = realtime.sio.handlers["/"], candidate.socket.get_sid()
    for name, is_joining, values in events:
        payload = cast.as_candidate | values if is_joining and isinstance(values, dict) else values
        answer = await handlers[name](sid, payload)
        assert isinstance(answer["success"], bool)
        assert answer.get("code") != "INTERNAL_ERROR", (name, payload)
    await candidate.socket.disconnect()
