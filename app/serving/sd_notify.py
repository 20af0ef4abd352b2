"""Messages to the service manager (systemd): the server is ready, still alive, or stopping.

The protocol of sd_notify: a datagram with lines NAME=VALUE to the socket that NOTIFY_SOCKET names. Only the
standard library is needed, because the watchdog uses this.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket

ALIVE = "WATCHDOG=1"
READY = "READY=1\nSTATUS=Serving\nWATCHDOG=1"
"""Repeated, because a message is lost when the manager is busy."""
STARTING_AGAIN = "STATUS=The server has ended and is starting again"
STOPPING = "STOPPING=1"
_SECONDS = 1.0
_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")


class ServiceManager:
    """The service manager that started this process, if any. Without one, messages are dropped."""

    def __init__(self, address: str | None) -> None:
        self._address = address

    @classmethod
    def from_environment(cls) -> ServiceManager:
        """The manager named in the environment.

        Its variables are removed, so that child processes do not inherit them.
        """
        values = {name: os.environ.pop(name, "") for name in _VARIABLES}
        path = values["NOTIFY_SOCKET"]
        if path.startswith("@"):
            return cls(f"\0{path[1:]}")
        return cls(path if path.startswith("/") else None)

    def notify(self, message: str) -> None:
        """Send a message. Never blocks and never fails: the notification must not stop the service."""
        if self._address is None:
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            sender.sendto(message.encode(), self._address)

    async def follow_event_loop(self) -> None:
        """Report a server without a watchdog as ready, and as alive while its event loop runs."""
        while True:
            self.notify(READY)
            await asyncio.sleep(_SECONDS)
