"""STUN and TURN servers from the settings, as the join acknowledgment carries them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from pydantic import ValidationError

from app.rooms.events import IceServer

log = logging.getLogger("greenroom.rooms")


def read_ice_servers(configured: Iterable[Mapping[str, object]]) -> list[IceServer]:
    """The usable servers. An entry that no browser would accept is left out, so that rooms still open."""
    servers = []
    for entry in configured:
        try:
            servers.append(IceServer.model_validate(entry))
        except ValidationError:
            log.warning("invalid_ice_server")
    return servers
