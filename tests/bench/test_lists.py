"""The list bench: its generated data, and the query plans of the lists it measures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from app.bench.http_times import percentiles
from app.bench.list_data import fill
from app.bench.search_queries import search_queries
from app.candidates import repository as candidates
from app.candidates.schemas import CandidateSort
from app.core.listing import Order
from app.core.settings import Settings
from app.core.state import AppState
from app.interviews import repository as interviews
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions.schemas import JobSort
from tests.conftest import Person

ListOwned = Callable[..., tuple[list[Any], int]]


@pytest.fixture
def filled(state: AppState, settings: Settings, alice: Person) -> Person:
    fill(settings.resolved_database_url, owner="alice", interviews=20, candidates=30, jobs=37)
    return alice


@pytest.mark.parametrize(
    ("path", "total"),
    [("/api/interviews", 20), ("/api/candidates/profiles", 30), ("/api/job-descriptions", 37)],
)
def test_the_bench_creates_the_requested_records(filled: Person, path: str, total: int) -> None:
    assert filled.get(path).json()["pagination"]["total"] == total


def explain(session: Session, list_owned: ListOwned, owner_id: str) -> str:
    """SQLite's query plan for one page deep in the list."""
    statements: list[tuple[str, Any]] = []

    def record(_c: object, _u: object, statement: str, parameters: object, *_rest: object) -> None:
        statements.append((statement, parameters))

    connection = session.connection()
    event.listen(connection, "before_cursor_execute", record)
    list_owned(session, owner_id=owner_id, offset=20, limit=10)
    event.remove(connection, "before_cursor_execute", record)
    steps = []
    for statement, parameters in statements:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        steps += [str(row[3]) for row in rows]
    return "; ".join(steps)


LISTS: list[ListOwned] = [
    partial(interviews.list_owned, filters=interviews.InterviewFilter()),
    *(
        partial(candidates.CANDIDATES.list_owned, query=candidates.make_query(sort=sort, order=order))
        for sort in CandidateSort
        for order in Order
    ),
    *(
        partial(
            job_descriptions.JOB_DESCRIPTIONS.list_owned,
            query=job_descriptions.make_query(sort=sort, order=order),
        )
        for sort in (JobSort.UPDATED_AT, JobSort.CREATED_AT, JobSort.TITLE)
        for order in Order
    ),
]


@pytest.mark.sqlite
def test_a_page_deep_in_a_list_is_read_without_scan_or_sort(filled: Person, state: AppState) -> None:
    with state.database.reading() as session:
        for list_owned in LISTS:
            steps = explain(session, list_owned, filled.id)
            assert "SEARCH" in steps
            assert "SCAN" not in steps
            assert "TEMP B-TREE" not in steps


@pytest.mark.sqlite
def test_the_records_of_a_page_are_looked_up_by_id(filled: Person, state: AppState) -> None:
    with state.database.reading() as session:
        steps = explain(
            session, partial(candidates.CANDIDATES.list_owned, query=candidates.make_query()), filled.id
        )
    assert "(id=?)" in steps


def test_every_search_query_of_the_bench_is_valid(filled: Person) -> None:
    for kind, queries in search_queries(2).items():
        for path, params in queries:
            assert filled.get(path, params=params).status_code == 200, kind


def test_percentiles_cover_all_measurements() -> None:
    measured = percentiles([float(number) for number in range(1, 101)])
    assert measured == {"p50_ms": 50.5, "p95_ms": 95.05, "worst_ms": 100.0}
