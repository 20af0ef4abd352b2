"""The reverse proxies of docs/operations.md, with their configuration as it is printed there."""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import httpx
import pytest
import socketio

from app.tls.authority import AuthorityFiles
from tests.child_processes import within
from tests.cluster.listening import wait_until_listening
from tests.cluster.proxy import read_block
from tests.server_process import ADMIN, PASSWORD, ServerProcess, find_free_port

HOST = "interviews.example.com"
RECORDING_BYTES = 60 * 1024 * 1024
"""Near the largest upload of all, GREENROOM_MAX_AUDIO_BYTES."""


def configure_nginx(folder: Path, files: AuthorityFiles, *, port: int, server_port: int) -> list[str]:
    text = read_block("operations.md", "nginx", "server {")
    for documented, here in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/interviews.pem", str(files.server)),
        ("/etc/ssl/interviews.key", str(files.server)),
        ("127.0.0.1:8420", f"127.0.0.1:{server_port}"),
        (HOST, "localhost"),
    ):
        assert documented in text
        text = text.replace(documented, here)
    config = folder / "nginx.conf"
    # As root, its processes would take a user of their own, who cannot enter the folder of the test.
    user = "user root; " if os.geteuid() == 0 else ""
    places = "".join(
        f"{name}_temp_path {folder}/nginx-{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config.write_text(
        f"{user}daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}}\n"
        f"http {{ {places}\n{text}}}\n"
    )
    return ["nginx", "-c", str(config), "-e", "stderr"]


def configure_caddy(folder: Path, files: AuthorityFiles, *, port: int, server_port: int) -> list[str]:
    text = read_block("operations.md", "caddyfile", HOST)
    # The certificate that Caddy would fetch, and no other ports.
    text = text.replace(
        f"{HOST} {{", f"localhost:{port} {{\n    bind 127.0.0.1\n    tls {files.server} {files.server}"
    ).replace("127.0.0.1:8420", f"127.0.0.1:{server_port}")
    config = folder / "Caddyfile"
    config.write_text("{\n    admin off\n    auto_https disable_redirects\n}\n" + text)
    return ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = ServerProcess(
        tmp_path / "data",
        models_dir=tmp_path / "no-models",
        settings={"GREENROOM_PUBLIC_URL": f"https://{HOST}"},
    )
    await server.start()
    yield server
    await server.close()


@pytest.fixture(params=["nginx", "caddy"])
async def url(
    request: pytest.FixtureRequest, server: ServerProcess, files: AuthorityFiles, tmp_path: Path
) -> AsyncIterator[str]:
    """Address of the proxy in front of the server."""
    program: str = request.param
    if shutil.which(program) is None:
        pytest.skip(f"needs {program}: `make test-scale` installs it")
    port = find_free_port()
    configure = {"nginx": configure_nginx, "caddy": configure_caddy}[program]
    command = configure(tmp_path, files, port=port, server_port=server.port)
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path))
    with (tmp_path / "proxy.log").open("wb") as log:
        child = await asyncio.create_subprocess_exec(
            *command, stdout=log, stderr=log, env={**os.environ, **homes}
        )
    await wait_until_listening(port, child)
    yield f"https://localhost:{port}"
    child.terminate()
    await within(child.wait(), f"{program} did not end after SIGTERM")


@pytest.mark.timeout(300)
async def test_a_browser_works_through_the_documented_proxy(
    url: str, files: AuthorityFiles, tmp_path: Path
) -> None:
    trusted = ssl.create_default_context(cafile=str(files.authority))
    # A caller with an address of its own, who claims to be another one.
    transport = httpx.AsyncHTTPTransport(verify=trusted, local_address="127.0.0.2")
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    async with httpx.AsyncClient(base_url=url, transport=transport, headers=headers, timeout=120) as browser:
        assert (await browser.get("/api/site")).is_success
        signed_in = await browser.post("/api/admin/login", json={"username": ADMIN, "password": PASSWORD})
        token = signed_in.json()["token"]
        cookies = signed_in.headers.get_list("set-cookie")
        assert cookies
        assert all("; secure" in cookie.lower() for cookie in cookies)
        browser.headers["Authorization"] = f"Bearer {token}"
        events = (await browser.get("/api/admin/security-events", params={"type": "sign_in"})).json()["data"]
        assert events[0]["address"] == "127.0.0.2"
        # The largest upload reaches the server, which then has no model.
        upload = await browser.post(
            "/api/transcription/whisper",
            files={"file": ("long.wav", bytes(RECORDING_BYTES))},
            data={"language": "en", "model": ""},
        )
        assert upload.json()["code"] == "UNREADABLE_AUDIO"

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=trusted)) as session:
        client = socketio.AsyncClient(http_session=session, reconnection=False)
        await client.connect(url, transports=["websocket"], auth={"token": token}, wait_timeout=60)
        assert client.connected
        await client.disconnect()
    assert token not in (tmp_path / "proxy.log").read_text()
