"""Redirects to the identity provider and back, ending at /login with a one-time token or an error."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse

from app.core.cookies import read_cookie, remove_cookie, write_cookie
from app.core.errors import NotFound
from app.core.refusals import refuses
from app.core.security import sign_challenge
from app.core.state import AppState, StateDep
from app.core.throttle import get_client_network
from app.integrations.oidc import Identity, Provider, ProviderFailed
from app.security_events.tables import EventType
from app.users import audit, provider_sign_in, repository, sign_in
from app.users.errors import ProviderSessionRefused, SecondFactorRequired
from app.users.provider_arrivals import ProviderArrivals
from app.users.provider_sign_in import SignInRefused, to_local_path
from app.users.schemas import ProviderSessionRequest, SignedIn
from app.users.tables import SignInMethod

log = logging.getLogger("greenroom.sign_in")

router = APIRouter(tags=["sign-in"])

COOKIE = "greenroom_provider_sign_in"


def _provider(state: AppState) -> Provider:
    provider = provider_sign_in.make_provider(state.settings, base=state.base_settings)
    if provider is None:
        raise NotFound("Sign-in through an identity provider is not set up.")
    return provider


def _redirect_uri(request: Request, state: AppState) -> str:
    base = state.settings.public_url or str(request.base_url)
    return f"{base.rstrip('/')}/auth/callback"


def _to_login(next_path: str | None = None, **result: str) -> RedirectResponse:
    query = {**result, **({"next": next_path} if next_path else {})}
    response = RedirectResponse(f"/login?{urlencode(query)}", status_code=303)
    response.headers["Cache-Control"] = "no-store"
    return response


def _refuse(request: Request, state: AppState, code: str, next_path: str | None = None) -> RedirectResponse:
    response = _to_login(next_path, error=code)
    remove_cookie(response, COOKIE, request=request, state=state)
    return response


@router.get("/auth/google", response_class=RedirectResponse, status_code=303, responses=refuses(404, 429))
@router.get("/auth/provider", response_class=RedirectResponse, status_code=303, responses=refuses(404, 429))
async def begin(
    request: Request,
    state: StateDep,
    next: str | None = None,  # noqa: A002
    again: bool = False,
) -> RedirectResponse:
    """Send the browser to the identity provider. 404 if none is set up.

    With ``again``, the provider asks for the password even if the browser is signed in there. If it says that
    it did not, the session does not count as a recent sign-in.
    """
    provider = _provider(state)
    # Each call causes a request to the provider and a database row.
    sign_in.get_provider_throttle(request).count(network=get_client_network(request))
    redirect_uri = _redirect_uri(request, state)
    try:
        departure = await provider.depart(redirect_uri=redirect_uri, is_fresh=again)
    except ProviderFailed as failure:
        log.warning("provider_failed reason=%s", failure)
        return _refuse(request, state, "provider", to_local_path(next))
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
    write_cookie(
        response,
        COOKIE,
        browser,
        request=request,
        state=state,
        max_age_seconds=int(provider_sign_in.MAX_SIGN_IN_DURATION.total_seconds()),
        same_site="lax",
    )
    return response


@router.get("/auth/callback", response_class=RedirectResponse, status_code=303, responses=refuses(404))
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
            browser=read_cookie(request, state, COOKIE),
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
        user_id = await state.database.run(_find_user, state=state, identity=identity)
    except ProviderFailed as failure:
        log.warning("provider_failed reason=%s", failure)
        return _refuse(request, state, "provider")
    except SignInRefused as refusal:
        log.info("provider_sign_in_refused code=%s", refusal.code)
        if refusal.code not in {"state", "denied"}:
            # Recorded because the provider identified a person. Without a valid state, anyone can call this
            # address.
            await audit.record_refusal(
                request,
                EventType.SIGN_IN,
                state=state,
                subject_id=None,
                details={"method": SignInMethod.PROVIDER, "code": refusal.code},
            )
        return _refuse(request, state, refusal.code)
    browser = read_cookie(request, state, COOKIE)
    token = _get_arrivals(request).add(
        user_id=user_id,
        authenticated_at=identity.authenticated_at,
        browser=browser,
        now=state.now(),
    )
    return _to_login(pending.next_path, token=token)


def _find_user(session: Session, *, state: AppState, identity: Identity) -> str:
    return provider_sign_in.find_or_create_user(session, state=state, identity=identity).id


@router.post("/auth/session", responses=refuses(401, 404, 429))
async def take_session(
    request: Request, response: Response, body: ProviderSessionRequest, state: StateDep
) -> SignedIn:
    """Exchange the token of the callback and the browser's cookie for a session, once.

    401 ``PROVIDER_SESSION_REFUSED`` for a token of another browser; 401 ``SECOND_FACTOR_REQUIRED`` with a
    ``challenge`` when a code is needed as well.
    """
    sign_in.get_provider_throttle(request).count(network=get_client_network(request))
    browser = read_cookie(request, state, COOKIE)
    arrival = _get_arrivals(request).take(token=body.token, browser=browser, now=state.now())
    if arrival is None:
        raise ProviderSessionRefused

    def work(session: Session) -> SignedIn:
        user = repository.find_by_id(session, arrival.user_id)
        if user is None or not user.is_active:
            raise ProviderSessionRefused
        if repository.has_second_factor(session, user.id):
            raise SecondFactorRequired(
                sign_challenge(
                    secret=state.session_secret,
                    user_id=user.id,
                    method=SignInMethod.PROVIDER,
                    password_hash=user.password_hash,
                    issued_at=state.now(),
                )
            )
        visit = replace(
            sign_in.read_visit(request, SignInMethod.PROVIDER), authenticated_at=arrival.authenticated_at
        )
        return sign_in.finish(session, state=state, user=user, visit=visit)

    signed_in = await state.database.run(work)
    remove_cookie(response, COOKIE, request=request, state=state)
    return signed_in


def _get_arrivals(request: Request) -> ProviderArrivals:
    arrivals = request.app.state.provider_arrivals
    assert isinstance(arrivals, ProviderArrivals)
    return arrivals
