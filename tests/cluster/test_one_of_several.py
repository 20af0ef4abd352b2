"""What a server process does and refuses when it is one of several."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import SecretStr

from app.core.jobs import JobCounts, JobSpec
from app.core.settings import Settings
from app.core.state import AppState
from app.scheduled_jobs.runner import JobRunner
from app.serving import installation
from app.serving.data_folder import DataFolderInUse, lock_data_folder
from app.work_queue.workers import Source, Workers
from tests.work_queue.scripted_queue import ScriptedQueue, add_email, read_email

POSTGRESQL = "postgresql://greenroom@127.0.0.1:1/greenroom"


def make_settings(folder: Path, **settings: Any) -> Settings:
    return Settings(data_dir=folder / "data", redis_url=SecretStr("redis://127.0.0.1:1"), **settings)


def be_one_of_several(state: AppState, *, is_background: bool) -> None:
    cluster: Any = SimpleNamespace(is_background=is_background)
    state.cluster = cluster


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    with pytest.raises(installation.ServeFailed, match="need PostgreSQL"):
        installation.migrate(make_settings(tmp_path, server_name="a"))


def test_each_process_needs_a_name(tmp_path: Path) -> None:
    with pytest.raises(installation.ServeFailed, match="GREENROOM_SERVER_NAME"):
        installation.migrate(make_settings(tmp_path, database_url=SecretStr(POSTGRESQL)))


def test_an_address_of_something_else_is_refused_without_its_password(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, database_url=SecretStr(POSTGRESQL), server_name="a")
    settings.redis_url = SecretStr("https://:very-secret@redis")
    with pytest.raises(installation.ServeFailed, match="not a Redis URL") as failure:
        installation.migrate(settings)
    assert "very-secret" not in str(failure.value)


def test_processes_share_the_data_folder_with_each_other_only(tmp_path: Path) -> None:
    with (
        lock_data_folder(tmp_path, is_shared=True),
        lock_data_folder(tmp_path, is_shared=True),
        pytest.raises(DataFolderInUse),
        lock_data_folder(tmp_path),
    ):
        pass
    with (
        lock_data_folder(tmp_path),
        pytest.raises(DataFolderInUse),
        lock_data_folder(tmp_path, is_shared=True),
    ):
        pass


@pytest.mark.parametrize(("is_background", "ran"), [(False, ["own"]), (True, ["own", "shared"])])
async def test_only_the_background_process_runs_the_shared_jobs(
    state: AppState, is_background: bool, ran: list[str]
) -> None:
    be_one_of_several(state, is_background=is_background)
    calls: list[str] = []

    def make_job(key: str, *, in_every_process: bool) -> JobSpec:
        async def run() -> JobCounts | None:
            calls.append(key)
            return None

        return JobSpec(key=key, every_seconds=2, run=run, in_every_process=in_every_process)

    runner = JobRunner(
        state, [make_job("own", in_every_process=True), make_job("shared", in_every_process=False)]
    )
    for key in ("own", "shared"):
        await runner.run_scheduled(key)
    assert calls == ran


async def test_a_caller_learns_of_what_another_process_has_ended(
    state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work_queue.workers._FOLLOW_SECONDS", 0.01)
    queue = ScriptedQueue(state)
    waiting = Workers([[Source(queue)]], is_active=lambda: False)
    woken = asyncio.Event()
    waiting.wake_active = woken.set
    await waiting.start()
    key = add_email(state)
    done = waiting.expect(key)
    waiting.wake()
    async with asyncio.timeout(60):
        await woken.wait()
        assert queue.attempted == []
        assert not done.done()
        other = Workers([[Source(queue)]])
        await other.run_next([Source(queue)])
        await asyncio.wrap_future(done)
    assert read_email(state, key).sent_at == state.now()
    await waiting.stop()


async def test_a_process_that_takes_over_continues_the_items_of_the_dead_one(state: AppState) -> None:
    is_active = False
    queue = ScriptedQueue(state)
    workers = Workers([[Source(queue)]], is_active=lambda: is_active)
    await workers.start()
    key = add_email(state)
    done = workers.expect(key)
    await workers.recover()
    is_active = True
    workers.wake()
    async with asyncio.timeout(60):
        await asyncio.wrap_future(done)
    assert queue.attempted == [key]
    await workers.stop()
