"""Backups of a server that is being written to: what was acknowledged before their moment is in them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.backup.create import create_backup
from app.backup.restore import restore_backup
from app.core.database import Database, make_engine
from app.core.settings import Settings
from app.core.state import AppState
from app.transcription.repository import list_after
from tests.conftest import FrozenClock, Person

pytestmark = pytest.mark.sqlite


@dataclass(slots=True)
class Writer:
    """A recruiter's browser that appends one line after the other to a running interview."""

    alice: Person
    interview_id: str
    acknowledged: list[str] = field(default_factory=list)
    """The lines that the server has acknowledged, in order."""
    refused: list[str] = field(default_factory=list)
    _is_over: threading.Event = field(default_factory=threading.Event)
    _has_grown: threading.Condition = field(default_factory=threading.Condition)

    def run(self) -> None:
        while not self._is_over.is_set():
            name = f"line-{len(self.acknowledged)}"
            line = {"_id": name, "speaker": "interviewer", "text": name}
            response = self.alice.post(
                f"/api/interview/{self.interview_id}/transcript/append", json={"segments": [line]}
            )
            if response.status_code != 200:
                self.refused.append(response.text)
                return
            with self._has_grown:
                self.acknowledged.append(name)
                self._has_grown.notify_all()

    def wait_for_lines(self, count: int) -> int:
        """Wait until this many more lines are acknowledged; the number of all."""
        with self._has_grown:
            expected = len(self.acknowledged) + count
            assert self._has_grown.wait_for(lambda: len(self.acknowledged) >= expected, timeout=60), (
                self.refused
            )
            return len(self.acknowledged)

    def stop(self) -> None:
        self._is_over.set()


@pytest.fixture
def writer(alice: Person, running_interview: dict[str, Any]) -> Iterator[Writer]:
    writer = Writer(alice, running_interview["_id"])
    thread = threading.Thread(target=writer.run)
    thread.start()
    yield writer
    writer.stop()
    thread.join(60)


def read_lines(settings: Settings, interview_id: str) -> list[str]:
    database = Database(make_engine(settings.resolved_database_url))
    with database.reading() as session:
        found = [one.text for one in list_after(session, interview_id=interview_id, after_sequence=0)]
    database.dispose()
    return found


def test_lines_acknowledged_before_the_moment_of_a_backup_are_in_it(
    writer: Writer, state: AppState, tmp_path: Path, clock: FrozenClock
) -> None:
    """The writer goes on while the backup runs, and is not refused."""
    before = writer.wait_for_lines(3)
    during: list[int] = []

    def note_progress(_done: int, _total: int) -> None:
        if not during:
            during.append(writer.wait_for_lines(2))

    file = tmp_path / "server.backup"
    create_backup(state.settings, files=state.files, target=file, now=clock.now(), progress=note_progress)
    writer.wait_for_lines(1)
    writer.stop()
    restored = Settings(data_dir=tmp_path / "restored")
    restored.data_dir.mkdir()
    restore_backup(restored, source=file, replace=False, now=clock.now())
    lines = read_lines(restored, writer.interview_id)
    assert lines == [f"line-{number}" for number in range(len(lines))], "one moment: no gap"
    assert before <= len(lines) <= during[0]
    assert writer.refused == []
