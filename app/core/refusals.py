"""Statuses with which routes refuse requests, for the OpenAPI document.

Most follow from what a route takes and are added by ``app.openapi``: 401 and 403 where a session is needed,
404 for an id in the path, 422 for parameters and bodies, 400, 408 and 413 for bodies. A route declares the
others: ``@router.post(…, responses=refuses(409, 429))``.
"""

from __future__ import annotations

from typing import Any

from app.core.schemas import Failure


def refuses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Responses of a route that refuses requests with these statuses."""
    return {status: {"model": Failure, "description": "Refused"} for status in statuses}
