"""Asks the model questions about one document and checks each completion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from app.core.schemas import ApiSchema
from app.documents.understanding.checks import check_prose
from app.llm.budget import fit_to_budget
from app.llm.fencing import fence
from app.llm.generation import GenerationRecord, Refusal, generate_slot
from app.llm.prompts import Prompt, fill
from models.ports import CompletionRequest, LlmEngine, Message, Priority, QueueListener

T = TypeVar("T")
OnStage = Callable[[str, float], None]
"""(``understanding`` or ``assessing``, share of the whole from 0 to 1)"""

PART_TOKENS = 2200
"""Longest text that one prompt holds. Longer documents are first summarized part by part."""


class GenerationNote(ApiSchema):
    """``GenerationRecord`` in wire spelling, stored with the result."""

    model: str
    model_sha256: str
    prompt_version: str
    duration_ms: int


@dataclass(slots=True)
class Questioner:
    """Asks questions about one document. All prompts begin with the document, so its prefill is shared."""

    llm: LlmEngine
    prompt: Prompt
    placeholder: str
    document: str
    """The text in the prompts: the document itself, or notes on its parts if it is long."""
    priority: Priority
    on_queue: QueueListener | None
    label: str = "CV"
    records: list[GenerationRecord] = field(default_factory=list)

    async def ask(
        self,
        section: str,
        check: Callable[[str], T | Refusal],
        *,
        max_tokens: int,
        document: str | None = None,
        accept_cut: bool = False,
        **values: str,
    ) -> T | None:
        """The checked value of one question, or None if it failed its check twice."""
        task = fill(self.prompt.section(section), values, name=section)
        text = fence(self.label, document or self.document)
        request = CompletionRequest(
            messages=(
                Message("system", self.prompt.system),
                Message("user", self.prompt.fill(**{self.placeholder: text, "task": task})),
            ),
            max_tokens=max_tokens,
        )
        result = await generate_slot(
            self.llm,
            request,
            check=check,
            prompt_version=self.prompt.label,
            priority=self.priority,
            on_queue=self.on_queue,
            accept_cut=accept_cut,
        )
        self.records.append(result.record)
        return result.value

    async def condense(self, text: str) -> None:
        """Replace a document that is too long for one prompt by notes on its parts."""
        budget = min(PART_TOKENS, self.llm.context_window - 900)
        parts = await fit_to_budget(self.llm, text, max_tokens=budget)
        if len(parts) <= 1:
            self.document = text
            return
        notes: list[str] = []
        for part in parts:
            note = await self.ask(
                "notes", prose_rule(part, max_words=140), max_tokens=200, accept_cut=True, document=part
            )
            notes.append(note or "")
        shorter = "\n".join(note for note in notes if note) or parts[0]
        if len(shorter) >= len(text):
            # Notes that are not shorter than the text would recurse forever.
            self.document = parts[0]
            return
        await self.condense(shorter)

    def note(self, *earlier: dict[str, Any] | None) -> dict[str, Any] | None:
        """The generation record of these completions and those of ``earlier`` steps.

        None if the model was never asked.
        """
        before = [GenerationNote.model_validate(note) for note in earlier if note]
        if not self.records:
            return before[-1].to_wire() if before else None
        last = self.records[-1]
        return GenerationNote(
            model=last.model,
            model_sha256=last.model_sha256,
            prompt_version=last.prompt_version,
            duration_ms=sum(r.duration_ms for r in self.records) + sum(n.duration_ms for n in before),
        ).to_wire()


def prose_rule(document: str, *, max_words: int, allowed_numbers: str = "") -> Callable[[str], str | Refusal]:
    """The check of sentences about ``document``."""
    return lambda text: check_prose(
        text, document=document, max_words=max_words, allowed_numbers=allowed_numbers
    )


def start_at(on_stage: OnStage, share: float) -> OnStage:
    """A listener for a later step, which begins when ``share`` of the whole is done."""
    return lambda stage, done: on_stage(stage, share + (1 - share) * done)
