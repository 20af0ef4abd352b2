"""A server whose files are in a real S3-compatible store on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from app.core.settings import Settings
from app.core.state import AppState
from app.documents.sweep import load_installation_id
from app.files.work import FileWork
from app.integrations.s3_file_store import S3Files
from models.ports import Engines
from tests.documents.model_answers import answer
from tests.fakes.engines import FakeLlm, fake_engines
from tests.s3_server import BUCKET, KEYS, S3Server, lend, run_server

PREFIX = "greenroom/"


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    with run_server(tmp_path_factory.mktemp("store")) as server:
        yield server


@pytest.fixture
def store(started: S3Server) -> Iterator[S3Server]:
    """An empty store."""
    with lend(started) as store:
        yield store


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(answer))


@pytest.fixture
def settings(settings: Settings, store: S3Server, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """As the operator sets them in the environment, where commands find them too."""
    values = {
        "files_s3_url": store.url,
        "files_s3_bucket": BUCKET,
        "files_s3_prefix": PREFIX,
        "files_s3_access_key": KEYS.access_key,
        "files_s3_secret_key": KEYS.secret_key,
    }
    for name, value in values.items():
        monkeypatch.setenv(f"GREENROOM_{name.upper()}", value)
    secret = {"files_s3_secret_key": SecretStr(KEYS.secret_key)}
    in_environment = Settings.model_validate({**settings.model_dump(exclude_unset=True), **values, **secret})
    return in_environment.model_copy(update={"recording_allowed": True})


@pytest.fixture
def files(state: AppState) -> S3Files:
    assert isinstance(state.files, S3Files)
    return state.files


@pytest.fixture
def work(state: AppState) -> FileWork:
    """The work on files, whose rounds a test runs itself."""
    from app.api import FILE_KINDS

    with state.database.transaction() as session:
        installation_id = load_installation_id(session)
    return FileWork(state, FILE_KINDS, min_age_seconds=0, installation_id=installation_id)


def list_names(store: S3Server) -> list[str]:
    """Names of the stored files of the server."""
    names = (key.removeprefix(PREFIX) for key in store.list_keys())
    return [name for name in names if not name.startswith(".")]


def wait_until_empty(store: S3Server) -> None:
    """Wait for the work of the running server, which a deletion wakes."""
    for _ in range(1_000):
        if not list_names(store):
            return
        time.sleep(0.02)
    raise TimeoutError(list_names(store))
