"""STUN binding request over UDP (RFC 8489): whether a STUN or TURN server answers at an address."""

from __future__ import annotations

import secrets
import socket
import struct
import time
from typing import Any

_MAGIC = 0x2112A442
_BINDING_REQUEST = 0x0001
_BINDING_ANSWERS = {0x0101, 0x0111}
"""Success and error: both come from a STUN server."""
_HEADER = struct.Struct("!HHI12s")
_TRIES = 3


def answers_binding(host: str, port: int, *, seconds: float) -> bool:
    """Send a binding request to each address of ``host`` until one is answered.

    A request or its answer may be lost, so it is repeated. Raises OSError if the name does not resolve.
    """
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)
    return any(_ask(family, address, seconds) for family, *_, address in addresses)


def _ask(family: int, address: tuple[Any, ...], seconds: float) -> bool:
    request = _HEADER.pack(_BINDING_REQUEST, 0, _MAGIC, secrets.token_bytes(12))
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as client:
            # Connected, so that only this server's packets arrive, and a closed port is noticed at once.
            client.connect(address)
            for _ in range(_TRIES):
                client.send(request)
                if _receive(client, request, seconds / _TRIES):
                    return True
    except OSError:
        return False
    return False


def _receive(client: socket.socket, request: bytes, seconds: float) -> bool:
    """Whether the answer to ``request`` arrives in time; other packets are ignored."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        client.settimeout(left)
        try:
            answer = client.recv(2048)
        except TimeoutError:
            return False
        if len(answer) >= _HEADER.size:
            kind, _, magic, transaction = _HEADER.unpack_from(answer)
            if kind in _BINDING_ANSWERS and (magic, transaction) == (_MAGIC, request[8:]):
                return True
    return False
