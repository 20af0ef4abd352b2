"""The search index follows every change of the records."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.orm import Session

from app.candidates import search as candidate_search
from app.candidates.service import CandidateFacts, save_candidate
from app.candidates.tables import Candidate
from app.core.clock import utc_now
from app.core.database import Database, make_engine
from app.core.state import AppState
from app.job_descriptions import search as job_search
from app.job_descriptions.service import JobFacts, save_job_description
from app.job_descriptions.tables import JobDescription, JobStatus
from app.migrations.upgrade import upgrade
from app.record_search.ports import SearchedKind
from app.record_search.service import (
    RecordIndexing,
    erase_removed_words,
    find_records,
    get_index,
    prepare_index,
)
from app.users.tables import User
from tests.conftest import Person


def found(
    database: Database, owner_id: str, q: str, kind: SearchedKind = SearchedKind.CANDIDATE
) -> list[str]:
    with database.reading() as session:
        return find_records(session, kind=kind, owner_id=owner_id, text=q).ids


def add(session: Session, owner_id: str, name: str) -> str:
    return save_candidate(session, owner_id=owner_id, facts=CandidateFacts(name=name)).id


@pytest.fixture
def nora(alice: Person, database: Database) -> str:
    with database.transaction() as session:
        return add(session, alice.id, "Nora Lindqvist")


def test_an_edited_record_is_found_by_its_new_words_only(
    alice: Person, database: Database, nora: str
) -> None:
    assert found(database, alice.id, "lindqvist") == [nora]
    alice.patch(f"/api/candidates/profile/{nora}", json={"name": "Nora Berg"})
    assert found(database, alice.id, "lindqvist") == []
    assert found(database, alice.id, "berg") == [nora]


def test_a_merged_record_is_found_by_the_added_words(alice: Person, database: Database) -> None:
    with database.transaction() as session:
        facts = CandidateFacts(name="Nora", email="n@example.com", cv_parsed={"skills": ["Go"]})
        first = save_candidate(session, owner_id=alice.id, facts=facts).id
    with database.transaction() as session:
        facts = CandidateFacts(email="N@example.com", cv_parsed={"skills": ["Rust"]})
        assert save_candidate(session, owner_id=alice.id, facts=facts).id == first
    assert found(database, alice.id, "rust go") == [first]


def test_a_deleted_record_is_no_longer_found(alice: Person, database: Database, nora: str) -> None:
    assert alice.delete(f"/api/candidates/{nora}").status_code == 200
    assert found(database, alice.id, "nora") == []
    with database.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM record_search_entries")) == 0


def test_bulk_statements_are_indexed(alice: Person, database: Database, nora: str) -> None:
    with database.transaction() as session:
        session.execute(update(Candidate).where(Candidate.id == nora).values(name="Otto Kern"))
    assert found(database, alice.id, "otto") == [nora]
    with database.transaction() as session:
        session.execute(text("UPDATE candidates SET name = 'Ada'"))
    assert found(database, alice.id, "ada") == [nora]
    with database.transaction() as session:
        session.execute(delete(Candidate))
    assert found(database, alice.id, "ada") == []


def test_deleting_a_user_removes_their_records_from_the_index(
    alice: Person, database: Database, nora: str
) -> None:
    del nora
    with database.transaction() as session:
        session.execute(delete(User).where(User.id == alice.id))
    with database.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM record_search_entries")) == 0
        assert session.scalar(text("SELECT count(*) FROM record_search_scopes")) == 0
        assert session.scalar(text("SELECT count(*) FROM record_search_pending")) == 0


def test_a_failed_transaction_leaves_the_index_unchanged(
    alice: Person, database: Database, nora: str
) -> None:
    def fail() -> None:
        with database.transaction() as session:
            add(session, alice.id, "Half Way")
            session.execute(update(Candidate).where(Candidate.id == nora).values(name="Otto"))
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        fail()
    assert found(database, alice.id, "half") == []
    assert found(database, alice.id, "nora") == [nora]


def test_jobs_are_found_by_their_words_and_status(alice: Person, database: Database) -> None:
    parsed = {
        "title": "Ward Nurse", "company": {"name": "Ashbrook"}, "location": "Leeds",
        "requiredSkills": ["NEWS2"], "preferredSkills": ["Triage"],
    }  # fmt: skip
    with database.transaction() as session:
        job = save_job_description(session, owner_id=alice.id, facts=JobFacts(parsed=parsed, raw_text="…")).id
    for q in ("ward", "nurs", "ashbrook", "leeds", "news2", "triage", "nurse leeds", "ashbrok", "nruse"):
        body = alice.get("/api/job-descriptions/search", params={"q": q}).json()
        assert [row["_id"] for row in body["data"]] == [job], q
    with database.transaction() as session:
        session.execute(update(JobDescription).values(status=JobStatus.ON_HOLD))
    listed = alice.get("/api/job-descriptions", params={"q": "nurse", "status": "on_hold"}).json()
    assert listed["pagination"]["total"] == 1
    assert alice.get("/api/job-descriptions", params={"q": "nurse", "status": "open"}).json()["data"] == []


@pytest.mark.sqlite
def test_words_of_deleted_records_are_erased(alice: Person, database: Database, nora: str) -> None:
    alice.delete(f"/api/candidates/{nora}")
    stored = text("SELECT count(*) FROM record_search_words WHERE term LIKE '%lindqvist'")
    with database.transaction() as session:
        get_index(session).tidy(session)
    with database.reading() as session:
        assert session.scalar(stored) == 0
        assert session.scalar(text("SELECT is_untidy FROM record_search_state")) == 0


@pytest.fixture
def unindexed(state: AppState) -> Iterator[Database]:
    """The same database without indexing, as after a crash or when another program writes to it."""
    database = Database(make_engine(state.database.engine.url))
    yield database
    database.dispose()


def indexing(database: Database) -> RecordIndexing:
    readers = {
        SearchedKind.CANDIDATE: candidate_search.read_texts,
        SearchedKind.JOB_DESCRIPTION: job_search.read_texts,
    }
    return RecordIndexing(database, readers)


def test_changes_made_while_no_server_ran_are_indexed(alice: Person, unindexed: Database, nora: str) -> None:
    with unindexed.transaction() as session:
        other = add(session, alice.id, "Otto Kern")
        session.execute(update(Candidate).where(Candidate.id == nora).values(name="Ada Berg"))
    assert found(unindexed, alice.id, "otto") == []
    assert indexing(unindexed).catch_up() == 2
    assert found(unindexed, alice.id, "otto") == [other]
    assert found(unindexed, alice.id, "ada") == [nora]
    assert found(unindexed, alice.id, "nora") == []


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("DROP TABLE record_search_words", marks=pytest.mark.sqlite),
        pytest.param("DROP TRIGGER record_search_candidates_update", marks=pytest.mark.sqlite),
        pytest.param("DROP TABLE record_search CASCADE", marks=pytest.mark.postgresql),
        pytest.param(
            "DROP TRIGGER record_search_candidates_mark ON candidates", marks=pytest.mark.postgresql
        ),
        "DROP TABLE record_search_entries",
        "UPDATE record_search_state SET version = version - 1",
    ],
)
def test_a_broken_or_outdated_index_is_rebuilt(
    alice: Person, unindexed: Database, nora: str, damage: str
) -> None:
    with unindexed.transaction() as session:
        add(session, alice.id, "Otto Kern")
        session.execute(text(damage))
    with unindexed.transaction() as session:
        prepare_index(session)
    assert indexing(unindexed).catch_up() == 2
    assert found(unindexed, alice.id, "nora") == [nora]


def test_a_complete_index_is_not_rebuilt(alice: Person, database: Database, nora: str) -> None:
    del alice, nora
    with database.transaction() as session:
        prepare_index(session)
        assert session.scalar(text("SELECT count(*) FROM record_search_pending")) == 0


def test_an_upgrade_creates_a_missing_index(database: Database, nora: str, alice: Person) -> None:
    with database.engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            for name in connection.scalars(
                text("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'record_search%'")
            ).all():
                connection.execute(text(f"DROP TRIGGER {name}"))
            connection.execute(text("DROP TABLE record_search_words"))
        connection.execute(text("DROP TABLE record_search"))
    upgrade(database.engine)
    assert indexing(database).catch_up() == 1
    assert found(database, alice.id, "nora") == [nora]


def test_a_rebuilt_index_lists_the_latest_change_first(alice: Person, unindexed: Database) -> None:
    with unindexed.transaction() as session:
        ids = [add(session, alice.id, f"Ada {word}") for word in ("One", "Two", "Three")]
        for candidate in session.scalars(select(Candidate)):
            candidate.updated_at -= timedelta(days=ids.index(candidate.id))
    assert indexing(unindexed).catch_up() == 3
    assert found(unindexed, alice.id, "ada") == ids


def test_many_changes_at_one_instant_are_all_indexed(alice: Person, database: Database) -> None:
    with database.transaction() as session:
        for number in range(50):
            add(session, alice.id, f"Ada Number{number}")
        instant = session.scalar(select(Candidate.updated_at).limit(1))
        session.execute(update(Candidate).values(updated_at=instant))
    assert len(set(found(database, alice.id, "ada"))) == 50


def test_changes_beyond_the_limit_are_indexed_by_the_next_commit(
    alice: Person, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.record_search.service.MAX_PER_COMMIT", 3)
    with database.transaction() as session:
        for number in range(5):
            add(session, alice.id, f"Ada Number{number}")
    assert len(found(database, alice.id, "ada")) == 3
    with database.transaction():
        pass
    assert len(found(database, alice.id, "ada")) == 5


def test_the_daily_removal_erases_unused_words(
    alice: Person, database: Database, nora: str, state: AppState
) -> None:
    alice.delete(f"/api/candidates/{nora}")
    with database.transaction() as session:
        assert erase_removed_words(session, state.now()) == 0
    with database.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM record_search_vocabulary")) == 0


@pytest.mark.postgresql
def test_postgresql_forgets_words_that_no_record_has_any_more(
    alice: Person, database: Database, nora: str
) -> None:
    with database.transaction() as session:
        add(session, alice.id, "Nora Kern")
    alice.delete(f"/api/candidates/{nora}")
    with database.transaction() as session:
        erase_removed_words(session, utc_now())
        words = set(session.scalars(text("SELECT word FROM record_search_vocabulary")))
        assert {"nora", "kern"} <= words
        assert "lindqvist" not in words
        assert session.scalar(text("SELECT count(*) FROM record_search_removed")) == 0
