"""Compares the candidate's claims with each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from app.analysis.consistency import compare
from app.analysis.consistency.denials import did_it, uses_skill, was_done_by_others
from app.analysis.consistency.facts import Claim, ClaimKind, DiscrepancySeverity, Range
from app.analysis.consistency.statements import Statement

MAX_CLAIMS_PER_SUBJECT = 30
"""Bounds the number of pairs in a very long transcript."""
_FIXED = {
    ClaimKind.CURRENT_EMPLOYER: DiscrepancySeverity.SIGNIFICANT,
    ClaimKind.FIRST_EMPLOYER: DiscrepancySeverity.MODERATE,
    ClaimKind.LEAVING_REASON: DiscrepancySeverity.SIGNIFICANT,
    ClaimKind.DEGREE: DiscrepancySeverity.MAJOR,
}


_DENIALS = {
    ClaimKind.NEVER: did_it,
    ClaimKind.SKILL: uses_skill,
    ClaimKind.OWN_WORK: was_done_by_others,
}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two sentences that may not both be right."""

    kind: ClaimKind
    subject: str
    """As in ``Claim.subject``."""
    severity: DiscrepancySeverity
    first: int
    """Index of the earlier sentence."""
    second: int


def compare_with_each_other(
    claims: Sequence[Claim], statements: Sequence[Statement]
) -> tuple[list[Contradiction], int]:
    """Contradictions, and the number of comparisons."""
    groups: dict[tuple[ClaimKind, str], list[Claim]] = {}
    for claim in claims:
        groups.setdefault((claim.kind, _subject(claim)), []).append(claim)
    found: list[Contradiction] = []
    compared = 0
    for (kind, _), members in groups.items():
        for first, second in combinations(members[:MAX_CLAIMS_PER_SUBJECT], 2):
            if first.sentence == second.sentence:
                continue
            severity, is_compared = _compare(kind, first, second)
            compared += is_compared
            if severity is not None:
                found.append(_contradiction(first, second, severity))
    found += _compare_stays(groups)
    for contradiction in _find_denied(claims, statements):
        compared += 1
        found.append(contradiction)
    return found, compared


def _subject(claim: Claim) -> str:
    if claim.kind is ClaimKind.EXPERIENCE:
        return " ".join(compare.list_stems(claim.text))
    return "" if claim.kind is ClaimKind.FIRST_EMPLOYER else claim.subject


def _contradiction(first: Claim, second: Claim, severity: DiscrepancySeverity) -> Contradiction:
    early, late = sorted((first.sentence, second.sentence))
    return Contradiction(first.kind, first.subject, severity, early, late)


def _compare(kind: ClaimKind, first: Claim, second: Claim) -> tuple[DiscrepancySeverity | None, bool]:
    """The severity of a contradiction, if it is one, and whether the two could be compared."""
    if kind is ClaimKind.ROLE:
        if first.is_partial or second.is_partial:
            return None, False
        severity = compare.role_difference(first.text, second.text)
        return (severity if severity is not DiscrepancySeverity.MODERATE else None), True
    if kind is ClaimKind.FIRST_EMPLOYER:
        return (_FIXED[kind] if first.subject != second.subject else None), True
    if kind is ClaimKind.LEAVING_REASON:
        return (_FIXED[kind] if first.text != second.text else None), True
    if kind in {ClaimKind.CURRENT_EMPLOYER, ClaimKind.DEGREE}:
        is_same_level = first.value is None or second.value is None or first.value == second.value
        differs = first.is_positive != second.is_positive and is_same_level
        return (_FIXED[kind] if differs else None), is_same_level
    if first.value is None or second.value is None:
        return None, False
    if first.is_partial or second.is_partial or not _is_same_thing(kind, first, second):
        return None, False
    is_hedged = first.is_hedged or second.is_hedged
    if not compare.exceeds(kind, first.value, second.value, is_hedged=is_hedged, is_symmetric=True):
        return None, True
    return compare.rate_difference(kind, first.value, second.value), True


def _is_same_thing(kind: ClaimKind, first: Claim, second: Claim) -> bool:
    if kind is ClaimKind.FIGURE:
        # One answer may describe a development; only a later answer can contradict it.
        return first.exchange != second.exchange and compare.are_same_measure(first, second)
    if kind is ClaimKind.TEAM_SIZE:
        if first.text != second.text and "any" not in {first.text, second.text}:
            return False
        return bool(first.subject) or len(first.stems & second.stems) >= 1
    if kind is ClaimKind.START and not first.subject:
        return False
    return kind in {
        ClaimKind.START,
        ClaimKind.END,
        ClaimKind.DURATION,
        ClaimKind.EXPERIENCE,
        ClaimKind.GRADUATION,
    }


def _compare_stays(groups: dict[tuple[ClaimKind, str], list[Claim]]) -> Iterator[Contradiction]:
    """Durations against the start and the end that the candidate gives for the same employer."""
    for (kind, subject), durations in groups.items():
        if kind is not ClaimKind.DURATION:
            continue
        starts = groups.get((ClaimKind.START, subject), [])[:3]
        ends = groups.get((ClaimKind.END, subject), [])[:3]
        for start in starts:
            for end in ends:
                if start.value is None or end.value is None or end.value.high < start.value.low:
                    continue
                stay = Range(max(0.0, end.value.low - start.value.high), end.value.high - start.value.low + 1)
                for claim in durations[:3]:
                    is_hedged = claim.is_hedged or start.is_hedged or end.is_hedged
                    if claim.value is None or (claim.is_partial and claim.value.low < stay.high):
                        continue
                    if len({claim.sentence, start.sentence, end.sentence}) > 1 and compare.exceeds(
                        claim.kind, claim.value, stay, is_hedged=is_hedged
                    ):
                        severity = compare.rate_difference(claim.kind, claim.value, stay)
                        other = start if start.sentence != claim.sentence else end
                        yield _contradiction(claim, other, severity)


def _find_denied(claims: Sequence[Claim], statements: Sequence[Statement]) -> Iterator[Contradiction]:
    """Things the candidate says they never did or used, and says elsewhere that they did."""
    led = [c for c in claims if c.kind is ClaimKind.TEAM_SIZE and c.is_positive and c.text == "led"]
    for claim in claims:
        if claim.kind is ClaimKind.TEAM_SIZE and not claim.is_positive and led:
            early, late = sorted((claim.sentence, led[0].sentence))
            yield Contradiction(claim.kind, "", DiscrepancySeverity.SIGNIFICANT, early, late)
    denials = [
        claim
        for claim in claims
        if claim.kind in _DENIALS and (claim.kind is ClaimKind.OWN_WORK or not claim.is_positive)
    ]
    for claim in denials[:MAX_CLAIMS_PER_SUBJECT]:
        for statement in statements:
            if statement.exchange == claim.exchange:
                continue
            check = _DENIALS[claim.kind]
            if check(claim, statement):
                early, late = sorted((claim.sentence, statement.index))
                yield Contradiction(claim.kind, "", DiscrepancySeverity.SIGNIFICANT, early, late)
                break
