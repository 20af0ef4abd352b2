"""HTTPS from the setup: certificates that are created, uploaded and refused, and the restart."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from app.core.settings import Settings
from app.core.state import AppState
from app.core.stored_settings import combine, load
from app.tls.authority import CERTIFICATE_DAYS, AuthorityFiles, issue_certificate
from app.tls.certificate import read_certificate
from tests.conftest import Person
from tests.server_process import ADMIN, PASSWORD, ServerProcess

HTTPS = "/api/admin/setup/https"
RESTART = "/api/admin/setup/restart"
NAMES = ["interviews.example.lan", "192.0.2.20"]
URL = "https://interviews.example.lan:8420"
AUTHORITY = {"names": NAMES, "publicUrl": URL}


@pytest.fixture
def files(state: AppState) -> AuthorityFiles:
    return AuthorityFiles.of(state.settings.data_dir)


def make_pair(folder: Path, *names: str, now: datetime | None = None) -> tuple[bytes, bytes]:
    """A certificate for ``names`` and its key, in PEM."""
    made = AuthorityFiles.of(folder)
    issue_certificate(made, names, now=now or datetime.now(UTC))
    key, mark, certificate = made.server.read_bytes().partition(b"-----BEGIN CERTIFICATE")
    return mark + certificate, key


def upload(ada: Person, certificate: bytes, key: bytes | None, url: str = URL) -> Any:
    sent = {"certificate": ("server.crt", certificate)} | ({"key": ("server.key", key)} if key else {})
    return ada.post(f"{HTTPS}/certificate", files=sent, data={"publicUrl": url})


def read(person: Person) -> Any:
    return person.get(HTTPS).json()["data"]


def test_a_local_authority_is_created_and_offered(
    ada: Person, state: AppState, files: AuthorityFiles
) -> None:
    assert read(ada)["certificate"] is None
    made = ada.post(f"{HTTPS}/authority", json=AUTHORITY).json()["data"]
    assert made["certificate"]["source"] == "authority"
    assert set(NAMES) < set(made["certificate"]["names"])
    assert made["certificate"]["problem"] is None
    assert len(made["certificate"]["fingerprint"].split(":")) == 32
    assert (made["isPending"], made["publicUrl"]) == (True, URL)
    assert state.settings.tls_cert == files.server
    assert state.settings.host == "0.0.0.0"  # noqa: S104 - compared, not bound
    offered = ada.get("/api/site/certificate-authority")
    assert offered.content == files.authority.read_bytes()


def test_an_address_that_a_restart_opens_is_not_tested_before(ada: Person) -> None:
    ada.post(f"{HTTPS}/authority", json=AUTHORITY)
    found = ada.post("/api/admin/setup/check", json={"step": "address"}).json()["data"]
    assert [finding["code"] for finding in found] == ["address_secure"]


def test_a_page_without_https_may_learn_that_the_server_answers_over_https(anonymous: TestClient) -> None:
    alive = anonymous.get("/api/health/live")
    assert alive.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_another_name_needs_a_new_authority(ada: Person, files: AuthorityFiles) -> None:
    ada.post(f"{HTTPS}/authority", json=AUTHORITY)
    before = files.authority.read_bytes()
    other = {"names": ["other.example.lan"], "publicUrl": "https://other.example.lan:8420"}
    refused = ada.post(f"{HTTPS}/authority", json=other)
    assert (refused.status_code, refused.json()["code"]) == (422, "AUTHORITY_OTHER_NAMES")
    assert files.authority.read_bytes() == before
    assert ada.post(f"{HTTPS}/authority", json=other | {"newAuthority": True}).status_code == 200
    assert files.authority.read_bytes() != before


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"names": ["https://interviews.example.lan"]}, "CERTIFICATE_NAME_INVALID"),
        ({"publicUrl": "https://elsewhere.example.lan"}, "CERTIFICATE_OTHER_ADDRESS"),
        ({"publicUrl": "http://interviews.example.lan"}, "CERTIFICATE_OTHER_ADDRESS"),
        ({"names": []}, "VALIDATION_ERROR"),
    ],
)
def test_a_certificate_for_a_wrong_name_is_not_issued(
    ada: Person, files: AuthorityFiles, changes: dict[str, Any], code: str
) -> None:
    refused = ada.post(f"{HTTPS}/authority", json=AUTHORITY | changes)
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert not files.server.exists()
    assert read(ada)["isPending"] is False


@pytest.mark.parametrize("is_one_file", [False, True])
def test_an_own_certificate_is_stored(
    ada: Person, state: AppState, files: AuthorityFiles, tmp_path: Path, *, is_one_file: bool
) -> None:
    certificate, key = make_pair(tmp_path / "pair", *NAMES)
    stored = upload(ada, key + certificate, None) if is_one_file else upload(ada, certificate, key)
    assert stored.status_code == 200, stored.text
    assert stored.json()["data"]["certificate"]["source"] == "uploaded"
    assert state.settings.tls_cert == files.own
    assert files.own.stat().st_mode & 0o077 == 0
    assert set(NAMES) < set(read_certificate(files.own).names)
    assert not list(files.folder.glob("*.new"))


def test_a_certificate_that_does_not_fit_is_refused_and_the_earlier_one_stays(
    ada: Person, files: AuthorityFiles, tmp_path: Path
) -> None:
    certificate, key = make_pair(tmp_path / "pair", *NAMES)
    assert upload(ada, certificate, key).status_code == 200
    before = files.own.read_bytes()
    expired_at = datetime.now(UTC) - timedelta(days=CERTIFICATE_DAYS + 2)
    _, other_key = make_pair(tmp_path / "other", *NAMES)
    refused = {
        "CERTIFICATE_KEY_MISMATCH": upload(ada, certificate, other_key),
        "CERTIFICATE_EXPIRED": upload(ada, *make_pair(tmp_path / "old", *NAMES, now=expired_at)),
        "CERTIFICATE_OTHER_ADDRESS": upload(ada, certificate, key, "https://elsewhere.example.lan"),
        "CERTIFICATE_INVALID": upload(ada, b"a photo", key),
        "CERTIFICATE_KEY_INVALID": upload(ada, certificate, None),
    }
    for code, answer in refused.items():
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert files.own.read_bytes() == before
    assert not list(files.folder.glob("*.new"))


def test_https_is_turned_off_for_a_proxy(ada: Person, state: AppState) -> None:
    ada.post(f"{HTTPS}/authority", json=AUTHORITY)
    left = ada.delete(HTTPS).json()["data"]
    assert left["certificate"] is None
    assert left["isPending"] is False
    assert state.settings.host == "127.0.0.1"
    assert left["publicUrl"] == URL


def test_the_environment_has_the_last_word(ada: Person, state: AppState) -> None:
    state.base_settings = state.base_settings.model_copy(update={"tls_cert": Path("/etc/server.pem")})
    assert read(ada)["isLocked"] is True
    refused = ada.post(f"{HTTPS}/authority", json=AUTHORITY)
    assert (refused.status_code, refused.json()["code"]) == (409, "HTTPS_LOCKED")


def test_only_admins_change_https(alice: Person, anonymous: TestClient) -> None:
    for person, status in ((alice, 403), (anonymous, 401)):
        assert person.get(HTTPS).status_code == status
        assert person.delete(HTTPS).status_code == status
        assert person.post(f"{HTTPS}/authority", json=AUTHORITY).status_code == status
        assert person.post(RESTART).status_code == status


def test_a_certificate_in_the_data_folder_moves_with_it(ada: Person, state: AppState) -> None:
    ada.post(f"{HTTPS}/authority", json=AUTHORITY)
    with state.database.reading() as session:
        saved = load(session, sealer=state.sealer)
    assert saved["tls_cert"] == "secrets/tls/server.pem"
    moved = combine(Settings(data_dir=Path("/elsewhere")), saved)
    assert moved.tls_cert == Path("/elsewhere/secrets/tls/server.pem")


def test_an_expired_certificate_is_reported(ada: Person, files: AuthorityFiles) -> None:
    ada.post(f"{HTTPS}/authority", json=AUTHORITY)
    expired_at = datetime.now(UTC) - timedelta(days=CERTIFICATE_DAYS + 2)
    issue_certificate(files, NAMES, now=expired_at, new_authority=True)
    assert read(ada)["certificate"]["problem"] == "CERTIFICATE_EXPIRED"


def test_the_server_is_asked_to_restart(ada: Person, state: AppState) -> None:
    assert ada.post(RESTART).status_code == 202
    assert state.restart_requested.is_set()


def test_no_interview_is_interrupted_by_a_restart(
    ada: Person, state: AppState, running_interview: dict[str, Any]
) -> None:
    refused = ada.post(RESTART)
    assert (refused.status_code, refused.json()["code"]) == (409, "INTERVIEWS_RUNNING")
    assert not state.restart_requested.is_set()


async def wait_until_answered(url: str, verify: ssl.SSLContext | bool) -> None:
    """A server that never answers fails by the limit of a test."""
    async with httpx.AsyncClient(verify=verify) as browser:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await browser.get(f"{url}/api/health/live")).is_success:
                    return
            await asyncio.sleep(0.2)


async def test_a_restarted_server_speaks_https_and_stays_reachable_without_its_certificate(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server = ServerProcess(tmp_path / "data", models_dir=tmp_path / "models")
    secure = server.url.replace("http:", "https:")
    files = AuthorityFiles.of(tmp_path / "data")
    try:
        await server.start()
        async with httpx.AsyncClient(base_url=server.url) as browser:
            answer = await browser.post("/api/admin/login", json={"username": ADMIN, "password": PASSWORD})
            browser.headers["Authorization"] = f"Bearer {answer.json()['token']}"
            body = {"names": ["127.0.0.1"], "publicUrl": secure}
            assert (await browser.post(f"{HTTPS}/authority", json=body)).is_success
            assert (await browser.post(RESTART)).is_success
        await wait_until_answered(secure, ssl.create_default_context(cafile=str(files.authority)))

        await server.stop()
        files.server.unlink()
        await server.start()
        await wait_until_answered(server.url, verify=True)
    finally:
        await server.close()
    assert "The saved address and certificate are not used" in capfd.readouterr().err
