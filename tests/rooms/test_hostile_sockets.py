"""Sockets of strangers and floods: what is refused, before any sign-in and after it (fault 24)."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode
from websockets.typing import Origin

from app.api import AppServices
from app.core.state import AppState
from app.realtime import connections as limits
from app.realtime.server import RealtimeServer
from app.users import repository as users
from tests.conftest import FrozenClock
from tests.rooms.conftest import Arrive, RoomCast, join_both

Knock = Callable[..., Awaitable[ClientConnection]]
"""Opens one raw WebSocket; with a token, it also signs in."""

FRAME_EVENT = '451-["audio-frame",{"streamId":"s","sequence":0,"pcm":{"_placeholder":true,"num":0}}]'


@pytest.fixture
def realtime(api: FastAPI) -> RealtimeServer:
    services: AppServices = api.state.services
    return services.realtime


@pytest.fixture
async def knock(server_url: str) -> AsyncIterator[Knock]:
    opened: list[ClientConnection] = []

    async def make(token: str | None = None) -> ClientConnection:
        url = server_url.replace("http", "ws") + "/socket.io/?EIO=4&transport=websocket"
        socket = await connect(url, max_size=None)
        opened.append(socket)
        assert str(await socket.recv()).startswith("0")
        if token is not None:
            await socket.send("40" + json.dumps({"token": token}))
            assert str(await socket.recv()).startswith("40")
        return socket

    yield make
    for socket in opened:
        await socket.close()


async def wait_until_closed(socket: ClientConnection) -> None:
    """Read until the server closes the connection. Fails if it does not."""
    async with asyncio.timeout(8):
        await socket.wait_closed()


class TestBeforeSignIn:
    @pytest.mark.parametrize("auth", ["", '{"token":"a guess"}', '{"token":5}', '{"other":1}'])
    async def test_a_socket_without_a_valid_token_is_refused(self, knock: Knock, auth: str) -> None:
        """Anybody on the network opens a socket and needs no token until they join a room."""
        socket = await knock()
        await socket.send("40" + auth)
        refusal = str(await socket.recv())
        assert refusal.startswith("44")
        assert json.loads(refusal[2:])["data"]["code"] == "UNAUTHORIZED"

    @pytest.mark.parametrize("ending", ["expired", "ended"])
    async def test_a_session_that_is_over_opens_no_socket(
        self, knock: Knock, cast: RoomCast, state: AppState, clock: FrozenClock, ending: str
    ) -> None:
        """A laptop wakes the next day, or its owner has signed out everywhere. The token is well signed."""
        await knock(cast.tokens["alice"])
        if ending == "expired":
            clock.advance(hours=12, seconds=1)
        else:
            with state.database.transaction() as session:
                alice = users.find_by_username(session, "alice")
                assert alice is not None
                users.end_sessions(session, user_id=alice.id, now=state.now())
        socket = await knock()
        await socket.send("40" + json.dumps({"token": cast.tokens["alice"]}))
        refusal = str(await socket.recv())
        assert refusal.startswith("44")
        assert json.loads(refusal[2:])["data"]["code"] == "UNAUTHORIZED"

    async def test_a_page_of_another_site_opens_no_socket(self, server_url: str) -> None:
        """A site that a signed-in recruiter visits connects in their name."""
        address = server_url.replace("http", "ws") + "/socket.io/?EIO=4&transport=websocket"
        with pytest.raises(InvalidStatus):
            await connect(address, origin=Origin("https://elsewhere.example"))
        async with connect(address, origin=Origin(server_url)) as socket:
            assert str(await socket.recv()).startswith("0")

    async def test_a_token_is_tried_once_per_socket(self, knock: Knock) -> None:
        """A thousand guesses of a candidate's link on one socket."""
        socket = await knock()
        await socket.send('40{"token":"a guess"}')
        await socket.recv()
        await socket.send('40{"token":"another"}')
        await wait_until_closed(socket)

    async def test_a_socket_that_never_signs_in_is_closed(
        self, knock: Knock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "_SIGN_IN_SECONDS", 0.05)
        socket = await knock()
        # The closed socket is only noticed with the next packet.
        async with asyncio.timeout(8):
            with suppress(ConnectionClosed):
                while True:
                    await socket.send("3")
                    await asyncio.sleep(0.02)

    async def test_one_network_opens_a_limited_number(
        self, knock: Knock, cast: RoomCast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One address opens sockets without end; each is a new burst of everything else."""
        monkeypatch.setattr(limits, "_MAX_UNKNOWN_PER_NETWORK", 3)
        for _ in range(3):
            await knock()
        with pytest.raises(InvalidStatus):
            await knock()

    async def test_one_link_opens_a_limited_number(
        self, knock: Knock, cast: RoomCast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "_MAX_PER_OWNER", 2)
        for _ in range(2):
            await knock(cast.candidate_token)
        third = await knock()
        await third.send("40" + json.dumps({"token": cast.candidate_token}))
        assert "TOO_MANY_CONNECTIONS" in str(await third.recv())

    async def test_closed_sockets_no_longer_count(
        self, knock: Knock, cast: RoomCast, realtime: RealtimeServer
    ) -> None:
        for token in (None, cast.candidate_token):
            socket = await knock(token)
            await socket.close()
        async with asyncio.timeout(8):
            while realtime.connections._open:
                await asyncio.sleep(0.01)
        assert not realtime.connections._unknown
        assert not realtime.connections._owners


class TestMalformed:
    async def test_attachments_are_not_collected(self, knock: Knock, cast: RoomCast) -> None:
        """A socket announces billions of attachments and sends one after the other: all were kept."""
        socket = await knock(cast.candidate_token)
        await socket.send('459999999999-["audio-frame",{"pcm":{"_placeholder":true,"num":0}}]')
        with suppress(ConnectionClosed):
            for _ in range(100):
                await socket.send(bytes(3_200))
        await wait_until_closed(socket)

    async def test_a_huge_attachment_is_refused(self, knock: Knock, cast: RoomCast) -> None:
        socket = await knock(cast.candidate_token)
        await socket.send(FRAME_EVENT)
        await socket.send(bytes(200_000))
        await wait_until_closed(socket)

    async def test_a_session_description_of_five_megabytes_closes_the_socket(
        self, knock: Knock, cast: RoomCast
    ) -> None:
        socket = await knock(cast.candidate_token)
        await socket.send('42["offer",{"offer":{"type":"offer","sdp":"' + "a" * 5_000_000 + '"}}]')
        await wait_until_closed(socket)
        assert socket.close_code == CloseCode.MESSAGE_TOO_BIG

    @pytest.mark.parametrize(
        "packet",
        [
            "x",
            "42[{}]",
            "42{",
            "4" + "[" * 100_000,
            '42["join-room",' + "[" * 50_000,
            '42["disconnect"]',
            '451-["audio-frame",{"pcm":{"_placeholder":true,"num":7}}]',
            "6",
            "5",
        ],
    )
    async def test_the_first_malformed_packet_closes_the_socket_without_a_traceback(
        self, knock: Knock, cast: RoomCast, caplog: pytest.LogCaptureFixture, packet: str
    ) -> None:
        """Each malformed packet wrote two tracebacks, and the socket stayed open for the next one."""
        socket = await knock(cast.candidate_token)
        await socket.send(packet)
        if packet.startswith("451-"):
            await socket.send(bytes(3_200))
        await wait_until_closed(socket)
        assert [record for record in caplog.records if record.exc_info] == []

    async def test_a_malformed_polling_request_closes_the_session(
        self, server_url: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with httpx.AsyncClient(base_url=server_url) as client:
            query = {"EIO": "4", "transport": "polling"}
            opened = await client.get("/socket.io/", params=query)
            query["sid"] = json.loads(opened.text[1:])["sid"]
            assert (await client.post("/socket.io/", params=query, content="4[[")).status_code == 400
            assert (await client.post("/socket.io/", params=query, content="3")).status_code == 400
        assert [record for record in caplog.records if record.exc_info] == []

    async def test_others_in_the_room_are_unaffected(
        self, arrive: Arrive, knock: Knock, cast: RoomCast
    ) -> None:
        recruiter, _ = await join_both(arrive, cast)
        socket = await knock(cast.candidate_token)
        await socket.send("x")
        await wait_until_closed(socket)
        assert (await recruiter.request("ice-candidate", {"candidate": None}))["success"]


class TestFloods:
    async def test_events_that_nobody_handles_are_counted(
        self, knock: Knock, cast: RoomCast, realtime: RealtimeServer
    ) -> None:
        """Only the events of the table were counted: others cost the server half its time, for ever."""
        frozen = realtime.connections.now()
        realtime.connections.now = lambda: frozen
        socket = await knock(cast.candidate_token)
        with suppress(ConnectionClosed):
            for _ in range(2_500):
                await socket.send('42["nonsense"]')
        await wait_until_closed(socket)

    async def test_a_client_that_goes_on_sending_after_the_close_is_cut_off(self, server_url: str) -> None:
        """Everything was still parsed for ten seconds: a flood went on behind the limit that had ended it."""
        address = urlsplit(server_url)
        _, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {address.netloc}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {b64encode(bytes(16)).decode()}\r\n\r\n".encode()
        )
        frame = b"\x82\xfe" + (60_000).to_bytes(2, "big") + bytes(4 + 60_000)
        with pytest.raises(ConnectionError):  # noqa: PT012
            for _ in range(2_000):
                writer.write(frame)
                await writer.drain()
        writer.close()

    async def test_large_session_descriptions_are_counted_by_their_size(
        self, arrive: Arrive, knock: Knock, cast: RoomCast, realtime: RealtimeServer
    ) -> None:
        """Two thousand offers of 200 kB at once, each of which the other side of the room gets."""
        frozen = realtime.connections.now()
        realtime.connections.now = lambda: frozen
        recruiter = await arrive()
        await recruiter.request("join-room", cast.as_recruiter)
        socket = await knock(cast.candidate_token)
        await socket.send("421" + json.dumps(["join-room", cast.as_candidate]))
        # Offers of a socket that has not joined yet are not relayed.
        while not str(await socket.recv()).startswith("431"):
            pass
        offer = "42" + json.dumps(["offer", {"offer": {"type": "offer", "sdp": "a" * 200_000}}])
        with suppress(ConnectionClosed):
            for _ in range(150):
                await socket.send(offer)
        await wait_until_closed(socket)
        # Its answer comes after all that was relayed to this socket before.
        assert (await recruiter.request("ice-candidate", {"candidate": None}))["success"]
        assert 0 < len(recruiter.received["offer"]) < 150

    async def test_an_unknown_event_is_refused(self, arrive: Arrive, cast: RoomCast) -> None:
        refused = await (await arrive()).request("nonsense")
        assert (refused["success"], refused["code"]) == (False, "UNKNOWN_EVENT")

    async def test_events_that_wait_behind_a_flood_get_no_fresh_allowance(
        self, arrive: Arrive, cast: RoomCast, realtime: RealtimeServer
    ) -> None:
        """Events queued before the disconnect made a new allowance, which nothing removed again."""
        guest = await arrive()
        sid = guest.socket.get_sid()
        assert sid is not None
        await guest.socket.disconnect()
        async with asyncio.timeout(8):
            while realtime.is_connected(sid):
                await asyncio.sleep(0.01)
        handler = realtime.sio.handlers["/"]["join-room"]
        assert (await handler(sid, cast.as_candidate))["code"] == "NOT_CONNECTED"
        assert not realtime.connections._open

    async def test_joining_again_and_again_is_refused(
        self, arrive: Arrive, cast: RoomCast, realtime: RealtimeServer
    ) -> None:
        """A thousand joins, each of which replays the whole transcript into the send queue."""
        frozen = realtime.connections.now()
        realtime.connections.now = lambda: frozen
        guest = await arrive()
        codes = [(await guest.request("join-room", cast.as_candidate)).get("code") for _ in range(12)]
        assert codes == [None] * 10 + ["TOO_MANY_MESSAGES"] * 2

    async def test_a_socket_that_does_not_read_is_closed(
        self,
        arrive: Arrive,
        cast: RoomCast,
        realtime: RealtimeServer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """A client that only sends lets the server queue what it never takes."""
        recruiter, candidate = await join_both(arrive, cast)
        sid = candidate.socket.get_sid()
        eio_sid = realtime.sio.manager.eio_sid_from_sid(sid, "/")
        queue = realtime.sio.eio.sockets[eio_sid].queue
        monkeypatch.setattr(queue, "qsize", lambda: limits.MAX_UNSENT_PACKETS)
        await recruiter.request("ice-candidate", {"candidate": None})
        assert await recruiter.wait_for("participant-left") == {"role": "candidate"}
