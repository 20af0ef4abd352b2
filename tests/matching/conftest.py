"""Fixtures of matching tests: candidates and jobs of Alice, and the embedding job."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.candidates.service import CandidateFacts, save_candidate
from app.core.database import Database
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.job_descriptions.service import JobFacts, save_job_description
from app.matching.jobs import embed_records
from models.ports import Engines
from tests.conftest import Person
from tests.fakes.engines import FakeEmbeddings, fake_engines
from tests.weights import fetch_weights

BACKEND_CV = """Nora Lindqvist
nora@example.com | +46 70 123 45 67
- Built the payment services of an online shop in Python
- Ran PostgreSQL clusters for the
  orders of a marketplace
- Played handball
"""


Embed = Callable[[], JobCounts | None]


@pytest.fixture
def embeddings() -> FakeEmbeddings:
    return FakeEmbeddings()


@pytest.fixture
def engines(embeddings: FakeEmbeddings) -> Engines:
    return fake_engines(embeddings=embeddings)


@pytest.fixture(scope="session")
def embedding_weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A models folder with the weights of the default embeddings model."""
    return fetch_weights(tmp_path_factory.mktemp("weights"), "all-minilm-l6-v2")


def add_candidate(owner: Person, database: Database, name: str, position: str, **parsed: Any) -> str:
    facts = CandidateFacts(
        name=name,
        email=f"{name.split(maxsplit=1)[0].lower()}@example.com",
        current_position=position,
        cv_parsed={"skills": [], "experience": [], "summary": "", **parsed},
        cv_text=BACKEND_CV if name.startswith("Nora") else f"{name}\nWorked as {position} in a hospital",
    )
    with database.transaction() as session:
        return save_candidate(session, owner_id=owner.id, facts=facts).id


def add_job(owner: Person, database: Database, title: str, **parsed: Any) -> str:
    facts = JobFacts(parsed={"title": title, "company": {"name": "Larkfield"}, **parsed}, raw_text=title)
    with database.transaction() as session:
        return save_job_description(session, owner_id=owner.id, facts=facts).id


@pytest.fixture
def nora(alice: Person, database: Database) -> str:
    return add_candidate(alice, database, "Nora Lindqvist", "Backend engineer", skills=["Python", "Postgres"])


@pytest.fixture
def paul(alice: Person, database: Database) -> str:
    return add_candidate(alice, database, "Paul Adeyemi", "Ward nurse", skills=["Wound care"])


@pytest.fixture
def backend_job(alice: Person, database: Database) -> str:
    return add_job(
        alice,
        database,
        "Backend engineer",
        requiredSkills=["Python", "PostgreSQL or MySQL", "Kafka"],
        preferredSkills=["Kubernetes"],
        responsibilities=["Build the payment services of an online shop"],
    )


@pytest.fixture
def embed(state: AppState, anonymous: TestClient) -> Embed:
    """Run the embedding job once, in the server's event loop."""

    def run() -> JobCounts | None:
        assert anonymous.portal is not None
        return anonymous.portal.call(embed_records, state)

    return run


def read_matches(person: Person, path: str, **query: Any) -> dict[str, Any]:
    response = person.get(f"/api/{path}/matches", params=query)
    assert response.status_code == 200, response.text
    data: dict[str, Any] = response.json()["data"]
    return data
