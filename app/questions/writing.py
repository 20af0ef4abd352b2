"""Questions written by the model, one slot at a time, independent of the database.

Code decides everything but the words: how many, which category, which fact, how long. Each slot is
asked at most twice, the second time with another fact; what fails twice is counted as missing.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from app.llm.budget import TEMPLATE_TOKENS
from app.llm.fencing import fence
from app.llm.generation import GenerationRecord, Refusal
from app.llm.prompts import Prompt, fill, load_prompt
from app.questions.checks import check_question, is_similar
from app.questions.facts import CandidateBrief, Fact, FactChooser, JobBrief, collect_facts
from app.questions.rules import Difficulty, estimated_minutes
from app.questions.tables import QuestionCategory
from app.questions.wording import language_name
from models.ports import CompletionRequest, EngineError, Engines, Message, Priority, QueueListener

log = logging.getLogger("greenroom.questions")

PROMPT = "question-generate"
MAX_COMPLETION_TOKENS = 110
_SLOT_TOKENS = 500
_CV_SHARE = 0.6
_CONTEXT_TOKENS = 256
"""What of CV and job every slot sees: enough to know the person and the role. Every 170 tokens more delay
the first question by a second on two cores, and each slot is given its own line anyway."""


@dataclass(frozen=True, slots=True)
class WrittenQuestion:
    question: str
    category: QuestionCategory
    estimated_minutes: int
    fact: Fact
    generation: GenerationRecord


@dataclass(slots=True)
class GenerationResult:
    questions: list[WrittenQuestion] = field(default_factory=list)
    missing: int = 0
    """Slots whose text failed the checks twice."""
    refusals: list[str] = field(default_factory=list)
    """Why texts were refused; without the texts."""


OnQuestion = Callable[[WrittenQuestion], Awaitable[bool]]
"""Told each question as soon as it is accepted; False means that no more may be added."""
OnProgress = Callable[[int, int], None]
"""(slots done, slots in all)"""


class NothingToAskAbout(Exception):
    """Neither CV nor job holds a single usable line."""


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
    """Write ``distribution`` questions, category after category in the documents' order.

    ``existing`` are questions that must not be repeated. Raises NothingToAskAbout, and what the
    engines raise (the questions told to ``on_question`` before that stand).
    """
    facts = collect_facts(candidate, job)
    if not facts:
        raise NothingToAskAbout
    slots = [category for category in QuestionCategory for _ in range(distribution.get(category, 0))]
    writer = _Writer(
        engines,
        chooser=FactChooser(facts, existing=existing),
        context=await build_context(engines, candidate, job),
        known="\n".join(brief.text for brief in (candidate, job) if brief),
        job_text=job.text if job else "",
        employers=tuple(one.organisation for one in candidate.positions) if candidate else (),
        difficulty=difficulty,
        language=language,
        accepted=list(existing),
        on_queue=on_queue,
        priority=priority,
    )
    result = GenerationResult()
    # Loading the embeddings model takes seconds: meanwhile the first question is written.
    warming = asyncio.create_task(writer.embed(list(existing) or [facts[0].text]))
    writer.vectors_of_existing = warming
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
    """Let the model read what all questions have in common, so that the first of them comes sooner.

    Background work: whoever asks for questions meanwhile goes first, and has what was read until then.
    """
    context = await build_context(engines, candidate, job)
    if context:
        system = fill(load_prompt(PROMPT).system, {"language": language_name(language)})
        messages = (Message("system", system), Message("user", context))
        await engines.llm.complete(
            CompletionRequest(messages=messages, max_tokens=1), priority=Priority.BACKGROUND
        )


async def build_context(engines: Engines, candidate: CandidateBrief | None, job: JobBrief | None) -> str:
    """CV and job, fenced, within the budget: as they are where they fit, else line by line from what
    the profile holds of them. It is equal for every slot, so that the cache serves it."""
    window = engines.llm.context_window - MAX_COMPLETION_TOKENS - _SLOT_TOKENS - TEMPLATE_TOKENS
    budget = max(128, min(_CONTEXT_TOKENS, window))
    shares = {True: _CV_SHARE, False: 1 - _CV_SHARE} if candidate and job else {True: 1.0, False: 1.0}
    parts = []
    if candidate:
        text = await _within(engines, candidate.text, candidate_lines(candidate), int(budget * shares[True]))
        parts.append(fence("CV", text))
    if job:
        text = await _within(engines, job.text, job_lines(job), int(budget * shares[False]))
        parts.append(fence("JOB", text))
    return "\n\n".join(parts)


async def _within(engines: Engines, text: str, lines: Sequence[str], budget: int) -> str:
    text = re.sub(r"\n{2,}", "\n", text).strip()
    whole, *sizes = await engines.llm.count_tokens([text, *lines])
    if whole <= budget:
        return text
    kept, used = [], 0
    for line, size in zip(lines, sizes, strict=True):
        if used + size + 1 <= budget:
            kept.append(line)
            used += size + 1
    return "\n".join(kept)


def candidate_lines(candidate: CandidateBrief) -> list[str]:
    """The profile as lines, what matters most first."""
    lines = [candidate.current_position, candidate.summary]
    lines += [", ".join(part for part in (p.title, p.organisation) if part) for p in candidate.positions]
    lines += ["Skills: " + ", ".join(candidate.skills[:30])] if candidate.skills else []
    lines += [f"- {statement}" for position in candidate.positions for statement in position.statements]
    lines += [f"- {project}" for project in candidate.projects]
    return [line for line in lines if line] or [line for line in candidate.text.split("\n") if line.strip()]


def job_lines(job: JobBrief) -> list[str]:
    lines = [", ".join(part for part in (job.title, job.company) if part)]
    for items in (job.requirements, job.responsibilities, job.preferred):
        lines += [f"- {item}" for item in items]
    lines.append(job.about)
    return [line for line in lines if line] or [line for line in job.text.split("\n") if line.strip()]


@dataclass(slots=True)
class _Writer:
    engines: Engines
    chooser: FactChooser
    context: str
    known: str
    job_text: str
    employers: tuple[str, ...]
    difficulty: Difficulty
    language: str
    accepted: list[str]
    on_queue: QueueListener | None
    priority: Priority
    vectors_of_existing: asyncio.Task[list[list[float]] | None] | None = None
    vectors: list[list[float]] = field(default_factory=list)
    prompt: Prompt = field(default_factory=lambda: load_prompt(PROMPT))
    openings: dict[QuestionCategory, int] = field(default_factory=dict)

    async def write(
        self, number: int, category: QuestionCategory, focus: str, refusals: list[str]
    ) -> WrittenQuestion | None:
        """The question of one slot, or None when two attempts failed their checks."""
        duration_ms, reason = 0, ""
        for attempt in range(2):
            fact = self.chooser.choose(category, focus=focus)
            assert fact is not None
            request = self._request(category, fact, focus, seed=number * 2 + attempt, reason=reason)
            completion = await self.engines.llm.complete(
                request, priority=self.priority, on_queue=self.on_queue
            )
            duration_ms += completion.duration_ms
            if completion.finish_reason == "length" and "?" not in completion.text:
                reason = "it is too long"
                refusals.append(reason)
                continue
            verdict = check_question(
                completion.text,
                fact=fact,
                category=category,
                known=self.known,
                job_text=self.job_text,
                language=self.language,
                others=self.accepted,
                employers=self.employers,
            )
            if isinstance(verdict, str) and await self._repeats(verdict):
                verdict = Refusal("it means the same as another question")
            if isinstance(verdict, Refusal):
                # The next try has another fact: a reason that quotes this one would mislead.
                reason = verdict.reason.partition(":")[0]
                refusals.append(reason)
                continue
            self.accepted.append(verdict)
            identity = completion.model if completion.model.name else self.engines.llm.identity
            return WrittenQuestion(
                question=verdict,
                category=category,
                estimated_minutes=estimated_minutes(category, self.difficulty),
                fact=fact,
                generation=GenerationRecord.of(
                    identity, prompt_version=self.prompt.label, duration_ms=duration_ms
                ),
            )
        return None

    def _request(
        self, category: QuestionCategory, fact: Fact, focus: str, *, seed: int, reason: str
    ) -> CompletionRequest:
        prompt = self.prompt
        turn = self.openings.get(category, 0)
        self.openings[category] = turn + 1
        # A line of the CV is about the past, one of the job about what is to come.
        section = _section(prompt, f"{category}-openings", fact)
        openings = [line.lstrip("- ").strip() for line in section.splitlines() if line]
        kind = "of-job" if fact.source == "job" else "of-cv-skill" if fact.kind == "skill" else "of-cv"
        standing = prompt.section(kind)
        if kind == "of-cv":
            standing = fill(standing, {"where": _one_line(fact.where) or "past work"})
        if reason:
            standing += "\n" + fill(prompt.section("again"), {"reason": reason})
        if focus:
            standing += "\n" + fill(prompt.section("focus"), {"focus": _one_line(focus)})
        system = fill(prompt.system, {"language": language_name(self.language)})
        user = prompt.fill(
            context=self.context,
            style=_section(prompt, category, fact),
            difficulty=prompt.section(self.difficulty),
            source="line of the CV" if fact.source == "cv" else "line of the job description",
            fact=_one_line(fact.text),
            standing=standing,
            # Openings are English; in another language the model finds its own.
            opening=f"“{openings[turn % len(openings)]}”" if self.language == "en" else "any that fit",
        )
        return CompletionRequest(
            messages=(Message("system", system), Message("user", user)),
            max_tokens=MAX_COMPLETION_TOKENS,
            temperature=0.6 if reason else 0.3,
            stop=("\n\n",),
            seed=seed,
        )

    async def _repeats(self, question: str) -> bool:
        """Whether it means what another question means; when the engine fails, words alone decide."""
        if self.vectors_of_existing is not None:
            vectors = await self.vectors_of_existing
            self.vectors_of_existing = None
            # Without existing questions the first vector only warmed the engine up.
            self.vectors = list(vectors or []) if len(self.accepted) else []
        vectors = await self.embed([question])
        if vectors is None:
            return False
        if is_similar(vectors[0], self.vectors):
            return True
        self.vectors.append(vectors[0])
        return False

    async def embed(self, texts: list[str]) -> list[list[float]] | None:
        try:
            return await self.engines.embeddings.embed(texts, priority=self.priority)
        except EngineError as error:
            log.warning("embeddings_unavailable kind=%s", type(error).__name__)
            return None


def _section(prompt: Prompt, name: str, fact: Fact) -> str:
    """The section for facts of that source, where there is one."""
    own = f"{name}-{fact.source}"
    return prompt.section(own if own in prompt.sections else name)


def _one_line(text: str) -> str:
    """Lines from a document stand inside our own sentence: quotes and marks are made harmless."""
    return fence("", text).split("\n", 1)[1].rsplit("\n", 1)[0].replace("\n", " ").replace('"', "'")
