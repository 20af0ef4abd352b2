"""Every way in which code can ask about a line: each ask of its form, after a lead that is still free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.questions import forms
from app.questions.clauses import find_clause, tells_past
from app.questions.facts import Fact
from app.questions.forms import FORMS_OF_CLAUSES, choose_form, choose_section, opening_key, quote_line
from app.questions.line_natures import LineNature
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory

WHOLE = "whole"
_ON_THEIR_OWN = frozenset({"company", "condition", "position", "titled", "unnamed"})
"""Forms of lines that no work or knowledge can match, so that what suits any line does not suit them."""
_TASK = "task"
_MIN_SHARE_OF_NATURES = 0.35


@dataclass(frozen=True, slots=True)
class Wording:
    """One question about a line."""

    question: str
    form: str
    ask: str
    """The name of what is asked, the same in every language: ``technical/duty/0``."""
    is_clause: bool
    """Whether the line is part of a sentence, not quoted."""
    suits_line: bool = True
    """Whether this can be asked about a line of its nature, or about something that the CV shows."""


def list_questions(
    fact: Fact,
    *,
    category: QuestionCategory,
    language: str,
    difficulty: Difficulty,
    others: Sequence[str],
    number: int,
) -> list[Wording]:
    """The questions about ``fact`` that neither begin nor end like ``others``; ``number`` varies the leads.

    ``language`` has wording.
    """
    form = choose_form(fact, language)
    clause = find_clause(fact, language) if form in FORMS_OF_CLAUSES else None
    taken = forms.list_opening_keys(others)
    lead, has_clause = _choose_lead(fact, form, clause, language, taken, number)
    found = []
    for name, ask in _list_free_asks(
        fact, form, category, language, difficulty, others, is_task=clause is not None
    ):
        if name.startswith(WHOLE):
            question, is_clause = _fill(ask, fact, clause), "{clause}" in ask
            if opening_key(question) in taken:
                continue
        elif lead is None:
            continue
        else:
            question, is_clause = f"{lead} {ask}", has_clause
        found.append(Wording(question, form, name, is_clause, suits_line=_suits(name, fact)))
    return found


def _suits(ask: str, fact: Fact) -> bool:
    """Whether a line is a gap or of a nature that an ask needs; most asks suit any line."""
    if fact.kind == "requirement" and ask in forms.load_wording()["gaps"]["asks"]:
        return False
    natures = [LineNature(one) for one, asks in forms.load_wording()["natures"].items() if ask in asks]
    return not natures or fact.resembles(natures) > _MIN_SHARE_OF_NATURES


def _list_free_asks(
    fact: Fact,
    form: str,
    category: QuestionCategory,
    language: str,
    difficulty: Difficulty,
    others: Sequence[str],
    *,
    is_task: bool,
) -> list[tuple[str, str]]:
    """What can be asked about a line: first what no question of the set asks, else what suits any line."""

    def is_free(ask: str) -> bool:
        return not any(other.endswith(ask) for other in others)

    asked = forms.DEED if form == "work" and language == "en" and tells_past(fact.said) else form
    own = list(list_asks(asked, category, language, difficulty, is_task=is_task and form == "duty"))
    general = "line" if fact.source == "job" else "any"
    others_asks = list(list_asks(general, category, language, difficulty, is_task=False))
    free = [one for one in own if is_free(one[1])]
    if form in _ON_THEIR_OWN and own:
        return free or own
    return free or [one for one in others_asks if is_free(one[1])] or own or others_asks


def list_asks(
    form: str, category: QuestionCategory, language: str, difficulty: Difficulty, *, is_task: bool
) -> Iterator[tuple[str, str]]:
    """The names and texts of what can be asked about a line of a form; ``is_task`` if it is a clause."""
    texts = forms.load_wording()
    of_level = texts["levels"].get(language, {}).get(difficulty.value, {}).get(category.value, {})
    named = forms.name_asks(form)
    of_whole = texts["whole"].get(language, {}).get(category.value, {})
    for key in (form, _TASK) if is_task else (form,):
        yield from _number(f"{WHOLE}/{category}/{key}", of_whole.get(key, ()))
    key = "done" if named in forms.DONE and named not in of_level else named
    yield from _number(f"{difficulty}/{category}/{key}", of_level.get(key, ()))
    yield from _number(f"{category}/{named}", texts["asks"][language][category.value].get(named, ()))


def _number(name: str, asks: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((f"{name}/{number}", ask) for number, ask in enumerate(asks))


def _choose_lead(
    fact: Fact, form: str, clause: str | None, language: str, taken: frozenset[str], number: int
) -> tuple[str | None, bool]:
    """A sentence with the line that no question begins with, and whether the line is part of it.

    A duty becomes part of the sentence if it can. A line of the CV is quoted, because many are telegrams.
    """
    leads = forms.load_wording()["leads"][language]
    of_section = leads[choose_section(fact)]
    as_clause = leads.get("task" if fact.source == "job" else "did", ()) if clause else ()
    own = of_section if form == "duty" else leads.get(forms.name_leads(form), of_section)
    ways = [(own, False), (() if form == "unnamed" else of_section, False)]
    ways.insert(0 if fact.source == "job" else len(ways), (as_clause, True))
    for texts, is_clause in ways:
        for turn in range(len(texts)):
            lead = _fill(texts[(number + turn) % len(texts)], fact, clause)
            if opening_key(lead) not in taken:
                return lead, is_clause
    return None, False


def _fill(text: str, fact: Fact, clause: str | None) -> str:
    return text.replace("{line}", quote_line(fact.said)).replace("{clause}", clause or "")
