"""Employers and places of study in speech: which words name an entry of the CV, or another one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache

from app.analysis.consistency.profile import Profile, is_self_employed
from app.text.folding import fold
from app.text.keys import organization_key
from app.text.stop_words import load_stop_words

_GENERIC = frozenset(
    """
    hospital clinic group services service solutions school academy university college bakery restaurant hotel
    bank company systems software technologies technology consulting consultants partners associates holdings
    international global national logistics transport foods food engineering construction builders care home homes
    house centre center council city county trust nhs department institute studio studios agency media digital labs
    lab health medical dental surgery pharmacy retail stores store shop market markets insurance energy power
    industries industrial manufacturing works farm farms garage motors electric electrical plumbing design designs
    law solicitors accountants finance financial capital general royal public primary secondary high community
    library gardens garden contact precision fabrication pharmacy solicitors haulage storage council academy railway
    regional local north south east west northern southern eastern western central new old great little big first
    best green blue red white black river hill park valley lake sea street road team the and of for de la
    """.split()
)
"""Words of names that alone do not name an organization."""
_WORD = re.compile(r"[^\W_]+(?:['’&][^\W_]+)*")
_BEFORE = frozenset({"at", "with", "for", "joined", "left", "by", "from"})
_NO_EMPLOYER = frozenset(
    """
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday christmas easter i english german french spanish
    """.split()
)
_WORKPLACES = frozenset(
    "council hospital bakery hotel restaurant bank library pharmacy museum clinic brewery farm factory trust charity dairy".split()
)
"""Kinds of employers that people name with "the": "at the council"."""
_INTRODUCES = frozenset({"at", "joined", "left"})
_WITH_AFTER = frozenset("been am was still started job stayed now working employed is".split())
_FOR_AFTER = frozenset("work worked working works".split())
_FROM_AFTER = frozenset("graduated degree master's bachelor's masters bachelors diploma phd".split())
_FUZZY_SIMILARITY = 0.86
MAX_EMPLOYERS = 60


@dataclass(slots=True)
class EmployerNames:
    """Names known so far: those of the CV first, then those that the candidate says."""

    names: list[str] = field(default_factory=list)
    """As written. The index is the number in the token ``@0``."""
    keys: list[str] = field(default_factory=list)
    from_cv: int = 0
    _words: list[tuple[str, ...]] = field(default_factory=list)

    @classmethod
    def of(cls, profile: Profile) -> EmployerNames:
        known = cls()
        for employer in profile.employers:
            known._add(employer.name)
        known.from_cv = len(known.names)
        return known

    def _add(self, name: str) -> int:
        # "Freelance" is a word of the sentence, not a name in it.
        is_name = not is_self_employed(name, "")
        self.names.append(name)
        key = "".join(word for word in _name_words(name) if organization_key(word))
        self.keys.append(key if is_name else "")
        self._words.append(_name_words(name))
        return len(self.names) - 1

    def mark(self, text: str, *, may_add: bool) -> str:
        """``text`` with each employer as ``@0``; ``may_add``: learn new names from it."""
        words = list(_WORD.finditer(text))
        marked: list[str] = []
        end = index = 0
        while index < len(words):
            found = self._find(words, index)
            if found is None and may_add:
                found = self._learn(words, index, text)
            if found is None:
                index += 1
                continue
            number, size = found
            marked += [text[end : words[index].start()], f" @{number} "]
            end = words[index + size - 1].end()
            index += size
        return "".join([*marked, text[end:]])

    def _find(self, words: Sequence[re.Match[str]], index: int) -> tuple[int, int] | None:
        first = _word_key(words[index].group())
        best: tuple[int, int] | None = None
        for number, parts in enumerate(self._words):
            size = self._matched_size(words, index, number, parts, first)
            if size and (best is None or size > best[1]):
                best = number, size
        return best or self._find_late_word(words, index)

    def _find_late_word(self, words: Sequence[re.Match[str]], index: int) -> tuple[int, int] | None:
        """A later word of a name: "the Gazette" for "Harbour Gazette"."""
        word = _word_key(words[index].group())
        if index == 0 or len(word) < 4 or (word in _ordinary() and word not in _WORKPLACES):
            return None
        before = [fold(match.group()) for match in words[max(0, index - 2) : index]]
        is_introduced = before[-1] == "the" and before[0] in _BEFORE
        is_name = words[index].group()[0].isupper() and word not in _WORKPLACES
        if not (is_name or is_introduced):
            return None
        found = [
            number
            for number, parts in enumerate(self._words[: self.from_cv])
            if word in parts[1:] and self.keys[number]
        ]
        return (found[0], 1) if len(found) == 1 else None

    def _matched_size(
        self,
        words: Sequence[re.Match[str]],
        index: int,
        number: int,
        parts: tuple[str, ...],
        first: str,
    ) -> int:
        """How many words from ``index`` on name this employer; 0 if they do not."""
        key = self.keys[number]
        if not key or first[0] != key[0]:
            return 0
        spoken = ""
        for size in range(1, 7):
            if index + size > len(words):
                break
            word = _word_key(words[index + size - 1].group())
            if word == "and" and size > 1:
                continue
            spoken += word
            if spoken == key or (len(key) >= 6 and abs(len(spoken) - len(key)) <= 2 and _alike(spoken, key)):
                return size
            if len(spoken) > len(key) + 2:
                break
        return self._partly_matched_size(words, index, number, parts)

    def _partly_matched_size(
        self, words: Sequence[re.Match[str]], index: int, number: int, parts: tuple[str, ...]
    ) -> int:
        """Size of the beginning of a name: "Brightwell" for "Brightwell Logistics"."""
        matched = size = 0
        while matched < len(parts) and index + size < len(words):
            word = _word_key(words[index + size].group())
            if word == "and" and size:
                size += 1
                continue
            if not _is_same(word, parts[matched]):
                break
            matched += 1
            size += 1
        if not matched or (matched == 1 and (parts[0] in _ordinary() or self._shares_first(number))):
            return 0
        while size > 1 and fold(words[index + size - 1].group()) == "and":
            size -= 1
        is_capital = words[index].group()[0].isupper() and (index > 0 or len(parts[0]) >= 5)
        before = fold(words[index - 1].group()) if index else ""
        is_name = before in _BEFORE or is_capital or matched > 1
        return size if is_name and (len(parts[0]) >= 4 or matched > 1) else 0

    def _shares_first(self, number: int) -> bool:
        first = self._words[number][0]
        return any(words and words[0] == first for other, words in enumerate(self._words) if other != number)

    def _learn(self, words: Sequence[re.Match[str]], index: int, text: str) -> tuple[int, int] | None:
        """A capitalized name after "at", "joined" and the like that the CV does not have."""
        before = [fold(word.group()) for word in words[max(0, index - 3) : index]]
        if before and before[-1] == "the":
            before.pop()
        if not before or len(self.names) >= MAX_EMPLOYERS or not _introduces_name(before):
            return None
        size = 0
        while index + size < len(words) and size < 5:
            word = words[index + size].group()
            gap = text[words[index + size - 1].end() : words[index + size].start()]
            joins = word in {"of", "and", "de"} and size and index + size + 1 < len(words)
            is_name = word[0].isupper() and fold(word) not in _NO_EMPLOYER
            if gap.strip() or not (is_name or (joins and words[index + size + 1].group()[0].isupper())):
                break
            size += 1
        if not size or all(fold(words[index + k].group()) in load_stop_words("en") for k in range(size)):
            return None
        return self._add(text[words[index].start() : words[index + size - 1].end()]), size


def _introduces_name(before: Sequence[str]) -> bool:
    """Whether an employer's name may follow: "worked for", but not "worked with"."""
    last = before[-1]
    if len(before) == 1 and last in {"for", "with"}:
        # A short answer: "For Abelard Tours."
        return True
    previous = before[-2] if len(before) > 1 else ""
    return (
        last in _INTRODUCES
        or (last == "with" and previous in _WITH_AFTER)
        or (last == "for" and previous in _FOR_AFTER)
        or (last == "from" and previous in _FROM_AFTER)
        or (last == "by" and previous in {"hired", "employed"})
    )


def _name_words(name: str) -> tuple[str, ...]:
    """The words of a name without "the" and "and"."""
    return tuple(word for word in map(_word_key, _WORD.findall(name)) if word not in {"the", "and"})


def _word_key(word: str) -> str:
    """One form for "St" and "Saint", "Aldo's" and "Aldo"."""
    folded = fold(word).replace("’", "'").removesuffix("'s").replace("'", "")
    return "saint" if folded == "st" else folded


@cache
def _ordinary() -> frozenset[str]:
    """Words that alone name no organization."""
    return _GENERIC | load_stop_words("en")


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one, other).ratio() >= _FUZZY_SIMILARITY


def _is_same(spoken: str, written: str) -> bool:
    if spoken == written or spoken == written + "s":
        return True
    return len(written) >= 6 and _alike(spoken, written)


def are_same_place(one: str, other: str) -> bool:
    """Whether two names of a place of study or of work may mean the same place."""
    first, second = (_place_words(name) for name in (one, other))
    if not first or not second or first & second:
        return True
    if any(_is_same(a, b) for a in first for b in second):
        return True
    initials = {"".join(word[0] for word in _WORD.findall(fold(name))) for name in (one, other)}
    return any(fold(name).replace(" ", "") in initials for name in (one, other))


def _place_words(name: str) -> set[str]:
    words: Iterable[str] = (fold(word) for word in _WORD.findall(name))
    ordinary = load_stop_words("en") | {"university", "college", "school", "institute", "technical", "uni"}
    return {word for word in words if word not in ordinary and len(word) > 2}
