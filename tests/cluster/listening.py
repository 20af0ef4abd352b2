"""Waits for programs that a test starts."""

from __future__ import annotations

import asyncio
import contextlib

_START_SECONDS = 30


async def wait_until_listening(port: int, child: asyncio.subprocess.Process) -> None:
    """Return when ``child`` accepts connections to the port of the loopback interface.

    Raises AssertionError if it ends before, TimeoutError after 30 seconds.
    """
    async with asyncio.timeout(_START_SECONDS):
        while True:
            assert child.returncode is None, "the program ended: its configuration or its port is refused"
            with contextlib.suppress(ConnectionError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                await writer.wait_closed()
                return
            await asyncio.sleep(0.05)
