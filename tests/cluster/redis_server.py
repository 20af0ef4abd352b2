"""A Redis server for one test, on the loopback interface alone and with a password."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from pathlib import Path

from tests.child_processes import within
from tests.cluster.listening import wait_until_listening
from tests.server_process import find_free_port


class RedisServer:
    """Uses the program of Debian's package ``redis-server``, and keeps nothing on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = find_free_port()
        self._password = secrets.token_urlsafe(16)
        self._child: asyncio.subprocess.Process | None = None

    @staticmethod
    def is_installed() -> bool:
        return shutil.which("redis-server") is not None

    @property
    def url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    async def start(self) -> None:
        """Start the server, also again after ``kill``, and wait until it listens."""
        config = self._folder / "redis.conf"
        config.write_text(
            f"bind 127.0.0.1\nport {self._port}\nrequirepass {self._password}\n"
            f'save ""\nappendonly no\ndir {self._folder}\n',
            encoding="utf-8",
        )
        self._child = await asyncio.create_subprocess_exec(
            "redis-server", str(config), stdout=asyncio.subprocess.DEVNULL
        )
        await wait_until_listening(self._port, self._child)

    async def kill(self) -> None:
        if self._child is not None and self._child.returncode is None:
            self._child.kill()
            await within(self._child.wait(), "the killed Redis server did not end")
