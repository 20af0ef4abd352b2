"""The demo interview: an invented candidate, job, questions and conversation, for exploring the product."""

from __future__ import annotations

import tomllib
from datetime import date, datetime, timedelta
from functools import cache
from random import Random
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.orm import Session

from app.candidates import career
from app.candidates.schemas import CvParsed, CvProfile
from app.candidates.service import CandidateFacts, save_candidate
from app.core.config_files import CONFIG_DIR
from app.core.hooks import Hooks
from app.core.state import AppState
from app.demo.generator import place_in_time
from app.demo.service import store_lines
from app.interviews.rules import DEFAULT_DURATION_MINUTES
from app.interviews.schemas import CreateInterview
from app.interviews.service import attach_candidate, attach_job_description, create_interview
from app.interviews.tables import Interview, InterviewOrigin, InterviewStatus
from app.job_descriptions.schemas import JobParsed
from app.job_descriptions.service import JobFacts, save_job_description
from app.questions.facts import Kind, Source
from app.questions.rules import MAX_QUESTIONS
from app.questions.schemas import Minutes, QuestionText
from app.questions.service import get_or_create_set, insert_question
from app.questions.tables import Question, QuestionCategory, QuestionSource

SESSION_ID = "demo-interview"
"""There is one demo interview for each user, however often it is asked for."""
_BEGAN_BEFORE = timedelta(hours=1)
"""Age of the demo interview."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Line(_Strict):
    source: Source
    kind: Kind
    text: str


class DemoQuestion(_Strict):
    question: QuestionText
    category: QuestionCategory
    minutes: Minutes
    based_on: _Line
    good_answer: Annotated[list[str], Field(min_length=2, max_length=4)]


class _Assessment(_Strict):
    summary: str
    key_strengths: list[str]
    highest_education_level: str


class DemoCandidate(_Strict):
    name: str
    email: str
    current_position: str
    cv: CvParsed
    assessment: _Assessment


class DemoExchange(_Strict):
    interviewer: str
    candidate: str


class DemoInterview(_Strict):
    """Content of ``config/demo_interview.toml``."""

    candidate: DemoCandidate
    job: JobParsed
    question: Annotated[list[DemoQuestion], Field(min_length=1, max_length=MAX_QUESTIONS)]
    exchange: Annotated[list[DemoExchange], Field(min_length=1)]


@cache
def load_demo_interview() -> DemoInterview:
    content = (CONFIG_DIR / "demo_interview.toml").read_text(encoding="utf-8")
    return DemoInterview.model_validate(tomllib.loads(content))


def create_demo_interview(
    session: Session, *, owner_id: str, hooks: Hooks, now: datetime, random: Random
) -> Interview:
    """Create the demo interview of a user, completed and without a charge, or return the existing one.

    Its report is written like that of any interview. Candidate and job description are reused if the
    interview was deleted.
    """
    demo = load_demo_interview()
    interview = create_interview(
        session,
        owner_id=owner_id,
        request=CreateInterview(session_id=SESSION_ID, title=demo.job.title, status=InterviewStatus.DRAFT),
        now=now,
    )
    if interview.origin == InterviewOrigin.DEMO:
        return interview
    interview.origin = InterviewOrigin.DEMO
    _attach_records(session, interview=interview, demo=demo, today=now.date())
    _add_questions(session, interview=interview, demo=demo, now=now)
    interview.started_at = interview.scheduled_at = now - _BEGAN_BEFORE
    interview.scheduled_duration_minutes = DEFAULT_DURATION_MINUTES
    spoken = [text for one in demo.exchange for text in (one.interviewer, one.candidate)]
    lines = place_in_time(spoken, random=random)
    store_lines(session, interview=interview, lines=lines, now=now)
    interview.completed_at = interview.started_at + timedelta(seconds=lines[-1].ended_seconds)
    interview.status = InterviewStatus.COMPLETED
    session.flush()
    for hook in hooks.interview_completed:
        hook(session, interview.id)
    return interview


def prepare_demo_interview(session: Session, user_id: str, *, state: AppState) -> None:
    """Create the demo interview of the first administrator if the environment asks for it."""
    if state.settings.demo_interview:
        create_demo_interview(
            session, owner_id=user_id, hooks=state.hooks, now=state.now(), random=make_random()
        )


def make_random() -> Random:
    return Random()  # noqa: S311 - which invented answer comes next is no secret


def _attach_records(session: Session, *, interview: Interview, demo: DemoInterview, today: date) -> None:
    person = demo.candidate
    profile = _measure_career(person, today=today)
    cv = person.cv.model_copy(update={"experience_level": profile.experience_level})
    candidate = save_candidate(
        session,
        owner_id=interview.owner_id,
        facts=CandidateFacts(
            name=person.name,
            email=person.email,
            current_position=person.current_position,
            cv_parsed=cv.to_wire(),
            cv_profile=profile.to_wire(),
            cv_text=_write_cv(person),
        ),
    )
    job_description = save_job_description(
        session,
        owner_id=interview.owner_id,
        facts=JobFacts(parsed=demo.job.to_wire(), raw_text=_write_job(demo.job)),
    )
    session.flush()
    attach_candidate(session, interview=interview, candidate=candidate)
    attach_job_description(session, interview=interview, job_description=job_description)


def _measure_career(person: DemoCandidate, *, today: date) -> CvProfile:
    """The assessment, with the metrics of the career as of today."""
    cv = person.cv.to_wire()
    years = career.total_experience_years(cv["experience"], today)
    return CvProfile(
        summary=person.assessment.summary,
        key_strengths=person.assessment.key_strengths,
        highest_education_level=person.assessment.highest_education_level,
        experience_level=career.to_experience_level(years),
        total_experience_years=years,
        average_tenure_years=career.average_tenure_years(cv["experience"], today),
        education_length_years=career.study_years(cv["education"], today),
    )


def _add_questions(session: Session, *, interview: Interview, demo: DemoInterview, now: datetime) -> None:
    question_set = get_or_create_set(session, owner_id=interview.owner_id, interview_id=interview.id)
    for one in demo.question:
        row = Question(
            question=one.question,
            category=one.category,
            estimated_minutes=one.minutes,
            source=QuestionSource.RECRUITER_ADDED,
            based_on=one.based_on.model_dump(),
            good_answer=list(one.good_answer),
        )
        insert_question(session, question_set=question_set, row=row, now=now)


def _write_cv(person: DemoCandidate) -> str:
    """The CV as text, as if it had been uploaded."""
    jobs = [
        f"{one.title}, {one.company}, {one.start} to {one.end or 'today'}\n{one.description}"
        for one in person.cv.experience
    ]
    schools = [f"{one.degree}, {one.institution}, {one.start} to {one.end}" for one in person.cv.education]
    skills = f"Skills: {', '.join(person.cv.skills)}"
    head = f"{person.name}\n{person.email}\n{person.cv.location}"
    return "\n\n".join((head, person.cv.summary, *jobs, *schools, skills))


def _write_job(job: JobParsed) -> str:
    """The job description as text, as if it had been uploaded."""
    lists = {
        "Responsibilities": job.responsibilities,
        "Requirements": job.requirements,
        "Required skills": job.required_skills,
        "Preferred skills": job.preferred_skills,
        "Benefits": job.benefits,
    }
    parts = ["\n".join((f"{title}:", *(f"- {line}" for line in lines))) for title, lines in lists.items()]
    return "\n\n".join((f"{job.title}\n{job.company.name}\n{job.location}", job.summary, *parts))
