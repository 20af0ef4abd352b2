"""Answers of a setup file, validated by the same rules as the browser's requests.

A file has one table for each step, with the settings of that step, and the table ``account``. A secret may be
in a file of its own: ``smtp_password_file = "/run/secrets/smtp"`` means its first line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import anyio.to_thread
from pydantic import ValidationError

from app.admin.models.choice import require_usable_models
from app.admin.settings.service import SettingLocked, combine_changes
from app.core import stored_settings
from app.core.clock import utc_now
from app.core.errors import ValidationFailed
from app.core.invalid_values import explain_problem
from app.core.outbound import require_public_hosts
from app.core.settings import Settings
from app.setup import jurisdictions
from app.setup.jurisdictions import read_jurisdiction
from app.setup.model_sources import SOURCE_KEYS, Source, choose_sources, read_sources
from app.setup.steps import SETTINGS, Step
from app.tls.authority import require_names
from app.tls.certificate import CertificateProblem
from app.users.password_rules import require_uncommon
from app.users.schemas import FirstAdmin

_FILE_SUFFIX = "_file"
_PASSWORD = "password"  # noqa: S105 - the name of a key
_NO_TABLES = {Step.FINISH}
_CERTIFICATE_KEY = "certificate_names"
_OTHER_KEYS = {
    Step.ADDRESS: (_CERTIFICATE_KEY,),
    Step.MODELS: SOURCE_KEYS,
    Step.PRIVACY: (jurisdictions.KEY,),
}
"""Keys of tables that are not settings."""
_DEMO_KEY = "create"


class SetupFileInvalid(Exception):
    """The file cannot be used; ``problems`` are (place, sentence) pairs."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        super().__init__("\n".join(f"{place}: {sentence}" for place, sentence in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """A valid setup."""

    account: FirstAdmin | None
    values: dict[str, Any]
    """Settings to save, by key."""
    steps: tuple[Step, ...]
    """The steps that the file has a table for."""
    settings: Settings
    """The settings that will be in effect."""
    sources: tuple[Source, ...] = ()
    """Models to install before the settings are saved, which name them."""
    certificate_names: tuple[str, ...] = ()
    """Names for which a local authority issues the server's certificate."""
    has_demo: bool = False
    """Whether the administrator gets a demo interview."""


def read_document(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises SetupFileInvalid."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise SetupFileInvalid([(str(path), f"The file cannot be read ({error.strerror}).")]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SetupFileInvalid([(str(path), f"This is not valid TOML: {error}.")]) from None


async def make_plan(
    document: Mapping[str, Any], *, base: Settings, saved: Mapping[str, Any], folder: Path
) -> SetupPlan:
    """Validate a document. Raises SetupFileInvalid with everything that is wrong.

    ``base`` are the settings of the environment, ``saved`` those of the admin panel. Names of files are
    relative to ``folder``.
    """
    problems: list[tuple[str, str]] = []
    tables = _list_tables(document, problems)
    account = _read_account(tables.get(Step.ACCOUNT), base, folder, problems)
    values: dict[str, Any] = {}
    sources: list[Source] = []
    names = _read_certificate_names(tables.get(Step.ADDRESS, {}), base, problems)
    has_demo = _read_demo(tables.get(Step.DEMO, {}), problems)
    for step, table in tables.items():
        if step is Step.MODELS:
            sources = read_sources(table, settings=base, folder=folder, problems=problems)
            values |= choose_sources(sources)
        if step is Step.PRIVACY:
            values |= read_jurisdiction(table, base=base, problems=problems)
        if step not in {Step.ACCOUNT, Step.DEMO}:
            values |= _read_values(step, table, folder, problems)
    settings = base
    places = {key: f"{step.value}.{key}" for step, keys in SETTINGS.items() for key in keys}
    try:
        settings = combine_changes(base, saved=saved, values=values)
        await require_public_hosts(settings, base=base, values=values)
        await anyio.to_thread.run_sync(partial(require_usable_models, settings, values=values))
    except ValidationFailed as error:
        for field in error.fields:
            key = field.path.removeprefix("values.")
            problems.append((places.get(key, key), field.message))
    except SettingLocked as error:
        problems.append(("settings", str(error)))
    if names:
        try:
            require_names(names, public_url=settings.public_url, now=utc_now())
        except CertificateProblem as problem:
            problems.append((f"{Step.ADDRESS.value}.{_CERTIFICATE_KEY}", str(problem)))
    if problems:
        raise SetupFileInvalid(problems)
    return SetupPlan(
        account=account,
        values=values,
        steps=tuple(tables),
        settings=settings,
        sources=tuple(sources),
        certificate_names=names,
        has_demo=has_demo,
    )


def _list_tables(
    document: Mapping[str, Any], problems: list[tuple[str, str]]
) -> dict[Step, Mapping[str, Any]]:
    names = {step.value: step for step in Step if step not in _NO_TABLES}
    tables: dict[Step, Mapping[str, Any]] = {}
    for name, table in document.items():
        if name not in names or not isinstance(table, dict):
            problems.append((name, f"Expected one of the tables {', '.join(names)}."))
        else:
            tables[names[name]] = table
    return tables


def _read_certificate_names(
    table: Mapping[str, Any], base: Settings, problems: list[tuple[str, str]]
) -> tuple[str, ...]:
    """The names for a certificate of the local authority; empty if none is wanted."""
    if _CERTIFICATE_KEY not in table:
        return ()
    place, given = f"{Step.ADDRESS.value}.{_CERTIFICATE_KEY}", table[_CERTIFICATE_KEY]
    if not isinstance(given, list) or not given or not all(isinstance(name, str) for name in given):
        problems.append((place, "Expected a list of host names and addresses."))
        return ()
    if "tls_cert" in table or base.model_fields_set & {"tls_cert", "tls_key"}:
        problems.append((place, "There is a certificate already: leave out one of the two."))
        return ()
    return tuple(given)


def _read_demo(table: Mapping[str, Any], problems: list[tuple[str, str]]) -> bool:
    problems += [(f"demo.{key}", f"Expected {_DEMO_KEY}.") for key in table if key != _DEMO_KEY]
    value = table.get(_DEMO_KEY, False)
    if not isinstance(value, bool):
        problems.append((f"demo.{_DEMO_KEY}", "Expected true or false."))
        return False
    return value


def _read_values(
    step: Step, table: Mapping[str, Any], folder: Path, problems: list[tuple[str, str]]
) -> dict[str, Any]:
    values = {}
    for name, value in table.items():
        if name in _OTHER_KEYS.get(step, ()):
            continue
        key = name.removesuffix(_FILE_SUFFIX)
        place = f"{step.value}.{name}"
        if name in SETTINGS[step]:
            values[name] = value
        elif key in SETTINGS[step] and stored_settings.is_secret(key):
            values[key] = _read_secret(folder, value, place, problems)
        else:
            problems.append((place, f"Expected one of {', '.join(SETTINGS[step])}."))
    return values


def _read_account(
    table: Mapping[str, Any] | None, base: Settings, folder: Path, problems: list[tuple[str, str]]
) -> FirstAdmin | None:
    if table is None:
        return None
    values = dict(table)
    name = f"{_PASSWORD}{_FILE_SUFFIX}"
    if name in values:
        values[_PASSWORD] = _read_secret(folder, values.pop(name), f"account.{name}", problems)
    unknown = values.keys() - FirstAdmin.model_fields.keys()
    problems += [(f"account.{key}", "This setting does not exist.") for key in sorted(unknown)]
    try:
        account = FirstAdmin.model_validate(values)
        require_uncommon(
            account.password.get_secret_value(),
            field=_PASSWORD,
            names=(account.username, account.name, account.email, base.product_name),
        )
    except ValidationError as error:
        for problem in error.errors():
            place = ".".join(map(str, problem["loc"]))
            problems.append((f"account.{place}", explain_problem(problem)))
        return None
    except ValidationFailed as error:
        problems += [(f"account.{field.path}", field.message) for field in error.fields]
        return None
    return account


def _read_secret(folder: Path, value: object, place: str, problems: list[tuple[str, str]]) -> str:
    """The first line of the file that ``value`` names; empty, with a problem, if there is none."""
    if not isinstance(value, str):
        problems.append((place, "Expected the name of a file."))
        return ""
    try:
        secret = (folder / value).read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, ValueError):
        problems.append((place, f"The file {value} cannot be read."))
        return ""
    if not secret:
        problems.append((place, f"The first line of {value} is empty."))
    return secret
