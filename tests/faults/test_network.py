"""Cuts of the network, reconnects and floods during an interview (faults 23 and 24).

FAULT_ROUNDS adds a cut of a minute and the other floods, and sets the number of reconnects.
"""

from __future__ import annotations

import asyncio
import os

import httpx
import pytest
import socketio
from websockets.exceptions import InvalidHandshake

from app.bench.hostile import send_input
from app.bench.hostile_inputs import INPUTS
from app.bench.hostile_target import Target
from app.transcription.pipeline.settings import FRAME_BYTES, FRAME_SECONDS
from tests.faults.checks import check_lines, speak
from tests.faults.network import BareSocket, Network
from tests.faults.recruiter import Json, Recruiter, eventually
from tests.rooms.speaker import Speaker
from tests.server_process import ServerProcess

ROUNDS = int(os.environ.get("FAULT_ROUNDS", "6"))
IS_LONG = "FAULT_ROUNDS" in os.environ
CUTS = [5, 60] if IS_LONG else [5]
RECONNECTS = 5 * ROUNDS
FLOODS = list(INPUTS) if IS_LONG else ["patterns", "large-bodies", "events", "frames"]
FLOOD_SECONDS = 10.0 if IS_LONG else 2.0
VISITS_PER_FRAME = 2
"""Audio must not come faster than it is spoken."""


@pytest.mark.parametrize("seconds", CUTS)
async def test_a_cut_network_costs_no_frame_no_line_and_no_time(
    server: ServerProcess, recruiter: Recruiter, seconds: int
) -> None:
    # The server refuses lines of a candidate whose voice it transcribes.
    interview, typed = await recruiter.start_interview(), await recruiter.start_interview()
    network = Network(server.port)
    frames = round((seconds + 4) / FRAME_SECONDS)
    speaker = Speaker(interview["roomId"], interview["candidateToken"], bytes(frames * FRAME_BYTES))
    headers = recruiter.http.headers
    async with network.open(), httpx.AsyncClient(base_url=network.url, headers=headers, timeout=5) as http:
        cut_off = Recruiter(http)
        await speaker.enter(network.url)
        playing = asyncio.create_task(speaker.play())
        speaking = asyncio.create_task(speak(cut_off, typed, "line"))
        await asyncio.sleep(1)
        network.cut()
        await asyncio.sleep(seconds)
        before = len(cut_off.appended)
        network.mend()
        await playing

        async def is_speaking_again() -> bool:
            return len(cut_off.appended) > before + 1

        await eventually(is_speaking_again)
        speaking.cancel()
        await asyncio.gather(speaking, return_exceptions=True)
        assert speaker.acknowledged == frames
        assert (await recruiter.read_interview(interview))["elapsedSeconds"] >= seconds
        await check_lines(cut_off, typed)
        await speaker.leave()


@pytest.mark.timeout(60 + 10 * RECONNECTS)
async def test_a_candidate_who_reconnects_again_and_again_loses_no_frame(
    server: ServerProcess, recruiter: Recruiter
) -> None:
    interview = await recruiter.start_interview()
    token = recruiter.http.headers["Authorization"].removeprefix("Bearer ")
    watching = socketio.AsyncClient()
    await watching.connect(server.url, transports=["websocket"], auth={"token": token})
    room = {"roomId": interview["roomId"]}
    assert (await watching.call("join-room", room | {"role": "recruiter", "token": token}))["success"]
    acknowledged = 0
    for number in range(RECONNECTS):
        candidate = await come_back(server, interview)
        join = room | {"role": "candidate", "token": interview["candidateToken"], "audioStreamId": "s"}
        joined = await candidate.request("join-room", join)
        assert joined["nextAudioSequence"] == acknowledged
        if number % VISITS_PER_FRAME == 0:
            frame = {"streamId": "s", "sequence": acknowledged}
            receipt = await candidate.request("audio-frame", frame, pcm=bytes(FRAME_BYTES))
            assert receipt["success"], receipt
            acknowledged = receipt["nextSequence"]
        candidate.cut()
    assert acknowledged == RECONNECTS // VISITS_PER_FRAME
    assert (await watching.call("ice-candidate", {"candidate": None}))["success"]
    await watching.disconnect()


async def come_back(server: ServerProcess, interview: Json) -> BareSocket:
    """Connect; the server refuses who comes back more than twenty times a second."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await BareSocket.open(server.url, interview["candidateToken"])
            except (OSError, InvalidHandshake):
                await asyncio.sleep(0.1)


@pytest.mark.timeout(60 + len(FLOODS) * (FLOOD_SECONDS + 30))
async def test_floods_fail_no_request_of_others(server: ServerProcess, recruiter: Recruiter) -> None:
    """Each input of `greenroom bench hostile` in turn, while the recruiter works."""
    interview, other = await recruiter.start_interview(), await recruiter.start_interview()
    for name in FLOODS:
        target = Target(
            url=server.url,
            session_token=recruiter.http.headers["Authorization"].removeprefix("Bearer "),
            candidate_token=other["candidateToken"],
            room_id=other["roomId"],
            seconds=FLOOD_SECONDS,
        )
        flood = asyncio.create_task(send_input(name, target))
        number = 0
        while not flood.done():
            assert (await recruiter.append(interview, f"{name}-{number:04}")).is_success, name
            number += 1
        answers = await flood
        assert not {answer for answer in answers if answer.startswith("5") and answer != "503"}, name
        await recruiter.measure_health()
    await check_lines(recruiter, interview)
