"""The prompt of one question: its kind, its difficulty, its line of the CV or job, and how it opens."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.llm.fencing import fence
from app.llm.prompts import Prompt, fill, load_prompt
from app.questions.context import MAX_COMPLETION_TOKENS
from app.questions.facts import Fact, Kind, Source
from app.questions.forms import list_openings, opening_key
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.wording import language_name
from models.ports import CompletionRequest, Message

PROMPT = "question-generate"
_SOURCES: dict[Source, str] = {
    "cv": "line of the CV",
    "job": "line of the job description",
    "recruiter": "line of the recruiter",
}
_DESCRIPTIONS: dict[Kind, str] = {"skill": "of-cv-skill", "gap": "of-gap", "move": "of-move"}
"""Sections of the prompt for some kinds of lines; the others have one for each source."""


@dataclass(slots=True)
class SlotPrompts:
    """Builds the requests of one set. Everything before the line at the end is equal for all of them."""

    difficulty: Difficulty
    language: str
    context: str = ""
    """From ``build_context``; set before the first request."""
    prompt: Prompt = field(default_factory=lambda: load_prompt(PROMPT))
    _openings_used: dict[QuestionCategory, int] = field(default_factory=dict)

    def build_request(
        self,
        category: QuestionCategory,
        fact: Fact,
        *,
        opening: str = "",
        focus: str = "",
        seed: int,
        refused_for: str = "",
    ) -> CompletionRequest:
        """Ask for one question about ``fact``.

        ``opening`` is from ``next_opening``, ``refused_for`` is why the last attempt was refused.
        """
        prompt = self.prompt
        user = prompt.fill(
            context=self.context,
            style=_section_for(prompt, category, fact),
            difficulty=prompt.section(self.difficulty),
            source=_SOURCES[fact.source],
            fact=_one_line(fact.text),
            standing=self._describe_line(fact, focus=focus, refused_for=refused_for),
            # Without an opening, the model finds its own.
            opening=f"“{opening}”" if opening else "any that fit",
        )
        return CompletionRequest(
            messages=(build_system_message(self.language), Message("user", user)),
            max_tokens=MAX_COMPLETION_TOKENS,
            temperature=0.6 if refused_for else 0.3,
            stop=("\n\n",),
            seed=seed,
        )

    def _describe_line(self, fact: Fact, *, focus: str, refused_for: str) -> str:
        kind = _DESCRIPTIONS.get(fact.kind, f"of-{fact.source}")
        described = self.prompt.section(kind)
        if kind == "of-cv":
            described = fill(described, {"where": _one_line(fact.where) or "past work"})
        if refused_for:
            described += "\n" + fill(self.prompt.section("again"), {"reason": refused_for})
        if focus:
            described += "\n" + fill(self.prompt.section("focus"), {"focus": _one_line(focus)})
        return described

    def next_opening(self, category: QuestionCategory, fact: Fact, *, taken: frozenset[str]) -> str:
        """The first words of the next question; blank in a language without openings.

        ``taken`` are the opening keys of the set.
        """
        openings = list_openings(self.language, category, fact)
        if not openings:
            return ""
        turn = self._openings_used.get(category, 0)
        self._openings_used[category] = turn + 1
        free = [one for one in openings if opening_key(one) not in taken] or openings
        return free[turn % len(free)]


def build_system_message(language: str) -> Message:
    """The first message of every request about questions; part of the cached prefix."""
    return Message("system", fill(load_prompt(PROMPT).system, {"language": language_name(language)}))


def _section_for(prompt: Prompt, name: str, fact: Fact) -> str:
    """The variant of a section for facts of this source, if the prompt has one."""
    own = f"{name}-{fact.source}"
    return prompt.section(own if own in prompt.sections else name)


def _one_line(text: str) -> str:
    """Text from a document, safe inside a quoted sentence of the prompt: no fences, no quotes."""
    return fence("", text).split("\n", 1)[1].rsplit("\n", 1)[0].replace("\n", " ").replace('"', "'")
