"""The consistency check of one interview: reads claims, compares them, and sums up the result."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.analysis.consistency.against_cv import CvComparison
from app.analysis.consistency.against_itself import Contradiction, compare_with_each_other
from app.analysis.consistency.employers import EmployerNames
from app.analysis.consistency.employment import find_employment
from app.analysis.consistency.facts import (
    Claim,
    ClaimKind,
    ConsistencyCheck,
    Counterpart,
    Difference,
    Discrepancy,
    Origin,
)
from app.analysis.consistency.metrics import (
    SEVERITIES,
    compute_confidence,
    compute_metrics,
    find_patterns,
    rate_risk,
    recommend,
)
from app.analysis.consistency.profile import Profile, read_profile
from app.analysis.consistency.statements import Statement, prepare_statements
from app.analysis.consistency.studies import find_studies
from app.analysis.consistency.work import find_work
from app.analysis.exchanges import Exchange
from app.analysis.findings import Evidence
from app.text.words import count_words

MAX_DISCREPANCIES = 20
_VALUE = re.compile(r"\d")


@dataclass(slots=True)
class InterviewClaims:
    """Claims of one interview; ``finish`` compares them.

    Between the two, claims that the model read may be added.
    """

    statements: list[Statement]
    claims: list[Claim]
    profile: Profile
    names: EmployerNames
    today: date

    @classmethod
    def read(
        cls,
        exchanges: Sequence[Exchange],
        *,
        cv_parsed: Mapping[str, Any] | None,
        cv_text: str,
        today: date,
    ) -> InterviewClaims:
        """Find every claim that the grammar reads, in time linear in the length of the transcript."""
        profile = read_profile(cv_parsed, cv_text=cv_text, today=today)
        names = EmployerNames.of(profile)
        statements = prepare_statements(exchanges, profile, names, today)
        return cls(statements, _read_claims(statements), profile, names, today)

    def finish(self) -> ConsistencyCheck:
        """Compare the claims with the CV and with each other."""
        found: list[Discrepancy] = []
        compared = agreeing = 0
        comparison = CvComparison(self.profile, self.names, self.today)
        for claim in self.claims:
            outcome = comparison.compare(claim)
            if outcome is None:
                continue
            compared += 1
            if isinstance(outcome, Difference):
                found.append(self._against_cv(claim, outcome))
            else:
                agreeing += 1
        contradictions, pairs = compare_with_each_other(self.claims, self.statements)
        found += [self._against_itself(item) for item in contradictions]
        ranked = sorted(_merge(found), key=lambda item: -SEVERITIES.index(item.severity))[:MAX_DISCREPANCIES]
        return ConsistencyCheck(
            risk=rate_risk(ranked),
            confidence=compute_confidence(compared + pairs),
            metrics=compute_metrics(
                ranked, compared=compared + pairs, agreeing=agreeing, compared_with_cv=compared
            ),
            discrepancies=tuple(ranked),
            patterns=find_patterns(ranked),
            recommendations=recommend(ranked),
            claims=len(self.claims),
            compared_with_cv=compared,
            compared_with_each_other=pairs,
            has_cv=not self.profile.is_empty,
        )

    def _against_cv(self, claim: Claim, difference: Difference) -> Discrepancy:
        return Discrepancy(
            kind=claim.kind,
            subject=difference.subject,
            severity=difference.severity,
            statement=_quote(self.statements[claim.sentence]),
            counterpart=Counterpart(Origin.CV, difference.cv_line),
        )

    def _against_itself(self, item: Contradiction) -> Discrepancy:
        earlier = _quote(self.statements[item.first])
        subject = item.subject
        return Discrepancy(
            kind=item.kind,
            subject=self.names.names[int(subject)] if subject.isdigit() else "",
            severity=item.severity,
            statement=_quote(self.statements[item.second]),
            counterpart=Counterpart(
                Origin.TRANSCRIPT, earlier.quote, earlier.segment_id, earlier.start_seconds
            ),
        )


def _read_claims(statements: Sequence[Statement]) -> list[Claim]:
    claims: list[Claim] = []
    for statement in statements:
        if statement.is_correction or statement.looks_back:
            corrected = [
                *find_employment(statement),
                *find_studies(statement),
                *find_work(statement),
            ]
            claims = _withdraw(claims, statement, corrected)
            continue
        claims += find_employment(statement)
        claims += find_studies(statement)
        claims += find_work(statement)
    return list(dict.fromkeys(claims))


def _withdraw(claims: Sequence[Claim], statement: Statement, corrected: Sequence[Claim]) -> list[Claim]:
    """Drop what the speaker takes back: the sentence before, or earlier claims about the same thing."""
    subjects = {(claim.kind, claim.subject) for claim in corrected}
    return [
        claim
        for claim in claims
        if not (claim.exchange == statement.exchange and claim.sentence == statement.index - 1)
        and not (
            ((claim.kind, claim.subject) in subjects)
            or (statement.looks_back and claim.kind in {kind for kind, _ in subjects})
        )
    ]


def _quote(statement: Statement) -> Evidence:
    """The part of the sentence that holds a value, or the longest one."""
    pieces = sorted(statement.sentence.pieces, key=lambda piece: -count_words(piece.text))
    return next((piece for piece in pieces if _VALUE.search(piece.text)), pieces[0]).as_evidence()


def _merge(found: Sequence[Discrepancy]) -> list[Discrepancy]:
    """One discrepancy, the gravest, for each sentence and for each subject that the CV contradicts."""
    kept: dict[tuple[object, ...], Discrepancy] = {}
    for item in sorted(found, key=lambda item: -SEVERITIES.index(item.severity)):
        keys: list[tuple[object, ...]] = [(item.statement.quote, item.counterpart.quote)]
        if item.counterpart.origin is Origin.CV and item.kind is not ClaimKind.FIGURE:
            keys.append((item.kind, item.subject, item.counterpart.quote))
        if not any(key in kept for key in keys):
            kept.update(dict.fromkeys(keys, item))
    return list(dict.fromkeys(kept.values()))
