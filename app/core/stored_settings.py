"""Settings that an admin saved, beneath those of the environment."""

from __future__ import annotations

import logging
from typing import Any

from pydantic import SecretStr, ValidationError
from sqlalchemy import inspect, select
from sqlalchemy.orm import Session

from app.core.database import Database
from app.core.sealing import Sealer, Unsealable
from app.core.settings import Settings, option_of
from app.core.tables import StoredSetting

log = logging.getLogger("greenroom.settings")


def is_secret(name: str) -> bool:
    return SecretStr in _types_of(Settings.model_fields[name].annotation)


def is_locked(base: Settings, name: str) -> bool:
    """Whether the environment has said it, or only the environment can."""
    return name in base.model_fields_set or option_of(name).environment_only


def load(session: Session, *, sealer: Sealer) -> dict[str, Any]:
    """What was saved, secrets opened. A secret of another key file is left out: it must be saved anew."""
    values: dict[str, Any] = {}
    for row in session.scalars(select(StoredSetting)):
        if row.key not in Settings.model_fields or option_of(row.key).environment_only:
            continue
        try:
            values[row.key] = sealer.open(row.value) if is_secret(row.key) else row.value
        except Unsealable:
            log.warning("stored_secret_unreadable key=%s", row.key)
    return values


def save(session: Session, *, sealer: Sealer, changes: dict[str, Any]) -> None:
    """Store ``changes`` (already validated, secrets in plain); None forgets what was saved."""
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
    """``base`` (environment and defaults) with ``saved`` beneath it. Raises ValidationError."""
    given = {name: getattr(base, name) for name in base.model_fields_set}
    return Settings(**{**saved, **given})


def read_effective(database: Database, *, base: Settings, sealer: Sealer) -> Settings:
    """The settings that hold at start-up.

    A saved value that no longer fits (after an update) is left out with a line in the log, because
    a server that does not start could not be told otherwise.
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


def _types_of(annotation: Any) -> set[Any]:
    parts = getattr(annotation, "__args__", ())
    return {annotation}.union(*(_types_of(part) for part in parts)) if parts else {annotation}
