"""Server process of the benchmarks: `greenroom serve` with temporary data and the installed models."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import psutil

from app.core.settings import Settings

START_SECONDS = 180.0
_STOP_SECONDS = 30.0
_POLL_SECONDS = 0.5
USERNAME = "bench"


class ServerDidNotStart(ValueError):
    """The server exited or did not become ready; the message contains its last log lines."""


@dataclass(frozen=True, slots=True)
class BenchServer:
    url: str
    token: str
    """Session token of its admin."""
    username: str
    password: str
    data_dir: Path
    database_url: str
    process: psutil.Process
    speech_model: str

    def processor_seconds(self) -> float:
        """Processor time of the server and its workers so far, including exited ones."""
        own = self.process.cpu_times()
        total = own.user + own.system + own.children_user + own.children_system
        for child in self.process.children(recursive=True):
            try:
                times = child.cpu_times()
            except psutil.NoSuchProcess:
                continue
            total += times.user + times.system + times.children_user + times.children_system
        return float(total)

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=self.url, headers={"Authorization": f"Bearer {self.token}"}, timeout=600.0
        )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def running_server(
    *, environment: Mapping[str, str] | None = None, database_url: str | None = None
) -> AsyncIterator[BenchServer]:
    """Start a server, sign in, yield it, stop it. ``environment`` comes on top. Raises ServerDidNotStart.

    ``database_url``: an empty database; None for SQLite in a temporary folder.
    """
    password = secrets.token_urlsafe(16)
    port = free_port()
    with TemporaryDirectory(prefix="greenroom-bench-") as folder:
        whole_environment = {
            **os.environ,
            "GREENROOM_HOST": "127.0.0.1",
            "GREENROOM_PORT": str(port),
            "GREENROOM_DATA_DIR": folder,
            "GREENROOM_MODELS_DIR": str(Settings().resolved_models_dir.absolute()),
            # Benches measure a server that has loaded its models.
            "GREENROOM_PRELOAD_MODELS": "true",
            "GREENROOM_ADMIN_USERNAME": USERNAME,
            "GREENROOM_ADMIN_PASSWORD": password,
            **(environment or {}),
        }
        database_url = database_url or f"sqlite:///{folder}/greenroom.db"
        whole_environment["GREENROOM_DATABASE_URL"] = database_url
        log_path = Path(folder) / "server.log"
        with log_path.open("wb") as log:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "app.cli",
                "serve",
                "--migrate",
                stdout=log,
                stderr=log,
                env=whole_environment,
            )
        try:
            url = f"http://127.0.0.1:{port}"
            await _wait_until_ready(url, child, log_path)
            token = await _sign_in(url, password)
            yield BenchServer(
                url=url,
                token=token,
                username=USERNAME,
                password=password,
                data_dir=Path(folder),
                database_url=database_url,
                process=psutil.Process(child.pid),
                speech_model=await _read_speech_model(url, token),
            )
        finally:
            await _stop(child)


async def _wait_until_ready(url: str, child: asyncio.subprocess.Process, log_path: Path) -> None:
    """Wait until the speech engine is ready. Raises ServerDidNotStart."""
    deadline = asyncio.get_running_loop().time() + START_SECONDS
    async with httpx.AsyncClient(base_url=url, timeout=5.0) as client:
        while asyncio.get_running_loop().time() < deadline and child.returncode is None:
            try:
                health = (await client.get("/api/health")).json()
            except httpx.TransportError:
                health = {}
            for engine in health.get("engines", []):
                if engine["kind"] == "speech" and engine["state"] == "failed":
                    raise ServerDidNotStart("the speech engine failed: see `greenroom doctor`")
                if engine["kind"] == "speech" and engine["state"] == "ready":
                    return
            await asyncio.sleep(_POLL_SECONDS)
    log = await asyncio.to_thread(log_path.read_text, encoding="utf-8", errors="replace")
    tail = log.strip().splitlines()[-5:]
    raise ServerDidNotStart("the server did not become ready: " + " | ".join(tail))


async def _sign_in(url: str, password: str) -> str:
    async with httpx.AsyncClient(base_url=url, timeout=30.0) as client:
        answer = await client.post("/api/admin/login", json={"username": USERNAME, "password": password})
        answer.raise_for_status()
        return str(answer.json()["token"])


async def _read_speech_model(url: str, token: str) -> str:
    """The name of the speech model, which only admins see."""
    async with httpx.AsyncClient(base_url=url, timeout=30.0) as client:
        answer = await client.get("/api/health", headers={"Authorization": f"Bearer {token}"})
        answer.raise_for_status()
        (model,) = (one["model"] for one in answer.json()["engines"] if one["kind"] == "speech")
        return str(model)


async def _stop(child: asyncio.subprocess.Process) -> None:
    if child.returncode is not None:
        return
    child.terminate()
    try:
        await asyncio.wait_for(child.wait(), _STOP_SECONDS)
    except TimeoutError:
        child.kill()
        await child.wait()
