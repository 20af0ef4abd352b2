"""The texts of the report, each a slot that the model fills and code checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from app.analysis.checks import Rules, paragraph_check, question_check, title_check, title_from
from app.analysis.concerns import ConcernKind, SelectedConcern
from app.analysis.exchanges import Exchange
from app.analysis.findings import Background
from app.analysis.selection import Selected
from app.analysis.sentences import words_of
from app.llm.budget import TEMPLATE_TOKENS
from app.llm.fencing import fence
from app.llm.generation import Check, generate_slot
from app.llm.prompts import Prompt, load_prompt
from models.ports import CompletionRequest, Engines, LlmEngine, Message, Priority, QueueListener

T = TypeVar("T")

PROMPT_NAMES = ("report-finding", "report-text", "report-quote", "report-follow-up")
FINDING_TOKENS = 120
TITLE_TOKENS = 28
TEXT_TOKENS = 190
LINE_TOKENS = 70
ANSWER_WORDS = 320
"""Words of an answer that are shown around the chosen ones; what is left out is marked by an ellipsis."""
QUESTION_WORDS = 90
PROMPT_TOKENS = 1_400
"""Upper bound of what is put before the model in one slot: seconds of prefill, not minutes."""


def prompt_version() -> str:
    """Names and versions of every prompt of the report, as a result records them."""
    return "+".join(load_prompt(name).label for name in PROMPT_NAMES)


def _around(text: str, quotes: Sequence[str], words: int) -> str:
    """At most about ``words`` words of ``text`` around the first quote found in it."""
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
    """The exchanges as the model sees them, before fencing."""
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
    """Asks for one text after the other and counts what it cost."""

    engines: Engines
    background: Background
    priority: Callable[[], Priority]
    on_queue: QueueListener | None = None
    duration_ms: int = 0
    model: str = ""
    model_sha256: str = ""

    @property
    def llm(self) -> LlmEngine:
        return self.engines.llm

    async def _ask(
        self, prompt: Prompt, messages: tuple[Message, ...], *, max_tokens: int, check: Check[T]
    ) -> T | None:
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
        return result.value

    async def _fit(self, prompt: Prompt, build: Callable[[int], str], *, max_tokens: int) -> str:
        """The widest ``build(words)`` that leaves room for the prompt and the completion."""
        room = min(PROMPT_TOKENS, self.llm.context_window - 2 * max_tokens - TEMPLATE_TOKENS)
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

    def _source(self, shown: str, *more: str) -> str:
        return "\n".join((shown, *more, self.background.job_title))

    async def describe(self, item: Selected, *, favourable: bool) -> tuple[str, str] | None:
        """(title, description) of a strength or a concern; None when the description was refused twice.

        The description comes first, and the title goes on from it, on the same cached prefix.
        """
        prompt = load_prompt("report-finding")
        shown = await self._exchange(prompt, item, max_tokens=FINDING_TOKENS)
        kind = item.kind if isinstance(item, SelectedConcern) else None
        messages: tuple[Message, ...] = prompt.messages(
            exchange=fence("INTERVIEW", shown),
            quote=fence("WORDS", item.quote_text),
            task=prompt.section(kind.value if kind else "strength"),
        )
        rules = Rules(
            self._source(shown),
            fewest_words=7,
            most_words=60,
            least_overlap=0.45 if favourable else 0.35,
            is_favourable=favourable,
        )
        about = "" if kind is ConcernKind.EVASION else item.quote_text
        description = await self._ask(
            prompt,
            messages,
            max_tokens=FINDING_TOKENS,
            check=paragraph_check(rules, most_sentences=2, about=about),
        )
        if description is None:
            return None
        section = "title-evasion" if kind is ConcernKind.EVASION else "title"
        messages = (
            *messages,
            Message("assistant", description),
            Message("user", prompt.section(section)),
        )
        rules = replace(
            rules, source=f"{rules.source}\n{description}", fewest_words=2, most_words=11, least_overlap=0.34
        )
        title = await self._ask(prompt, messages, max_tokens=TITLE_TOKENS, check=title_check(rules))
        return title or title_from(description), description

    async def summarise(
        self, section: str, findings: Sequence[str], *, sentences: int, favourable: bool | None
    ) -> str | None:
        """A paragraph about checked findings; None when refused twice."""
        prompt = load_prompt("report-text")
        material = "\n".join(f"- {line}" for line in findings)
        rules = Rules(
            self._source(material), fewest_words=5, most_words=60, least_overlap=0.4, is_favourable=favourable
        )
        return await self._ask(
            prompt,
            prompt.messages(findings=fence("FINDINGS", material), task=prompt.section(section)),
            max_tokens=TEXT_TOKENS,
            check=paragraph_check(rules, most_sentences=sentences, findings=findings),
        )

    async def explain_quote(self, item: Selected, *, section: str) -> str | None:
        """Why a key quote matters, in one sentence; None when refused twice."""
        prompt = load_prompt("report-quote")
        shown = await self._exchange(prompt, item, max_tokens=LINE_TOKENS)
        rules = Rules(self._source(shown), fewest_words=6, most_words=40, least_overlap=0.35)
        return await self._ask(
            prompt,
            prompt.messages(
                exchange=fence("INTERVIEW", shown),
                quote=fence("WORDS", item.quote_text),
                task=prompt.section(section),
            ),
            max_tokens=LINE_TOKENS,
            check=paragraph_check(rules, most_sentences=1),
        )

    async def ask_again(self, section: str, material: str) -> str | None:
        """A follow-up question about ``material``; None when refused twice."""
        prompt = load_prompt("report-follow-up")
        least = 0.12 if len(words_of(material)) < 12 else 0.2
        rules = Rules(self._source(material), least_overlap=least)
        return await self._ask(
            prompt,
            prompt.messages(material=fence("MATERIAL", material), task=prompt.section(section)),
            max_tokens=LINE_TOKENS,
            check=question_check(rules),
        )


def concern_words(kind: ConcernKind) -> str:
    """What kind of concern it is, for the findings that the assessments are written from."""
    return {
        ConcernKind.OWNED: "A practice that is a risk, in the candidate's own words",
        ConcernKind.EVASION: "A question that got only a general reply",
        ConcernKind.BLAME: "Fault put on others",
        ConcernKind.GAP: "Experience that is missing",
    }[kind]


def plain_title(item: Selected) -> str:
    """The title of a finding about which the model wrote nothing that could be kept."""
    return concern_words(item.kind) if isinstance(item, SelectedConcern) else "A concrete answer"
