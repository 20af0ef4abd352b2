"""Scheduled jobs: registry, runs, and running one by hand."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.contact.tables import SpentChallenge
from app.core.database import Base
from app.core.ids import new_id
from app.core.state import AppState
from app.integrations.email.tables import OutgoingEmail
from app.scheduled_jobs.tables import JobRun, JobRunStatus, JobTrigger
from app.security_events.tables import EventType, SecurityEvent
from app.users.tables import AccountInvitation, InvitationPurpose, ProviderSignIn, SessionToken
from tests.conftest import FrozenClock, Person

REMOVE = "/api/jobs/remove-expired-records/run"
RENEWALS = "/api/billing/admin/jobs/daily-renewal-check"


def test_the_registry_lists_what_an_admin_recognizes(ada: Person) -> None:
    registry = {job["key"]: job for job in ada.get("/api/jobs/registry").json()["data"]}
    assert registry["remove-expired-records"] == {
        "key": "remove-expired-records",
        "schedule": {"dailyAtUtc": {"hour": 3, "minute": 30}},
        "enabledByDefault": True,
        "hasDryRun": True,
    }
    assert registry["daily-renewal-check"]["hasDryRun"] is True
    assert registry["check-ledger"]["hasDryRun"] is False
    assert registry["send-reminders"]["schedule"] == {"everyMs": 60_000}
    heartbeats = {key for key, job in registry.items() if job["schedule"].get("everyMs", 60_000) < 60_000}
    assert heartbeats == set()


def test_a_heartbeat_cannot_be_run(ada: Person) -> None:
    response = ada.post("/api/jobs/end-overdue-interviews/run", json={"dryRun": False})
    assert (response.status_code, response.json()["code"]) == (404, "NOT_FOUND")


def test_an_unsupported_dry_run_is_refused(ada: Person) -> None:
    response = ada.post("/api/jobs/send-reminders/run", json={"dryRun": True})
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")


def test_a_running_job_is_not_started_again(ada: Person, state: AppState) -> None:
    with state.database.transaction() as session:
        session.add(
            JobRun(
                job_key="remove-expired-records",
                status=JobRunStatus.RUNNING,
                trigger=JobTrigger.SCHEDULE,
                started_at=state.now(),
            )
        )
    assert ada.post(REMOVE, json={"dryRun": False}).status_code == 409


@pytest.mark.parametrize(
    ("path", "job"), [(REMOVE, "remove-expired-records"), (RENEWALS, "daily-renewal-check")]
)
@pytest.mark.parametrize("dry_run", [True, False])
def test_a_start_by_an_admin_is_recorded(
    ada: Person, state: AppState, path: str, job: str, dry_run: bool
) -> None:
    run = ada.post(path, json={"dryRun": dry_run}).json()["data"]
    with state.database.reading() as session:
        event = session.scalars(
            select(SecurityEvent).where(SecurityEvent.type == EventType.JOB_STARTED)
        ).one()
        assert (event.actor_id, event.subject_kind, event.subject_id) == (ada.id, "scheduled_job", job)
        assert (event.at, event.address) == (state.now(), "testclient")
        assert event.details == {"job": job, "dry_run": dry_run, "run": run["_id"], "status": "success"}


def test_runs_are_listed_newest_first(ada: Person, state: AppState) -> None:
    with state.database.transaction() as session:
        for age in (2, 0, 1):
            session.add(
                JobRun(
                    job_key=f"job-{age}",
                    status=JobRunStatus.SUCCESS,
                    trigger=JobTrigger.SCHEDULE,
                    started_at=state.now() + timedelta(days=1) - timedelta(hours=age),
                    duration_ms=5,
                )
            )
    listed = ada.get("/api/jobs", params={"limit": 2}).json()
    assert [run["jobKey"] for run in listed["data"]] == ["job-0", "job-1"]
    assert listed["data"][0]["durationMs"] == 5
    assert listed["pagination"]["total"] >= 3
    assert (listed["pagination"]["page"], listed["pagination"]["hasMore"]) == (1, True)
    later = ada.get("/api/jobs", params={"limit": 2, "page": 2}).json()["data"]
    assert later[0]["jobKey"] == "job-2"
    assert ada.get("/api/jobs").json()["pagination"]["limit"] == 10
    for limit in (0, 101):
        assert ada.get("/api/jobs", params={"limit": limit}).status_code == 422


def store_rows(session: Session, state: AppState, *, user_id: str, over_for: timedelta) -> None:
    """Store one record of every kind, expired for ``over_for``."""
    over = state.now() - over_for
    session.add_all(
        [
            SessionToken(user_id=user_id, expires_at=over),
            ProviderSignIn(
                state_hash=new_id(), browser_hash="", nonce="", sealed_verifier="", expires_at=over
            ),
            AccountInvitation(
                user_id=user_id, token_hash=new_id(), purpose=InvitationPurpose.INVITE, expires_at=over
            ),
            SpentChallenge(fingerprint=new_id(), expires_at=over),
            OutgoingEmail(recipient="dora@agency.example", subject="", text="", sent_at=over),
            JobRun(job_key="old", status=JobRunStatus.SUCCESS, trigger=JobTrigger.SCHEDULE, started_at=over),
        ]
    )


KINDS: list[type[Base]] = [SessionToken, ProviderSignIn, AccountInvitation, SpentChallenge, OutgoingEmail]


def read_rows(state: AppState) -> dict[str, int]:
    with state.database.reading() as session:
        counts = {
            kind.__tablename__: session.scalar(select(func.count()).select_from(kind)) or 0 for kind in KINDS
        }
        old = select(func.count()).select_from(JobRun).where(JobRun.job_key == "old")
        return {**counts, "job_runs": session.scalar(old) or 0}


@pytest.mark.parametrize(
    ("days", "removed"),
    [
        (-1, set()),
        (1, {"provider_sign_ins", "spent_challenges"}),
        (31, {"provider_sign_ins", "spent_challenges", "session_tokens", "invitations", "outgoing_mails"}),
        (
            91,
            {
                "provider_sign_ins",
                "spent_challenges",
                "session_tokens",
                "invitations",
                "outgoing_mails",
                "job_runs",
            },
        ),
    ],
)
def test_only_expired_rows_are_removed(
    ada: Person, state: AppState, clock: FrozenClock, days: int, removed: set[str]
) -> None:
    with state.database.transaction() as session:
        store_rows(session, state, user_id=ada.id, over_for=timedelta(days=days))
    before = read_rows(state)
    tried = ada.post(REMOVE, json={"dryRun": True}).json()["data"]
    assert (tried["status"], tried["trigger"], tried["processedCount"]) == (
        "success",
        "dry_run",
        len(removed),
    )
    assert read_rows(state) == before
    run = ada.post(REMOVE, json={"dryRun": False}).json()["data"]
    assert (run["status"], run["trigger"], run["processedCount"], run["errorCount"]) == (
        "success",
        "manual",
        len(removed),
        0,
    )
    after = read_rows(state)
    assert {kind for kind in before if after[kind] < before[kind]} == removed


def test_a_waiting_email_is_kept(ada: Person, state: AppState) -> None:
    with state.database.transaction() as session:
        session.add(
            OutgoingEmail(
                recipient="dora@agency.example",
                subject="",
                text="",
                next_attempt_at=state.now(),
                created_at=state.now() - timedelta(days=200),
            )
        )
    ada.post(REMOVE, json={"dryRun": False})
    assert read_rows(state)["outgoing_mails"] == 1
