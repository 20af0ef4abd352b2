"""Invented candidates, job descriptions and interviews for `greenroom bench lists`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import numpy as np
from sqlalchemy import select

from app.candidates import rules
from app.candidates import search as candidate_search
from app.candidates.tables import Candidate
from app.core.clock import utc_now
from app.core.database import Database, make_engine
from app.interviews.tables import Interview, InterviewStatus
from app.job_descriptions import search as job_description_search
from app.job_descriptions.rules import title_key
from app.job_descriptions.tables import JobDescription
from app.record_search.ports import SearchedKind
from app.record_search.service import RecordIndexing
from app.users.tables import User

_SPACE, _COMMA = " ", ","
GIVEN_NAMES = (
    "Amelia Andrew Anna Ángel Amir Aisha Ben Bianca Björn Carla Carlos Chen Clara Daniel Diego Dora "
    "Elena Elias Emma Fatima Felix Femi Gabriel Grace Hana Hannah Hugo Ines Ingrid Ivan Jack James Jana "
    "Javier John Jonas José Julia Karim Karin Keiko Lars Laura Leila Leon Liam Lina Lucia Luis Magda "
    "Maria Marta Mateo Maya Mehmet Mia Michael Mohamed Nadia Nikhil Nora Olaf Olga Oliver Omar Oscar "
    "Paula Pedro Petra Priya Rafael Rania Ravi Rosa Samir Sandra Sara Sean Sofia Stefan Sunita Tariq "
    "Thomas Tomasz Uma Vera Victor Wei Yara Yusuf Zoe"
).split(_SPACE)
_STEMS = (
    "Ander Berg Bjork Brand Carls Dahl Eck Eng Fair Fern Fisch Gold Gran Green Hag Hall Hart Heder Holm "
    "Jansen Kall King Kron Lang Lind Lund Mark Mell Morgen Nord North Oak Palm Peter Quin Ridge Rosen "
    "Sand Schwarz Silver Sjö Stein Stern Storm Strand Sund Thorn Wald Weber Wester Whit Wild Winter Wood "
    "Young Zimmer"
).split(_SPACE)
_ENDS = (
    "son berg man qvist ström felt ley ton ford well wood stad gren dahl er ing mann stein holz ski wicz "
    "ova ini ez ard more field worth bach hoff meyer smith lund sen"
).split(_SPACE)
SURNAMES = [stem + end for stem in _STEMS for end in _ENDS]
SKILLS = (
    "Python,Java,JavaScript,TypeScript,Go,Rust,C++,C#,Kotlin,Swift,Ruby,PHP,Scala,SQL,PostgreSQL,MySQL,"
    "SQLite,MongoDB,Redis,Kafka,RabbitMQ,Docker,Kubernetes,Terraform,Ansible,AWS,Azure,Google Cloud,"
    "Linux,Git,Jenkins,React,Angular,Vue.js,Node.js,Django,FastAPI,Spring,.NET,GraphQL,REST,gRPC,"
    "TensorFlow,PyTorch,Spark,Airflow,dbt,Tableau,Power BI,Excel,SAP,Salesforce,Jira,Scrum,Kanban,"
    "Project management,Stakeholder management,Negotiation,Recruiting,Payroll,Accounting,IFRS,Auditing,"
    "Forecasting,Marketing,SEO,Copywriting,Photoshop,Figma,User research,Customer service,Nursing,Triage,"
    "Pharmacology,Teaching,Curriculum design,Logistics,Procurement,Welding,CAD,Quality assurance,German,"
    "French,Spanish,Arabic,Mandarin,Machine learning,Data modelling,Incident response,"
    "Penetration testing,Networking"
).split(_COMMA)
_ROLES = (
    "Engineer,Developer,Analyst,Manager,Designer,Consultant,Nurse,Accountant,Architect,Administrator,"
    "Recruiter,Teacher,Technician,Coordinator,Specialist,Scientist"
).split(_COMMA)
_FIELDS = (
    "Software,Data,Platform,Product,Finance,Marketing,Clinical,Project,Security,Support,Network,Quality"
).split(_COMMA)
_GRADES = ("Junior", "", "Senior", "Lead", "Principal", "Assistant")
_FIRMS = [
    f"{stem}{end} {form}"
    for stem in _STEMS
    for end in ("soft", " Partners", "tech", " Group", " Logistics", "health")
    for form in ("Ltd", "GmbH", "Inc")
]
_CITIES = (
    "Amsterdam,Athens,Barcelona,Berlin,Bogotá,Boston,Bristol,Cairo,Chicago,Cologne,Dublin,Geneva,Hamburg,"
    "Helsinki,Istanbul,Lagos,Leeds,Lisbon,London,Lyon,Madrid,Manila,Milan,Montréal,Mumbai,Munich,Nairobi,"
    "Oslo,Paris,Prague,Rome,Stockholm,Toronto,Vienna,Warsaw,Zürich"
).split(_COMMA)
_CV = " ".join(
    ["payments", "ledger", "reconciliation", "Python", "team", "hiring", "migration", "latency"] * 90
)
"""About 6 kB, like a CV of two pages: a list must not be slowed down by text it does not show."""
_STATUSES = tuple(status for status in InterviewStatus if status != InterviewStatus.IN_PROGRESS)
_STEP = 1_000


class _People:
    """Deterministic invented records."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(4)

    def one(self, choices: Sequence[str]) -> str:
        return choices[int(self._random.integers(len(choices)))]

    def some(self, choices: Sequence[str], number: int) -> list[str]:
        return [choices[int(index)] for index in self._random.permutation(len(choices))[:number]]

    def title(self) -> str:
        return f"{self.one(_GRADES)} {self.one(_FIELDS)} {self.one(_ROLES)}".strip()

    def candidate(self, owner_id: str, number: int, updated_at: datetime) -> Candidate:
        given, surname = self.one(GIVEN_NAMES), self.one(SURNAMES)
        name = f"{given} {surname}"
        email = f"{rules.name_key(name).replace(' ', '.')}{number}@{self.one(_STEMS).lower()}.example"
        experience = [{"title": self.title(), "company": self.one(_FIRMS)} for _ in range(4)]
        return Candidate(
            owner_id=owner_id,
            name=name,
            name_key=rules.name_key(name),
            email=email,
            email_key=rules.email_key(email),
            phone=f"+49 30 {self._random.integers(10**6, 10**7)}",
            current_position=experience[0]["title"],
            cv_text=_CV,
            cv_parsed={
                "summary": _CV[:500],
                "skills": self.some(SKILLS, 12),
                "location": self.one(_CITIES),
                "experience": experience,
            },
            updated_at=updated_at,
        )

    def job_description(self, owner_id: str, number: int, updated_at: datetime) -> JobDescription:
        title = f"{self.title()} {number}"
        return JobDescription(
            owner_id=owner_id,
            title_key=title_key(title),
            company_key="agency",
            raw_text=_CV,
            parsed={
                "title": title,
                "company": {"name": self.one(_FIRMS)},
                "location": self.one(_CITIES),
                "requiredSkills": self.some(SKILLS, 8),
            },
            updated_at=updated_at,
        )


def index_records(database: Database) -> None:
    """Let every transaction update the search index, as the server does."""
    RecordIndexing(
        database,
        {
            SearchedKind.CANDIDATE: candidate_search.read_texts,
            SearchedKind.JOB_DESCRIPTION: job_description_search.read_texts,
        },
    )


def fill(database_url: str, *, owner: str, interviews: int, candidates: int, jobs: int) -> None:
    """Create this many records for ``owner``. The interviews are with the newest candidates."""
    database = Database(make_engine(database_url))
    index_records(database)
    people = _People()
    now = utc_now()
    with database.reading() as session:
        owner_id = session.scalars(select(User.id).where(User.username_key == owner)).one()
    position_ids: list[str] = []
    for numbers in _steps(jobs):
        with database.transaction() as session:
            positions = [
                people.job_description(owner_id, number, now - timedelta(minutes=number))
                for number in numbers
            ]
            session.add_all(positions)
            session.flush()
            position_ids += [position.id for position in positions]
    for numbers in _steps(candidates):
        with database.transaction() as session:
            persons = [
                people.candidate(owner_id, number, now - timedelta(minutes=number)) for number in numbers
            ]
            session.add_all(persons)
            session.flush()
            session.add_all(
                _interview(owner_id, number, person, position_ids, now)
                for number, person in zip(numbers, persons, strict=True)
                if number < interviews
            )
    if database.engine.dialect.name == "postgresql":
        # PostgreSQL does this automatically, but a minute later.
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            # Before their commits are on disk, records are not visible to scans of an index alone.
            connection.exec_driver_sql("SET synchronous_commit = on")
            connection.exec_driver_sql("SELECT pg_current_xact_id()")
            connection.exec_driver_sql("VACUUM (ANALYZE)")
    database.dispose()


def _interview(
    owner_id: str, number: int, person: Candidate, position_ids: Sequence[str], now: datetime
) -> Interview:
    return Interview(
        owner_id=owner_id,
        title=f"Interview {number}",
        position=person.current_position,
        candidate_name=person.name,
        candidate_email=person.email,
        status=_STATUSES[number % len(_STATUSES)],
        candidate_id=person.id,
        job_description_id=position_ids[number % len(position_ids)] if position_ids else None,
        live_notes=_CV[:1000],
        created_at=now - timedelta(minutes=number),
    )


def _steps(number: int) -> Iterator[range]:
    for start in range(0, number, _STEP):
        yield range(start, min(start + _STEP, number))
