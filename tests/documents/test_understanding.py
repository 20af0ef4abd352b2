"""Understanding and assessment of CVs and job descriptions with the model."""

from __future__ import annotations

from datetime import date

from app.documents.sandbox.requests import UnderstoodText, understand_text
from app.documents.tables import DocumentType
from app.documents.understanding import assess_cv, assess_job, understand_cv, understand_job
from models.ports import CompletionRequest, Priority
from tests.documents import samples
from tests.fakes.engines import FakeLlm
from tests.fakes.prompts import asks_for

TODAY = date(2026, 11, 21)
SUMMARY = (
    "The candidate is a platform engineer who keeps container clusters of logistics companies up. "
    "The candidate moved 140 services from Nomad to Kubernetes at Fjordline Freight."
)


async def read_cv(text: str) -> UnderstoodText:
    return await understand_text(text, stated_type=DocumentType.CV, today=TODAY)


async def read_job(text: str) -> UnderstoodText:
    return await understand_text(text, stated_type=DocumentType.JOB_DESCRIPTION, today=TODAY)


def answer(request: CompletionRequest) -> str:
    task = request.messages[-1].content.rsplit("\n", 1)[-1]
    if asks_for(request, "profile-assess", "summary"):
        return SUMMARY
    if asks_for(request, "profile-assess", "strength"):
        return "Kubernetes services"
    return task


async def test_the_model_is_not_asked_when_patterns_find_all_facts() -> None:
    llm = FakeLlm([])
    facts = await understand_cv(
        llm, await read_cv(samples.CV), on_stage=lambda *_: None, with_assessment=False
    )
    assert facts.name == "Nora Lindqvist"
    assert facts.cv_profile is not None
    assert facts.cv_profile["totalExperienceYears"] == 9.4
    assert facts.cv_profile["summary"] == ""
    assert facts.generation is None


async def test_the_model_is_asked_only_for_blanks_with_the_relevant_lines() -> None:
    text = samples.NAMELESS_CV
    llm = FakeLlm(["nora lindqvist"])
    facts = await understand_cv(llm, await read_cv(text), on_stage=lambda *_: None, with_assessment=False)
    assert facts.name == "nora lindqvist"
    assert asks_for(llm.script.requests[0], "profile-assess", "name")


async def test_a_name_that_is_not_in_the_document_is_dropped() -> None:
    text = samples.NAMELESS_CV
    llm = FakeLlm(["Peter Smith", "Peter Smith"])
    facts = await understand_cv(llm, await read_cv(text), on_stage=lambda *_: None, with_assessment=False)
    assert facts.name == ""


async def test_the_assessment_changes_no_facts() -> None:
    stages: list[tuple[str, float]] = []
    facts = await understand_cv(
        FakeLlm([]), await read_cv(samples.CV), on_stage=lambda *_: None, with_assessment=False
    )
    llm = FakeLlm(answer)
    assessed = await assess_cv(
        llm, samples.CV, facts, on_stage=lambda *stage: stages.append(stage), priority=Priority.BACKGROUND
    )
    assert assessed.cv_parsed == facts.cv_parsed
    assert assessed.cv_profile is not None
    assert assessed.cv_profile["summary"] == SUMMARY
    assert any(line.startswith("Kubernetes services: ") for line in assessed.cv_profile["keyStrengths"])
    assert assessed.generation is not None
    assert set(llm.script.priorities) == {Priority.BACKGROUND}
    assert {stage for stage, _ in stages} == {"assessing"}


async def test_progress_of_understanding_never_decreases() -> None:
    stages: list[tuple[str, float]] = []
    await understand_cv(
        FakeLlm(answer), await read_cv(samples.CV), on_stage=lambda *stage: stages.append(stage)
    )
    shares = [share for _, share in stages]
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert next(stage for stage, _ in stages) == "understanding"


async def test_invented_sentences_are_dropped() -> None:
    facts = await understand_cv(
        FakeLlm([]), await read_cv(samples.CV), on_stage=lambda *_: None, with_assessment=False
    )
    invented = "The candidate won the 1998 Nobel prize for astronomy at Harvard Observatory in Cambridge."
    llm = FakeLlm(lambda _: invented)
    assessed = await assess_cv(llm, samples.CV, facts, on_stage=lambda *_: None)
    assert assessed.cv_profile is not None
    assert assessed.cv_profile["summary"] == ""


async def test_a_job_description_is_assessed_without_a_cv() -> None:
    facts = await understand_job(
        FakeLlm([]), await read_job(samples.JOB), on_stage=lambda *_: None, with_assessment=False
    )
    assert facts.parsed["summary"] == ""
    llm = FakeLlm(
        lambda request: (
            "logistics"
            if "industry" in request.messages[-1].content
            else "The person will operate the Kubernetes clusters of three regions and coach six engineers."
        )
    )
    assessed = await assess_job(llm, samples.JOB, facts, on_stage=lambda *_: None)
    assert assessed.parsed["company"]["industry"] == "Logistics"
    assert assessed.parsed["summary"].startswith("The person will operate")
    assert assessed.parsed["requirements"] == facts.parsed["requirements"]


async def test_skills_of_a_job_description_are_canonical() -> None:
    text = samples.JOB.replace("- Kubernetes in production", "- k8s in production, Postgres a must")
    facts = await understand_job(None, await read_job(text), on_stage=lambda *_: None)
    assert facts.parsed["skills"][:2] == ["Kubernetes", "PostgreSQL"]
    assert "k8s in production, Postgres a must" in facts.parsed["requiredSkills"]
