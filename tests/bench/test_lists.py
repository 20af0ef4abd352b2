from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from app.bench import lists
from app.candidates import repository as candidates
from app.core.state import AppState
from app.interviews import repository as interviews
from app.job_descriptions import repository as job_descriptions
from tests.conftest import Person

ListOwned = Callable[..., tuple[list[Any], int]]


@pytest.fixture
def filled(state: AppState, data_dir: Path, alice: Person) -> Person:
    lists._fill(data_dir / "greenroom.db", owner="alice", interviews=30, jobs=7)
    return alice


@pytest.mark.parametrize(
    ("path", "total"),
    [("/api/interviews", 30), ("/api/candidates/profiles", 30), ("/api/job-descriptions", 7)],
)
def test_the_bench_fills_what_it_measures(filled: Person, path: str, total: int) -> None:
    assert filled.get(path).json()["pagination"]["total"] == total


def plan(session: Session, list_owned: ListOwned, owner_id: str) -> str:
    """How SQLite reads one page deep in the list."""
    asked: list[tuple[str, Any]] = []

    def note(_c: object, _u: object, statement: str, parameters: object, *_rest: object) -> None:
        asked.append((statement, parameters))

    connection = session.connection()
    event.listen(connection, "before_cursor_execute", note)
    list_owned(session, owner_id=owner_id, offset=20, limit=10)
    event.remove(connection, "before_cursor_execute", note)
    steps = []
    for statement, parameters in asked:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        steps += [str(row[3]) for row in rows]
    return "; ".join(steps)


@pytest.mark.parametrize(
    "list_owned", [interviews.list_owned, candidates.list_owned, job_descriptions.list_owned]
)
def test_a_page_deep_in_a_list_is_found_without_sorting(
    filled: Person, state: AppState, list_owned: ListOwned
) -> None:
    with state.database.reading() as session:
        steps = plan(session, list_owned, filled.id)
    assert "SEARCH" in steps
    assert "SCAN" not in steps
    assert "TEMP B-TREE" not in steps


def test_percentiles_are_of_the_whole_measurement() -> None:
    measured = lists._percentiles([float(number) for number in range(1, 101)])
    assert measured == {"p50_ms": 50.5, "p95_ms": 95.05, "worst_ms": 100.0}
