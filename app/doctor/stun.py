"""Messages of STUN (RFC 8489), which TURN extends, over connected sockets."""

from __future__ import annotations

import secrets
import socket
import struct
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass

MAGIC = 0x2112A442
HEADER = struct.Struct("!HHI12s")
_ATTRIBUTE = struct.Struct("!HH")
_BINDING_REQUEST = 0x0001
_BINDING_ANSWERS = {0x0101, 0x0111}
"""Success and error: both come from a STUN server."""
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Answer:
    kind: int
    attributes: dict[int, bytes]


def pack_request(kind: int, attributes: Sequence[tuple[int, bytes]] = ()) -> bytes:
    body = b"".join(pack_attribute(name, value) for name, value in attributes)
    return HEADER.pack(kind, len(body), MAGIC, secrets.token_bytes(12)) + body


def pack_attribute(name: int, value: bytes) -> bytes:
    return _ATTRIBUTE.pack(name, len(value)) + value + bytes(-len(value) % 4)


def exchange(connection: socket.socket, request: bytes, *, seconds: float) -> Answer | None:
    """The answer to ``request``, or None if none comes in time. Raises OSError.

    Over UDP a request or its answer may be lost, so it is repeated.
    """
    tries = _TRIES if connection.type == socket.SOCK_DGRAM else 1
    for _ in range(tries):
        connection.sendall(request)
        answer = _wait(connection, request, seconds / tries)
        if answer is not None:
            return answer
    return None


def connect_udp(host: str, port: int) -> Generator[socket.socket]:
    """A socket for each address of ``host``. Raises OSError if the name does not resolve.

    They are connected, so that only this server's packets arrive, and a closed port is noticed at once.
    """
    for family, *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM):
        with socket.socket(family, socket.SOCK_DGRAM) as client:
            try:
                client.connect(address)
            except OSError:
                continue  # such as IPv6 without a route
            yield client


def answers_binding(client: socket.socket, *, seconds: float) -> bool:
    answer = exchange(client, pack_request(_BINDING_REQUEST), seconds=seconds)
    return answer is not None and answer.kind in _BINDING_ANSWERS


def _wait(connection: socket.socket, request: bytes, seconds: float) -> Answer | None:
    """The answer to ``request``; other packets are ignored."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            message = _receive(connection)
        except TimeoutError:
            return None
        if len(message) < HEADER.size:
            continue
        kind, _, magic, transaction = HEADER.unpack_from(message)
        if magic == MAGIC and transaction == request[8:20]:
            return Answer(kind, _read_attributes(message))
    return None


def _receive(connection: socket.socket) -> bytes:
    if connection.type == socket.SOCK_DGRAM:
        return connection.recv(2048)
    head = _receive_exactly(connection, HEADER.size)
    return head + _receive_exactly(connection, HEADER.unpack(head)[1])


def _receive_exactly(connection: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        part = connection.recv(size - len(found))
        if not part:
            raise ConnectionResetError
        found += part
    return found


def _read_attributes(message: bytes) -> dict[int, bytes]:
    """The first attribute of each type."""
    found: dict[int, bytes] = {}
    at = HEADER.size
    while at + _ATTRIBUTE.size <= len(message):
        name, size = _ATTRIBUTE.unpack_from(message, at)
        at += _ATTRIBUTE.size
        found.setdefault(name, message[at : at + size])
        at += size + -size % 4
    return found
