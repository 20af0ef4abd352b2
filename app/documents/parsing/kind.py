"""Document type: CV, cover letter, job description or none, by scored features."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from app.documents.document_types import DocumentType
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.dates import find_range
from app.documents.parsing.forms import labeled_entries
from app.documents.parsing.sections import split_sections
from app.documents.parsing.wording import names_degree, names_position, tidy, word_lists
from app.text.bullets import is_bullet
from app.text.folding import plain

_MINIMUM_EVIDENCE = 2.5
_CAREER = frozenset({"experience", "education", "skills", "experience_overview"})
_MANY_WORDS = 1200
"""In words. Longer than any cover letter."""


@dataclass(frozen=True, slots=True)
class DetectedType:
    type: DocumentType
    confidence: float
    """0 to 1: the share of the evidence that supports this type."""


@dataclass(frozen=True, slots=True)
class _Features:
    """Features that the scores of all types use, extracted once."""

    text: str
    lines: list[str]
    folded: str
    words: int
    dated_lines: int
    """Short lines with a date range."""
    labeled_positions: int
    """Positions with dates in a form: ``Position: …``, ``Employer: …``, ``From: …``, ``To: …``."""
    salutation: bool
    closing: bool
    applications: int
    first_person: float
    """Share of all words."""
    offers: int
    others: int
    bullets: int


@lru_cache(maxsize=16)
def _phrases(name: str) -> re.Pattern[str]:
    phrases = sorted({plain(phrase) for phrase in word_lists()["kinds"][name]}, key=len, reverse=True)
    return re.compile(r"(?<!\S)(?:" + "|".join(map(re.escape, phrases)) + r")(?!\S)")


def _features(text: str) -> _Features:
    lines = text.split("\n")
    folded = " ".join(plain(line) for line in lines)
    opening = [line for line in lines if line.strip()]
    words = max(1, len(folded.split()))
    starts = [plain(line) for line in opening[:25]]
    # "Hello" and "Madame" are greetings only at the start of a line; a closing is near the end of a page.
    greets = any(_phrases("salutations").match(start) and len(start) < 60 for start in starts)
    return _Features(
        text=text,
        lines=lines,
        folded=folded,
        words=words,
        dated_lines=sum(find_range(line) is not None and len(line) < 120 for line in lines),
        labeled_positions=sum(e.dates is not None and bool(e.title) for e in labeled_entries(lines)),
        salutation=greets,
        closing=any(_phrases("closings").search(plain(line)) for line in opening[-12:]),
        applications=len(set(_phrases("applications").findall(folded))),
        first_person=len(_phrases("first_person").findall(folded)) / words,
        offers=len(set(_phrases("offers").findall(folded))),
        others=len(set(_phrases("others").findall(folded))),
        bullets=sum(is_bullet(line) for line in lines),
    )


def detect_type(text: str) -> DetectedType:
    """CV, cover letter, job description, or none of them if too little supports any."""
    text = tidy(text)
    features = _features(text)
    scores = {
        DocumentType.CV: _cv_score(features),
        DocumentType.COVER_LETTER: _letter_score(features),
        DocumentType.JOB_DESCRIPTION: _job_score(features),
    }
    best = max(scores, key=lambda kind: scores[kind])
    weights = {kind: math.exp(max(-12.0, min(score, 12.0))) for kind, score in scores.items()}
    share = weights[best] / (sum(weights.values()) + math.exp(_MINIMUM_EVIDENCE - 1))
    if scores[best] < _MINIMUM_EVIDENCE:
        return DetectedType(DocumentType.UNSUPPORTED, round(1 - share, 2))
    return DetectedType(best, round(share, 2))


def _is_letter(features: _Features) -> bool:
    return features.salutation and (features.closing or features.first_person > 0.03)


def _cv_score(features: _Features) -> float:
    kinds = {s.kind for s in split_sections(features.text, scheme="cv")}
    contacts = find_contacts(features.text[:1500])
    degrees = any(names_degree(line) and len(line) < 120 for line in features.lines)
    score = 1.5 * ("experience" in kinds) + 1.5 * ("education" in kinds) + 1.0 * ("skills" in kinds)
    score += 0.4 * len(kinds & {"summary", "projects", "certifications", "languages", "other", "contact"})
    score += 1.0 * (contacts.email is not None) + 0.5 * (contacts.phone is not None)
    score += 0.7 * (contacts.linkedin is not None) + 0.7 * bool(contacts.name)
    dated = max(features.dated_lines, features.labeled_positions)
    score += min(2.5, 0.8 * dated) + 0.6 * degrees
    score += 1.0 * bool(re.search(r"\b(?:curriculum vitae|resume|lebenslauf)\b", features.folded[:200]))
    # Many documents have contacts and years; a CV also has a known heading or named positions.
    has_career = (
        _CAREER & kinds
        or features.labeled_positions
        or any(bool(find_range(line)) and names_position(line) for line in features.lines)
    )
    if not has_career:
        score -= 3.0
    if not {"experience", "experience_overview", "education"} & kinds and dated < 2:
        score -= 1.5
    score -= 0.9 * max(0, features.offers - 1) + 0.6 * min(6, features.others)
    return score - 2.5 * _is_letter(features)


def _letter_score(features: _Features) -> float:
    score = 1.5 * features.salutation + 1.5 * features.closing
    score += min(3.0, 60 * features.first_person)
    score += 1.6 * min(2, features.applications)
    if features.applications == 0:
        # "I have worked at … and would be glad to come by for a talk" is an application that does not use the
        # word.
        work = re.search(
            r"\b(?:i (?:have )?work(?:ed)?|my experience|hiring|vacancy|application)\b", features.folded
        )
        score -= 1.0 if work and features.first_person > 0.04 else 4.0
    score -= min(3.0, 0.25 * max(0, features.bullets - 4))
    score -= min(4.0, 0.8 * features.dated_lines) + (1.5 if features.words > _MANY_WORDS else 0.0)
    return score - 1.2 * min(4, features.others)


def _job_score(features: _Features) -> float:
    kinds = {s.kind for s in split_sections(features.text, scheme="job")}
    score = 1.8 * ("responsibilities" in kinds) + 1.2 * ("requirements" in kinds)
    score += 1.2 * ("preferred" in kinds) + 1.2 * ("benefits" in kinds) + 0.6 * ("about" in kinds)
    score += min(4.5, 0.8 * features.offers)
    score += 1.5 * bool(
        re.search(
            r"\bjob (?:description|title|summary|posting|advert)\b|\bjob specification\b|\bstellenanzeige\b|"
            r"\bfiche de poste\b|\boffre d'?emploi\b|\bpuesto de trabajo\b|\bvacancy\b|\bwanted\b",
            features.folded[:400],
        )
    )
    heads = [line for line in features.lines if line.strip()][:3]
    score += 0.5 * any(names_position(line) and len(line) < 80 for line in heads)
    contacts = find_contacts(features.text[:1500])
    score -= min(3.0, 0.8 * features.dated_lines)
    score -= 1.0 * (contacts.linkedin is not None) + 2.5 * _is_letter(features)
    # "I" is rare in an advertisement; a letter or profile has it in every line.
    score -= min(2.0, 40 * max(0.0, features.first_person - 0.01))
    return score - 0.9 * min(6, features.others)
