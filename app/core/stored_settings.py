"""Settings saved by an admin, which the environment overrides."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from pydantic import BaseModel, SecretStr, ValidationError
from sqlalchemy import inspect, select
from sqlalchemy.orm import Session

from app.core.database import Database
from app.core.sealing import Sealer, Unsealable
from app.core.settings import Settings, get_option
from app.core.tables import StoredSetting

log = logging.getLogger("greenroom.settings")

NETWORK_SETTINGS = ("host", "tls_cert", "tls_key")
"""What the server must know before it listens."""


def is_secret(name: str) -> bool:
    return SecretStr in _collect_types(Settings.model_fields[name].annotation)


def is_file(name: str) -> bool:
    return Path in _collect_types(Settings.model_fields[name].annotation)


def is_locked(base: Settings, name: str) -> bool:
    """Whether the setting comes from the environment, or can only be set there."""
    return name in base.model_fields_set or get_option(name).environment_only


def load(session: Session, *, sealer: Sealer) -> dict[str, Any]:
    """Read the saved settings and decrypt secrets.

    Secrets that were encrypted with a different key are left out.
    """
    values: dict[str, Any] = {}
    for row in session.scalars(select(StoredSetting)):
        if row.key not in Settings.model_fields or get_option(row.key).environment_only:
            continue
        try:
            values[row.key] = sealer.open(row.value) if is_secret(row.key) else row.value
        except Unsealable:
            log.warning("stored_secret_unreadable key=%s", row.key)
    return values


def save(session: Session, *, sealer: Sealer, changes: dict[str, Any]) -> None:
    """Store ``changes`` (validated, secrets in plain text); None removes a saved value."""
    for key, value in changes.items():
        row = session.get(StoredSetting, key)
        if value is None:
            if row is not None:
                session.delete(row)
            continue
        stored = sealer.seal(value) if is_secret(key) else value
        if row is None:
            session.add(StoredSetting(key=key, value=stored))
        else:
            row.value = stored
    session.flush()


def combine(base: Settings, saved: dict[str, Any]) -> Settings:
    """Settings from ``saved``, overridden by ``base`` (the environment). Raises ValidationError."""
    given = {name: getattr(base, name) for name in base.model_fields_set}
    found = {name: find_file(base.data_dir, value) for name, value in saved.items() if is_file(name)}
    combined = Settings.__new__(Settings)
    # Without the constructor of Settings, which would read the environment once more.
    BaseModel.__init__(combined, **{**saved, **found, **given})
    return combined


def find_file(data_dir: Path, saved: Any) -> Any:
    """A saved file name as a path: one inside of the data folder moves with that folder."""
    return data_dir / saved if isinstance(saved, str) and saved else saved


def name_file(data_dir: Path, file: Path) -> str:
    """How ``file`` is saved: relative to the data folder if it is inside, else absolute."""
    file = file.absolute()
    folder = data_dir.absolute()
    return str(file.relative_to(folder) if file.is_relative_to(folder) else file)


def read_effective(database: Database, *, base: Settings, sealer: Sealer) -> Settings:
    """The settings in effect at start-up.

    A saved value that is no longer valid (after an update) is ignored and logged: on a server that does not
    start, an admin could not correct it.
    """
    if not inspect(database.engine).has_table(StoredSetting.__tablename__):
        return base
    with database.reading() as session:
        saved = load(session, sealer=sealer)
    while True:
        try:
            return combine(base, saved)
        except ValidationError as error:
            wrong = {str(problem["loc"][0]) for problem in error.errors()} & saved.keys()
            if not wrong:
                raise
            for key in wrong:
                log.warning("stored_setting_ignored key=%s", key)
                del saved[key]


def _collect_types(annotation: Any) -> set[Any]:
    parts = getattr(annotation, "__args__", ())
    return {annotation}.union(*(_collect_types(part) for part in parts)) if parts else {annotation}
