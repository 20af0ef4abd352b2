"""Uploaded files that no document refers to: set aside at start-up, and deleted weeks later.

A crash between file and row leaves such a file behind. So does a server that was started on another or an
older database. Therefore the documents folder is bound to one database and untouched for any other, and a
file that was set aside returns as soon as its document does.
"""

from __future__ import annotations

import logging
import shutil
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.core.tables import Installation
from app.documents import repository

log = logging.getLogger("greenroom.documents")

MIN_AGE = timedelta(days=1)
"""Younger files stay: their upload may be in progress."""
KEEP = timedelta(days=30)
"""How long files are kept after they were set aside."""

_BINDING = ".database-id"
_SET_ASIDE = ".set-aside"


@dataclass(frozen=True, slots=True)
class SweepResult:
    """Number of files set aside, brought back, and permanently deleted."""

    set_aside: int = 0
    brought_back: int = 0
    deleted: int = 0


def load_installation_id(session: Session) -> str:
    """The id of this database, created at the first call."""
    installation = session.scalar(select(Installation).limit(1))
    if installation is None:
        installation = Installation()
        session.add(installation)
        session.flush()
    return installation.id


def sweep_files(session: Session, *, folder: Path, installation_id: str, now: datetime) -> SweepResult:
    """Set aside files without a document, bring back those with one, delete those set aside long ago.

    Does nothing for a folder of another database.
    """
    if not folder.is_dir():
        return SweepResult()
    brought_back = _bring_back(session, folder)
    files = {path.name: path for path in folder.iterdir() if path.is_file() and path.name != _BINDING}
    known = repository.list_known_ids(session, files)
    if not files or not _is_bound(folder, installation_id, has_known_files=bool(known)):
        return SweepResult(brought_back=brought_back)
    orphans = [files[name] for name in files.keys() - known if _is_older(files[name], now - MIN_AGE)]
    _set_aside(orphans, folder / _SET_ASIDE / now.date().isoformat())
    result = SweepResult(len(orphans), brought_back, _delete_old(folder, before=(now - KEEP).date()))
    if result != SweepResult():
        log.warning(
            "files_without_document set_aside=%d brought_back=%d deleted=%d",
            result.set_aside,
            result.brought_back,
            result.deleted,
        )
    return result


def _is_bound(folder: Path, installation_id: str, *, has_known_files: bool) -> bool:
    """Whether the folder belongs to this database. It is bound to the first one that knows its files."""
    binding = folder / _BINDING
    if binding.is_file():
        is_bound = binding.read_text().strip() == installation_id
    else:
        is_bound = has_known_files
        if is_bound:
            binding.write_text(f"{installation_id}\n")
    if not is_bound:
        log.error("documents_of_another_database folder=%s: nothing was moved or deleted", folder)
    return is_bound


def _is_older(path: Path, instant: datetime) -> bool:
    return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC) < instant


def _set_aside(files: list[Path], target: Path) -> None:
    if files:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in files:
        path.replace(target / path.name)


def _bring_back(session: Session, folder: Path) -> int:
    """Return files whose document exists (again), after an older or another database was in place."""
    files = {path.name: path for path in folder.glob(f"{_SET_ASIDE}/*/*")}
    known = repository.list_known_ids(session, files)
    found = [files[name] for name in known if not (folder / name).exists()]
    for path in found:
        path.replace(folder / path.name)
    return len(found)


def _delete_old(folder: Path, *, before: date) -> int:
    number = 0
    for day in folder.glob(f"{_SET_ASIDE}/*"):
        if date.fromisoformat(day.name) < before:
            number += len(list(day.iterdir()))
            shutil.rmtree(day)
    return number
