"""Checks of incoming Socket.IO and Engine.IO packets before the libraries parse them.

python-socketio keeps every binary message until the announced number of attachments has arrived, and both
libraries answer a malformed packet with a traceback and keep the connection. So only packets that our
clients send are passed on: events of the default namespace with at most one attachment.
"""

from __future__ import annotations

import base64
import binascii
import re

MAX_MESSAGE_BYTES = 256_000
"""The largest message of a client: a session description with every line end escaped."""
MAX_ATTACHMENT_BYTES = 8_192
"""An audio frame has 3,200 bytes; nothing else is sent as binary."""

# Client to server: CONNECT, EVENT and BINARY_EVENT with one attachment; id and event name follow.
_CONNECT = re.compile(r"0(?:\{|$)")
_EVENT = re.compile(r'2[0-9]{0,10}\["([a-z-]{1,40})"[,\]]')
_EVENT_WITH_ATTACHMENT = re.compile(r'51-[0-9]{0,10}\["([a-z-]{1,40})"[,\]]')
_DISCONNECT = "1"
_RESERVED_EVENTS = frozenset({"connect", "disconnect"})
"""Names with which the library calls its own handlers."""

_CONTROL_PACKETS = frozenset({"1", "2", "3"})
"""Engine.IO CLOSE, PING and PONG. Upgrades are not offered, so their packets are not expected."""
_PACKET_SEPARATOR = "\x1e"


class MalformedPacket(ValueError):
    """A packet that none of our clients sends."""


class PacketOrder:
    """The packets of one socket in order: one CONNECT first, an attachment only after its event."""

    __slots__ = ("_has_connected", "_is_attachment_next")

    def __init__(self) -> None:
        self._has_connected = False
        self._is_attachment_next = False

    def check(self, data: str | bytes, *, is_signed_in: bool) -> None:
        """Accept the next Socket.IO packet. Raises MalformedPacket."""
        if isinstance(data, bytes):
            if not self._is_attachment_next or len(data) > MAX_ATTACHMENT_BYTES:
                raise MalformedPacket
            self._is_attachment_next = False
            return
        if self._is_attachment_next:
            raise MalformedPacket
        if _CONNECT.match(data):
            # A second CONNECT would be a second guess at a token on the same connection.
            if self._has_connected:
                raise MalformedPacket
            self._has_connected = True
            return
        if not is_signed_in:
            raise MalformedPacket
        if data == _DISCONNECT:
            return
        event = _EVENT.match(data)
        if event is None:
            event = _EVENT_WITH_ATTACHMENT.match(data)
            self._is_attachment_next = True
        if event is None or event[1] in _RESERVED_EVENTS:
            raise MalformedPacket


def is_control_packet(text: str) -> bool:
    """Whether an Engine.IO text packet is not a message."""
    return text in _CONTROL_PACKETS


def is_message_packet(text: str) -> bool:
    """Whether an Engine.IO text packet contains a Socket.IO packet."""
    # Engine.IO would parse anything else as JSON at once, deeply nested lists included.
    return text[:1] == "4" and text[1:2] in {"0", "1", "2", "5"}


def is_polling_payload(body: bytes) -> bool:
    """Whether the body of a polling request consists of well-formed Engine.IO packets."""
    try:
        packets = body.decode().split(_PACKET_SEPARATOR)
    except UnicodeDecodeError:
        return False
    return all(is_control_packet(one) or is_message_packet(one) or _is_base64_packet(one) for one in packets)


def _is_base64_packet(text: str) -> bool:
    if text[:1] != "b":
        return False
    try:
        base64.b64decode(text[1:])
    except (binascii.Error, ValueError):
        return False
    return True
