"""`greenroom serve` as a child process that a test can kill and start again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import ssl
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import httpx
import psutil

from tests.child_processes import within

ADMIN = "alice"
PASSWORD = "survives a power cut"
_START_SECONDS = 120
_POLL_SECONDS = 0.05


def find_free_port() -> int:
    """A TCP port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def make_environment(data_dir: Path, settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """The process environment with ``settings`` (``GREENROOM_…``) and no other settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GREENROOM_")}
    return {
        **inherited,
        "GREENROOM_HOST": "127.0.0.1",
        "GREENROOM_DATA_DIR": str(data_dir),
        **(settings or {}),
    }


def has_answered(_health: dict[str, Any]) -> bool:
    """The server is ready once it answers at all."""
    return True


def has_speech(health: dict[str, Any]) -> bool:
    """The server is ready once its speech engine is."""
    return any(one["kind"] == "speech" and one["state"] == "ready" for one in health["engines"])


class ChildProcess(Protocol):
    """What is needed of the process of a server."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    def terminate(self) -> None: ...

    async def wait(self) -> int: ...


class ServerProcess:
    """One server on one data folder and port, with an admin ``alice`` whose password is ``PASSWORD``."""

    def __init__(
        self,
        data_dir: Path,
        *,
        models_dir: Path,
        settings: Mapping[str, str] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """``tls`` is what a client of a server with HTTPS trusts."""
        self.port = find_free_port()
        self.url = f"{'http' if tls is None else 'https'}://127.0.0.1:{self.port}"
        self._verify: ssl.SSLContext | bool = True if tls is None else tls
        self._environment = make_environment(
            data_dir,
            {
                "GREENROOM_PORT": str(self.port),
                "GREENROOM_MODELS_DIR": str(models_dir),
                # So that a test can wait for the models.
                "GREENROOM_PRELOAD_MODELS": "true",
                "GREENROOM_ADMIN_USERNAME": ADMIN,
                "GREENROOM_ADMIN_PASSWORD": PASSWORD,
                **(settings or {}),
            },
        )
        self._child: ChildProcess | None = None

    async def start(self, *, is_ready: Callable[[dict[str, Any]], bool] = has_answered) -> None:
        """Start the server, migrate its database if needed, and wait until ``is_ready(health)``."""
        self._child = await within(
            self._launch(), "the process of the server did not start", seconds=_START_SECONDS
        )
        async with asyncio.timeout(_START_SECONDS), self._make_client() as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    response = await client.get("/api/health")
                    if response.status_code == httpx.codes.OK and is_ready(response.json()):
                        return
                assert self._child.returncode is None, "the server exited by itself"
                await asyncio.sleep(_POLL_SECONDS)

    async def _launch(self) -> ChildProcess:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "app.cli", "serve", "--migrate", env=self._environment
        )

    def _make_client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, verify=self._verify)

    async def kill(self) -> None:
        """End the server as a power cut would (SIGKILL)."""
        assert self._child is not None
        with contextlib.suppress(psutil.NoSuchProcess):
            # The watchdog first: it would start a killed server again.
            watchdog = psutil.Process(self._child.pid)
            tree = [watchdog, *watchdog.children(recursive=True)]
            for process in tree:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            await asyncio.to_thread(psutil.wait_procs, tree[1:], 10)
        await within(self._child.wait(), "the killed server did not end")

    async def stop(self) -> None:
        """End the server gracefully, if it still runs."""
        if self._child is not None and self._child.returncode is None:
            self._child.terminate()
            await within(self._child.wait(), "the server did not end after SIGTERM")

    async def close(self) -> None:
        """Kill the server at the end of a test."""
        await self.kill()

    def measure_memory(self) -> int:
        """Bytes in the memory of all processes of the server."""
        assert self._child is not None
        server = psutil.Process(self._child.pid)
        return sum(one.memory_info().rss for one in (server, *server.children(recursive=True)))

    def kill_worker(self, kind: str) -> int:
        """SIGKILL the worker process of one engine; return its process id."""
        worker = self.find_worker(kind)
        worker.kill()
        return int(worker.pid)

    def find_worker(self, kind: str) -> psutil.Process:
        """The worker process of one engine. Raises AssertionError if there is none."""
        found = self.find_child("models.worker", kind)
        assert found is not None, f"there is no {kind} worker"
        return found

    def find_child(self, *words: str) -> psutil.Process | None:
        """A process of the server with all ``words`` in its command line."""
        assert self._child is not None
        for child in psutil.Process(self._child.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                command = " ".join(child.cmdline())
                if all(word in command for word in words) and child.is_running():
                    return child
        return None
