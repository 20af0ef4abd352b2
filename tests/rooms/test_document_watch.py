"""Document progress over the socket: only to the owner, only while their session is valid."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.core.security import hash_password
from app.core.state import AppState
from app.users.accounts import create_user
from app.users.tables import Role
from models.ports import Engines
from tests.conftest import PASSWORD
from tests.documents import samples
from tests.documents.model_answers import answer
from tests.fakes.engines import FakeLlm, fake_engines
from tests.rooms.conftest import Arrive, Guest


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(answer))


@pytest.fixture
def sign_in(state: AppState, server_url: str) -> Callable[[str], Any]:
    """Create a user and sign in. Returns the session token."""

    async def make(username: str) -> str:
        with state.database.transaction() as session:
            user = create_user(
                session, username=username, password_hash=hash_password(PASSWORD), role=Role.RECRUITER
            )
            for hook in state.hooks.user_created:
                hook(session, user.id)
        async with httpx.AsyncClient(base_url=server_url, timeout=60) as client:
            body = {"username": username, "password": PASSWORD}
            return str((await client.post("/api/admin/login", json=body)).json()["token"])

    return make


async def upload(server_url: str, token: str) -> dict[str, Any]:
    async with httpx.AsyncClient(base_url=server_url, timeout=60) as client:
        response = await client.post(
            "/api/documents/process",
            headers={"Authorization": f"Bearer {token}"},
            files={"document": ("cv.txt", samples.CV.encode())},
        )
        body: dict[str, Any] = response.json()["data"]
        return body


async def test_progress_goes_to_the_owner_only(
    server_url: str, arrive: Arrive, sign_in: Callable[[str], Any]
) -> None:
    token, other = await sign_in("alice"), await sign_in("bob")
    alice: Guest = await arrive()
    bob: Guest = await arrive()
    assert (await alice.request("watch-documents", {"token": token}))["success"]
    assert (await bob.request("watch-documents", {"token": other}))["success"]
    document = (await upload(server_url, token))["document"]
    last = await alice.wait_for("document-progress", lambda news: news["stage"] == "done")
    assert last["documentId"] == document["_id"]
    assert (last["processingStatus"], last["share"], last["error"]) == ("completed", 1.0, None)
    assert last["detectedType"]["type"] == "cv"
    assert last["candidateProfileId"] == document["candidateProfileId"]
    assert last.keys() == {
        "documentId", "batchId", "interviewId", "candidateProfileId", "jobDescriptionId",
        "processingStatus", "stage", "share", "queuePosition", "error", "errorCode", "isRetryable",
        "detectedType", "assessmentStatus",
    }  # fmt: skip
    # Bob's own events arrive after any that he must not receive.
    await upload(server_url, other)
    await bob.wait_for("document-progress", lambda news: news["stage"] == "done")
    assert document["_id"] not in {news["documentId"] for news in bob.received["document-progress"]}


@pytest.mark.parametrize("token", ["nonsense", "a" * 4000])
async def test_watching_needs_a_session(arrive: Arrive, token: str) -> None:
    guest: Guest = await arrive()
    refused = await guest.request("watch-documents", {"token": token})
    assert (refused["success"], refused["code"]) == (False, "UNAUTHORIZED")
    unsigned = await guest.request("watch-documents", {})
    assert unsigned["code"] == "VALIDATION_ERROR"


async def test_watching_ends_with_the_session(
    server_url: str, api: FastAPI, arrive: Arrive, sign_in: Callable[[str], Any]
) -> None:
    token = await sign_in("alice")
    guest: Guest = await arrive()
    await guest.request("watch-documents", {"token": token})
    async with httpx.AsyncClient(base_url=server_url, timeout=60) as client:
        await client.post("/api/auth/logout", headers={"Authorization": f"Bearer {token}"})
    error = await guest.wait_for("error")
    assert error["code"] == "UNAUTHORIZED"
    async with asyncio.timeout(60):
        while guest.socket.connected:
            await asyncio.sleep(0.01)
    assert api.state.services.document_watch.sockets() == []


async def test_disconnected_socket_is_removed(
    api: FastAPI, arrive: Arrive, sign_in: Callable[[str], Any]
) -> None:
    token = await sign_in("alice")
    guest: Guest = await arrive()
    await guest.request("watch-documents", {"token": token})
    await guest.socket.disconnect()
    async with asyncio.timeout(60):
        while api.state.services.document_watch.sockets():
            await asyncio.sleep(0.01)
