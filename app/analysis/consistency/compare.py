"""Compares a value that the candidate states with another one, within tolerances, and rates the difference."""

from __future__ import annotations

import re

from app.analysis.consistency.facts import Claim, ClaimKind, DiscrepancySeverity, Range
from app.skills.catalog import canonical_skill, find_skills, is_known_skill
from app.text.folding import plain
from app.text.stemming import stem
from app.text.stop_words import load_stop_words

TOLERANCE_MONTHS = 3.0
TOLERANCE_SHARE = 0.2
HEDGE_FACTOR = 2.0
"""A hedge ("about", "I think") doubles the tolerance."""
GRADUATION_TOLERANCE_MONTHS = 12.0
"""The last examination, the degree and the ceremony may be in different years."""

_TIMES = {ClaimKind.START, ClaimKind.END, ClaimKind.GRADUATION}


def exceeds(
    kind: ClaimKind, said: Range, known: Range, *, is_hedged: bool, is_symmetric: bool = False
) -> bool:
    """Whether two values differ by more than the tolerance of their kind.

    The tolerance is a share of the known value; of two statements (``is_symmetric``), of the larger one.
    """
    reference = max(said.low, known.low) if is_symmetric else (known.low + known.high) / 2
    return said.distance(known) > _tolerance(kind, reference) * (HEDGE_FACTOR if is_hedged else 1.0)


def _tolerance(kind: ClaimKind, reference: float) -> float:
    if kind is ClaimKind.GRADUATION:
        return GRADUATION_TOLERANCE_MONTHS
    if kind in _TIMES:
        return TOLERANCE_MONTHS
    share = TOLERANCE_SHARE * reference
    if kind in {ClaimKind.DURATION, ClaimKind.EXPERIENCE}:
        return max(TOLERANCE_MONTHS, share)
    return share


def rate_difference(kind: ClaimKind, said: Range, known: Range) -> DiscrepancySeverity:
    """Severity by the size of a difference: months of a time, otherwise the ratio."""
    if kind in _TIMES or kind in {ClaimKind.DURATION, ClaimKind.EXPERIENCE}:
        months = said.distance(known)
        if months <= 6:
            return DiscrepancySeverity.MINOR
        return DiscrepancySeverity.MODERATE if months <= 24 else DiscrepancySeverity.SIGNIFICANT
    low, high = sorted((max(said.low, 0.001), max(known.low, 0.001)))
    if high / low < 1.5:
        return DiscrepancySeverity.MINOR
    return DiscrepancySeverity.MODERATE if high / low < 3 else DiscrepancySeverity.SIGNIFICANT


# --- Roles ----------------------------------------------------------------------------------------

_ROLE_LEVELS = (
    (frozenset("intern trainee apprentice student volunteer".split()), 0),
    (frozenset("head director chief vp president principal owner partner cto ceo cfo coo".split()), 5),
    (frozenset("manager matron headteacher captain".split()), 4),
    (
        frozenset("supervisor lead leader foreman forewoman sister charge coordinator senior".split()),
        3,
    ),
    (frozenset("assistant helper clerk commis porter runner".split()), 1),
)
_TOP_LEVEL, _PLAIN_LEVEL = 5, 2
_IN_CHARGE = frozenset("supervisor foreman forewoman sister leader".split())
_LOWERING = frozenset("assistant deputy vice junior associate sous trainee".split())
_NOUNS = frozenset(
    """
    developer engineer nurse chef cook teacher driver accountant analyst consultant designer electrician plumber
    mechanic technician operator buyer planner architect administrator secretary receptionist carer therapist
    physiotherapist pharmacist lawyer solicitor paralegal journalist editor writer salesperson representative agent
    adviser advisor officer specialist bookkeeper auditor controller programmer tester scientist researcher lecturer
    tutor waiter waitress bartender barista baker butcher carpenter joiner welder fitter bricklayer painter roofer
    surveyor estimator executive
    """.split()
)


def role_level(role: str) -> int | None:
    """The rank of a role from 0 (trainee) to 5 (head, director); None if it names no known role."""
    words = plain(role).split()
    known = set(words)
    for nouns, level in _ROLE_LEVELS:
        if not known & nouns:
            continue
        if level == 1 and known & {"manager"}:
            continue
        # "Assistant manager" and "sous chef" are one below the role that they assist.
        return level - 1 if level >= 3 and known & _LOWERING else level
    if known & _NOUNS:
        return 1 if known & _LOWERING else 2
    return None


def role_difference(said: str, written: str) -> DiscrepancySeverity | None:
    """How far two roles are apart; None if they may be the same."""
    first, second = role_level(said), role_level(written)
    if first is None or second is None:
        return None
    if abs(first - second) >= 2:
        return DiscrepancySeverity.SIGNIFICANT
    spoken, known = set(plain(said).split()), set(plain(written).split())
    if spoken & _IN_CHARGE and second <= _PLAIN_LEVEL:
        return DiscrepancySeverity.MODERATE
    if first == _TOP_LEVEL and second == _TOP_LEVEL - 1 and not known & _LOWERING:
        return DiscrepancySeverity.MODERATE
    if first == second + 1 and known & _LOWERING and not spoken & _LOWERING and spoken & known:
        return DiscrepancySeverity.MODERATE
    return None


NOTICE, SALARY = "notice", "salary"
"""Subjects of figures that need no words around them."""
TOOK = "took"
"""Subject of a figure that says how long something took; its stems are the thing."""
_COMMON_UNITS = frozenset(
    map(stem, "percent money people hours minutes days weeks months points staff".split())
)


# --- Words ----------------------------------------------------------------------------------------

_ABOUT_PROOF = frozenset(
    map(stem, "licence license certificate certification card ticket course exam qualification badge".split())
)


def list_stems(text: str) -> list[str]:
    """Stems of the words of ``text`` in order, without stop words."""
    return [stem(word) for word in plain(text).split() if word not in load_stop_words("en")]


def names_skill(said: str, skill: str) -> bool:
    """Whether ``said`` is this skill under any of its names, not a part of it or another with the same start."""
    spoken, known = list_stems(said), list_stems(re.sub(r"\([^()]*\)|[-–:,].*$", "", skill))
    return bool(spoken) and (spoken == known or _is_same_skill(said, skill))


def mentions_skill(line: str, said: str) -> bool:
    """Whether a line of a CV has these words in a row, by stem, or the skill under another name."""
    if contains_words(line, said):
        return True
    # Searching the line is the slow part, and no use for words that are no known skill.
    return is_known_skill(said) and any(_is_same_skill(said, found.name) for found in find_skills(line))


def _is_same_skill(one: str, other: str) -> bool:
    return is_known_skill(one) and canonical_skill(one) == canonical_skill(other)


def names_certificate(said: str, certificate: str) -> bool:
    """Whether ``said`` is this certificate: all its words but "licence" and the like are in it."""
    spoken = set(list_stems(said)) - _ABOUT_PROOF
    return bool(spoken) and spoken <= set(list_stems(certificate))


_FLUENT_LEVELS = re.compile(
    r"\b(?:fluent|native|mother tongue|c1|c2|business|professional|bilingual|advanced)\b"
)
_BASIC_LEVELS = re.compile(r"\b(?:basic|beginner|elementary|a1|a2|school|limited|conversational)\b")


def is_fluent(language: str) -> bool | None:
    """Whether the line of a CV calls a language fluent or basic; None if it says neither."""
    folded = plain(language)
    if _FLUENT_LEVELS.search(folded):
        return True
    return False if _BASIC_LEVELS.search(folded) else None


def contains_words(text: str, words: str) -> bool:
    """Whether ``text`` contains these words in a row, by stem."""
    sought, stems = list_stems(words), list_stems(text)
    return bool(sought) and any(
        stems[index : index + len(sought)] == sought for index in range(len(stems) - len(sought) + 1)
    )


def share_field(one: str, other: str) -> bool:
    """Whether two fields of study have a word in common; "maths" and "mathematics" do."""
    first, second = list_stems(one), list_stems(other)
    return any(a[:4] == b[:4] for a in first for b in second)


def _lacks_unit(one: Claim, other: Claim) -> bool:
    """ "Weddings, about 40 a year" and "forty weddings a year" at one employer."""
    unit, _, per = other.subject.partition(" ")
    return (
        one.subject == f" {per}" and bool(per) and one.employer == other.employer != "" and unit in one.stems
    )


def are_same_measure(one: Claim, other: Claim) -> bool:
    """Whether two figures may measure the same thing: unit, direction and the words around them."""
    if _lacks_unit(one, other) or _lacks_unit(other, one):
        return True
    if one.subject != other.subject or (one.text and other.text and one.text != other.text):
        return False
    shared = one.stems & other.stems
    if one.subject in {NOTICE, SALARY}:
        return True
    if one.subject == TOOK:
        return bool(shared) and one.stems == other.stems
    unit, _, per = one.subject.partition(" ")
    is_own_unit = unit not in _COMMON_UNITS and one.employer and one.employer == other.employer
    # "Panels a year" at one employer are the same panels.
    if is_own_unit and (shared or per):
        return True
    smaller = min(len(one.stems), len(other.stems))
    return len(shared) >= 2 and len(shared) >= 0.34 * smaller
