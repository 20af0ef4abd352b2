"""Command ``greenroom health``: whether the server on this machine responds, for container engines."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import ssl
from typing import TYPE_CHECKING, Any

from app.commands.line import CommandFailed, add_command, add_data_dir, load_settings, print_result

if TYPE_CHECKING:
    from app.core.settings import Settings

_SECONDS = 8.0
_EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - compared, not bound


def configure(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "health",
        summary="ask the server on this machine whether it works",
        examples="  greenroom health\n  greenroom health --ready",
        handler=_health,
    )
    parser.add_argument(
        "--ready",
        action="store_true",
        help="also check the database and the models (default: the server only)",
    )
    parser.add_argument("--port", type=int, help="port of the server (GREENROOM_PORT)")
    add_data_dir(parser)


def _health(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    try:
        status, health = request_json(settings, "/api/health/ready" if args.ready else "/api/health/live")
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CommandFailed(f"The server does not answer on port {settings.port} ({error}).") from None
    waiting = ", ".join(map(str, health.get("waitingFor", [])))
    if status != http.client.OK:
        raise CommandFailed(f"The server answers, but is not ready (waiting for: {waiting or status}).")
    print_result(args, health, "The database and the models work." if args.ready else "The server answers.")
    return 0


def request_json(settings: Settings, path: str) -> tuple[int, dict[str, Any]]:
    """Status and JSON of a GET request to the server of these settings. Raises OSError and ValueError.

    Without a certificate in ``settings``, the server may have one that an administrator saved.
    """
    if settings.tls_cert is None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            return _request_json(settings, path, is_secure=False)
    return _request_json(settings, path, is_secure=True)


def _request_json(settings: Settings, path: str, *, is_secure: bool) -> tuple[int, dict[str, Any]]:
    host = _EVERY_ADDRESS.get(settings.host, settings.host)
    connection: http.client.HTTPConnection
    if not is_secure:
        connection = http.client.HTTPConnection(host, settings.port, timeout=_SECONDS)
    else:
        # The certificate is for the public name, but this request goes to this machine only.
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        connection = http.client.HTTPSConnection(host, settings.port, timeout=_SECONDS, context=context)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        content = json.loads(response.read())
    finally:
        connection.close()
    if not isinstance(content, dict):
        raise ValueError("another program")  # noqa: TRY004 - the response is foreign input
    return response.status, content
