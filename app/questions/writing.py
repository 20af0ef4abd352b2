"""Write questions with the language model, one slot at a time, without a database.

Code decides everything but the words: how many questions, which category, which fact, how long. The first
question of a set is worded by code, so it is there at once. Each other slot gets two attempts of the model,
the second one about another fact; if both are refused, code words the question. A slot counts as missing
only in a language for which code has no wording.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from app.questions.askable_lines import find_askable_reader_by_meaning, load_askable_reader
from app.questions.context import build_context
from app.questions.errors import NothingToAskFrom
from app.questions.fact_choice import FactChooser
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief
from app.questions.forbidden import TopicCheck, load_word_classifier
from app.questions.forms import asks_model, has_wording
from app.questions.line_kinds import LineClassifiers, load_classifier, load_classifier_by_meaning
from app.questions.line_natures import find_nature_classifier_by_meaning, load_nature_classifier
from app.questions.line_uses import find_use_classifier_by_meaning, load_use_classifier
from app.questions.private_lines import PrivateLines
from app.questions.question_choice import QuestionChooser
from app.questions.rules import Difficulty
from app.questions.slot_prompts import SlotPrompts, build_system_message
from app.questions.slot_writer import SlotWriter, WrittenQuestion
from app.questions.tables import QuestionCategory
from models.line_reader.network import load_line_reader
from models.memory import release_free_memory
from models.ports import CompletionRequest, Engines, Message, Priority, QueueListener

_HEAD_START_SECONDS = 0.8
"""How long the first question waits until the lines have been read by meaning. In a process that has read
lines before, they are ready earlier."""


@dataclass(slots=True)
class GenerationResult:
    """The accepted questions of one run, and what was refused."""

    questions: list[WrittenQuestion] = field(default_factory=list)
    missing: int = 0
    """Slots for which neither the model nor code found a question."""
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
    own_lines: Sequence[str] = (),
    existing: Sequence[str] = (),
    language: str = "en",
    on_question: OnQuestion | None = None,
    on_progress: OnProgress | None = None,
    on_queue: QueueListener | None = None,
    priority: Priority = Priority.INTERACTIVE,
) -> GenerationResult:
    """Write the questions of ``distribution``, category by category in the order of QuestionCategory.

    Each of ``own_lines``, written by the recruiter, gets one of the first questions. ``existing`` questions
    are not repeated. Raises NothingToAskFrom and the errors of the engines;
    questions already passed to ``on_question`` remain valid.
    """
    facts = await asyncio.to_thread(collect_facts, candidate, job, language=language)
    if not facts and not own_lines:
        raise NothingToAskFrom
    slots = [category for category in QuestionCategory for _ in range(distribution.get(category, 0))]
    # Counting the tokens of the context loads the model, so it does not delay a question that code words.
    context = asyncio.create_task(_build_context(engines, candidate, job, language=language))
    chooser = FactChooser(facts, existing=existing, difficulty=difficulty)
    writer = SlotWriter(
        engines,
        chooser=chooser,
        questions=QuestionChooser(chooser, language, difficulty),
        prompts=SlotPrompts(difficulty=difficulty, language=language),
        context=context,
        known="\n".join(brief.text for brief in (candidate, job) if brief),
        job_text=job.text if job else "",
        employers=tuple(one.organization for one in candidate.positions) if candidate else (),
        accepted=list(existing),
        topics=TopicCheck(engines.embeddings, language=language, priority=priority),
        private_lines=PrivateLines(engines.llm, priority),
        on_queue=on_queue,
        priority=priority,
        facts=facts,
        own_lines=[Fact("recruiter", "own", line) for line in own_lines],
    )
    result = GenerationResult()
    # Code words a set, so that it is there at once; a single question is worth the wait for the model.
    words_first = len(slots) > 1 and has_wording(language)
    # Loading the embeddings model takes seconds, so it starts while the first question is written.
    warming = asyncio.create_task(writer.load_embeddings())
    writer.warming = warming

    async def read_lines() -> None:
        """Read the kinds of all lines once more when their vectors are known."""
        await asyncio.wait({warming})
        if writer.fact_vectors and (classifier := await load_classifier_by_meaning(engines.embeddings)):
            model = engines.embeddings.identity
            uses = await asyncio.to_thread(find_use_classifier_by_meaning, model)
            askable = await asyncio.to_thread(find_askable_reader_by_meaning, model)
            natures = await asyncio.to_thread(find_nature_classifier_by_meaning, model)
            reader = LineClassifiers(classifier, writer.fact_vectors, uses, askable, natures)
            writer.use_facts(
                await asyncio.to_thread(collect_facts, candidate, job, reader, language=language)
            )

    reading = asyncio.create_task(read_lines())
    try:
        await asyncio.wait({reading}, timeout=_HEAD_START_SECONDS)
        for number, category in enumerate(slots):
            focus = focus_areas[number % len(focus_areas)] if focus_areas else ""
            written = await writer.write(number, category, focus, result.refusals, at_once=words_first)
            if written is None:
                result.missing += 1
            else:
                if on_question is not None and not await on_question(written):
                    break
                result.questions.append(written)
            if on_progress is not None:
                on_progress(number + 1, len(slots))
    finally:
        for task in (reading, warming, context):
            task.cancel()
        await asyncio.gather(reading, warming, context, return_exceptions=True)
    return result


async def _build_context(
    engines: Engines, candidate: CandidateBrief | None, job: JobBrief | None, *, language: str
) -> str:
    """The context of the prompts; blank in languages in which code words every question."""
    return await build_context(engines, candidate, job) if asks_model(language) else ""


def load_classifiers() -> None:
    """Load what reads the lines by their words, once per process."""
    load_classifier()
    load_use_classifier()
    load_askable_reader()
    load_nature_classifier()
    load_word_classifier()
    load_line_reader()
    release_free_memory()


async def warm_up(
    engines: Engines, *, candidate: CandidateBrief | None, job: JobBrief | None, language: str
) -> None:
    """Let the model read the prefix that all questions share, so that the first question comes sooner.

    Not in languages in which code words every question. Then, with an embeddings model of the operator's own,
    the classifier of lines learns the meaning of its examples, if it has not yet. Runs as background work:
    interactive requests go first and profit from whatever was read by then.
    """
    context = await _build_context(engines, candidate, job, language=language)
    if context:
        messages = (build_system_message(language), Message("user", context))
        await engines.llm.complete(
            CompletionRequest(messages=messages, max_tokens=1), priority=Priority.BACKGROUND
        )
    await load_classifier_by_meaning(engines.embeddings)
