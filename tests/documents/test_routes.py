"""Routes of stored documents: access, files, pages, retry, deletion, conversion and upload limits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send

from app.core.database import Database
from app.core.limits import BodyLimit, BodyRules, accept_upload
from app.core.state import AppState
from app.documents.files import content_disposition
from app.documents.tables import Document
from models.ports import Engines
from tests.conftest import Person
from tests.documents import samples
from tests.documents.model_answers import answer
from tests.documents.uploads import read_allowance, read_assessed, upload
from tests.fakes.engines import FakeLlm, fake_engines

pytestmark = pytest.mark.usefixtures("running_server")


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(answer))


@pytest.fixture
def document(alice: Person) -> dict[str, Any]:
    """Alice's CV, uploaded as a PDF and processed."""
    body: dict[str, Any] = upload(alice, samples.make_pdf(samples.CV), name="cv.pdf").json()["data"][
        "document"
    ]
    read_assessed(alice, f"/api/candidates/profile/{body['candidateProfileId']}")
    return body


def fail_all(database: Database) -> None:
    with database.transaction() as session:
        session.execute(
            update(Document).values(
                processing_status="failed",
                processing_error="It could not be read.",
                error_code="ENGINE_FAILED",
                candidate_id=None,
                job_description_id=None,
                type=None,
            )
        )


CALLS: list[tuple[str, str]] = [
    ("get", "/api/documents/{id}"),
    ("get", "/api/documents/{id}/file"),
    ("get", "/api/documents/{id}/pages"),
    ("get", "/api/documents/{id}/pages/1.png"),
    ("post", "/api/documents/{id}/retry"),
    ("delete", "/api/documents/{id}"),
]


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_only_the_owner_can_access_a_document(
    alice: Person,
    bob: Person,
    anonymous: Any,
    database: Database,
    document: dict[str, Any],
    method: str,
    path: str,
) -> None:
    if method != "get":
        fail_all(database)
    own, unknown = path.format(id=document["_id"]), path.format(id="nothing")
    assert getattr(anonymous, method)(own).status_code == 401
    assert getattr(bob, method)(own).status_code == 404
    assert getattr(alice, method)(unknown).status_code == 404
    assert getattr(alice, method)(own).status_code == 200


def test_documents_of_a_record_are_listed_for_its_owner(
    alice: Person, bob: Person, anonymous: Any, document: dict[str, Any]
) -> None:
    job = upload(alice, samples.JOB, name="job.txt").json()["data"]["jobDescription"]
    cases = [
        (f"/api/candidates/{document['candidateProfileId']}/documents", "cv.pdf"),
        (f"/api/job-descriptions/{job['_id']}/documents", "job.txt"),
    ]
    for path, name in cases:
        listed = alice.get(path).json()
        assert (listed["count"], [one["originalName"] for one in listed["data"]]) == (1, [name])
        assert anonymous.get(path).status_code == 401
        assert bob.get(path).status_code == 404
    assert alice.get("/api/candidates/nothing/documents").status_code == 404
    assert alice.get("/api/job-descriptions/nothing/documents").status_code == 404


def test_a_document_includes_evidence_for_its_values(alice: Person, document: dict[str, Any]) -> None:
    content = alice.get(f"/api/documents/{document['_id']}").json()["data"]
    assert content["progress"] is None
    assert content["assessmentStatus"] == "written"
    places = {
        place["path"]: content["rawText"][place["start"] : place["end"]] for place in content["evidence"]
    }
    assert places["email"] == content["parsedData"]["email"] == "nora.lindqvist@example.com"


@pytest.mark.parametrize("download", [False, True])
def test_a_pdf_is_sent_sandboxed_inline_or_as_attachment(
    alice: Person, document: dict[str, Any], download: bool
) -> None:
    response = alice.get(f"/api/documents/{document['_id']}/file", params={"download": download})
    assert response.content.startswith(b"%PDF")
    headers = response.headers
    assert headers["content-type"] == "application/pdf"
    assert headers["content-disposition"].startswith("attachment;" if download else "inline;")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert headers["cache-control"] == "private, no-store"


def test_a_byte_range_of_the_file_is_sent(alice: Person, document: dict[str, Any]) -> None:
    path = f"/api/documents/{document['_id']}/file"
    part = alice.get(path, headers={"Range": "bytes=0-3"})
    assert (part.status_code, part.content) == (206, b"%PDF")
    many = ",".join(f"{n}-{n}" for n in range(0, 20_000, 2))
    assert alice.get(path, headers={"Range": f"bytes={many}"}).status_code in {200, 206, 400, 416}


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "a\x00.txt",
        "x" * 4096,
        '"><img onerror=alert(1)>.txt',
        "\u202egnp.txt",
        "a\r\nSet-Cookie: b=c",
    ],
    ids=["path", "nul", "long", "markup", "override", "header"],
)
def test_a_hostile_file_name_cannot_split_a_header(alice: Person, state: AppState, name: str) -> None:
    document = upload(alice, samples.JOB, name=name).json()["data"]["document"]
    response = alice.get(f"/api/documents/{document['_id']}/file?download=true")
    assert response.status_code == 200
    assert "set-cookie" not in response.headers
    disposition = response.headers["content-disposition"]
    assert disposition.isascii()
    assert disposition.isprintable()
    assert disposition.count('"') == 2
    assert (state.settings.documents_dir / document["_id"]).is_file()


def test_a_file_name_is_sent_in_utf8_and_ascii() -> None:
    assert content_disposition("Lebenslauf Jörg.pdf", is_inline=False) == (
        "attachment; filename=\"Lebenslauf J_rg.pdf\"; filename*=UTF-8''Lebenslauf%20J%C3%B6rg.pdf"
    )


def test_pages_of_a_pdf_are_listed_and_drawn(alice: Person, document: dict[str, Any]) -> None:
    base = f"/api/documents/{document['_id']}/pages"
    pages = alice.get(base).json()["data"]
    assert [page["number"] for page in pages] == [1]
    assert pages[0]["width"] > 0
    picture = alice.get(f"{base}/1.png?width=300")
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cache-control"] == "private, no-store"
    assert picture.content.startswith(b"\x89PNG")
    assert alice.get(f"{base}/2.png").status_code == 404
    assert alice.get(f"{base}/1.png?width=9999").status_code == 422


def test_a_text_file_has_no_pages(alice: Person) -> None:
    document = upload(alice, samples.JOB).json()["data"]["document"]
    assert alice.get(f"/api/documents/{document['_id']}/pages").json()["data"] == []
    assert alice.get(f"/api/documents/{document['_id']}/pages/1.png").status_code == 404


def test_a_missing_file_is_reported(alice: Person, state: AppState, document: dict[str, Any]) -> None:
    (state.settings.documents_dir / document["_id"]).unlink()
    assert alice.get(f"/api/documents/{document['_id']}/file").status_code == 404
    assert alice.get(f"/api/documents/{document['_id']}/pages").status_code in {404, 422}


def test_only_a_failed_document_can_be_retried(
    alice: Person, database: Database, document: dict[str, Any]
) -> None:
    path = f"/api/documents/{document['_id']}/retry"
    refused = alice.post(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "INVALID_STATE")
    fail_all(database)
    again = alice.post(path).json()["data"]
    assert (again["processingStatus"] in {"queued", "processing", "completed"}, again["error"]) == (
        True,
        None,
    )


@pytest.mark.parametrize("code", ["DOCUMENT_PROTECTED", "UNSUPPORTED_FILE", "DOCUMENT_SCANNED"])
def test_a_document_that_cannot_be_read_is_not_retried(
    alice: Person, database: Database, document: dict[str, Any], code: str
) -> None:
    fail_all(database)
    path = f"/api/documents/{document['_id']}"
    assert alice.get(path).json()["data"]["isRetryable"]
    with database.transaction() as session:
        session.execute(update(Document).values(error_code=code))
    assert not alice.get(path).json()["data"]["isRetryable"]
    refused = alice.post(f"{path}/retry")
    assert (refused.status_code, refused.json()["code"]) == (409, "INVALID_STATE")
    assert alice.get(path).json()["data"]["processingStatus"] == "failed"


def test_a_document_of_a_record_cannot_be_deleted_alone(
    alice: Person, state: AppState, database: Database, document: dict[str, Any]
) -> None:
    path = f"/api/documents/{document['_id']}"
    assert alice.delete(path).status_code == 409
    fail_all(database)
    assert alice.delete(path).status_code == 200
    assert alice.get(path).status_code == 404
    assert list(state.settings.documents_dir.iterdir()) == []


def test_conversion_stores_and_charges_nothing(
    alice: Person, anonymous: Any, state: AppState, database: Database
) -> None:
    before = read_allowance(alice)
    files = {"document": ("cv.pdf", samples.make_pdf(samples.CV))}
    read = alice.post("/api/documents/convert", files=files).json()["data"]
    assert "Nora Lindqvist" in read["text"]
    assert (read["mimeType"], read["pages"], read["flags"]) == ("application/pdf", 1, [])
    assert anonymous.post("/api/documents/convert", files=files).status_code == 401
    bad = alice.post("/api/documents/convert", files={"document": ("a.pdf", b"\x89PNG\r\n\x1a\n\x00")})
    assert (bad.status_code, bad.json()["code"]) == (415, "UNSUPPORTED_FILE")
    assert read_allowance(alice) == before
    assert list(state.settings.documents_dir.iterdir()) == []
    with database.reading() as session:
        assert session.query(Document).count() == 0


def test_a_text_is_classified_and_parsed_without_the_model(alice: Person, anonymous: Any) -> None:
    before = read_allowance(alice)
    detected = alice.post("/api/documents/detect-type", json={"text": samples.CV}).json()["data"]
    assert detected["type"] == "cv"
    parsed = alice.post("/api/documents/parse", json={"text": samples.CV, "type": "cv"}).json()["data"]
    assert parsed["candidateProfile"]["email"] == "nora.lindqvist@example.com"
    assert parsed["jobDescription"] is None
    job = alice.post("/api/documents/parse", json={"text": samples.JOB, "type": "job_description"}).json()[
        "data"
    ]
    assert job["jobDescription"]["title"] == "Staff Platform Engineer"
    letter = alice.post("/api/documents/parse", json={"text": samples.LETTER, "type": "cover_letter"}).json()[
        "data"
    ]
    assert letter["candidateProfile"]["name"] == "Nora Lindqvist"
    assert read_allowance(alice) == before
    refused: list[Callable[[], Any]] = [
        lambda: alice.post("/api/documents/parse", json={"text": "x", "type": "unsupported"}),
        lambda: alice.post("/api/documents/parse", json={"text": "x" * 200_000, "type": "cv"}),
        lambda: alice.post("/api/documents/detect-type", json={}),
    ]
    assert [call().status_code for call in refused] == [422, 422, 422]
    for path in ("detect-type", "parse"):
        assert anonymous.post(f"/api/documents/{path}", json={"text": "x", "type": "cv"}).status_code == 401


def test_ten_megabytes_are_accepted_and_one_byte_more_is_not(alice: Person, state: AppState) -> None:
    most = state.settings.max_upload_bytes
    assert most == 10_485_760
    comment = b"%PDF-1.4\n%" + b" " * most
    # Damaged, but processed far enough to find that out: it was not rejected for its size.
    assert upload(alice, comment[:most], name="x" * 200 + ".pdf").json()["code"] == "DOCUMENT_DAMAGED"
    refused = upload(alice, comment[: most + 1], name="a.pdf")
    assert (refused.status_code, refused.json()["code"]) == (413, "FILE_TOO_LARGE")
    assert len(list(Path(state.settings.documents_dir).iterdir())) == 1


def test_a_body_with_a_too_large_content_length_is_not_read(alice: Person) -> None:
    headers = {"Content-Length": str(5 * 1024**3), "Content-Type": "multipart/form-data; boundary=b"}
    response = alice.post("/api/documents/process", content=b"--b", headers=headers)
    assert response.status_code == 413
    assert response.json()["error"] == "File too large. Please use a file smaller than 10MB."


def test_a_refusal_names_the_limit_that_the_administrator_set(alice: Person, state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"max_upload_bytes": 2 * 1024**2})
    state.settings_at_start = state.settings
    refused = upload(alice, b"%PDF-1.4\n%" + b" " * 2 * 1024**2, name="a.pdf")
    assert refused.json()["error"] == "File size must be less than 2MB"
    headers = {"Content-Length": str(5 * 1024**3), "Content-Type": "multipart/form-data; boundary=b"}
    response = alice.post("/api/documents/process", content=b"--b", headers=headers)
    assert response.json()["error"] == "File too large. Please use a file smaller than 2MB."


async def test_an_endless_body_is_stopped_at_the_limit() -> None:
    """A chunked, endless body; the server must not read beyond the limit."""
    asked = 0

    async def endless() -> Message:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": b"x" * 1024 * 1024, "more_body": True}

    async def application(_scope: Scope, receive: Receive, _send: Send) -> None:
        while True:
            await receive()

    async def ignore(_message: Message) -> None:
        return None

    @accept_upload
    def upload_route() -> None: ...

    rules = BodyRules(read_max_upload_bytes=lambda _scope: 10 * 1024 * 1024, is_signed_in=lambda _scope: True)
    scope = {"type": "http", "headers": [], "route": SimpleNamespace(endpoint=upload_route)}
    with pytest.raises(HTTPException) as refused:
        await BodyLimit(application, rules=rules)(scope, endless, ignore)
    assert (refused.value.status_code, asked) == (413, 11)
