"""Packets that reach the Socket.IO library, networks that share a limit, and the token bucket."""

from __future__ import annotations

import base64

import pytest

from app.core.throttle import find_network
from app.core.token_bucket import TokenBucket
from app.realtime.packets import (
    MAX_ATTACHMENT_BYTES,
    MalformedPacket,
    PacketOrder,
    is_control_packet,
    is_message_packet,
    is_polling_payload,
)

EVENT = '2["audio-stop",{}]'
WITH_ATTACHMENT = '51-7["audio-frame",{"pcm":{"_placeholder":true,"num":0}}]'


@pytest.fixture
def order() -> PacketOrder:
    """The packets of a socket that has shown its token."""
    order = PacketOrder()
    order.check('0{"token":"x"}', is_signed_in=False)
    return order


def test_packets_of_our_clients_are_accepted(order: PacketOrder) -> None:
    for packet in (EVENT, '20["join-room",{"roomId":"r"}]', WITH_ATTACHMENT, bytes(3_200), EVENT, "1"):
        order.check(packet, is_signed_in=True)


@pytest.mark.parametrize(
    "packets",
    [
        ['459999999999-["audio-frame",{}]'],
        ['52-["audio-frame",{}]'],
        ['50-["audio-frame",{}]'],
        [b"without an event"],
        [WITH_ATTACHMENT, bytes(MAX_ATTACHMENT_BYTES + 1)],
        [WITH_ATTACHMENT, EVENT],
        ["2[{}]"],
        ["2[]"],
        ["2{}"],
        ['2["connect",{}]'],
        ['2["disconnect"]'],
        ['2/admin,["join-room",{}]'],
        ["0/admin,"],
        ['3["an acknowledgment"]'],
        ["4"],
        ["6"],
        ["x"],
        ['0{"token":"another guess"}'],
    ],
)
def test_other_packets_are_malformed(order: PacketOrder, packets: list[str | bytes]) -> None:
    """A socket announces attachments without end, or sends what no client of ours sends."""
    for packet in packets[:-1]:
        order.check(packet, is_signed_in=True)
    with pytest.raises(MalformedPacket):
        order.check(packets[-1], is_signed_in=True)


def test_nothing_but_the_token_is_accepted_before_sign_in() -> None:
    for packet in (EVENT, "1", b"audio"):
        with pytest.raises(MalformedPacket):
            PacketOrder().check(packet, is_signed_in=False)


@pytest.mark.parametrize("packet", ["4" + "[" * 100_000, "4", "4x", "0", "5", "6", "x", "", "2probe"])
def test_transport_packets_that_our_clients_never_send(packet: str) -> None:
    assert not is_control_packet(packet)
    assert not is_message_packet(packet)


def test_polling_payloads() -> None:
    audio = "b" + base64.b64encode(bytes(3_200)).decode()
    assert is_polling_payload(f"42{EVENT[1:]}\x1e3\x1e{audio}".encode())
    for payload in (b"", b"\xff", b"d=4", b"4[[[[", b"babc", b"42\x1ex"):
        assert not is_polling_payload(payload)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::1", "::1", True),
        ("unix", "unix", True),
    ],
)
def test_addresses_of_one_ipv6_subscriber_share_a_limit(one: str, other: str, is_same: bool) -> None:
    assert (find_network(one) == find_network(other)) is is_same


def test_token_bucket_refills_but_never_beyond_its_burst() -> None:
    bucket = TokenBucket(per_second=2, burst=3, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.5)
    assert not bucket.take(0.4), "a clock that is set back gives nothing"
    assert not bucket.is_full(1.0)
    assert bucket.is_full(100.0)
    assert not bucket.take(100.0, cost=4)
