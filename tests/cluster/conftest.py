"""A database that several server processes share, two such processes, and a proxy before them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from app.core.database import Database, make_engine
from tests.cluster.proxy import Proxy, RoomProxy
from tests.cluster.redis_server import RedisServer
from tests.faults.recruiter import Recruiter
from tests.server_process import ServerProcess

Servers = dict[str, ServerProcess]


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database(make_engine(database_url))
    yield database
    database.dispose()


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisServer]:
    if not RedisServer.is_installed():
        pytest.skip("needs redis-server: `make test-scale` installs it")
    folder = tmp_path / "redis"
    folder.mkdir()
    server = RedisServer(folder)
    await server.start()
    yield server
    await server.kill()


@pytest.fixture
async def servers(tmp_path: Path, database_url: str, redis: RedisServer) -> AsyncIterator[Servers]:
    """The processes a and b, of which a was started first."""
    found = {
        name: ServerProcess(
            tmp_path / "data",
            models_dir=tmp_path / "no-models",
            settings={
                "GREENROOM_LOG_LEVEL": "WARNING",
                "GREENROOM_DATABASE_URL": database_url,
                "GREENROOM_REDIS_URL": redis.url,
                "GREENROOM_SERVER_NAME": name,
            },
        )
        for name in ("a", "b")
    }
    for server in found.values():
        await server.start()
    yield found
    for server in found.values():
        await server.close()


@pytest.fixture
def proxy_type() -> type[Proxy]:
    """The kind of proxy in front of them. Override in a test."""
    return RoomProxy


@pytest.fixture
async def proxy(servers: Servers, proxy_type: type[Proxy], tmp_path: Path) -> AsyncIterator[Proxy]:
    proxy = proxy_type({name: server.port for name, server in servers.items()}, tmp_path)
    await proxy.start()
    yield proxy
    await proxy.stop()


@pytest.fixture
async def recruiter(proxy: Proxy) -> AsyncIterator[Recruiter]:
    """Each of her requests goes to another process."""
    # Without kept connections, because the proxy chooses for a whole connection.
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=proxy.url, timeout=60, limits=limits) as http:
        recruiter = Recruiter(http)
        assert (await recruiter.sign_in()).is_success
        yield recruiter
