"""Routes of the demo request form."""

from __future__ import annotations

from fastapi import APIRouter, Request

from app.contact import service
from app.contact.errors import CaptchaNotReachable, CaptchaRefused
from app.contact.schemas import DemoRequestForm, DemoRequestResponse
from app.contact.throttle import ContactThrottle
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import AppState, StateDep
from app.core.throttle import get_client_network
from app.integrations.captcha.port import Captcha, CaptchaFailed, CaptchaUnavailable
from app.integrations.captcha.proof_of_work import LIFETIME, ProofOfWork
from app.integrations.captcha.recaptcha import Recaptcha
from app.integrations.captcha.schemas import Challenge

router = APIRouter(prefix="/api/contact", tags=["contact"])

THANKS = "Thank you. We will be in touch."


def _get_throttle(request: Request) -> ContactThrottle:
    throttle = request.app.state.contact_throttle
    assert isinstance(throttle, ContactThrottle)
    return throttle


def _choose_captcha(state: AppState) -> Captcha:
    secret_key = state.settings.recaptcha_secret_key
    if state.settings.has_recaptcha and secret_key is not None:
        return Recaptcha(secret_key)
    return ProofOfWork(state.session_secret)


@router.get("/challenge", responses=refuses(429))
def read_challenge(request: Request, state: StateDep) -> Data[Challenge]:
    """Proof of work to solve before sending a request. No sign-in."""
    throttle = _get_throttle(request)
    throttle.count(throttle.challenges, address=get_client_network(request))
    challenge = ProofOfWork(state.session_secret).make_challenge(now=state.now())
    return Data(data=Challenge.model_validate(challenge))


@router.post("/request-demo", responses=refuses(429))
async def request_demo(request: Request, body: DemoRequestForm, state: StateDep) -> DemoRequestResponse:
    """Request a demo. No sign-in.

    A request that fills the hidden field gets the usual response but is dropped.
    """
    throttle = _get_throttle(request)
    throttle.count(throttle.requests, address=get_client_network(request))
    now = state.now()
    if body.honeypot:
        return DemoRequestResponse(message=THANKS)
    if service.is_too_quick(body, now=now):
        raise CaptchaRefused
    try:
        fingerprint = await _choose_captcha(state).verify(body.recaptcha_token)
    except CaptchaFailed:
        raise CaptchaRefused from None
    except CaptchaUnavailable:
        raise CaptchaNotReachable from None
    await state.database.run(
        service.store_request,
        form=body,
        fingerprint=fingerprint,
        challenge_life=LIFETIME,
        settings=state.settings,
        now=now,
    )
    return DemoRequestResponse(message=THANKS)
