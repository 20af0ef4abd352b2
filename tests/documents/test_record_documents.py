"""Documents that are added to a record that exists: merged into it, and which one counts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from app.core.database import Database
from app.documents.tables import Document
from models.ports import Engines
from tests.conftest import FrozenClock, Person
from tests.documents import samples
from tests.documents.model_answers import answer
from tests.documents.uploads import read_allowance, upload
from tests.fakes.engines import FakeLlm, fake_engines

pytestmark = pytest.mark.usefixtures("running_server")

NEWER = (
    samples.CV.replace("Nora Lindqvist", "Nora Holm")
    .replace("nora.lindqvist@", "nora@")
    .replace("Linux, Prometheus", "Linux, Ansible")
)


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(answer))


@pytest.fixture
def candidate_id(alice: Person) -> str:
    return str(upload(alice, samples.CV).json()["data"]["candidateProfile"]["_id"])


@pytest.fixture
def job_id(alice: Person) -> str:
    return str(upload(alice, samples.JOB).json()["data"]["jobDescription"]["_id"])


def test_a_newer_cv_joins_its_candidate_and_counts_whatever_name_it_has(
    alice: Person, candidate_id: str
) -> None:
    data = upload(alice, NEWER, candidateId=candidate_id).json()["data"]
    profile = data["candidateProfile"]
    assert profile["_id"] == candidate_id
    assert (profile["name"], profile["documentId"]) == ("Nora Lindqvist", data["document"]["_id"])
    assert {"Prometheus", "Ansible"} <= set(profile["cvParsed"]["skills"])
    listed = alice.get(f"/api/candidates/{candidate_id}/documents").json()["data"]
    assert len(listed) == 2
    assert alice.get("/api/candidates/profiles").json()["pagination"]["total"] == 1
    causes = [row["cause"] for row in alice.get(f"/api/candidates/{candidate_id}/history").json()["data"]]
    assert "merged" in causes


def test_a_newer_description_joins_its_job_and_counts(alice: Person, job_id: str) -> None:
    text = samples.JOB.replace("Staff Platform Engineer", "Principal Platform Engineer")
    data = upload(alice, text, jobDescriptionId=job_id).json()["data"]
    job = data["jobDescription"]
    assert (job["_id"], job["documentId"]) == (job_id, data["document"]["_id"])
    assert job["parsed"]["title"] == "Staff Platform Engineer"
    assert job["rawText"].startswith("Principal Platform Engineer")


def test_an_older_cv_that_is_read_later_does_not_count(
    alice: Person, database: Database, candidate_id: str, clock: FrozenClock
) -> None:
    newer = upload(alice, NEWER, candidateId=candidate_id).json()["data"]["document"]
    with database.transaction() as session:
        session.execute(
            update(Document)
            .where(Document.id == newer["_id"])
            .values(created_at=clock.now() + timedelta(days=365))
        )
    older = upload(
        alice, samples.CV.replace("Bazel\n", "Bazel\n- Spoke at a conference\n"), candidateId=candidate_id
    )
    assert older.json()["data"]["candidateProfile"]["documentId"] == newer["_id"]


def test_a_document_of_the_other_kind_is_refused_without_charge(
    alice: Person, candidate_id: str, job_id: str
) -> None:
    before = read_allowance(alice)
    text = samples.JOB.replace("lorries", "vans")
    wrong_job = upload(alice, text, candidateId=candidate_id)
    assert (wrong_job.status_code, wrong_job.json()["code"]) == (422, "NOT_OF_CANDIDATE")
    wrong_cv = upload(alice, NEWER, jobDescriptionId=job_id)
    assert (wrong_cv.status_code, wrong_cv.json()["code"]) == (422, "NOT_OF_JOB")
    assert read_allowance(alice) == before
    listed = alice.get(f"/api/candidates/{candidate_id}/documents").json()["data"]
    failed = next(row for row in listed if row["processingStatus"] == "failed")
    assert not failed["isRetryable"]
    assert alice.delete(f"/api/documents/{failed['_id']}").status_code == 200
    assert len(alice.get(f"/api/candidates/{candidate_id}/documents").json()["data"]) == 1


def test_only_the_owner_can_add_a_document_to_a_record(
    alice: Person, bob: Person, anonymous: Any, candidate_id: str, job_id: str
) -> None:
    for form in ({"candidateId": candidate_id}, {"jobDescriptionId": job_id}):
        assert upload(bob, NEWER, **form).status_code == 404
        assert upload(anonymous, NEWER, **form).status_code == 401
    assert upload(alice, NEWER, candidateId="nothing").status_code == 404
    both = upload(alice, NEWER, candidateId=candidate_id, jobDescriptionId=job_id)
    assert (both.status_code, both.json()["fields"][0]["path"]) == (422, "jobDescriptionId")
    assert len(alice.get(f"/api/candidates/{candidate_id}/documents").json()["data"]) == 1


STRANGER = samples.CV.replace("Nora Lindqvist", "Pavel Osterman")
for _old, _new in (
    ("nora.lindqvist", "p.osterman"),
    ("nora-lindqvist", "p-osterman"),
    ("22 55 01 42", "22 55 77 88"),
):
    STRANGER = STRANGER.replace(_old, _new)


def test_a_cv_of_another_person_is_kept_out_until_the_recruiter_decides(
    alice: Person, candidate_id: str
) -> None:
    text = STRANGER.replace("Bazel", "Zookeeping")
    data = upload(alice, text, candidateId=candidate_id).json()["data"]
    document = data["document"]
    flag = next(flag for flag in document["flags"] if flag["kind"] == "other_person")
    assert flag["excerpt"] == "Pavel Osterman"
    assert data["candidateProfile"]["name"] == "Nora Lindqvist"
    assert "Zookeeping" not in str(data["candidateProfile"])
    merged = alice.post(f"/api/documents/{document['_id']}/merge", json={}).json()["data"]
    assert not [flag for flag in merged["flags"] if flag["kind"] == "other_person"]
    (profile,) = alice.get("/api/candidates/profiles").json()["data"]
    assert profile["_id"] == candidate_id
    assert "Zookeeping" in str(alice.get(f"/api/documents/{document['_id']}").json())
    causes = [row["cause"] for row in alice.get(f"/api/candidates/{candidate_id}/history").json()["data"]]
    assert "merged" in causes
    assert alice.post(f"/api/documents/{document['_id']}/merge", json={}).status_code == 409


def test_a_cv_of_another_person_can_be_removed(alice: Person, bob: Person, candidate_id: str) -> None:
    document = upload(alice, STRANGER, candidateId=candidate_id).json()["data"]["document"]
    assert bob.post(f"/api/documents/{document['_id']}/merge", json={}).status_code == 404
    assert alice.delete(f"/api/documents/{document['_id']}").status_code == 200
    assert len(alice.get(f"/api/candidates/{candidate_id}/documents").json()["data"]) == 1
