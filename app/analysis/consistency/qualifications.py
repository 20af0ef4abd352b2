"""Compares claims about studies, skills, languages and certificates with the candidate profile."""

from __future__ import annotations

from dataclasses import dataclass

from app.analysis.consistency import compare
from app.analysis.consistency.employers import EmployerNames, are_same_place
from app.analysis.consistency.facts import Claim, Difference, DiscrepancySeverity, Outcome
from app.analysis.consistency.profile import Profile, Study, show_study
from app.analysis.consistency.studies import degree_level

_UNFINISHED = ("not completed", "unfinished", "incomplete", "ongoing", "expected", "in progress", "withdrew")


@dataclass(frozen=True, slots=True)
class QualificationComparison:
    """Compares claims about qualifications with one profile."""

    profile: Profile
    names: EmployerNames

    def _find_line(self, study: Study) -> str:
        return self.profile.line_with(study.degree, study.institution) or show_study(study)

    def compare_degree(self, claim: Claim) -> Outcome:
        studies = [
            (level, study)
            for study in self.profile.studies
            if (level := degree_level(study.degree)) is not None
            and not any(word in self._find_line(study).lower() for word in _UNFINISHED)
        ]
        if claim.value is None or not studies:
            return None
        highest, best = max(studies, key=lambda item: item[0])
        level = int(claim.value.low)
        if claim.is_positive:
            if level <= highest:
                return True
            if claim.text == "any":
                return None
            severity = DiscrepancySeverity.MAJOR if level - highest > 1 else DiscrepancySeverity.SIGNIFICANT
            return Difference(severity, self._find_line(best), best.degree)
        denied = [study for known, study in studies if known == level or (level == 3 and known >= 3)]
        if not denied:
            return True
        return Difference(DiscrepancySeverity.MAJOR, self._find_line(denied[0]), denied[0].degree)

    def compare_field(self, claim: Claim) -> Outcome:
        degrees = [study for study in self.profile.studies if (degree_level(study.degree) or 0) >= 3]
        fields = [study for study in degrees if len(compare.list_stems(study.degree)) >= 2]
        if not fields or len(fields) < len(degrees):
            return None
        if any(compare.share_field(claim.text, study.degree) for study in fields):
            return True
        return Difference(DiscrepancySeverity.SIGNIFICANT, self._find_line(fields[0]), fields[0].degree)

    def compare_institution(self, claim: Claim) -> Outcome:
        known = [study for study in self.profile.studies if study.institution]
        if not known:
            return None
        said = self.names.names[int(claim.subject)]
        if any(are_same_place(said, f"{study.institution} {study.degree}") for study in known):
            return True
        if len(known) > 1:
            return None
        return Difference(DiscrepancySeverity.SIGNIFICANT, self._find_line(known[0]), known[0].institution)

    def compare_graduation(self, claim: Claim) -> Outcome:
        known = [(study.end, study) for study in self.profile.studies if study.end is not None]
        said = claim.value
        if said is None or not known:
            return None
        if any(not compare.exceeds(claim.kind, said, end, is_hedged=claim.is_hedged) for end, _ in known):
            return True
        end, study = min(known, key=lambda item: said.distance(item[0]))
        if claim.text == "qualified" and said.low > end.high:
            return None
        return Difference(
            compare.rate_difference(claim.kind, said, end), self._find_line(study), study.degree
        )

    def compare_skill(self, claim: Claim) -> Outcome:
        for skill in (*self.profile.skills, *self.profile.languages):
            if compare.names_skill(claim.text, skill):
                line = self.profile.line_with(skill) or skill
                return Difference(DiscrepancySeverity.SIGNIFICANT, line, skill)
        if (outcome := self.compare_certificate(claim)) is not None:
            return outcome
        if claim.is_partial:
            return None
        for index, line in self.profile.statements():
            if compare.mentions_skill(line, claim.text):
                subject = self.profile.employers[index].name if index is not None else ""
                return Difference(DiscrepancySeverity.SIGNIFICANT, line, subject)
        return None

    def compare_language(self, claim: Claim) -> Outcome:
        for language in self.profile.languages:
            if not compare.names_skill(claim.text, language):
                continue
            level = compare.is_fluent(language)
            if level is None or level == claim.is_positive:
                return True if level is not None else None
            line = self.profile.line_with(language) or language
            return Difference(DiscrepancySeverity.SIGNIFICANT, line, claim.text)
        return None

    def compare_certificate(self, claim: Claim) -> Outcome:
        for certificate in self.profile.certifications:
            if compare.names_certificate(claim.text, certificate):
                line = self.profile.line_with(certificate) or certificate
                return Difference(DiscrepancySeverity.MAJOR, line, certificate)
        return None
