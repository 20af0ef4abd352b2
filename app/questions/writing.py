"""Write questions with the language model, one slot at a time, without a database.

Code decides everything but the words: how many questions, which category, which fact, how long. A slot
gets two attempts, the second one about another fact; if both are refused, it counts as missing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from app.llm.generation import Attempt, GenerationRecord, Refusal, RefusedAttempt, run_attempts
from app.questions.checks import FORBIDDEN_TOPIC, check_question, is_similar
from app.questions.context import build_context
from app.questions.errors import NothingToAskFrom
from app.questions.facts import CandidateBrief, Fact, FactChooser, JobBrief, collect_facts
from app.questions.forbidden import TopicCheck
from app.questions.rules import Difficulty, estimated_minutes
from app.questions.slot_prompts import SlotPrompts, build_system_message
from app.questions.tables import QuestionCategory
from models.ports import (
    Completion,
    CompletionRequest,
    EngineError,
    Engines,
    Message,
    Priority,
    QueueListener,
)

log = logging.getLogger("greenroom.questions")


@dataclass(frozen=True, slots=True)
class WrittenQuestion:
    """An accepted question, the fact it is based on, and its provenance."""

    question: str
    category: QuestionCategory
    estimated_minutes: int
    fact: Fact
    generation: GenerationRecord


@dataclass(slots=True)
class GenerationResult:
    """The accepted questions of one run, and what was refused."""

    questions: list[WrittenQuestion] = field(default_factory=list)
    missing: int = 0
    """Slots whose text was refused twice."""
    refusals: list[str] = field(default_factory=list)
    """Why texts were refused, without the texts."""


OnQuestion = Callable[[WrittenQuestion], Awaitable[bool]]
"""Called with each question when it is accepted; returns False when no more may be added."""
OnProgress = Callable[[int, int], None]
"""Called with (slots done, all slots)."""


async def generate_questions(
    engines: Engines,
    *,
    candidate: CandidateBrief | None,
    job: JobBrief | None,
    distribution: Mapping[QuestionCategory, int],
    difficulty: Difficulty,
    focus_areas: Sequence[str] = (),
    existing: Sequence[str] = (),
    language: str = "en",
    on_question: OnQuestion | None = None,
    on_progress: OnProgress | None = None,
    on_queue: QueueListener | None = None,
    priority: Priority = Priority.INTERACTIVE,
) -> GenerationResult:
    """Write the questions of ``distribution``, category by category in the order of QuestionCategory.

    ``existing`` questions are not repeated. Raises NothingToAskFrom and the errors of the engines;
    questions already passed to ``on_question`` remain valid.
    """
    facts = collect_facts(candidate, job)
    if not facts:
        raise NothingToAskFrom
    slots = [category for category in QuestionCategory for _ in range(distribution.get(category, 0))]
    writer = _Writer(
        engines,
        chooser=FactChooser(facts, existing=existing),
        prompts=SlotPrompts(
            context=await build_context(engines, candidate, job), difficulty=difficulty, language=language
        ),
        known="\n".join(brief.text for brief in (candidate, job) if brief),
        job_text=job.text if job else "",
        employers=tuple(one.organization for one in candidate.positions) if candidate else (),
        accepted=list(existing),
        topics=TopicCheck(engines.embeddings, language=language, priority=priority),
        on_queue=on_queue,
        priority=priority,
    )
    result = GenerationResult()
    # Loading the embeddings model takes seconds, so it starts while the first question is written.
    warming = asyncio.create_task(writer.load_embeddings())
    writer.warming = warming
    try:
        for number, category in enumerate(slots):
            focus = focus_areas[number % len(focus_areas)] if focus_areas else ""
            written = await writer.write(number, category, focus, result.refusals)
            if written is None:
                result.missing += 1
            else:
                if on_question is not None and not await on_question(written):
                    break
                result.questions.append(written)
            if on_progress is not None:
                on_progress(number + 1, len(slots))
    finally:
        warming.cancel()
    return result


async def warm_up(
    engines: Engines, *, candidate: CandidateBrief | None, job: JobBrief | None, language: str
) -> None:
    """Let the model read the prefix that all questions share, so that the first question comes sooner.

    Runs as background work: interactive requests go first and profit from whatever was read by then.
    """
    context = await build_context(engines, candidate, job)
    if context:
        messages = (build_system_message(language), Message("user", context))
        await engines.llm.complete(
            CompletionRequest(messages=messages, max_tokens=1), priority=Priority.BACKGROUND
        )


@dataclass(slots=True)
class _Writer:
    """The state of one run: facts in use, accepted questions, their vectors."""

    engines: Engines
    chooser: FactChooser
    prompts: SlotPrompts
    known: str
    """The CV and the job description together."""
    job_text: str
    employers: tuple[str, ...]
    accepted: list[str]
    topics: TopicCheck
    on_queue: QueueListener | None
    priority: Priority
    warming: asyncio.Task[None] | None = None
    vectors: list[list[float]] = field(default_factory=list)

    async def write(
        self, number: int, category: QuestionCategory, focus: str, refusals: list[str]
    ) -> WrittenQuestion | None:
        """Write the question of one slot; None after two refusals, whose reasons go to ``refusals``."""
        attempts = 0

        def next_attempt(refused: RefusedAttempt | None) -> Attempt[tuple[str, Fact]]:
            nonlocal attempts
            fact = self.chooser.choose(category, focus=focus)
            assert fact is not None
            request = self.prompts.build_request(
                category,
                fact,
                focus=focus,
                seed=number * 2 + attempts,
                refused_for=_drop_quote(refused.reason) if refused else "",
            )
            attempts += 1

            async def check(completion: Completion) -> tuple[str, Fact] | Refusal:
                verdict = await self._check(completion, fact, category)
                return verdict if isinstance(verdict, Refusal) else (verdict, fact)

            return Attempt(request, check)

        result = await run_attempts(
            self.engines.llm,
            next_attempt,
            prompt_version=self.prompts.prompt.label,
            priority=self.priority,
            on_queue=self.on_queue,
        )
        refusals += [_drop_quote(reason) for reason in result.refusals]
        if result.value is None:
            return None
        question, fact = result.value
        self.accepted.append(question)
        return WrittenQuestion(
            question=question,
            category=category,
            estimated_minutes=estimated_minutes(category, self.prompts.difficulty),
            fact=fact,
            generation=result.record,
        )

    async def _check(self, completion: Completion, fact: Fact, category: QuestionCategory) -> str | Refusal:
        if completion.finish_reason == "length" and "?" not in completion.text:
            return Refusal("it is too long")
        verdict = check_question(
            completion.text,
            fact=fact,
            category=category,
            known=self.known,
            job_text=self.job_text,
            language=self.prompts.language,
            others=self.accepted,
            employers=self.employers,
        )
        return verdict if isinstance(verdict, Refusal) else await self._check_meaning(verdict)

    async def _check_meaning(self, question: str) -> str | Refusal:
        """Refuse forbidden topics and repetitions; without embeddings, by words alone."""
        if self.warming is not None:
            await self.warming
            self.warming = None
        vectors = await self.embed([question])
        vector = vectors[0] if vectors else None
        if await self.topics.is_forbidden(question, vector=vector):
            return FORBIDDEN_TOPIC
        if vector is None:
            return question
        if is_similar(vector, self.vectors):
            return Refusal("it means the same as another question")
        self.vectors.append(vector)
        return question

    async def load_embeddings(self) -> None:
        """Embed the existing questions and the examples of forbidden topics."""
        if self.accepted:
            self.vectors = await self.embed(self.accepted) or []
        await self.topics.load()

    async def embed(self, texts: list[str]) -> list[list[float]] | None:
        """The vectors of ``texts``; None when the embeddings engine fails."""
        try:
            return await self.engines.embeddings.embed(texts, priority=self.priority)
        except EngineError as error:
            log.warning("embeddings_unavailable kind=%s", type(error).__name__)
            return None


def _drop_quote(reason: str) -> str:
    """Remove the quoted line from the reason, because the next attempt is about another line."""
    return reason.partition(":")[0]
