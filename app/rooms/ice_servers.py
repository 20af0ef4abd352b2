"""STUN and TURN servers from the settings, for a browser that checks or opens a connection."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from pydantic import ValidationError

from app.core.state import AppState
from app.rooms.events import IceServer, ParticipantRole

log = logging.getLogger("greenroom.rooms")

CREDENTIAL_LIFETIME = timedelta(hours=12)
"""Longer than any interview: a TURN server checks the credentials again when an allocation is refreshed."""


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
    """The usable servers. An entry that no browser would accept is left out, so that rooms still open.

    With ``secret``, TURN servers without a user name of their own get credentials for ``name`` that expire.
    """
    servers = []
    for entry in configured:
        try:
            server = IceServer.model_validate({"username": None, "credential": None, **entry})
        except ValidationError:
            log.warning("invalid_ice_server")
            continue
        if secret and server.username is None and _is_turn(server):
            server = _with_credentials(server, secret=secret, name=name, now=now)
        servers.append(server)
    return servers


def _with_credentials(server: IceServer, *, secret: str, name: str, now: datetime) -> IceServer:
    """Credentials by the TURN REST scheme (draft-uberti-behave-turn-rest), as coturn checks them.

    The user name contains the expiry; the password is its HMAC under the secret shared with the TURN server.
    """
    username = f"{int((now + CREDENTIAL_LIFETIME).timestamp())}:{name}"
    digest = hmac.new(secret.encode(), username.encode(), hashlib.sha1).digest()
    return server.model_copy(update={"username": username, "credential": base64.b64encode(digest).decode()})


def _is_turn(server: IceServer) -> bool:
    urls = [server.urls] if isinstance(server.urls, str) else server.urls
    return any(url.startswith(("turn:", "turns:")) for url in urls)
