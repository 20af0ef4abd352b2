"""A real server with a certificate of the local authority, and clients that trust nothing else."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import httpx
import pytest
import socketio

from app.tls.authority import AuthorityFiles
from app.tls.certificate import make_context
from tests.server_process import ADMIN, PASSWORD, ServerProcess


@pytest.fixture
async def server(files: AuthorityFiles, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """`greenroom serve` with HTTPS on the loopback interface."""
    server = ServerProcess(
        tmp_path / "data",
        models_dir=tmp_path / "models",
        settings={"GREENROOM_TLS_CERT": str(files.server)},
        tls=ssl.create_default_context(cafile=str(files.authority)),
    )
    try:
        await server.start()
        yield server
    finally:
        await server.stop()


async def test_a_browser_that_trusts_the_ca_uses_https_and_secure_sockets(
    server: ServerProcess, files: AuthorityFiles
) -> None:
    trusted = ssl.create_default_context(cafile=str(files.authority))
    async with httpx.AsyncClient(base_url=server.url, verify=trusted) as browser:
        offered = await browser.get("/api/site/certificate-authority")
        assert offered.content == files.authority.read_bytes()
        assert offered.headers["content-type"] == "application/x-x509-ca-cert"
        signed_in = await browser.post("/api/admin/login", json={"username": ADMIN, "password": PASSWORD})
        assert signed_in.is_success, signed_in.text
        cookies = signed_in.headers.get_list("set-cookie")
        assert cookies
        assert all("; secure" in cookie.lower() for cookie in cookies)

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=trusted)) as session:
        client = socketio.AsyncClient(http_session=session, reconnection=False)
        await client.connect(
            server.url,
            transports=["websocket"],
            auth={"token": signed_in.json()["token"]},
            wait_timeout=60,
        )
        assert client.connected
        await client.disconnect()

    async with httpx.AsyncClient(base_url=server.url) as stranger:
        with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
            await stranger.get("/api/health")

    async with httpx.AsyncClient() as plain:
        with pytest.raises(httpx.TransportError):
            await plain.get(f"http://127.0.0.1:{server.port}/api/health")


@pytest.mark.parametrize(("version", "is_spoken"), [("TLSv1_1", False), ("TLSv1_2", True), ("TLSv1_3", True)])
def test_tls_1_2_is_the_oldest_version(files: AuthorityFiles, version: str, *, is_spoken: bool) -> None:
    context = make_context(files.server)
    assert (context.minimum_version <= ssl.TLSVersion[version] <= ssl.TLSVersion.TLSv1_3) is is_spoken
