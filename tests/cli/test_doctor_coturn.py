"""`greenroom doctor` on a real coturn with the credentials that browsers get."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.core.settings import Settings
from app.doctor.network import check_ice_servers
from tests.coturn import needs_coturn, run_coturn

pytestmark = needs_coturn
SECRET = "north"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with run_coturn(tmp_path_factory.mktemp("coturn"), secret=SECRET) as (port, _):
        yield port


def check(tmp_path: Path, port: int, *, transport: str, secret: str = SECRET) -> tuple[bool, str]:
    address = f"turn:127.0.0.1:{port}?transport={transport}"
    return check_ice_servers(
        Settings(data_dir=tmp_path, ice_servers=[{"urls": address}], turn_secret=SecretStr(secret))
    )


@pytest.mark.parametrize("transport", ["udp", "tcp"])
def test_the_same_secret_is_accepted(tmp_path: Path, port: int, transport: str) -> None:
    assert check(tmp_path, port, transport=transport) == (
        True,
        f"turn:127.0.0.1:{port}?transport={transport}",
    )


@pytest.mark.parametrize("transport", ["udp", "tcp"])
def test_another_secret_is_named_as_the_reason(tmp_path: Path, port: int, transport: str) -> None:
    ok, detail = check(tmp_path, port, transport=transport, secret="south")
    assert not ok
    assert "does not accept the credentials (401): GREENROOM_TURN_SECRET" in detail


def test_the_doctor_gives_its_address_back(tmp_path: Path) -> None:
    """Otherwise each check would occupy one for ten minutes."""
    with run_coturn(tmp_path, secret=SECRET, options="--total-quota=1") as (port, _):
        assert check(tmp_path, port, transport="udp")[0]
        # coturn counts an address that it has back a second later.
        deadline = time.monotonic() + 30
        while not check(tmp_path, port, transport="udp")[0]:
            assert time.monotonic() < deadline
