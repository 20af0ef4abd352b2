"""Write the question of one slot: the model first, then code, each checked against the line it is about."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from app.llm.generation import Attempt, GenerationRecord, Refusal, RefusedAttempt, SlotResult, run_attempts
from app.questions import forms
from app.questions.checks import FORBIDDEN_TOPIC, check_question, is_similar, names_line
from app.questions.errors import NothingToAskFrom
from app.questions.fact_choice import FactChooser
from app.questions.facts import Fact
from app.questions.forbidden import TopicCheck, is_clearly_forbidden, is_lawful_by_words
from app.questions.forms import list_opening_keys
from app.questions.line_kinds import LineKind
from app.questions.private_lines import PrivateLines, needs_reading
from app.questions.question_choice import QuestionChooser
from app.questions.rules import Difficulty, estimated_minutes
from app.questions.slot_prompts import SlotPrompts
from app.questions.tables import QuestionCategory
from app.text.similarity import cosine
from models.ports import Completion, EngineError, Engines, Priority, QueueListener

log = logging.getLogger("greenroom.questions")

WORDED_BY_CODE = "code"
"""Stands for the model in the provenance of a question that code worded."""
_MAX_TRIES_OF_CODE = 24
_STEP_OF_LEVEL = {Difficulty.JUNIOR: 0, Difficulty.MID: 1, Difficulty.SENIOR: 3, Difficulty.LEAD: 5}
"""Where a level begins in a list of wordings: a junior and a lead elsewhere in lists of two to four."""
_MAX_EMBEDDED_FACTS = 150
"""Further facts of very long documents are used, but not compared with questions."""
_MIN_GAIN_OF_OTHER_LINE = 0.12
"""Cosine by which a question must be closer to another line than to its own to count as being about that."""


@dataclass(frozen=True, slots=True)
class WrittenQuestion:
    """An accepted question, the fact it is based on, and its provenance."""

    question: str
    category: QuestionCategory
    estimated_minutes: int
    fact: Fact
    generation: GenerationRecord


@dataclass(frozen=True, slots=True)
class _Accepted:
    """A question that passed all checks, and the line that it is about."""

    question: str
    fact: Fact
    vector: list[float]
    """Empty without embeddings."""


@dataclass(slots=True)
class SlotWriter:
    """The state of one run: facts in use, accepted questions, their vectors."""

    engines: Engines
    chooser: FactChooser
    questions: QuestionChooser
    prompts: SlotPrompts
    known: str
    """The CV and the job description together."""
    job_text: str
    employers: tuple[str, ...]
    accepted: list[str]
    topics: TopicCheck
    private_lines: PrivateLines
    on_queue: QueueListener | None
    priority: Priority
    facts: list[Fact]
    own_lines: list[Fact]
    """Lines of the recruiter that have no question yet."""
    context: asyncio.Task[str]
    """Builds the context of the prompts."""
    warming: asyncio.Task[None] | None = None
    vectors: list[list[float]] = field(default_factory=list)
    fact_vectors: dict[str, list[float]] = field(default_factory=dict)
    """By the text of the fact; empty without embeddings."""

    unread: list[str] = field(default_factory=list)
    """Accepted questions without a vector, because the embeddings model was not there yet."""

    async def write(
        self,
        number: int,
        category: QuestionCategory,
        focus: str,
        refusals: list[str],
        *,
        at_once: bool = False,
    ) -> WrittenQuestion | None:
        """Write the question of one slot: by the model, else by code; by code alone for some kinds of lines.

        With ``at_once``, code words it, and does not wait for an engine if it can do without. The reasons of
        refusals go to ``refusals``. None if code has no wording in this language.
        """
        own = self.own_lines.pop(0) if self.own_lines else None
        if own is None and not self.facts:
            raise NothingToAskFrom  # a set from lines of the recruiter alone
        value: _Accepted | None = None
        record = GenerationRecord(WORDED_BY_CODE, "", forms.FILE, duration_ms=0)
        tried = [] if at_once else [own or self._choose(category, focus)]
        if tried and self._is_for_model(category, tried[0]):
            result = await self._ask_model(number, category, focus, own, tried)
            refusals += [_drop_quote(reason) for reason in result.refusals]
            value = result.value
            record = (
                replace(record, duration_ms=result.record.duration_ms) if value is None else result.record
            )
        if value is None:
            if own is None:
                for fact in tried:
                    self.chooser.release(fact)
            value = await self._word(number, category, focus, own, at_once=at_once)
            record = replace(record, model=WORDED_BY_CODE, model_sha256="", prompt_version=forms.FILE)
        if value is None:
            return None
        self.accepted.append(value.question)
        if value.vector:
            self.vectors.append(value.vector)
        return WrittenQuestion(
            question=value.question,
            category=category,
            estimated_minutes=estimated_minutes(category, self.prompts.difficulty),
            fact=value.fact,
            generation=record,
        )

    async def _ask_model(
        self, number: int, category: QuestionCategory, focus: str, own: Fact | None, tried: list[Fact]
    ) -> SlotResult[_Accepted]:
        """Let the model write the question: first about the fact in ``tried``, then about another one."""
        self.prompts.context = await self.context
        for_model = partial(self._is_for_model, category)

        def next_attempt(refused: RefusedAttempt | None) -> Attempt[_Accepted]:
            if refused is not None:
                tried.append(own or self._choose(category, focus, only=for_model))
            fact = tried[-1]
            opening = self.prompts.next_opening(category, fact, taken=list_opening_keys(self.accepted))
            request = self.prompts.build_request(
                category,
                fact,
                opening=opening,
                focus="" if own else focus,
                seed=number * 2 + len(tried) - 1,
                refused_for=_drop_quote(refused.reason) if refused else "",
            )

            async def check(completion: Completion) -> _Accepted | Refusal:
                return await self._check(completion, fact, category, opening)

            return Attempt(request, check)

        return await run_attempts(
            self.engines.llm,
            next_attempt,
            prompt_version=self.prompts.prompt.label,
            priority=self.priority,
            on_queue=self.on_queue,
        )

    def _is_for_model(self, category: QuestionCategory, fact: Fact) -> bool:
        return forms.is_for_model(self.prompts.language, category, fact)

    async def _word(
        self, number: int, category: QuestionCategory, focus: str, own: Fact | None, *, at_once: bool
    ) -> _Accepted | None:
        """Word a question by code, about the first suitable line that has a place in an interview."""
        if not forms.has_wording(self.prompts.language):
            return None
        # Before the embeddings model is there, only lines whose words are enough; no question can mean the
        # same as the first one.
        is_loading = self.warming is not None and not self.warming.done()
        fits = self._is_lawful_by_words if at_once and is_loading and not self.accepted else None
        turn = number + _STEP_OF_LEVEL[self.prompts.difficulty]
        offered = (
            self._word_own(own, category, turn)
            if own
            else self.questions.rank(category, focus=focus, others=self.accepted, number=turn, only=fits)
        )
        if not self.accepted:
            # The first question waits for no reading by the language model if another line will do.
            offered = iter(sorted(offered, key=lambda one: needs_reading(one[0])))
        # A question by code quotes its line, so the line is judged by itself too.
        lawful = (
            (fact, question)
            for fact, question in offered
            if not is_clearly_forbidden(fact.text, language=self.prompts.language)
        )
        tries = 0
        for fact, question in lawful:
            if not await self.private_lines.may_ask(fact):
                continue
            tries += 1
            if tries > _MAX_TRIES_OF_CODE:
                return None
            if fits is not None and fits(fact):
                self.unread.append(question)
                vector: list[float] | Refusal = []
            else:
                vector = await self._check_meaning(question, by_code=True)
            if not isinstance(vector, Refusal):
                if own is None:
                    self.chooser.take(fact)
                return _Accepted(question, fact, vector)
        return None

    def _word_own(self, own: Fact, category: QuestionCategory, number: int) -> Iterator[tuple[Fact, str]]:
        """The question about a line of the recruiter."""
        question = forms.word_question(
            own,
            category=category,
            language=self.prompts.language,
            others=self.accepted,
            number=number,
            difficulty=self.prompts.difficulty,
        )
        if question is not None:
            yield own, question

    def _is_lawful_by_words(self, fact: Fact) -> bool:
        return is_lawful_by_words(fact.text, language=self.prompts.language)

    def _choose(
        self, category: QuestionCategory, focus: str, *, only: Callable[[Fact], bool] | None = None
    ) -> Fact:
        fact = self.chooser.choose(category, focus=focus, only=only)
        if fact is None:
            raise NothingToAskFrom
        return fact

    async def _check(
        self, completion: Completion, fact: Fact, category: QuestionCategory, opening: str
    ) -> _Accepted | Refusal:
        if not await self.private_lines.may_ask(fact):
            return FORBIDDEN_TOPIC
        if completion.finish_reason == "length" and "?" not in completion.text:
            return Refusal("it is too long")
        question = check_question(
            completion.text,
            fact=fact,
            category=category,
            known=self.known,
            job_text=self.job_text,
            language=self.prompts.language,
            others=self.accepted,
            employers=self.employers,
            opening=opening,
        )
        if isinstance(question, Refusal):
            return question
        vector = await self._check_meaning(question)
        if isinstance(vector, Refusal):
            return vector
        about = self._find_line(question, vector, fact)
        if about is None:
            return Refusal("it is about another line")
        return _Accepted(question, about, vector)

    async def _check_meaning(self, question: str, *, by_code: bool = False) -> list[float] | Refusal:
        """The vector of a question; refuses forbidden topics and repetitions.

        Without embeddings, the vector is empty and words alone decide. They do not decide about a question
        by code: its line was judged, and words alone take some of the fixed wordings for a private topic.
        """
        if self.warming is not None:
            await self.warming
            self.warming = None
            self.vectors += (self.unread and await self.embed(self.unread)) or []
        vectors = await self.embed([question])
        vector = vectors[0] if vectors else None
        is_judged = vector is not None or not by_code
        if is_judged and await self.topics.is_forbidden(question, vector=vector):
            return FORBIDDEN_TOPIC
        if vector is None:
            return []
        if is_similar(vector, self.vectors):
            return Refusal("it means the same as another question")
        return vector

    def _find_line(self, question: str, vector: Sequence[float], fact: Fact) -> Fact | None:
        """The line that a question is about: its own one, or a free one that it is clearly closer to.

        None if it is clearly closer to a line that another question is about.
        """
        own = self.fact_vectors.get(fact.text)
        if not vector or own is None:
            return fact
        gains = {
            one.text: cosine(vector, self.fact_vectors[one.text]) - cosine(vector, own)
            for one in self.facts
            if one.text in self.fact_vectors and names_line(question, one.text) and _is_alike(one, fact)
        }
        nearest = max(self.facts, key=lambda one: gains.get(one.text, -1.0))
        if gains.get(nearest.text, 0.0) < _MIN_GAIN_OF_OTHER_LINE:
            return fact
        return nearest if self.chooser.replace(fact, nearest) else None

    def use_facts(self, facts: list[Fact]) -> None:
        """Choose among these facts from now on: the same lines, with kinds that are known better."""
        self.facts = facts
        self.chooser.use(facts, self.fact_vectors)

    async def load_embeddings(self) -> None:
        """Embed the existing questions, the facts and the examples of forbidden topics."""
        existing = list(self.accepted)
        texts = existing + [fact.text for fact in self.facts[:_MAX_EMBEDDED_FACTS]]
        vectors = await self.embed(texts) if texts else None
        if vectors is not None:
            self.vectors = vectors[: len(existing)]
            self.fact_vectors = dict(zip(texts[len(existing) :], vectors[len(existing) :], strict=True))
        await self.topics.load()

    async def embed(self, texts: list[str]) -> list[list[float]] | None:
        """The vectors of ``texts``; None when the embeddings engine fails."""
        try:
            return await self.engines.embeddings.embed(texts, priority=self.priority)
        except EngineError as error:
            log.warning("embeddings_unavailable kind=%s", type(error).__name__)
            return None


def _is_alike(fact: Fact, other: Fact) -> bool:
    """Whether the form of a question about one line fits the other one too."""
    kinds = {fact.line_kind, other.line_kind}
    return fact.source == other.source and (len(kinds) == 1 or kinds == {LineKind.WORK, LineKind.RESULT})


def _drop_quote(reason: str) -> str:
    """Remove the quoted line from the reason, because the next attempt is about another line."""
    return reason.partition(":")[0]
