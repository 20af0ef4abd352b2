"""Writes the texts of a report: one prompt for each, answered by the model and checked by code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Background, TranscriptLine
from app.analysis.headings import heading_check
from app.analysis.quoting import shorten_question
from app.analysis.text_cache import TextCache, make_key
from app.llm.fencing import fence
from app.llm.generation import Check, generate_slot
from app.llm.prompts import Prompt, load_prompt
from app.text.words import count_words, split_words
from models.ports import CompletionRequest, Engines, LlmEngine, Message, Priority, QueueListener

PROMPT_NAMES = ("report-heading", "report-claim")
HEADING_TOKENS = 24
MIN_HEADED_WORDS = 4
"""A question with fewer words needs no heading."""


def prompt_version() -> str:
    """Names and versions of all report prompts, stored with each report."""
    return "+".join(load_prompt(name).label for name in PROMPT_NAMES)


@dataclass(slots=True)
class Writer:
    """Requests the texts of one report from the model and adds up the time they take."""

    engines: Engines
    background: Background
    priority: Callable[[], Priority]
    on_queue: QueueListener | None = None
    cache: TextCache = field(default_factory=TextCache)
    duration_ms: int = 0
    model: str = ""
    model_sha256: str = ""

    @property
    def llm(self) -> LlmEngine:
        return self.engines.llm

    async def _ask(
        self, prompt: Prompt, messages: tuple[Message, ...], *, max_tokens: int, check: Check[str]
    ) -> str | None:
        key = make_key(prompt_label=prompt.label, model_sha256=self.llm.identity.sha256, messages=messages)
        if (known := self.cache.find(key)) is not None:
            return known or None
        request = CompletionRequest(messages=messages, max_tokens=max_tokens)
        result = await generate_slot(
            self.llm,
            request,
            check=check,
            prompt_version=prompt.label,
            priority=self.priority(),
            on_queue=self.on_queue,
        )
        self.duration_ms += result.record.duration_ms
        self.model, self.model_sha256 = result.record.model, result.record.model_sha256
        # A text that was refused twice would only be refused again.
        await self.cache.add(key, result.value or "")
        return result.value

    def _find_uncertain_words(self, lines: Sequence[TranscriptLine]) -> frozenset[str]:
        """Words of these lines that may be misheard; those of CV and job description are known."""
        doubtful = {word for line in lines for word in line.uncertain_words}
        if not doubtful:
            return frozenset()
        return frozenset(doubtful - set(split_words(f"{self.background.cv_text} {self.background.job_text}")))

    async def write_heading(self, exchange: Exchange) -> str | None:
        """A heading for the question of an exchange, in the letter case used inside a sentence.

        None if the question is too short for one, if it was none, or if the text was refused twice.
        """
        question = shorten_question(exchange.question)
        if count_words(question) < MIN_HEADED_WORDS or exchange.kind is QuestionKind.REMARK:
            return None
        prompt = load_prompt("report-heading")
        return await self._ask(
            prompt,
            prompt.messages(question=fence("QUESTION", question)),
            max_tokens=HEADING_TOKENS,
            check=heading_check(question, uncertain=self._find_uncertain_words(exchange.asked)),
        )
