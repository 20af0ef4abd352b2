"""Checks of the settings of a setup step, shared by browser, terminal and file.

They connect to the servers that the settings name, within the guard for outgoing connections. They change
nothing and send no email.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio.to_thread

from app.billing.stripe.configuration import STRIPE_SETTINGS
from app.core.outbound import make_outbound_policy
from app.core.settings import Settings
from app.doctor.models import ModelState, examine_models
from app.doctor.network import is_secure_address
from app.integrations.email.port import EmailFailed
from app.integrations.email.smtp import SmtpTransport
from app.integrations.oidc import ProviderFailed
from app.integrations.payments.errors import PaymentNotFound, PaymentsRefused, PaymentsUnavailable
from app.integrations.payments.stripe_client import StripeClient
from app.setup.findings import Finding, FindingCode, passed, problem
from app.setup.steps import Step
from app.users.provider_sign_in import make_provider

_Check = Callable[[Settings, Settings], Awaitable[list[Finding]]]


async def check_step(step: Step, settings: Settings, *, base: Settings) -> list[Finding]:
    """Check a step's settings; ``base`` are those of the environment."""
    check = _CHECKS.get(step)
    return [] if check is None else await check(settings, base)


async def _check_address(settings: Settings, base: Settings) -> list[Finding]:
    del base
    url = settings.public_url
    if url is None:
        return [passed(FindingCode.ADDRESS_MISSING)]
    if is_secure_address(url):
        return [passed(FindingCode.ADDRESS_SECURE, url)]
    return [problem(FindingCode.ADDRESS_INSECURE, url)]


async def _check_models(settings: Settings, base: Settings) -> list[Finding]:
    del base
    return [_judge_model(state) for state in await anyio.to_thread.run_sync(examine_models, settings)]


def _judge_model(state: ModelState) -> Finding:
    if state.problem is not None:
        return Finding(FindingCode.MODEL_MISSING, is_problem=True, model_problem=state.problem)
    if state.is_local:
        return passed(FindingCode.MODEL_INSTALLED, state.model)
    return passed(FindingCode.MODEL_REMOTE if state.model else FindingCode.MODEL_REMOTE_DEFAULT, state.model)


async def _check_email(settings: Settings, base: Settings) -> list[Finding]:
    if not settings.smtp_host and not settings.mail_from:
        return [passed(FindingCode.MAIL_OFF)]
    if not settings.has_email:
        return [problem(FindingCode.MAIL_INCOMPLETE)]
    policy = make_outbound_policy(settings, base=base, key="smtp_host")
    try:
        await anyio.to_thread.run_sync(SmtpTransport(settings, policy=policy).probe)
    except EmailFailed as failed:
        return [Finding(FindingCode.MAIL_FAILED, is_problem=True, email_failure=failed.failure)]
    return [passed(FindingCode.MAIL_READY, settings.smtp_host or "")]


async def _check_provider(settings: Settings, base: Settings) -> list[Finding]:
    if not settings.oidc_issuer and not settings.oidc_client_id:
        return [passed(FindingCode.PROVIDER_OFF)]
    provider = make_provider(settings, base=base)
    if provider is None:
        return [problem(FindingCode.PROVIDER_INCOMPLETE)]
    issuer = settings.oidc_issuer or ""
    try:
        # Only used to build the redirect URI here.
        await provider.depart(redirect_uri=f"{issuer}/auth/callback")
    except ProviderFailed:
        return [problem(FindingCode.PROVIDER_FAILED, issuer)]
    return [passed(FindingCode.PROVIDER_READY, issuer)]


async def _check_billing(settings: Settings, base: Settings) -> list[Finding]:
    del base
    if settings.billing_mode != "stripe":
        return [passed(FindingCode.PAYMENTS_OFF)]
    missing = [key for key in STRIPE_SETTINGS if getattr(settings, key) is None]
    if missing:
        return [problem(FindingCode.STRIPE_INCOMPLETE, ", ".join(missing))]
    return await anyio.to_thread.run_sync(_check_stripe, settings)


def _check_stripe(settings: Settings) -> list[Finding]:
    assert settings.stripe_secret_key is not None
    client = StripeClient(settings.stripe_secret_key)
    expected = (
        (settings.stripe_price_starter, True),
        (settings.stripe_price_growth, True),
        (settings.stripe_price_top_up, False),
    )
    wrong = []
    try:
        for price_id, is_recurring in expected:
            if not _is_right_price(client, price_id or "", is_recurring=is_recurring):
                wrong.append(problem(FindingCode.STRIPE_PRICE_WRONG, price_id or ""))
    except PaymentsUnavailable:
        return [problem(FindingCode.STRIPE_UNAVAILABLE)]
    except PaymentsRefused:
        return [problem(FindingCode.STRIPE_REFUSED)]
    return wrong or [passed(FindingCode.STRIPE_READY)]


def _is_right_price(client: StripeClient, price_id: str, *, is_recurring: bool) -> bool:
    try:
        price = client.read_price(price_id)
    except PaymentNotFound:
        return False
    return price.is_active and price.is_recurring == is_recurring


_CHECKS: dict[Step, _Check] = {
    Step.ADDRESS: _check_address,
    Step.MODELS: _check_models,
    Step.MAIL: _check_email,
    Step.SIGN_IN: _check_provider,
    Step.BILLING: _check_billing,
}
