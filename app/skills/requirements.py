"""Splits the requirements of a job into single skills that can be compared by name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.skills.catalog import canonical_skill, find_skills

ALTERNATIVES = " | "
"""Separates alternative names in one stored requirement."""
MAX_NAME_WORDS = 3
"""A short entry that the catalog does not know is the name of a skill; a longer one is a sentence."""

_OR = re.compile(r"\b(?:or|oder|ou)\b|/", re.IGNORECASE)
_FOR_EXAMPLE = re.compile(
    r"\b(?:e\.\s?g|for example|for instance|such as|or similar|or equivalent|zum beispiel|z\.\s?b|"
    r"oder ähnlich\w*|par exemple|ou équivalent)\b",
    re.IGNORECASE,
)
_NO_SKILL = re.compile(
    r"\b(?:years?|experience|knowledge|degree|ability|skills?|understanding)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Requirement:
    """One skill that a job asks for."""

    label: str
    names: tuple[str, ...] = ()
    """Canonical names, any of which is enough; none for a sentence that names no skill."""

    @classmethod
    def of_line(cls, line: str) -> Requirement:
        """Read a stored requirement: names separated by ALTERNATIVES."""
        names = tuple(line.split(ALTERNATIVES))
        return cls(" / ".join(names), names)


def split_requirements(entries: Iterable[str]) -> list[Requirement]:
    """The skills in the requirements of a job, each once: "Python and SQL" is two, "Go or Java" is one."""
    found: dict[str, Requirement] = {}
    for entry in entries:
        for requirement in _split(entry):
            found.setdefault(requirement.label.casefold(), requirement)
    return list(found.values())


def list_names(entries: Iterable[str]) -> list[str]:
    """The requirements that can be compared by name, as lines to store (see ``Requirement.of_line``)."""
    return [ALTERNATIVES.join(item.names) for item in split_requirements(entries) if item.names]


def _split(entry: str) -> list[Requirement]:
    entry = " ".join(entry.split())
    found = find_skills(entry)
    if not found:
        if not entry:
            return []
        is_name = len(entry.split()) <= MAX_NAME_WORDS and not _NO_SKILL.search(entry)
        name = canonical_skill(entry)
        return [Requirement(name, (name,)) if is_name and name else Requirement(entry)]
    groups: list[list[str]] = []
    for index, skill in enumerate(found):
        between = entry[found[index - 1].end : skill.start] if index else ""
        if index and (_OR.search(between) or _FOR_EXAMPLE.search(entry)):
            groups[-1].append(skill.name)
        else:
            groups.append([skill.name])
    names = [tuple(dict.fromkeys(group)) for group in groups]
    return [Requirement(" / ".join(group), group) for group in names]
