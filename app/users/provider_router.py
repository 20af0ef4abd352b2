"""Redirects to the identity provider and back, ending at /login with a token, a challenge or an error."""

from __future__ import annotations

import logging
import secrets
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse

from app.core.errors import NotFound
from app.core.security import sign_challenge
from app.core.state import AppState, StateDep
from app.integrations.oidc import Identity, Provider, ProviderFailed
from app.users import provider_sign_in, repository, sign_in
from app.users.provider_sign_in import SignInRefused, to_local_path
from app.users.tables import SignInMethod

log = logging.getLogger("greenroom.sign_in")

router = APIRouter(tags=["sign-in"])

COOKIE = "greenroom_provider_sign_in"


def _provider(state: AppState) -> Provider:
    settings = state.settings
    if not settings.oidc_issuer or not settings.oidc_client_id:
        raise NotFound("Sign-in through an identity provider is not set up.")
    return Provider(
        issuer=settings.oidc_issuer,
        client_id=settings.oidc_client_id,
        client_secret=settings.oidc_client_secret,
    )


def _redirect_uri(request: Request, state: AppState) -> str:
    base = state.settings.public_url or str(request.base_url)
    return f"{base.rstrip('/')}/auth/callback"


def _to_login(next_path: str | None = None, **result: str) -> RedirectResponse:
    query = {**result, **({"next": next_path} if next_path else {})}
    response = RedirectResponse(f"/login?{urlencode(query)}", status_code=303)
    response.headers["Cache-Control"] = "no-store"
    response.delete_cookie(COOKIE, path="/auth")
    return response


@router.get("/auth/google", response_class=RedirectResponse, status_code=303)
@router.get("/auth/provider", response_class=RedirectResponse, status_code=303)
async def begin(request: Request, state: StateDep, next: str | None = None) -> RedirectResponse:  # noqa: A002
    """Send the browser to the identity provider. 404 if none is set up."""
    provider = _provider(state)
    redirect_uri = _redirect_uri(request, state)
    try:
        departure = await provider.depart(redirect_uri=redirect_uri)
    except ProviderFailed as failure:
        log.warning("provider_failed reason=%s", failure)
        return _to_login(to_local_path(next), error="provider")
    browser = secrets.token_urlsafe(32)
    await state.database.run(
        provider_sign_in.save_pending,
        departure=departure,
        browser=browser,
        next_path=to_local_path(next),
        sealer=state.sealer,
        now=state.now(),
    )
    response = RedirectResponse(departure.url, status_code=303)
    response.headers["Cache-Control"] = "no-store"
    response.set_cookie(
        COOKIE,
        browser,
        max_age=int(provider_sign_in.MAX_SIGN_IN_DURATION.total_seconds()),
        path="/auth",
        httponly=True,
        samesite="lax",
        secure=redirect_uri.startswith("https://"),
    )
    return response


@router.get("/auth/callback", response_class=RedirectResponse, status_code=303)
async def handle_callback(
    request: Request,
    state: StateDep,
    code: str = "",
    error: str = "",
) -> RedirectResponse:
    """Redirect target of the identity provider."""
    provider = _provider(state)
    try:
        pending = await state.database.run(
            provider_sign_in.take_pending,
            state=request.query_params.get("state", ""),
            browser=request.cookies.get(COOKIE, ""),
            sealer=state.sealer,
            now=state.now(),
        )
        if error or not code:
            raise SignInRefused("denied")
        identity = await provider.arrive(
            code=code,
            verifier=pending.verifier,
            nonce=pending.nonce,
            redirect_uri=_redirect_uri(request, state),
            now=state.now(),
        )
        result = await state.database.run(_sign_in, request=request, state=state, identity=identity)
    except ProviderFailed as failure:
        log.warning("provider_failed reason=%s", failure)
        return _to_login(error="provider")
    except SignInRefused as refusal:
        log.info("provider_sign_in_refused code=%s", refusal.code)
        return _to_login(error=refusal.code)
    return _to_login(pending.next_path, **result)


def _sign_in(session: Session, *, request: Request, state: AppState, identity: Identity) -> dict[str, str]:
    user = provider_sign_in.find_or_create_user(session, state=state, identity=identity)
    if repository.has_second_factor(session, user.id):
        return {
            "challenge": sign_challenge(
                secret=state.session_secret,
                user_id=user.id,
                method=SignInMethod.PROVIDER,
                password_hash=user.password_hash,
                issued_at=state.now(),
            )
        }
    visit = sign_in.read_visit(request, SignInMethod.PROVIDER)
    return {"token": sign_in.finish(session, state=state, user=user, visit=visit).token}
