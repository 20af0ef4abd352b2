"""The cast: **alice** (recruiter, owns the data), **bob** (recruiter, owns nothing here), **ada**
(admin), **cara** (candidate, by token). A real database with the migrations applied; fake engines;
a clock that stands still."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.core import security
from app.core.database import Database, make_engine
from app.core.settings import Settings
from app.core.state import AppState
from app.main import create_api
from app.migrations.upgrade import upgrade
from app.users.accounts import create_user
from app.users.tables import Role
from models.ports import Engines
from tests.fakes.engines import fake_engines

PASSWORD = "correct horse battery"
SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "open"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Sample data beside the checkout; tests that read it are skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the sample data (../shared/data) is not beside this checkout")
    return SHARED_DATA


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Argon2 at its lowest cost: its full cost is the point in production and only waiting here."""
    full_cost = security._hasher, security._UNKNOWN_USER_HASH
    security._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    security._UNKNOWN_USER_HASH = security._hasher.hash("nobody's")
    yield
    security._hasher, security._UNKNOWN_USER_HASH = full_cost


class StandingClock:
    """Time that moves only when told."""

    def __init__(self) -> None:
        self.instant = datetime.now(tz=UTC).replace(microsecond=0)

    def now(self) -> datetime:
        return self.instant

    def advance(self, **units: float) -> None:
        self.instant += timedelta(**units)


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture(scope="session")
def migrated_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with every migration applied; each test works on its own copy."""
    path = tmp_path_factory.mktemp("database") / "greenroom.db"
    engine = make_engine(f"sqlite:///{path}")
    upgrade(engine)
    return path


@pytest.fixture
def data_dir(tmp_path: Path, migrated_database: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(migrated_database, folder / "greenroom.db")
    return folder


@pytest.fixture
def settings(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    import os

    for name in [name for name in os.environ if name.startswith("GREENROOM_")]:
        monkeypatch.delenv(name)
    return Settings(data_dir=data_dir, web_dir=data_dir / "no-client")


@pytest.fixture
def engines() -> Engines:
    """Override in a test module to script what the models answer."""
    return fake_engines()


@pytest.fixture
def api(settings: Settings, engines: Engines, clock: StandingClock) -> Iterator[FastAPI]:
    app = create_api(settings, engines=engines)
    app.state.greenroom.now = clock.now
    yield app
    app.state.greenroom.database.dispose()


@pytest.fixture
def state(api: FastAPI) -> AppState:
    held = api.state.greenroom
    assert isinstance(held, AppState)
    return held


@pytest.fixture
def database(state: AppState) -> Database:
    return state.database


@pytest.fixture
def anonymous(api: FastAPI) -> Iterator[TestClient]:
    """A browser that nobody has signed in; the server's lifespan runs meanwhile."""
    with TestClient(api, raise_server_exceptions=False) as client:
        yield client


@dataclass
class Person:
    """One of the cast, signed in."""

    id: str
    username: str
    token: str
    client: TestClient

    def __getattr__(self, method: str) -> Any:
        return getattr(self.client, method)


@pytest.fixture
def enrol(state: AppState, api: FastAPI, anonymous: TestClient) -> Callable[..., Person]:
    """Make a user and sign in."""

    def make(username: str, role: Role = Role.RECRUITER) -> Person:
        with state.database.transaction() as session:
            user = create_user(
                session,
                username=username,
                password=PASSWORD,
                role=role,
                name=username.capitalize(),
                email=f"{username}@example.com",
            )
            for hook in state.hooks.user_created:
                hook(session, user.id)
            user_id = user.id
        answer = anonymous.post("/api/admin/login", json={"username": username, "password": PASSWORD}).json()
        client = TestClient(api, raise_server_exceptions=False)
        # The loop that the lifespan runs in, as in production: not a new one for every request.
        client.portal = anonymous.portal
        client.headers["Authorization"] = f"Bearer {answer['token']}"
        return Person(id=user_id, username=username, token=answer["token"], client=client)

    return make


@pytest.fixture
def alice(enrol: Callable[..., Person]) -> Person:
    return enrol("alice")


@pytest.fixture
def bob(enrol: Callable[..., Person]) -> Person:
    return enrol("bob")


@pytest.fixture
def ada(enrol: Callable[..., Person]) -> Person:
    return enrol("ada", Role.ADMIN)


@pytest.fixture
def interview(alice: Person) -> dict[str, Any]:
    """Alice's interview, not begun, as the API answers it."""
    answer = alice.post("/api/interviews", json={"candidateName": "Cara", "title": "Backend engineer"})
    body: dict[str, Any] = answer.json()["interview"]
    return body


@pytest.fixture
def running_interview(alice: Person, anonymous: TestClient, interview: dict[str, Any]) -> dict[str, Any]:
    """Alice's interview, consented to and started."""
    anonymous.post(
        f"/api/interviews/candidate/{interview['candidateToken']}/consent", json={"accepted": True}
    )
    answer = alice.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
    body: dict[str, Any] = answer.json()["interview"]
    return body
