"""Lines that are a clause without a subject ("Led a team of four"), which can become part of a sentence.

Only English and French have them in a form that cannot be mistaken for a list of nouns.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.questions.facts import Fact, Source
from app.questions.line_kinds import LineKind
from app.questions.wording import lists
from app.text.stop_words import list_small_words, load_articles

_KINDS = frozenset({LineKind.WORK, LineKind.RESULT})
_DUTIES = frozenset({"responsibility", "about"})
_MIN_WORDS, _MAX_WORDS = 3, 22
_BREAKS = re.compile(r"\.(?!\d)|\bw/|[;:()\[\]{}“”„«»\"|•–—!?…]|\s-\s")
"""Marks after which a line goes on with something else."""
_BEFORE_COMMA = re.compile(r",\s+")
_LIST_ENDS = re.compile(r"[^,]+,\s[^,]+\s(?:and|or|et|ou)\s[^,]+")
"""A list of three things; what comes before it belongs to the first one."""
_TOLD = re.compile(r"^(?:to|you(?:['’]ll|['’]d| will| would)(?: also)?)\s", re.IGNORECASE)
"""The words before the verb of a duty in English."""
_SECOND_TO = re.compile(r",?\s(?:and|or) to\s", re.IGNORECASE)
"""The second half of a duty that begins with "to", which would not follow "you would"."""
_STATES = frozenset({"be", "have", "know", "need", "enjoy", "love", "like", "bring", "get"})
"""Verbs after "you will" that do not name a task."""
_TOLD_NOW = re.compile(r"^you\s", re.IGNORECASE)
_PERSONS = {
    "cv": frozenset({"i", "me", "my", "we", "us", "our", "you", "your", "myself"})
    | frozenset({"ich", "mich", "mir", "mein", "meine", "meinem", "meinen", "meiner", "wir", "uns", "unser"})
    | frozenset({"j", "je", "moi", "mon", "ma", "mes", "nous", "notre", "nos"}),
    "job": frozenset({"i", "me", "my", "you", "your", "yourself", "vous", "votre", "vos"}),
    "recruiter": frozenset(),
}
"""Words that refer to another person when the interviewer says them."""
_NO_OBJECTS = frozenset({"of", "for"})
"""Words after which the one before is rather a noun or a name."""
_PARTICIPLES = re.compile(r"[wr]n$")
"""Forms such as "shown", which are not a simple past."""
_GERUND = re.compile(r"[^\W\d_]{2,}ing", re.IGNORECASE)
_INFINITIVE = re.compile(r"[^\W\d]{2,}(?:er|ir|re)$")
_NOUNS_OF_FRENCH = re.compile(r"(?<!f)ier$")
"""Endings of nouns such as "chantier"; "vérifier" is a verb."""
_FRENCH_PAIR = re.compile(r"\bet (?:(?:[nms]e|l[ea]s?|leur|lui|en|y) |[sl][’'])?[^\W\d]{2,}(?:er|ir|re)\b")
"""A second infinitive, before which the preposition would have to be repeated."""
_FRENCH_DETERMINERS = re.compile(
    r"(?:l[ea]s?|l[’'].+|une?|[nvl]os|leurs?|ces?|cette|chaque|avec|à|aux?)$", re.IGNORECASE
)


def find_clause(fact: Fact, language: str) -> str | None:
    """The line as it follows "you" or "to" in a sentence; None if it is not such a clause.

    A line of the CV begins with a verb in its base or past form, a duty with a verb in its base form.
    """
    if fact.line_kind not in _KINDS or fact.is_foreign or (fact.source == "job" and fact.kind not in _DUTIES):
        return None
    text = fact.said.strip(" .;,")
    is_duty = language == "en" and fact.source == "job"
    told = _find_told(text) if is_duty else None
    words = (text[told.end() :] if told else text).split()
    if not _MIN_WORDS <= len(words) <= _MAX_WORDS or _BREAKS.search(text) or not _is_one_clause(words):
        return None
    if told and _SECOND_TO.search(text):
        return None
    if names_speaker(fact) or words[0].casefold() in _STATES or words[1].casefold() == "also":
        return None
    if not told and not begins_with_verb(words, language, may_be_past=fact.source == "cv"):
        return None
    return " ".join([words[0][:1].lower() + words[0][1:], *words[1:]])


def names_speaker(fact: Fact) -> bool:
    """Whether the line has a word such as "our" or "you" that refers to another person in a question."""
    told = _find_told(fact.said)
    text = fact.said[told.end() :] if told else fact.said
    return _names_person(text, fact.source)


def speaks_of_itself(line: str) -> bool:
    """Whether a line of a CV has a word such as "my"."""
    return _names_person(line, "cv")


def _names_person(text: str, source: Source) -> bool:
    return not _PERSONS[source].isdisjoint(re.findall(r"\w+", text.casefold()))


def tells_duty(text: str) -> bool:
    """Whether an English line of a job description addresses the employee: "You plan the rota"."""
    return _find_told(text) is not None


def _find_told(text: str) -> re.Match[str] | None:
    """The words before the verb: "You will" of "You will plan the rota", "You" of "You plan the rota"."""
    if told := _TOLD.match(text):
        return told
    told = _TOLD_NOW.match(text)
    return told if told and begins_with_verb(text[told.end() :].split(), "en") else None


def _is_one_clause(words: list[str]) -> bool:
    """Whether the line has no comma, a list of three things, or goes on with a small word ("with", "who")."""
    text = " ".join(words)
    parts = _BEFORE_COMMA.split(text)
    return all(part.split()[0].casefold() in list_small_words() for part in parts[1:] if part) or bool(
        _LIST_ENDS.fullmatch(text)
    )


def begins_with_verb(words: list[str], language: str, *, may_be_past: bool = False) -> bool:
    """Whether a line of at least two words begins with a verb in its base form or past form."""
    if len(words) < 2:
        return False
    first, second = words[0].casefold(), words[1].casefold()
    if language == "fr":
        return (
            not may_be_past
            and _INFINITIVE.match(first) is not None
            and _NOUNS_OF_FRENCH.search(first) is None
            and _FRENCH_DETERMINERS.match(second) is not None
            and _FRENCH_PAIR.search(" ".join(words)) is None
        )
    if language != "en" or not words[0].isalpha():
        return False
    if may_be_past and _is_past(first):
        return True
    if first in _list("verbs"):
        return second not in _NO_OBJECTS
    is_object = second in _list("determiners") or second[0].isdigit()
    return (first in _list("nouns_or_verbs") and is_object) or f"{first} {second}" in lists()["clauses"][
        "pairs"
    ]


def tells_action(text: str) -> bool:
    """Whether an English line says what somebody does or did: "Led a team", "Leading it", "I led it"."""
    words = text.split()
    if words[:1] == ["I"]:
        return True
    return begins_with_verb(words, "en", may_be_past=True) or (
        len(words) > 1 and _GERUND.fullmatch(words[0]) is not None
    )


def names_a_thing(text: str) -> bool:
    """Whether an English line begins with an article: "a team of four grooms", which is no task."""
    return text.split(maxsplit=1)[0].casefold() in load_articles()


def tells_past(text: str) -> bool:
    """Whether an English line begins with a past form: "Led a team"."""
    return _is_past(text.split(maxsplit=1)[0].casefold())


def _is_past(word: str) -> bool:
    if word in _list("not_past"):
        return False
    return (len(word) > 4 and word.endswith("ed")) or word in _simple_pasts()


@lru_cache(maxsize=1)
def _simple_pasts() -> frozenset[str]:
    firsts = (forms.split()[0] for forms in lists()["irregular_verbs"].values())
    return frozenset(form for form in firsts if not _PARTICIPLES.search(form))


@lru_cache(maxsize=4)
def _list(name: str) -> frozenset[str]:
    return frozenset(lists()["clauses"][name].split())
