"""Compares claims with the candidate profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from app.analysis.consistency import compare
from app.analysis.consistency.denials import did_on_cv
from app.analysis.consistency.employers import EmployerNames
from app.analysis.consistency.employment import AFTER_STUDIES
from app.analysis.consistency.facts import Claim, ClaimKind, Difference, DiscrepancySeverity, Outcome, Range
from app.analysis.consistency.figures import find_figures
from app.analysis.consistency.profile import Employer, Position, Profile, show_position
from app.analysis.consistency.qualifications import QualificationComparison
from app.analysis.consistency.spoken import mark_values
from app.analysis.consistency.teams import TODAY, read_cv_team
from app.analysis.consistency.work import read_cv_experience

_TRAINEE_LEVEL = 0
_MAX_CV_LINES = 400
MIN_EXCESS_MONTHS = 24.0
"""Minimum difference at which experience contradicts a CV, because a CV may leave out early jobs."""

UNNAMED_START_MONTHS = 9.0
"""Months by which a start without an employer must miss every start on the CV."""
MIN_TEAM_RATIO = 1.75
"""How many times as large the team on the CV must be to contradict "there are three of us"."""


@dataclass(slots=True)
class CvComparison:
    """Compares claims with one profile."""

    profile: Profile
    names: EmployerNames
    today: date
    _marked: list[tuple[int | None, str, str]] | None = None
    _marked_cv: list[tuple[str, str]] | None = None

    def compare(self, claim: Claim) -> Outcome:
        """Whether the claim agrees with the CV."""
        method = self._methods().get(claim.kind)
        return method(claim) if method is not None else None

    def _methods(self) -> dict[ClaimKind, Callable[[Claim], Outcome]]:
        qualifications = QualificationComparison(self.profile, self.names)
        return {
            ClaimKind.START: self._compare_time,
            ClaimKind.END: self._compare_time,
            ClaimKind.DURATION: self._compare_duration,
            ClaimKind.CURRENT_EMPLOYER: self._compare_presence,
            ClaimKind.FIRST_EMPLOYER: self._compare_first,
            ClaimKind.ROLE: self._compare_role,
            ClaimKind.TEAM_SIZE: self._compare_team,
            ClaimKind.DEGREE: qualifications.compare_degree,
            ClaimKind.FIELD_OF_STUDY: qualifications.compare_field,
            ClaimKind.INSTITUTION: qualifications.compare_institution,
            ClaimKind.GRADUATION: qualifications.compare_graduation,
            ClaimKind.EXPERIENCE: self._compare_experience,
            ClaimKind.SKILL: qualifications.compare_skill,
            ClaimKind.CERTIFICATE: qualifications.compare_certificate,
            ClaimKind.LANGUAGE: qualifications.compare_language,
            ClaimKind.FIGURE: self._compare_figure,
            ClaimKind.NEVER: self._compare_never,
        }

    # --- Employment ---------------------------------------------------------------------------------

    def _employer_index(self, subject: str) -> int | None:
        return int(subject) if subject and int(subject) < len(self.profile.employers) else None

    def _employer(self, claim: Claim) -> Employer | None:
        index = self._employer_index(claim.subject)
        return None if index is None else self.profile.employers[index]

    def _difference(self, severity: DiscrepancySeverity, position: Position) -> Difference:
        year = f"{int(position.start.low - 1) // 12}" if position.start else ""
        line = self.profile.line_with(position.company, year) or show_position(position)
        return Difference(severity, line, position.company)

    def _compare_time(self, claim: Claim) -> Outcome:
        if not claim.subject:
            return self._compare_unnamed_start(claim)
        employer = self._employer(claim)
        if employer is None or claim.value is None:
            return None
        is_start = claim.kind is ClaimKind.START
        known = [
            (value, position)
            for position in employer.positions
            if (value := position.start if is_start else position.end) is not None
        ]
        if not is_start and employer.is_current:
            # The candidate has left since the CV was written, or the CV is wrong.
            now = float(self.today.year * 12 + self.today.month)
            known.append((Range(now, now), next(p for p in employer.positions if p.is_current)))
        return self._nearest(claim, known)

    def _compare_unnamed_start(self, claim: Claim) -> Outcome:
        """Whether some position of the CV began about then; None before the first of them."""
        said = claim.value
        known = [position for position in self.profile.positions if position.start is not None]
        if said is None or not known or any(p.start is None and p.company for p in self.profile.positions):
            return None
        starts = [(position.start, position) for position in known if position.start is not None]
        gap, _ = min(((said.distance(start), at) for at, (start, _) in enumerate(starts)))
        if gap <= UNNAMED_START_MONTHS:
            return True
        running = [
            position
            for start, position in starts
            if start.high < said.low
            and (position.is_current or (position.end and said.high < position.end.low))
        ]
        return self._difference(DiscrepancySeverity.MODERATE, running[0]) if len(running) == 1 else None

    def _nearest(self, claim: Claim, known: Sequence[tuple[Range, Position]]) -> Outcome:
        said = claim.value
        if said is None or not known:
            return None
        if any(not compare.exceeds(claim.kind, said, value, is_hedged=claim.is_hedged) for value, _ in known):
            return True
        value, position = min(known, key=lambda item: said.distance(item[0]))
        return self._difference(compare.rate_difference(claim.kind, said, value), position)

    def _compare_duration(self, claim: Claim) -> Outcome:
        employer = self._employer(claim)
        if employer is None or claim.value is None:
            return None
        known = [(p.months, p) for p in employer.positions if p.months is not None]
        if not known:
            return None
        whole = _whole_stay(employer, self.today)
        if whole is not None:
            known.append((whole, known[0][1]))
        if claim.is_partial and claim.value.low < max(value.low for value, _ in known):
            return None
        return self._nearest(claim, known)

    def _compare_presence(self, claim: Claim) -> Outcome:
        employer = self._employer(claim)
        if employer is None or not any(position.start for position in employer.positions):
            return None
        if claim.is_positive == employer.is_current:
            return True
        position = next((p for p in employer.positions if p.is_current), employer.positions[0])
        if claim.is_positive and position.end is not None:
            now = self.today.year * 12 + self.today.month
            if now - position.end.high <= compare.TOLERANCE_MONTHS:
                return True
        severity = DiscrepancySeverity.SIGNIFICANT if claim.is_positive else DiscrepancySeverity.MINOR
        return self._difference(severity, position)

    def _compare_first(self, claim: Claim) -> Outcome:
        employer = self._employer(claim)
        if employer is None:
            return None
        starts = [p.start for p in employer.positions if p.start is not None]
        if not starts:
            return None
        own = min(start.low for start in starts)
        ends = [study.end.low for study in self.profile.studies if study.end is not None]
        qualified = max(ends) - compare.TOLERANCE_MONTHS if ends and claim.text == AFTER_STUDIES else 0.0
        earlier = [
            position
            for position in self.profile.positions
            if position.start is not None
            and position.start.high >= qualified
            and position.start.high + compare.TOLERANCE_MONTHS < own
            and compare.role_level(position.title) != _TRAINEE_LEVEL
        ]
        if not earlier:
            return True
        first = min(earlier, key=lambda position: position.start.low if position.start else 0)
        return self._difference(DiscrepancySeverity.MODERATE, first)

    def _compare_role(self, claim: Claim) -> Outcome:
        employer = self._employer(claim)
        if employer is None:
            return None
        found = [
            (compare.role_difference(claim.text, position.title), position)
            for position in employer.positions
            if compare.role_level(position.title) is not None
        ]
        if not found or compare.role_level(claim.text) is None:
            return None
        if any(severity is None for severity, _ in found):
            return True
        severity, position = found[0]
        is_lower = (compare.role_level(claim.text) or 0) < (compare.role_level(position.title) or 0)
        if severity is None or (is_lower and claim.is_partial):
            return None
        return self._difference(severity, position)

    # --- Team, experience, figures -------------------------------------------------------------------

    def _lines(self, employer: int | None = None) -> list[tuple[int | None, str, str]]:
        """(employer, line as written, marked line) of the summary and the descriptions."""
        if self._marked is None:
            self._marked = [
                (index, line, mark_values(line, self.today)) for index, line in self.profile.statements()
            ]
        return [item for item in self._marked if employer is None or item[0] == employer]

    def _compare_team(self, claim: Claim) -> Outcome:
        if not claim.is_positive:
            return self._compare_never_led()
        if claim.value is None or (claim.subject and self._employer(claim) is None):
            return None
        said = "in" if claim.text == TODAY else claim.text
        known = [
            (size, line, index)
            for index, line, marked in self._lines(int(claim.subject) if claim.subject else None)
            for kind, size in read_cv_team(marked)
            # "Crew of 7" in a CV may be led or not.
            if said in {kind, "any"} or (kind == "in" and claim.subject)
        ]
        if claim.text == TODAY and not (known and claim.subject):
            return self._compare_team_of_today(claim, claim.value)
        if not known or (not claim.subject and (len(known) > 1 or claim.text != "led")):
            return None
        if any(
            not compare.exceeds(claim.kind, claim.value, size, is_hedged=claim.is_hedged)
            for size, *_ in known
        ):
            return True
        if claim.is_partial:
            return None
        size, line, index = min(known, key=lambda item: item[0].distance(claim.value or item[0]))
        subject = self.profile.employers[index].name if index is not None else ""
        return Difference(compare.rate_difference(claim.kind, claim.value, size), line, subject)

    def _compare_team_of_today(self, claim: Claim, said: Range) -> Outcome:
        """Whether the team that the CV gives for the current job is much larger than what was said.

        A smaller one on the CV may be a part of those who work there. Who leads six is one of seven.
        """
        current = [index for index, employer in enumerate(self.profile.employers) if employer.is_current]
        if len(current) != 1 or claim.subject not in {"", str(current[0])}:
            return None
        known = [
            (size, line) for _, line, marked in self._lines(current[0]) for _, size in read_cv_team(marked)
        ]
        if not known:
            return None
        size, line = min(known, key=lambda item: item[0].low)
        if said.high * MIN_TEAM_RATIO > size.low:
            return True if size.low - 1 <= said.high and said.low <= size.high + 1 else None
        if claim.is_partial:
            return None
        severity = compare.rate_difference(claim.kind, said, size)
        return Difference(severity, line, self.profile.employers[current[0]].name)

    def _compare_never_led(self) -> Outcome:
        for index, line, marked in self._lines():
            if any(kind == "led" for kind, _ in read_cv_team(marked)):
                subject = self.profile.employers[index].name if index is not None else ""
                return Difference(DiscrepancySeverity.SIGNIFICANT, line, subject)
        return None

    def _compare_experience(self, claim: Claim) -> Outcome:
        if claim.value is None:
            return None
        for line, marked in self._all_lines():
            stated = read_cv_experience(marked, claim.text)
            if stated is None:
                continue
            if not compare.exceeds(claim.kind, claim.value, stated, is_hedged=claim.is_hedged):
                return True
            return Difference(compare.rate_difference(claim.kind, claim.value, stated), line, claim.text)
        return self._compare_career(claim, claim.value)

    def _all_lines(self) -> list[tuple[str, str]]:
        """(line as written, marked line) of the whole CV, marked once for all claims."""
        if self._marked_cv is None:
            lines = (
                *self.profile.skills,
                *(text for _, text in self.profile.statements()),
                *(text.strip() for text in self.profile.text.splitlines()[:_MAX_CV_LINES]),
            )
            self._marked_cv = [(line, mark_values(line, self.today)) for line in lines]
        return self._marked_cv

    def _compare_career(self, claim: Claim, said: Range) -> Outcome:
        now = float(self.today.year * 12 + self.today.month)
        trade = set(compare.list_stems(claim.text)[-1:])
        in_trade = [p for p in self.profile.positions if p.start and trade & set(compare.list_stems(p.title))]
        starts = [p.start for p in self.profile.positions if p.start]
        if not starts:
            return None
        if in_trade:
            first = min(in_trade, key=lambda p: p.start.low if p.start else 0)
            assert first.start is not None
            span = Range(now - first.start.high, now - first.start.low)
            is_over = any(p.is_current for p in in_trade) is False
            if not compare.exceeds(claim.kind, said, span, is_hedged=claim.is_hedged):
                return True
            if said.high < span.low and is_over:
                return None
            if said.high < span.low:
                return self._difference(compare.rate_difference(claim.kind, said, span), first)
        known = (*(p.title for p in self.profile.positions), *self.profile.skills, self.profile.summary)
        if claim.text and not trade & {word for line in known for word in compare.list_stems(line)}:
            # "I have played chess for thirty years" is not a career.
            return None
        studies = [study.start for study in self.profile.studies if study.start]
        earliest = min(start.low for start in (*starts, *studies))
        whole = Range(0.0, now - earliest)
        if said.low - whole.high <= MIN_EXCESS_MONTHS or not compare.exceeds(
            claim.kind, said, whole, is_hedged=claim.is_hedged
        ):
            return True if in_trade and said.low <= whole.high else None
        oldest = min(
            (p for p in self.profile.positions if p.start), key=lambda p: p.start.low if p.start else 0
        )
        return self._difference(compare.rate_difference(claim.kind, said, whole), oldest)

    def _compare_figure(self, claim: Claim) -> Outcome:
        if claim.value is None or claim.is_partial:
            return None
        employer = self._employer_index(claim.employer)
        if claim.employer and employer is None:
            return None
        known = [
            (other, line, index)
            for index, line, marked in self._lines(employer)
            for other in find_figures(marked)
            if compare.are_same_measure(claim, replace(other, employer="" if index is None else str(index)))
        ]
        if not known:
            return None
        if any(
            other.value is not None
            and not compare.exceeds(claim.kind, claim.value, other.value, is_hedged=claim.is_hedged)
            for other, *_ in known
        ):
            return True
        other, line, index = max(known, key=lambda item: len(item[0].stems & claim.stems))
        if other.value is None:
            return None
        subject = self.profile.employers[index].name if index is not None else ""
        return Difference(compare.rate_difference(claim.kind, claim.value, other.value), line, subject)

    def _compare_never(self, claim: Claim) -> Outcome:
        for index, line, marked in self._lines():
            if did_on_cv(claim, marked):
                subject = self.profile.employers[index].name if index is not None else ""
                return Difference(DiscrepancySeverity.SIGNIFICANT, line, subject)
        return None


def _whole_stay(employer: Employer, today: date) -> Range | None:
    """From the first start to the last end of all positions at one employer."""
    starts = [p.start for p in employer.positions if p.start is not None]
    if not starts:
        return None
    now = float(today.year * 12 + today.month)
    ends = [p.end or Range(now, now) for p in employer.positions if p.start is not None]
    first, last = min(starts, key=lambda r: r.low), max(ends, key=lambda r: r.high)
    return Range(max(0.0, last.low - first.high), last.high - first.low + 1)
