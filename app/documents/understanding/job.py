"""Job descriptions: names that patterns did not find, and the sentences about the facts."""

from __future__ import annotations

from dataclasses import replace

from app.documents.sandbox.requests import UnderstoodText
from app.documents.understanding.checks import check_lines, check_topic, check_verbatim
from app.documents.understanding.questioner import OnStage, Questioner, prose_rule, start_at
from app.job_descriptions.schemas import JobParsed
from app.job_descriptions.service import JobFacts
from app.llm.generation import Refusal
from app.llm.prompts import load_prompt
from models.ports import LlmEngine, Priority, QueueListener

_HEAD_LINES = 30
"""Non-blank lines in which the model looks for title and employer."""


async def understand_job(
    llm: LlmEngine | None,
    understood: UnderstoodText,
    *,
    on_stage: OnStage,
    with_assessment: bool = True,
    priority: Priority = Priority.INTERACTIVE,
    on_queue: QueueListener | None = None,
) -> JobFacts:
    """The facts of a job description; ``with_assessment`` also adds what ``assess_job`` writes.

    Without assessment, the model is asked only for a title or employer that patterns do not find. With
    ``llm`` None it is not asked at all. Raises the errors of the engine.
    """
    share = 0.35 if with_assessment else 1.0
    on_stage("understanding", 0.0)
    facts, text = understood.facts, understood.text
    assert isinstance(facts, JobFacts), "the facts of a job description are those of a position"
    head = "\n".join([line for line in text.split("\n") if line.strip()][:_HEAD_LINES])

    def verbatim(answer: str) -> str | Refusal:
        return "" if answer.strip(" .").casefold() == "none" else check_verbatim(answer, document=head)

    if llm is not None:
        questioner = _questioner(llm, text, priority=priority, on_queue=on_queue)
        parsed = JobParsed.model_validate(facts.parsed)
        if not parsed.title:
            parsed.title = await questioner.ask("title", verbatim, max_tokens=24, document=head) or ""
        if not parsed.company.name:
            company = await questioner.ask("company", verbatim, max_tokens=24, document=head) or ""
            name = company if company != parsed.title else ""
            parsed.company = parsed.company.model_copy(update={"name": name})
        facts = replace(facts, parsed=parsed.to_wire(), generation=questioner.note())
    on_stage("understanding", share)
    if llm is None or not with_assessment:
        return facts
    return await assess_job(
        llm, text, facts, on_stage=start_at(on_stage, share), priority=priority, on_queue=on_queue
    )


async def assess_job(
    llm: LlmEngine,
    text: str,
    facts: JobFacts,
    *,
    on_stage: OnStage,
    priority: Priority = Priority.BACKGROUND,
    on_queue: QueueListener | None = None,
) -> JobFacts:
    """``facts`` with the summary and industry that the model writes.

    It also lists duties and requirements if patterns found none. Raises the errors of the engine.
    """
    parsed = JobParsed.model_validate(facts.parsed)
    questioner = _questioner(llm, text, priority=priority, on_queue=on_queue)
    on_stage("assessing", 0.0)
    await questioner.condense(text)
    summary = await questioner.ask("summary", prose_rule(text, max_words=80), max_tokens=120, accept_cut=True)
    on_stage("assessing", 0.5)
    industry = await questioner.ask("industry", lambda a: check_topic(a, document=text), max_tokens=16)
    on_stage("assessing", 0.7)

    def listed(answer: str) -> list[str] | Refusal:
        return check_lines(answer, document=text, min_lines=2, max_lines=8, max_words=30, needed_support=0.75)

    if not parsed.responsibilities:
        parsed.responsibilities = await questioner.ask("duties", listed, max_tokens=220) or []
    if not parsed.requirements:
        parsed.requirements = await questioner.ask("demands", listed, max_tokens=220) or []
        parsed.required_skills = list(parsed.requirements)
    parsed.summary = summary or parsed.summary
    parsed.company = parsed.company.model_copy(update={"industry": industry or parsed.company.industry})
    on_stage("assessing", 1.0)
    return replace(facts, parsed=parsed.to_wire(), generation=questioner.note(facts.generation))


def _questioner(
    llm: LlmEngine, text: str, *, priority: Priority, on_queue: QueueListener | None
) -> Questioner:
    return Questioner(llm, load_prompt("job-describe"), "job", text, priority, on_queue, label="JOB")
