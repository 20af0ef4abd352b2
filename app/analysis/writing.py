"""Writes the texts of a report: one prompt for each, answered by the model and checked by code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from app.analysis.checks import Rules, paragraph_check, question_check
from app.analysis.exchanges import Exchange
from app.analysis.findings import Background, FindingKind
from app.analysis.selection import Selected
from app.analysis.text_cache import TextCache, make_key
from app.analysis.titles import title_check, title_from
from app.llm.budget import TEMPLATE_TOKENS
from app.llm.fencing import fence
from app.llm.generation import Check, generate_slot
from app.llm.prompts import Prompt, load_prompt
from app.text.words import count_words, split_words
from models.ports import CompletionRequest, Engines, LlmEngine, Message, Priority, QueueListener

PROMPT_NAMES = ("report-finding", "report-quote", "report-follow-up", "report-claim")
FINDING_TOKENS = 120
TITLE_TOKENS = 28
LINE_TOKENS = 70
ANSWER_WORDS = 320
"""Words of an answer shown around the quote; an ellipsis marks what is left out."""
QUESTION_WORDS = 90
MIN_LONG_MATERIAL_WORDS = 12
MAX_PROMPT_TOKENS = 1_400
"""Upper bound of one prompt: seconds of prefill, not minutes."""


def prompt_version() -> str:
    """Names and versions of all report prompts, stored with each report."""
    return "+".join(load_prompt(name).label for name in PROMPT_NAMES)


def _around(text: str, quotes: Sequence[str], words: int) -> str:
    """About ``words`` words of ``text`` around the first quote found in it."""
    tokens = text.split()
    if len(tokens) <= words:
        return text
    position = next((text.find(quote) for quote in quotes if quote and quote in text), 0)
    first = len(text[: max(0, position)].split())
    start = max(0, min(first - words // 3, len(tokens) - words))
    end = start + words
    lead, tail = ("… " if start else ""), (" …" if end < len(tokens) else "")
    return f"{lead}{' '.join(tokens[start:end])}{tail}"


def show_exchanges(exchanges: Sequence[Exchange], quotes: Sequence[str], *, words: int = ANSWER_WORDS) -> str:
    """Show the exchanges as the model sees them, before fencing."""
    share = max(40, words // max(1, len(exchanges)))
    shown = []
    for exchange in exchanges:
        if exchange.question:
            question = exchange.question.split()
            text = " ".join(question[-QUESTION_WORDS:])
            shown.append(f"Interviewer: {'… ' if len(question) > QUESTION_WORDS else ''}{text}")
        shown.append(f"Candidate: {_around(exchange.answer, quotes, share)}")
    return "\n".join(shown)


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

    async def _fit(self, prompt: Prompt, build: Callable[[int], str], *, max_tokens: int) -> str:
        """The longest ``build(words)`` that leaves room for the prompt and the completion."""
        room = min(MAX_PROMPT_TOKENS, self.llm.context_window - 2 * max_tokens - TEMPLATE_TOKENS)
        fixed = (await self.llm.count_tokens([prompt.system + prompt.template]))[0] + 150
        words = ANSWER_WORDS
        text = build(words)
        while words > 40 and (await self.llm.count_tokens([text]))[0] > max(100, room - fixed):
            words //= 2
            text = build(words)
        return text

    async def _exchange(self, prompt: Prompt, item: Selected, *, max_tokens: int) -> str:
        quotes = [evidence.quote for evidence in item.quote]
        return await self._fit(
            prompt, lambda words: show_exchanges(item.exchanges, quotes, words=words), max_tokens=max_tokens
        )

    def _doubt(self, item: Selected) -> frozenset[str]:
        """Words of the exchanges that may be misheard; those of CV and job description are known."""
        lines = (line for exchange in item.exchanges for line in (*exchange.asked, *exchange.answered))
        doubtful = {word for line in lines for word in line.uncertain_words}
        if not doubtful:
            return frozenset()
        return frozenset(doubtful - set(split_words(f"{self.background.cv_text} {self.background.job_text}")))

    def _source(self, shown: str, *more: str) -> str:
        return "\n".join((shown, *more, self.background.job_title))

    async def describe(self, item: Selected) -> tuple[str, str] | None:
        """Title and description of a strength or concern; None if the description was refused twice.

        The description is written first; the title follows from it and uses the same cached prefix.
        """
        prompt = load_prompt("report-finding")
        shown = await self._exchange(prompt, item, max_tokens=FINDING_TOKENS)
        is_favorable = item.kind is FindingKind.STRENGTH
        is_evasion = item.kind is FindingKind.EVASION
        messages: tuple[Message, ...] = prompt.messages(
            exchange=fence("INTERVIEW", shown),
            quote=fence("WORDS", item.quote_text),
            task=prompt.section(item.kind.value),
        )
        rules = Rules(
            self._source(shown),
            min_words=7,
            max_words=60,
            min_support=0.45 if is_favorable else 0.35,
            is_favorable=is_favorable,
            uncertain=self._doubt(item),
        )
        about = "" if is_evasion else item.quote_text
        description = await self._ask(
            prompt,
            messages,
            max_tokens=FINDING_TOKENS,
            check=paragraph_check(rules, max_sentences=2, about=about),
        )
        if description is None:
            return None
        messages = (
            *messages,
            Message("assistant", description),
            Message("user", prompt.section("title-evasion" if is_evasion else "title")),
        )
        rules = replace(
            rules, source=f"{rules.source}\n{description}", min_words=2, max_words=11, min_support=0.34
        )
        title = await self._ask(prompt, messages, max_tokens=TITLE_TOKENS, check=title_check(rules))
        return title or title_from(description), description

    async def explain_quote(self, item: Selected, *, section: str) -> str | None:
        """Why a key quote matters, in one sentence; None if it was refused twice."""
        prompt = load_prompt("report-quote")
        shown = await self._exchange(prompt, item, max_tokens=LINE_TOKENS)
        rules = Rules(
            self._source(shown), min_words=6, max_words=40, min_support=0.35, uncertain=self._doubt(item)
        )
        return await self._ask(
            prompt,
            prompt.messages(
                exchange=fence("INTERVIEW", shown),
                quote=fence("WORDS", item.quote_text),
                task=prompt.section(section),
            ),
            max_tokens=LINE_TOKENS,
            check=paragraph_check(rules, max_sentences=1),
        )

    async def write_follow_up(
        self, section: str, material: str, *, source: Selected | None = None
    ) -> str | None:
        """A follow-up question about ``material``; None if it was refused twice.

        ``source`` is where a ``material`` that is a quote comes from.
        """
        prompt = load_prompt("report-follow-up")
        min_support = 0.12 if count_words(material) < MIN_LONG_MATERIAL_WORDS else 0.2
        uncertain = frozenset[str]() if source is None else self._doubt(source)
        rules = Rules(self._source(material), min_support=min_support, uncertain=uncertain)
        return await self._ask(
            prompt,
            prompt.messages(material=fence("MATERIAL", material), task=prompt.section(section)),
            max_tokens=LINE_TOKENS,
            check=question_check(rules),
        )
