"""Callers that may transcribe single files: users, transcription tokens, programs with the API key."""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import BackgroundTasks, Depends, Request

from app.core.errors import Unauthorized
from app.core.security import ScopedClaims, TokenScope, read_scoped_token
from app.core.state import AppState, StateDep
from app.users.dependencies import bearer_token, find_caller, get_signed_in, require_ready

INFERENCE_PATH = "/inference"
_API_KEY_CALLER = "inference-api-key"


def may_send_audio(request: Request, state: AppState) -> bool:
    """Whether a request has the API key or a valid transcription token, without a database query."""
    return _read_token(request, state) is not None or _has_api_key(request, state)


def get_transcription_caller(request: Request, state: StateDep, background: BackgroundTasks) -> str:
    """The id under which the caller's transcriptions take turns: a user's, or one for all with the API key.

    Raises Unauthorized.
    """
    if _has_api_key(request, state):
        return _API_KEY_CALLER
    claims = _read_token(request, state)
    if claims is None:
        return require_ready(get_signed_in(request, state, background)).id
    with state.database.reading() as session:
        caller = find_caller(session, state=state, claims=claims)
    if caller is None:
        raise Unauthorized("Please sign in.")
    return require_ready(caller).id


def _read_token(request: Request, state: AppState) -> ScopedClaims | None:
    return read_scoped_token(
        bearer_token(request), secret=state.session_secret, scope=TokenScope.TRANSCRIPTION, now=state.now()
    )


def _has_api_key(request: Request, state: AppState) -> bool:
    key = state.settings.inference_api_key
    if key is None or request.url.path != INFERENCE_PATH:
        return False
    return hmac.compare_digest(bearer_token(request).encode(), key.get_secret_value().encode())


TranscriptionCaller = Annotated[str, Depends(get_transcription_caller)]
