"""A TURN server on loopback that clients reach over TCP only (RFC 8656), for browsers without UDP.

Prints its port, then relays until it is ended. It checks the credentials of the TURN REST scheme under the
secret that is its only argument, and ends at its first malformed message: it serves two browsers of a test.
SIGUSR1 cuts the network between them, and restores it when it comes again: packets are dropped, not kept.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import signal
import struct
import sys

MAGIC = 0x2112A442
ALLOCATE, REFRESH, SEND, DATA, PERMISSION, BIND = 3, 4, 6, 7, 8, 9
REQUEST, INDICATION, SUCCESS, ERROR = 0x000, 0x010, 0x100, 0x110
USERNAME, INTEGRITY, ERROR_CODE, CHANNEL, LIFETIME = 0x06, 0x08, 0x09, 0x0C, 0x0D
PEER, PAYLOAD, REALM, NONCE, RELAYED, MAPPED = 0x12, 0x13, 0x14, 0x15, 0x16, 0x20
REALM_NAME = b"greenroom"
Address = tuple[str, int]


class Network:
    """The way between the two browsers."""

    def __init__(self) -> None:
        self.is_cut = False

    def toggle(self) -> None:
        self.is_cut = not self.is_cut


NETWORK = Network()


def attribute(kind: int, value: bytes) -> bytes:
    return struct.pack(">HH", kind, len(value)) + value + bytes(-len(value) % 4)


def hide(address: Address) -> bytes:
    """XOR-…-ADDRESS of IPv4."""
    host = int.from_bytes(bytes(map(int, address[0].split("."))), "big")
    return struct.pack(">BBHI", 0, 1, address[1] ^ (MAGIC >> 16), host ^ MAGIC)


def reveal(value: bytes) -> Address:
    _, _, port, host = struct.unpack(">BBHI", value)
    return ".".join(map(str, (host ^ MAGIC).to_bytes(4, "big"))), port ^ (MAGIC >> 16)


class Allocation(asyncio.DatagramProtocol):
    """The relayed address of one client."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self.channels: dict[Address, int] = {}

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self.transport = transport

    def datagram_received(self, data: bytes, address: Address) -> None:
        if self._writer.is_closing() or NETWORK.is_cut:
            return
        channel = self.channels.get(address)
        if channel is None:
            body = attribute(PEER, hide(address)) + attribute(PAYLOAD, data)
            head = struct.pack(">HHI", DATA | INDICATION, len(body), MAGIC) + secrets.token_bytes(12)
            self._writer.write(head + body)
        else:
            self._writer.write(struct.pack(">HH", channel, len(data)) + data + bytes(-len(data) % 4))

    def find_peer(self, channel: int) -> Address:
        return next(address for address, one in self.channels.items() if one == channel)


class Client:
    def __init__(self, secret: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._secret, self._reader, self._writer = secret, reader, writer
        self._allocation: Allocation | None = None

    async def serve(self) -> None:
        try:
            while True:
                head = await self._reader.readexactly(4)
                first, length = struct.unpack(">HH", head)
                if first & 0xC000:
                    data = (await self._reader.readexactly(length + -length % 4))[:length]
                    assert self._allocation is not None
                    self._send(data, self._allocation.find_peer(first))
                else:
                    await self._handle(first, head + await self._reader.readexactly(16 + length))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            if self._allocation is not None:
                self._allocation.transport.close()
            self._writer.close()

    def _send(self, data: bytes, peer: Address) -> None:
        assert self._allocation is not None
        if not NETWORK.is_cut:
            self._allocation.transport.sendto(data, peer)

    async def _handle(self, kind: int, message: bytes) -> None:
        transaction, at = message[8:20], 20
        found: dict[int, tuple[bytes, int]] = {}
        while at < len(message):
            name, size = struct.unpack_from(">HH", message, at)
            found.setdefault(name, (message[at + 4 : at + 4 + size], at))
            at += 4 + size + -size % 4
        method = kind & ~0x110
        if kind & 0x110 == INDICATION:
            if method == SEND and self._allocation is not None:
                self._send(found[PAYLOAD][0], reveal(found[PEER][0]))
            return
        key = self._authenticate(message, found)
        if key is None:
            challenge = attribute(ERROR_CODE, b"\0\0\4\1Unauthorized")
            challenge += attribute(REALM, REALM_NAME) + attribute(NONCE, b"once")
            self._answer(method | ERROR, transaction, challenge, None)
            return
        self._answer(method | SUCCESS, transaction, await self._do(method, found), key)

    async def _do(self, method: int, found: dict[int, tuple[bytes, int]]) -> bytes:
        if method == ALLOCATE:
            loop = asyncio.get_running_loop()
            _, self._allocation = await loop.create_datagram_endpoint(
                lambda: Allocation(self._writer), local_addr=("127.0.0.1", 0)
            )
            relayed = self._allocation.transport.get_extra_info("sockname")
            body = attribute(RELAYED, hide(relayed)) + attribute(LIFETIME, struct.pack(">I", 600))
            return body + attribute(MAPPED, hide(self._writer.get_extra_info("peername")))
        if method == BIND:
            assert self._allocation is not None
            channel = int.from_bytes(found[CHANNEL][0][:2], "big")
            self._allocation.channels[reveal(found[PEER][0])] = channel
        if method == REFRESH:
            return attribute(LIFETIME, struct.pack(">I", 600))
        return b""

    def _authenticate(self, message: bytes, found: dict[int, tuple[bytes, int]]) -> bytes | None:
        """The key of a client whose MESSAGE-INTEGRITY is right."""
        if INTEGRITY not in found or USERNAME not in found:
            return None
        username, (given, at) = found[USERNAME][0], found[INTEGRITY]
        digest = hmac.new(self._secret.encode(), username, hashlib.sha1).digest()
        password = base64.b64encode(digest)
        key = hashlib.md5(b":".join([username, REALM_NAME, password])).digest()  # noqa: S324 - RFC 8489
        signed = message[:2] + struct.pack(">H", at + 24 - 20) + message[4:at]
        expected = hmac.new(key, signed, hashlib.sha1).digest()
        return key if hmac.compare_digest(given, expected) else None

    def _answer(self, kind: int, transaction: bytes, body: bytes, key: bytes | None) -> None:
        length = len(body) + (0 if key is None else 24)
        message = struct.pack(">HHI", kind, length, MAGIC) + transaction + body
        if key is not None:
            message += attribute(INTEGRITY, hmac.new(key, message, hashlib.sha1).digest())
        self._writer.write(message)


async def main(secret: str) -> None:
    server = await asyncio.start_server(
        lambda reader, writer: Client(secret, reader, writer).serve(), "127.0.0.1", 0
    )
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, NETWORK.toggle)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main(sys.argv[1]))
