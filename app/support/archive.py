"""Contents of the support archive. Each part lists the values that it includes, and nothing else."""

from __future__ import annotations

import json
import platform
import sys
import zipfile
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python
from sqlalchemy import func, inspect, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from app.admin.settings.service import choose_kind
from app.core.database import find_file, make_engine
from app.core.logging import find_log
from app.core.product_version import product_version
from app.core.settings import Settings
from app.doctor.checks import examine
from app.scheduled_jobs.tables import JobRun
from app.support.log_lines import redact_lines

MAX_LOG_LINES = 2000
MAX_JOB_RUNS = 200
_OPEN_FINDINGS = {
    "python",
    "sqlite",
    "disk",
    "memory",
    "processor",
    "gpu",
    "clock",
    "web client",
    "sandbox",
    "backup",
}
"""Checks of the doctor whose details name no folder, host, model or account."""
_OPEN_KINDS = {"boolean", "number", "choice"}
"""Settings that cannot contain free text of the operator."""

_README = """\
Support archive of Greenroom. It has no names, addresses, texts, tokens, passwords or keys:

doctor.json    result of each check of `greenroom doctor`; details that may name a host or folder are left out
versions.json  Greenroom, Python, SQLite, system and packages
settings.json  switches, numbers and choices; of texts, addresses and secrets only whether they are set
tables.json    number of rows of each table
folders.json   number and size of files in each folder of the data folder
jobs.json      the last runs of the scheduled jobs
log.txt        the last events of the log with numbers, routes and types of errors
"""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the archive."""

    name: str
    content: str


def collect(settings: Settings, *, base: Settings, now: datetime) -> list[Part]:
    """The parts of the archive. ``settings`` are those in effect, ``base`` those of the environment."""
    tables, jobs = _read_database(settings)
    parts: Mapping[str, object] = {
        "doctor.json": _describe_findings(settings),
        "versions.json": _describe_versions(now),
        "settings.json": _describe_settings(settings, base=base),
        "tables.json": tables,
        "folders.json": _describe_folders(settings.data_dir),
        "jobs.json": jobs,
    }
    return [
        Part("README.txt", _README),
        *(Part(name, json.dumps(content, indent=1, ensure_ascii=False)) for name, content in parts.items()),
        Part("log.txt", "\n".join(_read_log(find_log(settings.data_dir, server_name=settings.server_name)))),
    ]


def write_archive(target: Path, parts: list[Part]) -> None:
    """Write the archive into a new file, readable by its owner. Raises OSError."""
    with target.open("xb") as file:
        target.chmod(0o600)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for part in parts:
                archive.writestr(part.name, part.content)


def _describe_findings(settings: Settings) -> list[dict[str, object]]:
    return [
        {
            "name": finding.name,
            "ok": finding.ok,
            "detail": finding.detail if finding.name in _OPEN_FINDINGS else None,
        }
        for finding in examine(settings)
    ]


def _describe_versions(now: datetime) -> dict[str, object]:
    import pysqlite3.dbapi2 as sqlite

    return {
        "createdAt": now.isoformat(timespec="seconds"),
        "greenroom": product_version(),
        "python": sys.version.split()[0],
        "sqlite": sqlite.sqlite_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "packages": {
            one.metadata["Name"]: one.version for one in sorted(distributions(), key=lambda one: one.name)
        },
    }


def _describe_settings(settings: Settings, *, base: Settings) -> dict[str, Any]:
    return {name: _describe_setting(name, settings, base) for name in Settings.model_fields}


def _describe_setting(name: str, settings: Settings, base: Settings) -> dict[str, Any]:
    value = getattr(settings, name)
    if name in base.model_fields_set:
        source = "environment"
    else:
        source = "saved" if name in settings.model_fields_set else "default"
    if choose_kind(name) in _OPEN_KINDS:
        return {"source": source, "value": to_jsonable_python(value)}
    return {"source": source, "isSet": value not in (None, "", [])}


def _read_database(settings: Settings) -> tuple[dict[str, int] | None, list[dict[str, object]] | None]:
    """Rows of each table, and the last job runs; None where the database cannot be read."""
    file = find_file(settings.resolved_database_url)
    if file is not None and not file.is_file():
        # Opening a missing database would create an empty one.
        return None, None
    engine = make_engine(settings.resolved_database_url, read_only=True)
    try:
        with engine.connect() as connection:
            return _count_rows(connection), _list_runs(connection)
    except SQLAlchemyError:
        return None, None
    finally:
        engine.dispose()


def _count_rows(connection: Connection) -> dict[str, int]:
    quote = connection.dialect.identifier_preparer.quote
    return {
        name: connection.scalar(select(func.count()).select_from(text(quote(name)))) or 0
        for name in sorted(inspect(connection).get_table_names())
    }


def _list_runs(connection: Connection) -> list[dict[str, object]]:
    columns = (
        JobRun.job_key,
        JobRun.status,
        JobRun.trigger,
        JobRun.started_at,
        JobRun.duration_ms,
        JobRun.processed_count,
        JobRun.error_count,
    )
    rows = connection.execute(select(*columns).order_by(JobRun.started_at.desc()).limit(MAX_JOB_RUNS))
    return [to_jsonable_python(dict(row._mapping)) for row in rows]


def _describe_folders(data_dir: Path) -> dict[str, dict[str, int]]:
    """Files and bytes of Greenroom's own folders; the names of others could reveal something."""
    found = {}
    for name in ("documents", "recordings", "branding", "secrets", "models", "before-update", "logs"):
        sizes = [path.stat().st_size for path in (data_dir / name).rglob("*") if path.is_file()]
        found[name] = {"files": len(sizes), "bytes": sum(sizes)}
    return found


def _read_log(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return list(redact_lines(deque(file, maxlen=MAX_LOG_LINES)))
    except FileNotFoundError:
        return ["There is no log yet."]
