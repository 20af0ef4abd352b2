"""Finds skills in text under one canonical name each (``config/skills.toml``): ``k8s`` is Kubernetes."""

from __future__ import annotations

import itertools
import re
import tomllib
from dataclasses import dataclass, field
from functools import lru_cache

from app.core.config_files import CONFIG_DIR
from app.text.folding import fold

_TOKEN = re.compile(
    r"(?<!\w)\.net\b|(?<=asp)\.net\b|(?<=vb)\.net\b|(?<=ado)\.net\b|[^\W_]+[+#]*", re.IGNORECASE
)
_INSIDE = re.compile(r"[ \t]?[-–/.&'’]?[ \t]?|[ \t]*\n[ \t]*")
"""Separators allowed between two words of one name: a space, a hyphen, a line break; never a comma."""
_LIST_BREAK = re.compile(
    r"\s*+(?:[,;/|•·&()+*–-]|\band\b|\bor\b|\bund\b|\bet\b|\by\b|\boder\b|\bou\b)\s*|[^\S\n]*+\n\s*",
    re.IGNORECASE,
)
_LED_BY = re.compile(
    r"\b(?:in|with|using|of|via|on|mit|avec|con|en|skills|stack|technologies|tools|languages)\s*+(?::\s*+)?$",
    re.IGNORECASE,
)
_FOLLOWED_BY = re.compile(r"^\s+(?:skills?|experience|knowledge|programming|developers?)\b", re.IGNORECASE)
_QUALIFIER = re.compile(
    r"^(?:advanced|basic|intermediate|proficient(?: in| with)?|expert(?: in)?|good|strong|excellent|solid|"
    r"fluent(?: in)?|some|knowledge of|experience (?:in|with)|working knowledge of|familiar(?:ity)? with|"
    r"understanding of)\s+|"
    r"(?:(?<!\s)\s+)?[-–:]\s*(?:advanced|basics?|intermediate|proficient|expert|beginner|good|excellent|native|fluent)$|"
    r"(?<!\s)\s+(?:skills?|basics|\d+(?:\.\d+)*\+?)$|(?:(?<!\s)\s+)?\([^()]*\)$",
    re.IGNORECASE,
)
_FIELDS_OF_PROPER_NAMES = {"languages_of_programming", "software", "data", "cloud"}


@dataclass(frozen=True, slots=True)
class Skill:
    """A mention of a skill in a text."""

    name: str
    """The canonical name."""
    start: int
    end: int
    """Offsets of the mention, end exclusive."""


@dataclass(slots=True)
class _Catalog:
    """All names and aliases, indexed by their words."""

    canonical: dict[tuple[str, ...], str] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    """The number of words of the longest name that starts with this word."""
    exact: dict[tuple[str, ...], set[str]] = field(default_factory=dict)
    """Everyday words, and the only spellings in which they count in running text."""
    everyday: set[tuple[str, ...]] = field(default_factory=set)
    """Single plain words (``Research``): a skill only next to another skill."""
    spellings: dict[str, list[str]] = field(default_factory=dict)

    def add(self, spelling: str, name: str) -> None:
        words = _words(spelling)
        for form in (words, (*words[:-1], f"{words[-1]}s")):
            self.canonical.setdefault(form, name)
            self.longest[form[0]] = max(len(form), self.longest.get(form[0], 0))
        self.spellings.setdefault(name, []).append(spelling)


def _words(text: str) -> tuple[str, ...]:
    return tuple(fold(match.group()) for match in _TOKEN.finditer(text))


@lru_cache(maxsize=1)
def _catalog() -> _Catalog:
    content = tomllib.loads((CONFIG_DIR / "skills.toml").read_text(encoding="utf-8"))
    catalog = _Catalog()
    ambiguous: list[str] = content.pop("ambiguous")
    for group, names in content.items():
        aliases: dict[str, list[str]] = names["aliases"]
        for name in [*names["names"], *aliases]:
            catalog.add(name, name)
            words = _words(name)
            plain_word = len(words) == 1 and re.fullmatch(r"[A-Z]?[a-z]+", name)
            if plain_word and group not in _FIELDS_OF_PROPER_NAMES:
                catalog.everyday.add(words)
    for names in content.values():
        for name, spellings in names["aliases"].items():
            for spelling in spellings:
                catalog.add(spelling, name)
    for spelling in ambiguous:
        catalog.exact.setdefault(_words(spelling), set()).add(spelling)
    for words in list(catalog.exact):
        # The plural of an everyday word (hives, vaults, words) is not a product name.
        catalog.exact.setdefault((*words[:-1], f"{words[-1]}s"), set())
    # An abbreviation in capitals (AI, HR, REST) counts only in capitals.
    for name, spellings in catalog.spellings.items():
        for spelling in spellings:
            if re.fullmatch(r"[A-Z]{2,5}", spelling) and _words(spelling) not in catalog.exact:
                catalog.exact[_words(spelling)] = {spelling, f"{spelling}s", name}
    return catalog


def canonical_skill(text: str) -> str:
    """The canonical name of the skill that ``text`` as a whole names; else ``text`` with single spaces,
    where no name or alias of ``config/skills.toml`` is it.

    Qualifiers around a known name are ignored: ``Advanced Excel``, ``Python (5 years)``.
    """
    stripped = _bare(text)
    known = _catalog().canonical
    for candidate in _without_qualifiers(stripped):
        name = known.get(_words(candidate))
        if name is not None and _may_name(candidate):
            return name
    return stripped


def is_known_skill(text: str) -> bool:
    """Whether ``text`` as a whole is the name of a known skill."""
    known = _catalog().canonical
    return any(
        _words(candidate) in known and _may_name(candidate) for candidate in _without_qualifiers(_bare(text))
    )


def _may_name(text: str) -> bool:
    """Whether ``text`` with the words of a name can be one: no plural of an everyday word, no other sign."""
    words = _words(text)
    return _catalog().exact.get(words) != set() and _has_sign_of_name(words, text)


def _has_sign_of_name(words: tuple[str, ...], written: str) -> bool:
    """Whether single letters are joined like in a name: ``M&A``, and not the degree ``M. A.``"""
    if max(map(len, words)) > 1 or len(words) < 2:
        return True
    spellings = _catalog().spellings[_catalog().canonical[words]]
    return _squeezed(written) in {_squeezed(spelling) for spelling in spellings}


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _bare(text: str) -> str:
    """Single spaces, no punctuation at the ends; the dot of ``.NET`` stays."""
    return " ".join(text.split()).rstrip(" .,;:*•·").lstrip(" ,;:*•·")


def _without_qualifiers(text: str) -> list[str]:
    forms = [text]
    for _ in range(3):
        shorter = _QUALIFIER.sub("", forms[-1], count=1).strip()
        if not shorter or shorter == forms[-1]:
            break
        forms.append(shorter)
    return forms


def list_spellings(name: str) -> list[str]:
    """Every spelling of the canonical ``name``, itself first."""
    return list(dict.fromkeys([name, *_catalog().spellings.get(name, [])]))


def find_skills(text: str) -> list[Skill]:
    """Every mention of a known skill in ``text``, in order, never overlapping, the longest name first.

    Everyday words (``Go``, ``research``) count only if the text treats them as a skill:
    spelled as in the list, next to another skill, or after words such as "experience with".
    """
    catalog = _catalog()
    tokens = [(match.start(), match.end(), fold(match.group())) for match in _TOKEN.finditer(text)]
    found: list[tuple[Skill, bool]] = []
    position = 0
    while position < len(tokens):
        match = _longest(catalog, text, tokens, position)
        if match is None:
            position += 1
            continue
        size, name = match
        start, end = tokens[position][0], tokens[position + size - 1][1]
        is_sure = _is_sure(catalog, tuple(t[2] for t in tokens[position : position + size]), text[start:end])
        if is_sure is not None:
            found.append((Skill(name, start, end), is_sure))
        position += size
    return _confirmed(found, text)


def _longest(
    catalog: _Catalog, text: str, tokens: list[tuple[int, int, str]], position: int
) -> tuple[int, str] | None:
    """Number of words and canonical name of the longest skill that starts at this word."""
    most = min(catalog.longest.get(tokens[position][2], 0), len(tokens) - position)
    for size in range(most, 0, -1):
        run = tokens[position : position + size]
        name = catalog.canonical.get(tuple(token[2] for token in run))
        if name is None:
            continue
        gaps = (text[a[1] : b[0]] for a, b in itertools.pairwise(run))
        if all(_INSIDE.fullmatch(gap) for gap in gaps):
            return size, name
    return None


def _is_sure(catalog: _Catalog, words: tuple[str, ...], written: str) -> bool | None:
    """True: always a skill; False: only in a matching context; None: not in this spelling."""
    if not _has_sign_of_name(words, written):
        return None
    spellings = catalog.exact.get(words)
    if spellings is not None:
        if written not in spellings:
            return None
        return len(written) >= 2 and written.isupper()
    return words not in catalog.everyday


def _confirmed(found: list[tuple[Skill, bool]], text: str) -> list[Skill]:
    """The certain mentions, and the others that are next to one or introduced as a skill."""
    confirmed = [is_sure or _is_led_to(skill, text) for skill, is_sure in found]
    order = range(1, len(found))
    for index, other in [*((i, i - 1) for i in order), *((i - 1, i) for i in reversed(order))]:
        first, second = found[min(index, other)][0], found[max(index, other)][0]
        if confirmed[other] and _LIST_BREAK.fullmatch(text[first.end : second.start]):
            confirmed[index] = True
    return [skill for (skill, _), is_confirmed in zip(found, confirmed, strict=True) if is_confirmed]


def _is_led_to(skill: Skill, text: str) -> bool:
    written = text[skill.start : skill.end]
    if _FOLLOWED_BY.match(text[skill.end : skill.end + 20]):
        return True
    if written.islower():
        return False
    return _LED_BY.search(text[max(0, skill.start - 20) : skill.start]) is not None
