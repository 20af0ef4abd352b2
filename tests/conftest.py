"""Shared fixtures: the cast, a migrated database, scripted engines, a clock, and the HTTP API.

The cast: **alice** (recruiter, owns the data), **bob** (recruiter, owns nothing here), **ada** (admin),
**cara** (candidate, by token).

Routes are built once per test process; each test gets a state and a database of its own. By default the
server's lifespan does not run: no work queues, no scheduled jobs. A test that needs them asks for
``running_server``.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr
from sqlalchemy import Engine, create_engine, event, make_url

from app.billing import ledger
from app.core import security
from app.core.database import Database, make_engine
from app.core.postgresql import DRIVER
from app.core.sealing import load_sealer
from app.core.settings import Settings
from app.core.state import AppState
from app.main import build_api, install_services
from app.migrations.upgrade import upgrade
from app.users.tables import Role
from models.ports import Engines
from tests import factories
from tests.factories import PASSWORD
from tests.fakes.engines import fake_engines
from tests.tools.check_security_doc import DOCUMENT, list_faults

__all__ = ["PASSWORD", "FrozenClock", "Person"]

pytest_plugins = ["tests.time_limits"]

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "open"


LONGEST_FIRST = (
    "tests/faults/",
    "tests/bench/test_document_corpus.py",
    "tests/questions/test_bad_input.py",
    "tests/models/test_local_engines.py",
    "tests/security/test_fuzzed_api.py",
    "tests/setup/test_restore_process.py",
    "tests/documents/test_restart.py",
    "tests/security/test_linear_patterns.py",
    "tests/tools/test_time_limits.py",
    "tests/transcription/test_echo.py",
    "tests/backup/test_store.py",
    "tests/documents/test_nasty.py",
    "tests/cli/test_watchdog.py",
    "tests/setup/test_https.py",
)
"""Files that take 20 s or more, with or without models.

Begun last, they would keep one process busy while the others have ended.
"""


POSTGRESQL = os.environ.get("TEST_POSTGRESQL_URL") or None
"""A PostgreSQL server to test on instead of SQLite (`make test-scale`): its superuser and any database."""


def pytest_configure(config: pytest.Config) -> None:
    if POSTGRESQL is not None:
        # Tests leave it to the garbage collector to close connections; only psycopg warns about it.
        config.addinivalue_line("filterwarnings", "ignore:<psycopg.Connection:ResourceWarning")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without collecting garbage: modules and tests stay. It takes a sixth of that time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, and mark tests with the faults that docs/security.md names them for.

    Skip the tests of the other database.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST_FIRST))
    other = "postgresql" if POSTGRESQL is None else "sqlite"
    for item in items:
        if item.get_closest_marker(other) is not None:
            item.add_marker(pytest.mark.skip(reason="about the other database (`make test-scale`)"))
    # `make test-models` collects only the files that contain the mark.
    unfindable = {
        item.path.name
        for item in items
        if item.get_closest_marker("models")
        and "pytest.mark.models" not in item.path.read_text(encoding="utf-8")
    }
    if unfindable:
        raise pytest.UsageError(f"write pytest.mark.models in {', '.join(sorted(unfindable))} itself")
    faults = list_faults(DOCUMENT.read_text(encoding="utf-8"))
    for item in items:
        path, _, name = item.nodeid.partition("[")[0].partition("::")
        for number in faults.get((path, name), ()):
            item.add_marker(pytest.mark.fault(number=number))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Sample data beside the checkout; tests that read it are skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the sample data (../shared/data) is not beside this checkout")
    return SHARED_DATA


@pytest.fixture(scope="session", autouse=True)
def interruptible_processes() -> None:
    """Let started servers receive SIGINT, also when the tests run in the background of a shell.

    Such a shell makes its jobs ignore SIGINT, and they pass that on to their own processes.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Argon2 at its lowest cost: its full cost would only slow the tests down."""
    full_cost = security._hasher, security._UNKNOWN_USER_HASH
    security._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    security._UNKNOWN_USER_HASH = security._hasher.hash("no user's")
    yield
    security._hasher, security._UNKNOWN_USER_HASH = full_cost


class FrozenClock:
    """A clock that only ``advance`` and ``step`` move."""

    def __init__(self) -> None:
        self.instant = datetime.now(tz=UTC).replace(microsecond=0)
        self.seconds = 0.0

    def now(self) -> datetime:
        return self.instant

    def monotonic(self) -> float:
        return self.seconds

    def advance(self, **units: float) -> None:
        """Let time pass."""
        passed = timedelta(**units)
        self.instant += passed
        self.seconds += passed.total_seconds()

    def step(self, **units: float) -> None:
        """Set the wall clock, as an administrator or NTP does."""
        self.instant += timedelta(**units)


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


class TemporaryDatabases:
    """Databases of one test process on a PostgreSQL server, each a copy of a migrated one."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._server = create_engine(self._url.set(drivername=DRIVER), isolation_level="AUTOCOMMIT")
        self._prefix = f"test_{os.getpid()}_"
        self._count = 0
        self._execute(f"CREATE DATABASE {self._prefix}template TEMPLATE template0 ENCODING UTF8")
        engine = make_engine(self._name_url("template"))
        upgrade(engine)
        engine.dispose()

    def create(self) -> str:
        """URL of a new database."""
        self._count += 1
        name = f"{self._prefix}{self._count}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {self._prefix}template STRATEGY file_copy")
        return self._name_url(str(self._count))

    def drop(self, url: str) -> None:
        self._execute(f"DROP DATABASE {make_url(url).database} WITH (FORCE)")

    def close(self) -> None:
        self.drop(self._name_url("template"))
        self._server.dispose()

    def _name_url(self, end: str) -> str:
        return self._url.set(database=self._prefix + end).render_as_string(hide_password=False)

    def _execute(self, statement: str) -> None:
        with self._server.connect() as connection:
            connection.exec_driver_sql(statement)


@pytest.fixture(scope="session")
def postgresql_databases() -> Iterator[TemporaryDatabases | None]:
    """None when the tests run on SQLite."""
    if POSTGRESQL is None:
        yield None
        return
    databases = TemporaryDatabases(POSTGRESQL)
    yield databases
    databases.close()


@pytest.fixture
def database_url(postgresql_databases: TemporaryDatabases | None) -> Iterator[str | None]:
    """The database of a test; None for the file in its data folder."""
    if postgresql_databases is None:
        yield None
        return
    url = postgresql_databases.create()
    yield url
    postgresql_databases.drop(url)


@pytest.fixture(scope="session")
def migrated_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with every migration applied; each test works on a copy."""
    path = tmp_path_factory.mktemp("database") / "greenroom.db"
    upgrade(make_engine(f"sqlite:///{path}", synchronous="OFF"))
    return path


@pytest.fixture(scope="session")
def secrets_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The secrets of a server, made once because that waits for the disk; each test works on a copy."""
    folder = tmp_path_factory.mktemp("installation")
    load_sealer(folder)
    security.load_or_create_secret(folder / "secrets" / "session.key")
    return folder / "secrets"


@pytest.fixture
def data_dir(tmp_path: Path, migrated_database: Path, secrets_folder: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(migrated_database, folder / "greenroom.db")
    shutil.copytree(secrets_folder, folder / "secrets")
    return folder


@pytest.fixture(scope="session")
def default_settings() -> Settings:
    """Settings in an empty environment. Looking for each of them takes as long as a short test."""
    with pytest.MonkeyPatch.context() as patch:
        _empty_environment(patch)
        return Settings()


def _empty_environment(patch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("GREENROOM_")]:
        patch.delenv(name)


@pytest.fixture
def settings(
    data_dir: Path, database_url: str | None, default_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    _empty_environment(monkeypatch)
    given: dict[str, Any] = {"data_dir": data_dir, "web_dir": data_dir / "no-client"}
    if database_url is not None:
        # In the environment, where commands that a test runs find it too.
        monkeypatch.setenv("GREENROOM_DATABASE_URL", database_url)
        given["database_url"] = SecretStr(database_url)
    return default_settings.model_copy(update=given)


@pytest.fixture
def engines() -> Engines:
    """Scripted models. Override in a test module to script their output."""
    return fake_engines()


class ReusedEngines:
    """The SQLAlchemy engines of one test process, which open another SQLite file in each test.

    An engine compiles each statement once. New engines in each test would compile them all again.
    """

    def __init__(self, any_file: Path) -> None:
        url = f"sqlite:///{any_file}"
        self._engines = make_engine(url, synchronous="OFF"), make_engine(url, read_only=True)
        for engine in self._engines:
            event.listen(engine, "do_connect", partial(self._choose_file, engine))

    def open(self, url: str) -> Database:
        """The database at ``url``. Dispose of it before opening the next one."""
        for engine in self._engines:
            engine.url = make_url(url)
        # Listeners of a test to engines end with it. Listeners to connections do not: remove these.
        return Database(*(engine.execution_options() for engine in self._engines))

    @staticmethod
    def _choose_file(
        engine: Engine, _dialect: object, _record: object, arguments: list[Any], _: object
    ) -> None:
        arguments[0] = engine.url.database


@pytest.fixture(scope="session")
def reused_engines(migrated_database: Path) -> ReusedEngines:
    return ReusedEngines(migrated_database)


@pytest.fixture(scope="session")
def routes(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """The API without a state. Building its routes takes longer than most tests."""
    return build_api(web_dir=tmp_path_factory.mktemp("no-client"))


@pytest.fixture
def api(
    routes: FastAPI, settings: Settings, engines: Engines, clock: FrozenClock, reused_engines: ReusedEngines
) -> Iterator[FastAPI]:
    url = settings.resolved_database_url
    database = reused_engines.open(url) if POSTGRESQL is None else Database(make_engine(url))
    install_services(routes, settings, engines=engines, database=database)
    routes.state.greenroom.now = clock.now
    routes.state.greenroom.monotonic = clock.monotonic
    yield routes
    database.dispose()


@pytest.fixture
def state(api: FastAPI) -> AppState:
    current = api.state.greenroom
    assert isinstance(current, AppState)
    return current


@pytest.fixture
def database(state: AppState) -> Database:
    return state.database


@pytest.fixture
def open_registration(state: AppState) -> None:
    """Let visitors register."""
    state.settings = state.settings.model_copy(update={"self_registration": True})


@pytest.fixture
def balances_agree(state: AppState) -> Iterator[None]:
    """Whatever a test does, every balance stays the sum of its ledger entries."""
    yield
    with state.database.reading() as session:
        assert ledger.find_disagreements(session) == []


@pytest.fixture
def portal() -> Iterator[BlockingPortal]:
    """The server's event loop in a thread, shared by all requests of a test."""
    with start_blocking_portal() as portal:
        yield portal
        # Cancel what a failed test left behind: the context would wait for it without a limit.
        portal.call(portal.stop, True)


@pytest.fixture
def running_server(api: FastAPI, portal: BlockingPortal) -> Iterator[None]:
    """Run the server's lifespan during the test: work queues, rooms, scheduled jobs."""
    with portal.wrap_async_context_manager(api.router.lifespan_context(api)):
        yield


@pytest.fixture
def anonymous(api: FastAPI, portal: BlockingPortal) -> TestClient:
    """A browser that is not signed in."""
    client = TestClient(api, raise_server_exceptions=False)
    client.portal = portal
    return client


class Person(TestClient):
    """One of the cast, signed in."""

    __test__ = False

    def __init__(self, api: FastAPI, portal: BlockingPortal, *, id: str, username: str, token: str) -> None:
        super().__init__(api, raise_server_exceptions=False, headers={"Authorization": f"Bearer {token}"})
        self.portal = portal
        self.id = id
        self.username = username
        self.token = token


@pytest.fixture
def enroll(state: AppState, api: FastAPI, portal: BlockingPortal) -> Callable[..., Person]:
    """Create a user and sign in."""

    def make(username: str, role: Role = Role.RECRUITER) -> Person:
        user_id = factories.create_user(state, username, role=role)
        token = factories.sign_in(state, user_id)
        return Person(api, portal, id=user_id, username=username, token=token)

    return make


@pytest.fixture
def alice(enroll: Callable[..., Person]) -> Person:
    return enroll("alice")


@pytest.fixture
def bob(enroll: Callable[..., Person]) -> Person:
    return enroll("bob")


@pytest.fixture
def ada(enroll: Callable[..., Person]) -> Person:
    return enroll("ada", Role.ADMIN)


@pytest.fixture
def interview(alice: Person) -> dict[str, Any]:
    """Alice's interview, not started, as the API returns it."""
    response = alice.post("/api/interviews", json={"candidateName": "Cara", "title": "Backend engineer"})
    body: dict[str, Any] = response.json()["interview"]
    return body


@pytest.fixture
def running_interview(alice: Person, anonymous: TestClient, interview: dict[str, Any]) -> dict[str, Any]:
    """Alice's interview, consented to and started."""
    anonymous.post(
        f"/api/interviews/candidate/{interview['candidateToken']}/consent", json={"accepted": True}
    )
    response = alice.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
    body: dict[str, Any] = response.json()["interview"]
    return body
