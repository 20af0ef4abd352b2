"""Proxies in front of several server processes: a strange one, and those of docs/scaling.md."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
from abc import ABC, abstractmethod
from itertools import cycle
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psutil
import pytest

from tests.child_processes import within
from tests.cluster.listening import wait_until_listening
from tests.server_process import find_free_port

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENTED_PORTS = {"a": 8421, "b": 8422}


class Proxy(ABC):
    """Listens on the loopback interface. Sends ``?server=NAME`` to the process of that name."""

    def __init__(self, ports: dict[str, int], folder: Path) -> None:
        """``ports`` of the processes by name; ``folder`` for the proxy's own files."""
        self._ports = ports
        self._folder = folder

    @property
    @abstractmethod
    def port(self) -> int: ...

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    @abstractmethod
    def process(self) -> psutil.Process:
        """The process that it runs in."""

    @abstractmethod
    async def start(self) -> None: ...

    @abstractmethod
    async def stop(self) -> None: ...


class RoomProxy(Proxy):
    """Sends ``?server=NAME`` to the process of that name, and everything else to one after the other.

    A real proxy would keep a browser at one process. This one does not, which is harder. A connection that a
    process does not accept goes to another one.
    """

    def __init__(self, ports: dict[str, int], folder: Path) -> None:
        super().__init__(ports, folder)
        self._turns = cycle(ports)
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def process(self) -> psutil.Process:
        return psutil.Process()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await asyncio.sleep(0)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def end(task: asyncio.Task[None]) -> None:
            self._connections.discard(task)
            writer.close()

        connection = asyncio.create_task(self._serve(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(end)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, EOFError):
            return
        target = head.split(b" ", 2)[1].decode()
        for name in self._list_choices(target):
            with contextlib.suppress(ConnectionError):
                to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._ports[name])
                break
        else:
            writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        to_writer.write(head)
        directions = {
            asyncio.create_task(_copy(reader, to_writer)),
            asyncio.create_task(_copy(to_reader, writer)),
        }
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            to_writer.close()
            for direction in directions:
                direction.cancel()
            await asyncio.gather(*directions, return_exceptions=True)

    def _list_choices(self, target: str) -> list[str]:
        asked = parse_qs(urlsplit(target).query).get("server", [""])[0]
        first = asked if asked in self._ports else next(self._turns)
        return [first, *(name for name in self._ports if name != first)]


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


class _RealProxy(Proxy):
    """A program of the distribution, with the rules of the documentation."""

    program: str

    def __init__(self, ports: dict[str, int], folder: Path) -> None:
        super().__init__(ports, folder)
        if shutil.which(self.program) is None:
            pytest.skip(f"needs {self.program} (on Debian: apt install {self.program})")
        self._port = find_free_port()
        self._child: asyncio.subprocess.Process | None = None

    @property
    def port(self) -> int:
        return self._port

    @property
    def process(self) -> psutil.Process:
        assert self._child is not None
        return psutil.Process(self._child.pid)

    @abstractmethod
    def _write_config(self) -> list[str]:
        """Write the configuration and return the command that runs the proxy."""

    async def start(self) -> None:
        with (self._folder / f"{self.program}.log").open("wb") as log:
            self._child = await asyncio.create_subprocess_exec(
                *self._write_config(),
                stdout=log,
                stderr=log,
                env={
                    **os.environ,
                    **dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(self._folder)),
                },
            )
        await wait_until_listening(self._port, self._child)

    async def stop(self) -> None:
        if self._child is not None and self._child.returncode is None:
            self._child.terminate()
            await within(self._child.wait(), f"{self.program} did not end after SIGTERM")

    def _take(self, page: str, language: str, start: str) -> str:
        """A code block of the documentation with the ports of this test."""
        block = read_block(page, language, start)
        for name, port in DOCUMENTED_PORTS.items():
            block = block.replace(f"127.0.0.1:{port}", f"127.0.0.1:{self._ports[name]}")
        return block


def read_block(page: str, language: str, start: str) -> str:
    """The code block of a page in ``docs/`` whose text begins with ``start``."""
    blocks = re.findall(rf"```{language}\n(.*?)```", _unindent((DOCS / page).read_text()), re.DOTALL)
    (block,) = [block for block in blocks if block.startswith(start)]
    return str(block)


def _unindent(text: str) -> str:
    """Code blocks of lists begin at the margin."""
    return re.sub(r"^ {1,3}(?=```|\S)", "", text, flags=re.MULTILINE)


class Nginx(_RealProxy):
    program = "nginx"

    def _write_config(self) -> list[str]:
        rules = self._take("scaling.md", "nginx", "upstream")
        server = self._take("operations.md", "nginx", "server {")
        server = re.sub(r"^ *ssl_certificate.*\n", "", server, flags=re.MULTILINE)
        server = server.replace("listen 443 ssl;", f"listen 127.0.0.1:{self._port};")
        server = server.replace("proxy_pass http://127.0.0.1:8420;", "proxy_pass http://$greenroom;")
        config = self._folder / "nginx.conf"
        # As root, its processes would take a user of their own, who cannot enter the folder of the test.
        user = "user root; " if os.geteuid() == 0 else ""
        config.write_text(
            f"{user}daemon off; pid {self._folder}/nginx.pid; error_log stderr;\n"
            "events {}\n"
            f"http {{\n{self._list_folders()}\n{rules}\n{server}\n}}\n"
        )
        return ["nginx", "-c", str(config), "-e", "stderr"]

    def _list_folders(self) -> str:
        names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        return "".join(f"{name}_temp_path {self._folder}/nginx-{name};" for name in names)


class Caddy(_RealProxy):
    program = "caddy"

    def _write_config(self) -> list[str]:
        rules = self._take("scaling.md", "caddyfile", "interviews.example.com {")
        config = self._folder / "Caddyfile"
        config.write_text(
            "{\n    admin off\n}\n"
            + rules.replace("interviews.example.com", f"http://127.0.0.1:{self._port}")
        )
        return ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
