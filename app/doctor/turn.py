"""Test allocation on a TURN server (RFC 8656): does it accept the credentials that browsers get?"""

from __future__ import annotations

import hashlib
import hmac
import socket
import struct

from app.doctor.stun import HEADER, MAGIC, Answer, exchange, pack_attribute, pack_request

_ALLOCATE, _REFRESH = 0x0003, 0x0004
_SUCCESS, _ERROR = 0x0100, 0x0110
_USERNAME, _INTEGRITY, _ERROR_CODE, _LIFETIME = 0x0006, 0x0008, 0x0009, 0x000D
_REALM, _NONCE, _REQUESTED_TRANSPORT = 0x0014, 0x0015, 0x0019
_UDP = struct.pack("!B3x", 17)
_INTEGRITY_BYTES = 24
"""Size of MESSAGE-INTEGRITY: the attribute's header and a SHA-1."""
_UNAUTHORIZED = 401


def try_allocation(
    connection: socket.socket, *, username: str, credential: str, seconds: float
) -> int | None:
    """Request a relayed address and release it.

    Returns None on success, otherwise the server's error code, such as 401. Waits up to ``seconds`` for each
    response. Raises OSError, also if the peer is not a TURN server.
    """
    transport = (_REQUESTED_TRANSPORT, _UDP)
    challenge = _request(connection, pack_request(_ALLOCATE, [transport]), seconds)
    code = _read_error(challenge)
    if code != _UNAUTHORIZED:
        return code
    realm, nonce = (challenge.attributes.get(name, b"") for name in (_REALM, _NONCE))
    key = hashlib.md5(b":".join([username.encode(), realm, credential.encode()])).digest()  # noqa: S324 - RFC 8489
    login = [(_USERNAME, username.encode()), (_REALM, realm), (_NONCE, nonce)]
    code = _read_error(
        _request(connection, _sign(pack_request(_ALLOCATE, [transport, *login]), key), seconds)
    )
    if code is None:
        release = pack_request(_REFRESH, [(_LIFETIME, bytes(4)), *login])
        _request(connection, _sign(release, key), seconds)
    return code


def _request(connection: socket.socket, request: bytes, seconds: float) -> Answer:
    answer = exchange(connection, request, seconds=seconds)
    if answer is None:
        raise TimeoutError
    method = HEADER.unpack_from(request)[0]
    if answer.kind not in {method | _SUCCESS, method | _ERROR}:
        raise ConnectionAbortedError
    return answer


def _read_error(answer: Answer) -> int | None:
    if answer.kind & _ERROR == _SUCCESS:
        return None
    value = answer.attributes.get(_ERROR_CODE, b"").ljust(4, b"\0")
    return 100 * (value[2] & 7) + value[3]


def _sign(request: bytes, key: bytes) -> bytes:
    """The request with MESSAGE-INTEGRITY, which its length already includes when it is signed."""
    kind, length, _, transaction = HEADER.unpack_from(request)
    head = HEADER.pack(kind, length + _INTEGRITY_BYTES, MAGIC, transaction)
    signed = head + request[HEADER.size :]
    return signed + pack_attribute(_INTEGRITY, hmac.digest(key, signed, "sha1"))
