"""The setup in a terminal: what is asked, and what is asked again."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from app.cli import main
from app.core.settings import Settings
from app.setup.plan import SetupPlan
from app.setup.steps import Step
from app.setup.terminal import ask_setup
from models.store import ModelStore
from tests.fakes.file_server import run_file_server
from tests.setup.typist import SKIP, Typist

PASSWORD = "correct horse staple"
ACCOUNT = ["ada", "Ada", PASSWORD, PASSWORD]
TRIALS = [SKIP, SKIP, ""]
"""Neither measure nor try the models."""


async def ask(settings: Settings, typist: Typist, *, has_admin: bool = False) -> SetupPlan:
    return await ask_setup(typist.console, base=settings, saved={}, has_admin=has_admin)


async def test_every_step_but_the_account_can_be_skipped(settings: Settings) -> None:
    plan = await ask(settings, Typist([*ACCOUNT, *[SKIP] * 7]))
    assert plan.account is not None
    assert (plan.account.username, plan.values, plan.steps) == ("ada", {}, (Step.ACCOUNT,))


async def test_with_an_administrator_no_account_is_asked_for(settings: Settings) -> None:
    plan = await ask(settings, Typist([SKIP] * 7), has_admin=True)
    assert plan.account is None


async def test_a_short_password_and_two_different_ones_are_asked_for_again(settings: Settings) -> None:
    typist = Typist(["ada", "", "a", "b", "ada", "", "short", "short", *ACCOUNT, *[SKIP] * 7])
    plan = await ask(settings, typist)
    assert plan.account is not None
    assert plan.account.password.get_secret_value() == PASSWORD
    assert "  The passwords do not match." in typist.shown
    assert any(line.startswith("  account.password: ") for line in typist.shown)


async def test_an_invalid_answer_is_asked_for_again(settings: Settings) -> None:
    typist = Typist(["y", "nonsense", "https://interviews.example.com", "", *[SKIP] * 6])
    plan = await ask(settings, typist, has_admin=True)
    assert plan.values == {"public_url": "https://interviews.example.com"}
    assert "  ok: Camera and microphone will work at https://interviews.example.com." in typist.shown


async def test_what_does_not_work_can_be_entered_again_or_kept(settings: Settings) -> None:
    first, second = "http://a.example.com", "http://b.example.com"
    typist = Typist(["y", first, "", "y", second, "", SKIP, *[SKIP] * 6])
    plan = await ask(settings, typist, has_admin=True)
    assert plan.values == {"public_url": second}


async def test_yes_and_no_become_switches_and_empty_answers_keep_the_setting(settings: Settings) -> None:
    typist = Typist([*[SKIP] * 5, "y", "", "no", "yes", "", "180", SKIP])
    plan = await ask(settings, typist, has_admin=True)
    assert plan.values == {
        "consistency_check": False,
        "recording_allowed": True,
        "interview_retention_days": "180",
    }
    assert plan.settings.interview_retention_days == 180


async def test_a_jurisdiction_fills_the_settings_that_are_not_answered_otherwise(settings: Settings) -> None:
    typist = Typist([*[SKIP] * 5, "y", "atlantis", "", "", "", "eu", "", "", "90", SKIP])
    plan = await ask(settings, typist, has_admin=True)
    assert "  privacy.jurisdiction: Expected one of eu, uk, us." in typist.shown
    assert plan.settings.consistency_check is False
    assert plan.settings.interview_retention_days == 90


async def test_keys_of_stripe_are_asked_for_in_its_mode_only(settings: Settings) -> None:
    typist = Typist([*[SKIP] * 4, "y", "off", SKIP, SKIP])
    await ask(settings, typist, has_admin=True)
    assert not any("stripe secret key" in line for line in typist.shown)


async def test_a_setting_of_the_environment_is_not_asked_for(settings: Settings) -> None:
    fixed = Settings(**{**settings.model_dump(exclude_unset=True), "billing_mode": "off"})
    typist = Typist([*[SKIP] * 4, "y", SKIP, SKIP])
    await ask(fixed, typist, has_admin=True)
    assert not any("billing mode" in line for line in typist.shown)


async def test_a_model_can_be_downloaded_and_a_failure_is_asked_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = b"GGUF" + bytes(500)
    monkeypatch.setattr("app.setup.checks.examine_models", lambda _settings: [])
    allowed = Settings(**{**settings.model_dump(exclude_unset=True), "internal_hosts": ["127.0.0.1"]})
    with run_file_server() as server:
        server.files["/big.gguf"] = data
        url, sha256 = f"{server.base_url}/big.gguf", hashlib.sha256(data).hexdigest()
        unchanged = ["local", "", "local", ""]
        typist = Typist(
            [
                *[SKIP, "y", *unchanged, url, "0" * 64, ""],
                *[*unchanged, url, sha256, "", *TRIALS, *[SKIP] * 5],
            ]
        )
        plan = await ask(allowed, typist, has_admin=True)
    assert any("has another sha256" in line for line in typist.shown)
    assert plan.settings.llm_model == "big"
    assert ModelStore(allowed.resolved_models_dir).find("big").path.read_bytes() == data


async def test_a_model_can_be_copied_from_a_file(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.setup.checks.examine_models", lambda _settings: [])
    file = tmp_path / "usb.gguf"
    file.write_bytes(b"GGUF" + bytes(500))
    unchanged = ["local", "", "local", ""]
    typist = Typist(
        [SKIP, "y", *unchanged, "/gone.gguf", "", *unchanged, str(file), "", *TRIALS, *[SKIP] * 5]
    )
    plan = await ask(settings, typist, has_admin=True)
    assert any("There is no file /gone.gguf" in line for line in typist.shown)
    assert plan.settings.llm_model == "usb"
    assert ModelStore(settings.resolved_models_dir).find("usb").path.read_bytes() == file.read_bytes()


async def test_a_demo_interview_is_offered(settings: Settings) -> None:
    plan = await ask(settings, Typist([*[SKIP] * 6, "y"]), has_admin=True)
    assert (plan.has_demo, plan.steps) == (True, (Step.DEMO,))


def test_without_a_terminal_a_file_must_be_named(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(settings.data_dir))
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    assert main(["setup"]) == 1
    assert "--from" in capsys.readouterr().err
