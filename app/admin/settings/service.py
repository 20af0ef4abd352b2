"""Settings for admins: describe all with their sources, and save changes."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import SecretStr, ValidationError
from pydantic_core import to_jsonable_python
from sqlalchemy.orm import Session

from app.admin.settings.schemas import SettingGroup, SettingKind, SettingSource, SettingsView, SettingView
from app.core import stored_settings
from app.core.errors import AppError, ValidationFailed
from app.core.invalid_values import explain_problem
from app.core.settings import Group, Settings, get_option
from app.core.state import AppState
from app.documents.extraction.tesseract import find_tesseract
from app.integrations.email.port import EmailMessage


class SettingLocked(AppError):
    code = "SETTING_LOCKED"
    status = 409

    def __init__(self, variable: str) -> None:
        super().__init__(f"This setting is set by the environment variable {variable}. Change it there.")


def variable_name(key: str) -> str:
    return f"GREENROOM_{key.upper()}"


def describe(state: AppState, *, saved: Mapping[str, Any]) -> SettingsView:
    """All settings by group, in the order in which they are declared."""
    groups: dict[Group, list[SettingView]] = {group: [] for group in Group}
    for key in Settings.model_fields:
        groups[get_option(key).group].append(_describe_one(state, key=key, saved=saved))
    base = (state.settings.public_url or "").rstrip("/")
    return SettingsView(
        groups=[SettingGroup(key=group, settings=settings) for group, settings in groups.items()],
        mail_ready=state.settings.has_email,
        scans_ready=find_tesseract() is not None,
        redirect_uri=f"{base}/auth/callback",
    )


def change(session: Session, *, state: AppState, values: Mapping[str, Any]) -> Settings:
    """Save ``values`` and return the resulting settings; None restores the default.

    Raises SettingLocked for settings of the environment, ValidationFailed for invalid values.
    """
    saved = stored_settings.load(session, sealer=state.sealer)
    settings = combine_changes(state.base_settings, saved=saved, values=values)
    # Store the parsed values, so that "587" is saved as a number.
    changes = {
        key: None if value is None or value == "" else _to_stored(settings, key)
        for key, value in values.items()
    }
    stored_settings.save(session, sealer=state.sealer, changes=changes)
    return settings


def combine_changes(base: Settings, *, saved: Mapping[str, Any], values: Mapping[str, Any]) -> Settings:
    """The settings that would be in effect with ``values`` saved. Raises the same errors as ``change``."""
    unknown = [key for key in values if key not in Settings.model_fields]
    if unknown:
        raise ValidationFailed([(f"values.{key}", "This setting does not exist.") for key in unknown])
    for key in values:
        if stored_settings.is_locked(base, key):
            raise SettingLocked(variable_name(key))
    requested = {**saved, **{key: None if value == "" else value for key, value in values.items()}}
    try:
        return stored_settings.combine(
            base, {key: value for key, value in requested.items() if value is not None}
        )
    except ValidationError as error:
        raise ValidationFailed(
            [(f"values.{problem['loc'][0]}", explain_problem(problem)) for problem in error.errors()]
        ) from error


_URL_USER = re.compile(r"//[^/@\s]*@")
"""User name and password in a URL."""

MAX_RECORDED_LENGTH = 200
"""Characters of a value that the audit log keeps."""


def describe_changes(before: Settings, after: Settings, *, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The changed ``keys`` with their values before and after; for secrets, only whether they are set."""
    changes = {}
    for key in sorted(keys):
        old, new = getattr(before, key), getattr(after, key)
        if old != new:
            changes[key] = {"before": _to_recorded(key, old), "after": _to_recorded(key, new)}
    return changes


def _to_recorded(key: str, value: Any) -> Any:
    if stored_settings.is_secret(key):
        return "not set" if value is None else "set"
    plain = to_jsonable_python(value)
    if isinstance(plain, bool | int | None):
        return plain
    if key == "ice_servers":
        # TURN servers include credentials.
        return f"{len(plain)} servers"
    text = plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)
    text = _URL_USER.sub("//…@", text)
    return text if len(text) <= MAX_RECORDED_LENGTH else f"{text[:MAX_RECORDED_LENGTH]}…"


def _describe_one(state: AppState, *, key: str, saved: Mapping[str, Any]) -> SettingView:
    option = get_option(key)
    kind = choose_kind(key)
    value = getattr(state.settings, key)
    source: SettingSource = "default"
    if key in state.base_settings.model_fields_set:
        source = "environment"
    elif key in saved:
        source = "stored"
    default = Settings.model_fields[key].get_default(call_default_factory=True)
    return SettingView(
        key=key,
        variable=variable_name(key),
        kind=kind,
        value=None if kind == "secret" else to_jsonable_python(value),
        is_set=value is not None,
        source=source,
        is_locked=stored_settings.is_locked(state.base_settings, key),
        applies_after_restart=option.after_restart,
        is_pending=option.after_restart and value != getattr(state.settings_at_start, key),
        choices=list_choices(key),
        default_value=None if kind == "secret" else to_jsonable_python(default),
    )


def choose_kind(key: str) -> SettingKind:
    """The form control for a setting, by its type."""
    if stored_settings.is_secret(key):
        return "secret"
    if key == "accent_color":
        return "color"
    if get_option(key).multiline:
        return "multiline"
    types_by_kind: tuple[tuple[Any, SettingKind], ...] = (
        (Literal, "choice"),
        (bool, "boolean"),
        (int, "number"),
        (list[dict[str, object]], "json"),
        (list, "list"),
    )
    parts = _parts(Settings.model_fields[key].annotation)
    for type_, kind in types_by_kind:
        if any(part == type_ or get_origin(part) is type_ for part in parts):
            return kind
    return "text"


def list_choices(key: str) -> list[str] | None:
    """The values of a setting with the kind ``choice``; None for any other."""
    for part in _parts(Settings.model_fields[key].annotation):
        if get_origin(part) is Literal:
            return [str(choice) for choice in get_args(part)]
    return None


def _parts(annotation: Any) -> list[Any]:
    """The member types of a union; for any other type, that type alone."""
    if get_origin(annotation) in {Union, types.UnionType}:
        return [part for member in get_args(annotation) for part in _parts(member)]
    return [annotation]


def _to_stored(settings: Settings, key: str) -> Any:
    value = getattr(settings, key)
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, Path):
        return stored_settings.name_file(settings.data_dir, value)
    return to_jsonable_python(value)


def make_test_mail(settings: Settings, *, recipient: str) -> EmailMessage:
    """The email that shows whether the mail settings work."""
    return EmailMessage(
        recipient=recipient,
        subject=f"{settings.product_name}: test email",
        text=f"This email confirms that {settings.product_name} can send email with its current settings.\n",
    )
