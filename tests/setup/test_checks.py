"""Checks of setup steps, against a real mail server and a closed port. Stripe: tests/billing/stripe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from app.core.settings import Settings
from app.core.state import AppState
from app.setup.checks import check_step
from app.setup.findings import FindingCode
from app.setup.steps import Step
from tests.conftest import Person
from tests.fakes.postbox import Postbox


async def find(step: Step, settings: Settings, **changes: Any) -> list[tuple[str, bool, str]]:
    """What is found when the operator has set these ``changes``."""
    changed = Settings(**{**settings.model_dump(exclude_unset=True), **changes})
    found = await check_step(step, changed, base=changed)
    assert all(finding.sentence for finding in found)
    return [(finding.code.value, finding.is_problem, finding.detail) for finding in found]


@pytest.mark.parametrize(
    ("url", "code", "is_problem"),
    [
        (None, "address_missing", False),
        ("https://interviews.example.com", "address_secure", False),
        ("http://localhost:8420", "address_secure", False),
        ("http://interviews.example.com", "address_insecure", True),
        ("http://localhost.example.com", "address_insecure", True),
    ],
)
async def test_the_address_decides_about_the_microphone(
    settings: Settings, url: str | None, code: str, is_problem: bool
) -> None:
    assert await find(Step.ADDRESS, settings, public_url=url) == [(code, is_problem, url or "")]


@pytest.fixture
def mail_port(unused_tcp_port: int) -> Iterator[int]:
    controller = Controller(Postbox(), hostname="127.0.0.1", port=unused_tcp_port)
    controller.start()
    yield unused_tcp_port
    controller.stop()


async def test_a_mail_server_that_answers_is_ready(settings: Settings, mail_port: int) -> None:
    found = await find(
        Step.MAIL,
        settings,
        smtp_host="127.0.0.1",
        smtp_port=mail_port,
        smtp_security="none",
        mail_from="greenroom@agency.example",
    )
    assert found == [("mail_ready", False, "127.0.0.1")]


async def test_a_mail_server_without_the_chosen_encryption_is_a_problem(
    settings: Settings, mail_port: int
) -> None:
    found = await find(
        Step.MAIL, settings, smtp_host="127.0.0.1", smtp_port=mail_port, mail_from="greenroom@agency.example"
    )
    ((code, is_problem, reason),) = found
    assert (code, is_problem) == ("mail_failed", True)
    assert "STARTTLS" in reason


async def test_a_mail_server_without_a_sender_is_incomplete(settings: Settings) -> None:
    assert await find(Step.MAIL, settings) == [("mail_off", False, "")]
    assert await find(Step.MAIL, settings, smtp_host="mail.example") == [("mail_incomplete", True, "")]


async def test_an_identity_provider_needs_an_issuer_that_answers(
    settings: Settings, unused_tcp_port: int
) -> None:
    issuer = f"http://127.0.0.1:{unused_tcp_port}"
    assert await find(Step.SIGN_IN, settings) == [("provider_off", False, "")]
    assert await find(Step.SIGN_IN, settings, oidc_issuer=issuer) == [("provider_incomplete", True, "")]
    found = await find(Step.SIGN_IN, settings, oidc_issuer=issuer, oidc_client_id="greenroom")
    assert found == [("provider_failed", True, issuer)]


async def test_stripe_names_what_is_missing(settings: Settings) -> None:
    assert await find(Step.BILLING, settings, billing_mode="off") == [("payments_off", False, "")]
    ((code, is_problem, missing),) = await find(
        Step.BILLING, settings, billing_mode="stripe", stripe_secret_key="sk_test_1"
    )
    assert (code, is_problem) == ("stripe_incomplete", True)
    assert "stripe_webhook_secret" in missing
    assert "stripe_secret_key" not in missing


async def test_a_model_that_is_not_installed_is_a_problem(settings: Settings) -> None:
    found = await find(Step.MODELS, settings, speech_provider="openai", llm_model="no-such-model")
    problems = [detail for code, is_problem, detail in found if is_problem and code == "model_missing"]
    assert any("no-such-model" in detail for detail in problems)
    assert ("model_installed", False, "the default on an OpenAI-compatible server") in found


async def test_the_check_of_the_route_stays_out_of_the_internal_network(
    ada: Person, state: AppState, mail_port: int
) -> None:
    state.settings = state.settings.model_copy(
        update={"smtp_host": "127.0.0.1", "smtp_port": mail_port, "mail_from": "greenroom@agency.example"}
    )
    (finding,) = ada.post("/api/admin/setup/check", json={"step": "mail"}).json()["data"]
    assert finding["code"] == "mail_failed"
    assert "internal network" in finding["sentence"]


async def test_steps_without_a_check_have_no_findings(ada: Person) -> None:
    assert ada.post("/api/admin/setup/check", json={"step": "privacy"}).json()["data"] == []


def test_every_finding_has_a_sentence() -> None:
    from app.setup.findings import _SENTENCES

    assert set(_SENTENCES) == set(FindingCode)
