"""`greenroom doctor` on a TURN server over TLS: does it answer, and with a certificate that is accepted?"""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.core.settings import Settings
from app.doctor.network import check_ice_servers
from app.tls.authority import AuthorityFiles
from app.tls.certificate import make_context
from tests.coturn import needs_coturn, run_coturn

SECRET = "north"


@pytest.fixture
def port(files: AuthorityFiles) -> Iterator[int]:
    """A server whose certificate is of the local authority; it ends with its listener."""
    context = make_context(files.server)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                context.wrap_socket(connection, server_side=True).close()

    thread = threading.Thread(target=serve)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


def check(address: str, tmp_path: Path, *, secret: str = SECRET) -> tuple[bool, str]:
    settings = Settings(data_dir=tmp_path, ice_servers=[{"urls": address}], turn_secret=SecretStr(secret))
    return check_ice_servers(settings)


def test_a_certificate_that_is_trusted_is_accepted(
    port: int, files: AuthorityFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(files.authority))
    assert check(f"stuns:localhost:{port}", tmp_path)[0]


def test_a_certificate_of_an_unknown_authority_is_named(port: int, tmp_path: Path) -> None:
    ok, detail = check(f"turns:localhost:{port}", tmp_path)
    assert not ok
    assert f"the certificate of turns:localhost:{port} is not accepted" in detail


def test_a_server_without_tls_is_not_reached(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def hang_up() -> None:
            listener.accept()[0].close()

        closer = threading.Thread(target=hang_up)
        closer.start()
        ok, detail = check(f"turns:localhost:{listener.getsockname()[1]}", tmp_path)
        closer.join()
    assert not ok
    assert "cannot be reached" in detail


@needs_coturn
def test_a_relay_over_tls_accepts_the_credentials(
    files: AuthorityFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(files.authority))
    shutil.copy(files.server, tmp_path / "server.pem")
    shutil.copy(files.server, tmp_path / "server.key")
    with run_coturn(tmp_path, secret=SECRET) as (_, port):
        address = f"turns:localhost:{port}?transport=tcp"
        assert check(address, tmp_path) == (True, address)
        ok, detail = check(address, tmp_path, secret="south")
    assert not ok
    assert "does not accept the credentials" in detail
