"""Fixtures of question tests: a CV, a job description, and a model that writes usable questions."""

from __future__ import annotations

from typing import Any

import pytest

import app.questions.writing
from app.candidates.service import CandidateFacts, save_candidate
from app.core.database import Database
from app.job_descriptions.service import JobFacts, save_job_description
from models.ports import Engines
from tests.conftest import Person
from tests.documents import samples as documents
from tests.fakes.engines import FakeEmbeddings, FakeLlm, fake_engines
from tests.questions import samples
from tests.questions.calls import MANUAL, questions_path


@pytest.fixture(autouse=True)
def lines_by_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare each test with engines of its own the training of a classifier."""

    async def load(_engine: object) -> None: ...

    monkeypatch.setattr(app.questions.writing, "load_classifier_by_meaning", load)


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(samples.write_question)


@pytest.fixture
def engines(llm: FakeLlm) -> Engines:
    return fake_engines(llm=llm, embeddings=FakeEmbeddings(samples.distinct_vectors))


@pytest.fixture
def context(alice: Person, database: Database) -> dict[str, str]:
    with database.transaction() as session:
        candidate = save_candidate(
            session,
            owner_id=alice.id,
            facts=CandidateFacts(
                name="Nora",
                cv_text=documents.CV,
                cv_parsed={
                    "skills": ["Kubernetes", "Bazel"],
                    "experience": [
                        {
                            "title": "Senior Platform Engineer",
                            "company": "Fjordline Freight AS",
                            "description": "Moved 140 services to Kubernetes\nCut the build time with Bazel\n"
                            "Reviewed code together with other developers\nWrote the release notes\n"
                            "Tested the backups of the databases every month",
                        }
                    ],
                },
            ),
        )
        job = save_job_description(
            session,
            owner_id=alice.id,
            facts=JobFacts(
                parsed={
                    "title": "Staff Platform Engineer",
                    "company": {"name": "Nordhavn Logistics"},
                    "responsibilities": [
                        "Operate the Kubernetes clusters",
                        "Coach six engineers in Terraform",
                    ],
                    "requiredSkills": ["Kubernetes in production", "Terraform modules"],
                    "description": "Nordhavn Logistics plans the routes of lorries in Denmark.",
                },
                raw_text=documents.JOB,
            ),
        )
        return {"candidateProfileId": candidate.id, "jobDescriptionId": job.id}


@pytest.fixture
def question(alice: Person, interview: dict[str, Any]) -> dict[str, Any]:
    """A question that Alice added by hand."""
    body: dict[str, Any] = alice.post(questions_path(interview), json=MANUAL).json()["question"]
    return body
