"""The setup as questions in a terminal, with the rules and checks of the browser and the file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.admin.settings.service import choose_kind, list_choices
from app.core import stored_settings
from app.core.settings import Settings
from app.setup import jurisdictions
from app.setup.checks import check_step
from app.setup.console import YES, Console
from app.setup.jurisdictions import load_jurisdictions
from app.setup.model_sources import install_sources
from app.setup.plan import SetupFileInvalid, SetupPlan, make_plan
from app.setup.steps import SETTINGS, Step, is_needed
from app.setup.terminal_https import ask_https
from app.setup.terminal_trials import OpenEngines, open_engines, try_mail, try_models
from models.errors import StoreError

_TITLES = {
    Step.ADDRESS: "Public address",
    Step.MODELS: "AI models",
    Step.MAIL: "Email",
    Step.SIGN_IN: "Sign-in",
    Step.BILLING: "Billing",
    Step.PRIVACY: "Privacy and law",
}
_SOURCES = {"llm": "language model (GGUF)", "speech": "speech model (ggml)"}
_NO = {"n", "no", "false"}


async def ask_setup(
    console: Console,
    *,
    base: Settings,
    saved: Mapping[str, Any],
    has_admin: bool,
    open_engines: OpenEngines = open_engines,
) -> SetupPlan:
    """Ask for all settings, repeating invalid ones.

    Installs models, creates a local certificate authority and stores measurements where that is asked for,
    and changes nothing else.
    """
    document: dict[str, Any] = {}
    if not has_admin:
        console.write("First administrator")
        await _ask_valid(console, document, Step.ACCOUNT, base=base, saved=saved)
    for step, title in _TITLES.items():
        if not console.confirm(f"{title}: set it up now?"):
            continue
        while True:
            plan = await _ask_valid(console, document, step, base=base, saved=saved)
            if step is Step.ADDRESS and (https := ask_https(console, plan.settings, base=base)):
                document[step.value] |= https
                plan = await make_plan(document, base=base, saved=saved, folder=Path())
            if step is Step.MODELS and not _install(console, plan):
                document[step.value] = {}
                continue
            found = await check_step(step, plan.settings, base=base)
            for finding in found:
                console.write(f"  {'FAIL' if finding.is_problem else 'ok'}: {finding.sentence}")
            is_well = not any(finding.is_problem for finding in found)
            if is_well and step is Step.MAIL:
                await try_mail(console, plan.settings, base=base)
            if is_well and step is Step.MODELS:
                await try_models(console, plan.settings, open_engines=open_engines)
            if is_well or not console.confirm("Enter it again?"):
                break
    if console.confirm("Create a demo interview to look at, with an invented candidate?"):
        document[Step.DEMO.value] = {"create": True}
    return await make_plan(document, base=base, saved=saved, folder=Path())


def _install(console: Console, plan: SetupPlan) -> bool:
    """Download or copy the models of a plan; returns whether all are installed."""
    try:
        install_sources(plan.sources, settings=plan.settings, progress=console.show_progress)
    except StoreError as error:
        console.write(f"  FAIL: {error}")
        return False
    return True


async def _ask_valid(
    console: Console, document: dict[str, Any], step: Step, *, base: Settings, saved: Mapping[str, Any]
) -> SetupPlan:
    """Ask for one step until it is valid, and add it to the document."""
    while True:
        settings = stored_settings.combine(base, dict(saved))
        document[step.value] = (
            _ask_account(console) if step is Step.ACCOUNT else _ask_settings(console, step, settings, base)
        )
        try:
            return await make_plan(document, base=base, saved=saved, folder=Path())
        except SetupFileInvalid as error:
            for place, sentence in error.problems:
                console.write(f"  {place}: {sentence}")


def _ask_account(console: Console) -> dict[str, Any]:
    while True:
        account = {"username": console.read("  Username: "), "name": console.read("  Name: ")}
        account["password"] = console.read_secret("  Password: ")
        if console.read_secret("  Password again: ") == account["password"]:
            return account
        console.write("  The passwords do not match.")


def _ask_settings(console: Console, step: Step, settings: Settings, base: Settings) -> dict[str, Any]:
    """The answers of one step. An empty one keeps the setting as it is, or as the jurisdiction has it."""
    answers = _ask_jurisdiction(console) if step is Step.PRIVACY else {}
    profile = load_jurisdictions().get(answers.get(jurisdictions.KEY, ""), {})

    def read(key: str) -> Any:
        return answers.get(key, profile.get(key, getattr(settings, key)))

    for key in SETTINGS[step]:
        if (
            key in stored_settings.NETWORK_SETTINGS
            or not is_needed(key, read)
            or stored_settings.is_locked(base, key)
        ):
            continue
        answer = _ask_setting(console, key, read(key))
        if answer is not None:
            answers[key] = answer
    if step is Step.MODELS:
        answers |= _ask_sources(console, answers, base)
    return answers


def _ask_jurisdiction(console: Console) -> dict[str, Any]:
    keys = ", ".join(load_jurisdictions())
    answer = console.read(f"  jurisdiction to start from ({keys}; empty: none): ").strip().lower()
    return {jurisdictions.KEY: answer} if answer else {}


def _ask_sources(console: Console, answers: dict[str, Any], base: Settings) -> dict[str, str]:
    """Models to download or to copy from this machine, for engines without another model."""
    sources = {}
    for kind, label in _SOURCES.items():
        is_chosen = answers.keys() & {f"{kind}_model", f"{kind}_base_url"}
        if is_chosen or stored_settings.is_locked(base, f"{kind}_model"):
            continue
        place = console.read(f"  Address or file of a new {label} (empty: none): ").strip()
        if place.startswith(("http://", "https://")):
            sources[f"{kind}_download_url"] = place
            sources[f"{kind}_download_sha256"] = console.read("  Its sha256: ").strip()
        elif place:
            sources[f"{kind}_import_path"] = place
    return sources


def _ask_setting(console: Console, key: str, present: Any) -> Any:
    kind = choose_kind(key)
    label = key.replace("_", " ")
    if kind == "secret":
        return console.read_secret(f"  {label}{' [set]' if present else ''}: ") or None
    if kind == "boolean":
        answer = console.read(f"  {label}? [{'yes' if present else 'no'}] ").strip().lower()
        return True if answer in YES else False if answer in _NO else answer or None
    choices = f" ({', '.join(list_choices(key) or [])})" if kind == "choice" else ""
    shown = f" [{present}]" if present is not None else ""
    return console.read(f"  {label}{choices}{shown}: ").strip() or None
