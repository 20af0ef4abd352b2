"""Writes the texts of a report: one prompt for each, answered by the model and checked by code."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from app.analysis.checks import Rules, paragraph_check, question_check
from app.analysis.findings import Background
from app.analysis.selection import Selected
from app.analysis.text_cache import TextCache, make_key
from app.llm.fencing import fence
from app.llm.generation import Check, generate_slot
from app.llm.prompts import Prompt, load_prompt
from app.text.words import count_words, split_words
from models.ports import CompletionRequest, Engines, LlmEngine, Message, Priority, QueueListener

PROMPT_NAMES = ("report-finding", "report-follow-up", "report-claim")
FINDING_TOKENS = 120
LINE_TOKENS = 70
MAX_REPORTED_WORDS = 45
"""A longer quote is shown as it is: reported speech would be hard to read."""
QUESTION_WORDS = 90
MIN_LONG_MATERIAL_WORDS = 12
_OTHERS = re.compile(
    r"\b(?:he|him|his|she|hers?|they|them|theirs?)\b|^(?:it|this|that|these|those)\b", re.IGNORECASE
)


def prompt_version() -> str:
    """Names and versions of all report prompts, stored with each report."""
    return "+".join(load_prompt(name).label for name in PROMPT_NAMES)


def _is_ambiguous(quote: str) -> bool:
    """Whether the quote speaks of others, so that "they" could mean them, or of something said before."""
    return _OTHERS.search(quote) is not None


@dataclass(slots=True)
class Writer:
    """Has the texts of one report written and sums up the time they take."""

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
        # A text that was refused twice would be refused again.
        await self.cache.add(key, result.value or "")
        return result.value

    def _doubt(self, item: Selected) -> frozenset[str]:
        """Words of the exchanges that may be misheard; those of CV and job description are known."""
        lines = (line for exchange in item.exchanges for line in (*exchange.asked, *exchange.answered))
        doubtful = {word for line in lines for word in line.uncertain_words}
        if not doubtful:
            return frozenset()
        return frozenset(doubtful - set(split_words(f"{self.background.cv_text} {self.background.job_text}")))

    def _source(self, shown: str, *more: str) -> str:
        return "\n".join((shown, *more, self.background.job_title))

    async def describe(self, item: Selected) -> str | None:
        """A strength in reported speech; None if the quote does not lend itself to it.

        The same goes for a text that was refused twice.
        """
        quote = item.quote_text
        if count_words(quote) > MAX_REPORTED_WORDS or _is_ambiguous(quote):
            return None
        prompt = load_prompt("report-finding")
        question = " ".join(item.exchanges[0].question.split()[-QUESTION_WORDS:])
        rules = Rules(
            self._source(quote, question),
            min_words=7,
            max_words=MAX_REPORTED_WORDS + 15,
            min_support=0.9,
            is_favorable=True,
            uncertain=self._doubt(item),
        )
        return await self._ask(
            prompt,
            prompt.messages(exchange=fence("INTERVIEW", f"Interviewer: {question}\nCandidate: {quote}")),
            max_tokens=FINDING_TOKENS,
            check=paragraph_check(rules, max_sentences=2, findings=(quote,), about=quote),
        )

    async def write_follow_up(self, section: str, material: str) -> str | None:
        """A follow-up question about ``material``; None if it was refused twice."""
        prompt = load_prompt("report-follow-up")
        min_support = 0.12 if count_words(material) < MIN_LONG_MATERIAL_WORDS else 0.2
        rules = Rules(self._source(material), min_support=min_support)
        return await self._ask(
            prompt,
            prompt.messages(material=fence("MATERIAL", material), task=prompt.section(section)),
            max_tokens=LINE_TOKENS,
            check=question_check(rules),
        )
