"""STUN and TURN servers from the settings, for a browser that checks or opens a connection."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Literal

from pydantic import ValidationError

from app.core.state import AppState
from app.rooms.events import IceServer, ParticipantRole

log = logging.getLogger("greenroom.rooms")

CREDENTIAL_LIFETIME = timedelta(hours=12)
"""Longer than any interview: a TURN server checks the credentials again when an allocation is refreshed."""

ICE_ADDRESS = re.compile(
    r"(?P<scheme>stuns?|turns?):(?P<host>\[[0-9a-f:.]+\]|[\w.~%-]+)(?::(?P<port>\d{1,5}))?"
    r"(?:\?transport=(?P<transport>udp|tcp))?",
    re.ASCII | re.IGNORECASE,
)
"""Addresses by RFC 7064 and RFC 7065."""
_PORTS = range(1, 65536)


def list_ice_servers(state: AppState, *, interview_id: str, role: ParticipantRole) -> list[IceServer]:
    """The usable servers, with credentials for one side of an interview."""
    settings = state.settings
    return read_ice_servers(
        settings.ice_servers,
        secret=settings.turn_secret.get_secret_value() if settings.turn_secret else None,
        name=f"{interview_id}-{role}",
        now=state.now(),
    )


def read_ice_servers(
    configured: Iterable[Mapping[str, object]], *, secret: str | None, name: str, now: datetime
) -> list[IceServer]:
    """The usable servers. Addresses that no browser would accept are left out: one would cost all video.

    With ``secret``, TURN servers without a user name of their own get credentials for ``name`` that expire.
    """
    servers = []
    for entry in configured:
        server = read_ice_server(entry, secret=secret, name=name, now=now)
        if server is None:
            log.warning("invalid_ice_server")
            continue
        urls = list_urls(server)
        usable = [url for url in urls if find_ice_fault(url, server) is None]
        if len(usable) < len(urls):
            log.warning("unusable_ice_addresses count=%d", len(urls) - len(usable))
            server = server.model_copy(update={"urls": usable})
        if usable:
            servers.append(server)
    return servers


def read_ice_server(
    entry: Mapping[str, object], *, secret: str | None, name: str, now: datetime
) -> IceServer | None:
    """The server with credentials for ``name`` if it needs them; None if it has no addresses."""
    try:
        server = IceServer.model_validate({"username": None, "credential": None, **entry})
    except ValidationError:
        return None
    if secret and server.username is None and any(map(_is_turn, list_urls(server))):
        return _with_credentials(server, secret=secret, name=name, now=now)
    return server


def list_urls(server: IceServer) -> list[str]:
    return [server.urls] if isinstance(server.urls, str) else server.urls


def find_ice_fault(url: str, server: IceServer) -> Literal["address", "credentials"] | None:
    """Why browsers refuse to open any connection with this address of a server."""
    match = ICE_ADDRESS.fullmatch(url)
    if match is None or int(match["port"] or 1) not in _PORTS:
        return "address"
    if match["transport"] and not _is_turn(url):
        return "address"
    if _is_turn(url) and not (server.username and server.credential):
        return "credentials"
    return None


def _with_credentials(server: IceServer, *, secret: str, name: str, now: datetime) -> IceServer:
    """Credentials by the TURN REST scheme (draft-uberti-behave-turn-rest), as coturn checks them.

    The user name contains the expiry; the password is its HMAC under the secret shared with the TURN server.
    """
    username = f"{int((now + CREDENTIAL_LIFETIME).timestamp())}:{name}"
    digest = hmac.new(secret.encode(), username.encode(), hashlib.sha1).digest()
    return server.model_copy(update={"username": username, "credential": base64.b64encode(digest).decode()})


def _is_turn(url: str) -> bool:
    return url.lower().startswith(("turn:", "turns:"))
