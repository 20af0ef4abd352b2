"""The form of a question, which follows from the kind of its line: how it begins, and its wording by code.

The wordings are the openings, whole questions, leads and asks of ``config/question-wording.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from app.core.config_files import CONFIG_DIR
from app.questions.clauses import find_clause, names_speaker, tells_past
from app.questions.facts import CERTAIN, REQUIREMENTS, Fact
from app.questions.line_kinds import LineKind
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.titles import is_nameable, is_speakable
from app.text.folding import plain
from app.text.stop_words import list_small_words

FILE = "question-wording"
_OPENING_WORDS = 3
_LIST = re.compile(r",(?=\s[^,]{1,60}\s(?:and|or|und|oder|et|ou)\s[^,]+$)")
"""The one comma of a list of three things at the end of a line."""
_MIN_CERTAINTY = 0.25
"""Certainty of the kind of a line below which its question takes a form that suits every kind."""
FORMS_OF_CLAUSES = frozenset({"work", "result", "duty"})
DONE = frozenset({"work", "deed", "result"})
"""Forms of what the candidate did: beginners and leads are asked the same about both."""
DEED = "deed"
"""Form of work that a line tells in the past ("Wrote the manual"): it may have been done once."""
_KINDS_OF_WORK = frozenset({LineKind.WORK, LineKind.RESULT})
_KINDS_OF_LISTS = frozenset({LineKind.WORK, LineKind.SKILL, LineKind.OTHER})
_DEMANDED = frozenset(
    {LineKind.SKILL, LineKind.EXPERIENCE, LineKind.CREDENTIAL, LineKind.LANGUAGE, LineKind.TRAIT}
)
_MIN_ITEMS = 3
_MAX_WORDS_OF_ITEM = 6
_BETWEEN_ITEMS = re.compile(r"[,;]\s+")
MAX_QUOTED_WORDS = 24
"""Words of a line above which a quotation ends at a comma or semicolon, because nobody reads out more."""
_MIN_QUOTED_WORDS = 8
_BEFORE_CLAUSE = re.compile(
    r";\s|,\s(?=(?:which|who|whose|where|so|because|while|but|including|der|die|das|denn|weil|damit|sodass|"
    r"wobei|aber|sondern|einschließlich|inklusive|qui|dont|où|car|mais|afin|notamment|y compris)\b)",
    re.IGNORECASE,
)
"""A mark before a clause or a remark that the one before it can do without."""
_MAX_WORDS_IN_A_SENTENCE = 18
_POINTERS = re.compile(r"\b(?:their|they|them|its|his|her|him)\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_JOINTS = re.compile(r"[,;:()\[\]“”„«»\"|•–—]")
"""Marks between parts of a line that are not one clause."""
_CV_FORMS = {
    LineKind.WORK: "work",
    LineKind.RESULT: "result",
    LineKind.SKILL: "skill",
    LineKind.CREDENTIAL: "credential",
    LineKind.TITLE: "title",
}
_JOB_FORMS = {
    LineKind.WORK: "duty",
    LineKind.SKILL: "knowledge",
    LineKind.EXPERIENCE: "experience",
    LineKind.CREDENTIAL: "qualification",
    LineKind.LANGUAGE: "speech",
    LineKind.TRAIT: "trait",
    LineKind.CONDITION: "condition",
    LineKind.COMPANY: "company",
    LineKind.TITLE: "position",
}


@lru_cache(maxsize=1)
def load_wording() -> dict[str, Any]:
    """The content of the file."""
    return tomllib.loads((CONFIG_DIR / f"{FILE}.toml").read_text(encoding="utf-8"))


def has_wording(language: str) -> bool:
    """Whether code can word questions in this language."""
    return language in load_wording()["leads"]


def asks_model(language: str) -> bool:
    """Whether the model writes any questions in this language."""
    return not has_wording(language) or language in load_wording()["openings"]


def opening_key(question: str) -> str:
    """The first three words of a question, in lower case: two with the same key begin alike."""
    return " ".join(plain(question).split()[:_OPENING_WORDS])


def list_opening_keys(questions: Iterable[str]) -> frozenset[str]:
    return frozenset(opening_key(question) for question in questions)


def list_openings(language: str, category: QuestionCategory, fact: Fact) -> list[str]:
    """The first words for the model's question about ``fact``.

    Empty for a language without wording, and for a form that code words without asking the model.
    """
    of_category: dict[str, list[str]] = load_wording()["openings"].get(language, {}).get(category.value, {})
    return list(of_category.get(choose_form(fact, language), ()))


def is_for_model(language: str, category: QuestionCategory, fact: Fact) -> bool:
    """Whether the model writes the question about ``fact``; in a language without wording it always does."""
    if not has_wording(language):
        return True
    return bool(list_openings(language, category, fact)) and _fits_in_a_sentence(fact, language)


def _fits_in_a_sentence(fact: Fact, language: str) -> bool:
    """Whether the words of a line can become part of a question; code quotes other lines unchanged.

    A small model reads both halves of a line as one action and turns nouns into verbs: it gets only clauses.
    """
    if fact.source == "recruiter" or fact.line_kind is LineKind.TITLE:
        return True
    if fact.is_foreign or fact.said != fact.text or names_speaker(fact) or _POINTERS.search(fact.text):
        return False  # the model would translate it or mix two languages, and turn "their" into "your"
    if fact.certainty < CERTAIN:
        return False  # a title or a list of nouns, of which the model would make a deed
    if fact.line_kind in _KINDS_OF_WORK and find_clause(fact, language) is None:
        return False
    if fact.source == "cv" and not tells_past(fact.text):
        return False  # the openings ask about the past
    text = fact.text if fact.line_kind is LineKind.RESULT else _LIST.sub(" ", fact.text)
    return not _JOINTS.search(text) and len(text.split()) <= _MAX_WORDS_IN_A_SENTENCE


def word_question(
    fact: Fact,
    *,
    category: QuestionCategory,
    language: str,
    others: Sequence[str],
    number: int,
    difficulty: Difficulty = Difficulty.MID,
) -> str | None:
    """Word a question about ``fact`` by code: a sentence with its line, quoted or as a clause, and an ask.

    ``others`` are the questions of the set, which it neither begins nor ends like if possible; ``number``
    varies the wording. ``language`` has wording. None when another question begins with each lead.
    """
    form = choose_form(fact, language)
    leads_by_form: dict[str, Sequence[str]] = load_wording()["leads"][language]
    of_section: Sequence[str] = leads_by_form[choose_section(fact)]
    clause = find_clause(fact, language) if form in FORMS_OF_CLAUSES else None
    as_clause = leads_by_form.get("task" if fact.source == "job" else "did", ()) if clause else ()
    leads = of_section if form == "duty" else leads_by_form.get(name_leads(form), of_section)
    if form == "unnamed":
        of_section = ()
    asked = name_asks(form)
    of_level = _list_free(_list_asks_of_level(language, difficulty, category, asked), others)
    whole: Sequence[str] = load_wording()["whole"].get(language, {}).get(category.value, {}).get(form, ())
    if of_level:
        asks, whole = of_level, ()
    else:
        asks = _list_asks(language, category, asked, is_of_job=fact.source == "job")
        if form != "own":
            general = _list_asks(language, category, "", is_of_job=fact.source == "job")
            asks = _list_free(asks, others) or _list_free(general, others) or asks
    ask = asks[number % len(asks)]
    taken = list_opening_keys(others)
    # A set about few lines needs more beginnings than some forms have.
    for wordings, ending in (
        (whole, ""),
        (as_clause, f" {ask}"),
        (leads, f" {ask}"),
        (of_section, f" {ask}"),
    ):
        for turn in range(len(wordings)):
            wording = wordings[(number + turn) % len(wordings)]
            wording = wording.replace("{line}", quote_line(fact.said)).replace("{clause}", clause or "")
            if opening_key(wording) not in taken:
                return wording + ending
    return None


def list_wordings() -> list[str]:
    """Fixed words around a line, in every language; ``{line}`` or ``{clause}`` is its placeholder."""
    texts = [lead for forms in load_wording()["leads"].values() for leads in forms.values() for lead in leads]
    for language, by_category in load_wording()["asks"].items():
        groups = [*by_category.values(), *load_wording()["whole"].get(language, {}).values()]
        for by_level in load_wording()["levels"].get(language, {}).values():
            groups += by_level.values()
        texts += [ask for forms in groups for asks in forms.values() for ask in asks]
    return list(dict.fromkeys(texts))


def _list_asks(language: str, category: QuestionCategory, form: str, *, is_of_job: bool) -> Sequence[str]:
    """What is asked about a line of this form; what suits any line for a form without asks of its own."""
    by_form: dict[str, Sequence[str]] = load_wording()["asks"][language][category.value]
    return by_form.get(form) or by_form["line" if is_of_job else "any"]


def _list_asks_of_level(
    language: str, difficulty: Difficulty, category: QuestionCategory, form: str
) -> Sequence[str]:
    """What only candidates of this level are asked about a line of this form; empty for most."""
    by_level: dict[str, dict[str, dict[str, Sequence[str]]]] = load_wording()["levels"].get(language, {})
    by_form = by_level.get(difficulty.value, {}).get(category.value, {})
    return by_form.get("done" if form in DONE else form, ())


def _list_free(asks: Sequence[str], others: Sequence[str]) -> Sequence[str]:
    """The asks that no question of the set ends with."""
    return [ask for ask in asks if not any(other.endswith(ask) for other in others)]


def quote_line(line: str) -> str:
    """The line without marks at its ends; of a long one, the clauses at its beginning.

    No list, name or remark in brackets is cut: without a clause that ends earlier, the line stays whole.
    """
    line = line.strip(" .;,:“”\"'«»„")
    if len(line.split()) <= MAX_QUOTED_WORDS:
        return line
    fitting = [
        end
        for end in map(re.Match.start, _BEFORE_CLAUSE.finditer(line))
        if _MIN_QUOTED_WORDS <= len(line[:end].split()) <= MAX_QUOTED_WORDS
        and line[:end].count("(") == line[:end].count(")")
    ]
    return line[: fitting[-1]] if fitting else line


def is_list(text: str) -> bool:
    """Whether a line is only a list of three or more items."""
    items = _BETWEEN_ITEMS.split(_BRACKETS.sub("", text).strip(" .;,"))
    if len(items) < _MIN_ITEMS or any(not 1 <= len(item.split()) <= _MAX_WORDS_OF_ITEM for item in items):
        return False
    # A part that begins with a preposition or a pronoun belongs to the one before it.
    # A preposition in the first part belongs to all of them.
    small = list_small_words()
    return not any(item.split()[0] in small for item in items[:-1]) and small.isdisjoint(
        word.casefold() for word in items[0].split()
    )


def choose_form(fact: Fact, language: str) -> str:
    """Name of the form in ``question-wording.toml``; ``any`` or ``line`` if the line decides no other."""
    if fact.kind in ("move", "own"):
        return fact.kind
    if fact.source == "job" and fact.line_kind is LineKind.TITLE and not is_speakable(fact.said):
        return "titled" if is_nameable(fact.said) else "unnamed"
    if fact.line_kind in _KINDS_OF_LISTS and is_list(fact.said) and not find_clause(fact, language):
        return "job-list" if fact.source == "job" else "list"
    if fact.certainty < _MIN_CERTAINTY:
        return "line" if fact.source == "job" else "any"
    if fact.line_kind is LineKind.WORK and fact.kind in REQUIREMENTS:
        return "experience"  # an ability to do some work is not a task of the job
    return (_CV_FORMS if fact.source == "cv" else _JOB_FORMS).get(
        fact.line_kind, "line" if fact.source == "job" else "any"
    )


def name_leads(form: str) -> str:
    """The name of the leads of a form: a title is quoted like any position."""
    return "position" if form == "titled" else form


def name_asks(form: str) -> str:
    """The name of what is asked about a form."""
    return "position" if form in ("titled", "unnamed") else form


def choose_section(fact: Fact) -> str:
    """The section whose leads are used by a form that has none of its own."""
    if fact.source != "job":
        return "cv"
    return "job" if fact.kind in REQUIREMENTS or fact.line_kind in _DEMANDED else "duty"
