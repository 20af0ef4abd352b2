"""Checks of setup steps, against a real mail server and a closed port. Stripe: tests/billing/stripe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from app.core.settings import Settings
from app.core.state import AppState
from app.integrations.email.port import EmailFailure, EmailProblem
from app.setup.checks import check_step
from app.setup.findings import Finding, FindingCode, passed
from app.setup.steps import Step
from models.catalog import ModelKind
from models.importing import import_path
from models.store import ModelStore
from tests.conftest import Person
from tests.fakes.postbox import Postbox
from tests.models.model_files import GGUF


async def check(step: Step, settings: Settings, **changes: Any) -> list[Finding]:
    """What is found when the operator has set these ``changes``."""
    changed = Settings(**{**settings.model_dump(exclude_unset=True), **changes})
    found = await check_step(step, changed, base=changed)
    assert all(finding.sentence for finding in found)
    return found


async def find(step: Step, settings: Settings, **changes: Any) -> list[tuple[str, bool, str]]:
    """Code, ``is_problem`` and detail of each finding."""
    found = await check(step, settings, **changes)
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
    (found,) = await check(
        Step.MAIL, settings, smtp_host="127.0.0.1", smtp_port=mail_port, mail_from="greenroom@agency.example"
    )
    assert (found.code, found.is_problem, found.detail) == ("mail_failed", True, "")
    assert found.email_failure == EmailFailure(EmailProblem.NO_STARTTLS)
    assert "STARTTLS" in found.sentence


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
    llm, speech, *_ = await check(Step.MODELS, settings, speech_provider="openai", llm_model="no-such-model")
    assert (llm.code, llm.is_problem, llm.detail) == ("model_missing", True, "")
    assert llm.model_problem is not None
    assert (llm.model_problem.code, llm.model_problem.params) == ("model_unknown", {"model": "no-such-model"})
    assert "There is no model no-such-model" in llm.sentence
    assert speech == passed(FindingCode.MODEL_REMOTE_DEFAULT)


async def test_models_are_named_without_prose(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "mine.gguf"
    path.write_bytes(GGUF)
    import_path(ModelStore(settings.resolved_models_dir), path, name="mine", kind=ModelKind.LLM)
    llm, speech, *_ = await check(
        Step.MODELS, settings, llm_model="mine", speech_provider="whisper_cpp", speech_model="base"
    )
    assert llm == passed(FindingCode.MODEL_INSTALLED, "mine")
    assert speech == passed(FindingCode.MODEL_REMOTE, "base")


async def test_a_model_that_is_too_large_comes_with_its_memory(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.gguf"
    path.write_bytes(GGUF)
    monkeypatch.setattr("app.engines.read_machine_memory", lambda: 10**8)
    llm, *_ = await check(Step.MODELS, settings, llm_model=str(path))
    assert llm.model_problem is not None
    assert llm.model_problem.code == "model_too_large"
    assert llm.model_problem.params.keys() == {"model", "needed_gb", "available_gb"}
    assert llm.model_problem.params["available_gb"] == 0.1


async def test_missing_weights_of_the_judge_are_a_problem(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "judge.safetensors"
    monkeypatch.setattr("app.doctor.models.WEIGHTS_FILE", gone)
    judge, _ = (await check(Step.MODELS, settings))[-2:]
    assert judge.model_problem is not None
    assert (judge.model_problem.code, judge.model_problem.params) == ("judge_missing", {"path": str(gone)})


async def test_the_route_names_a_missing_model_by_code(ada: Person, state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"llm_model": "no-such-model"})
    llm, *_ = ada.post("/api/admin/setup/check", json={"step": "models"}).json()["data"]
    assert llm == {
        "code": "model_missing",
        "isProblem": True,
        "detail": "",
        "modelProblem": {"code": "model_unknown", "params": {"model": "no-such-model"}, "technicalText": ""},
        "emailFailure": None,
    }


async def test_the_check_of_the_route_stays_out_of_the_internal_network(
    ada: Person, state: AppState, mail_port: int
) -> None:
    state.settings = state.settings.model_copy(
        update={"smtp_host": "127.0.0.1", "smtp_port": mail_port, "mail_from": "greenroom@agency.example"}
    )
    (finding,) = ada.post("/api/admin/setup/check", json={"step": "mail"}).json()["data"]
    assert finding == {
        "code": "mail_failed",
        "isProblem": True,
        "detail": "",
        "modelProblem": None,
        "emailFailure": {"problem": "internal_address", "serverText": ""},
    }


async def test_steps_without_a_check_have_no_findings(ada: Person) -> None:
    assert ada.post("/api/admin/setup/check", json={"step": "privacy"}).json()["data"] == []


def test_every_finding_has_a_sentence() -> None:
    from app.setup.findings import _SENTENCES

    assert set(_SENTENCES) == set(FindingCode)
