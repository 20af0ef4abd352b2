"""The real embeddings model distinguishes trades, which the constants of the score assume (ADR 0012)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.matching import rules
from app.matching.passages import choose_reasons, cv_lines, job_requirements
from app.matching.sources import candidate_source, job_source
from models.config import EnginesConfig
from models.ports import EmbeddingsEngine, Priority
from models.runtime import build_engines

pytestmark = pytest.mark.models

PEOPLE = {
    "backend": ("Backend engineer", ["Go", "PostgreSQL", "Kafka"], "Builds payment services that stay up."),
    "nurse": ("Staff nurse", ["Wound care", "IV cannulation"], "Cares for acutely ill adults on a ward."),
    "accountant": (
        "Accountant",
        ["Accounts payable", "Tax preparation"],
        "Prepares balance sheets and taxes.",
    ),
    "teacher": ("Primary school teacher", ["Lesson planning"], "Teaches reading and maths to children."),
}
JOBS = {
    "backend": ("Senior backend developer", ["Go or Java", "PostgreSQL"], "Run the services of our checkout"),
    "nurse": ("Registered nurse", ["Wound care"], "Plan and deliver care for patients of the medical ward"),
    "accountant": ("Junior accountant", ["Accounts payable"], "Close the books and prepare tax returns"),
    "teacher": ("Teacher, year 3", ["Lesson planning"], "Teach a class of eight-year-olds"),
}


async def _embed(engine: EmbeddingsEngine, texts: list[str]) -> np.ndarray:
    return np.asarray(await engine.embed(texts, priority=Priority.BACKGROUND), dtype=np.float32)


async def test_the_same_trade_ranks_first_and_other_trades_do_not_match(embedding_weights: Path) -> None:
    people = [
        candidate_source(
            Candidate(
                name="Nora Lindqvist",
                current_position=title,
                cv_text="",
                cv_parsed={"skills": s, "summary": t},
            )
        )
        for title, s, t in PEOPLE.values()
    ]
    jobs = [
        job_source(
            JobDescription(raw_text="", parsed={"title": title, "requiredSkills": s, "responsibilities": [t]})
        )
        for title, s, t in JOBS.values()
    ]
    engines = build_engines(EnginesConfig(models_dir=embedding_weights))
    try:
        cosines = (
            await _embed(engines.embeddings, [p.text for p in people])
            @ (await _embed(engines.embeddings, [j.text for j in jobs])).T
        )
    finally:
        await engines.stop()
    for column, job in enumerate(jobs):
        required = rules.RequiredSkills("\n".join(job.skills), "\n".join(job.preferred_skills))
        scores = [
            rules.score(float(cosines[row, column]), required.share("\n".join(person.skills)))
            for row, person in enumerate(people)
        ]
        others = [score for row, score in enumerate(scores) if row != column]
        assert scores[column] > 55, (job.text, scores)
        assert max(others) < rules.MIN_SCORE, (job.text, scores)


async def test_reasons_pair_statements_about_the_same_topic(embedding_weights: Path) -> None:
    person = Candidate(
        name="Nora Lindqvist",
        cv_text="- Kept the on-call rota of the checkout team\n- Sang in the choir of the town\n"
        "- Moved nightly batch jobs to event streams",
    )
    job = JobDescription(
        parsed={
            "requiredSkills": ["Event streaming, for example Kafka"],
            "responsibilities": ["Take part in the on-call rotation", "Negotiate rents with landlords"],
        }
    )
    lines, requirements = cv_lines(person), job_requirements(job)
    engines = build_engines(EnginesConfig(models_dir=embedding_weights))
    try:
        found = choose_reasons(
            requirements,
            await _embed(engines.embeddings, requirements),
            lines,
            await _embed(engines.embeddings, lines),
        )
    finally:
        await engines.stop()
    assert {(reason.requirement, reason.evidence) for reason in found} == {
        ("Event streaming, for example Kafka", "Moved nightly batch jobs to event streams"),
        ("Take part in the on-call rotation", "Kept the on-call rota of the checkout team"),
    }
