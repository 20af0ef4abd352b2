"""What a document is about: features by code, and how sure they are."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.dates import find_range
from app.documents.parsing.sections import split_sections
from app.documents.parsing.wording import is_bullet, names_degree, names_position, plain
from app.documents.tables import DocumentType

_LETTER = re.compile(
    r"\bdear\b|to whom it may concern|\bi am writing\b|\bi would like to apply\b|\bapplying for\b", re.I
)
_LETTER_END = re.compile(
    r"\b(?:sincerely|faithfully|kind regards|best regards|yours truly|look forward to)\b", re.I
)
_FIRST_PERSON = re.compile(r"\b(?:I|my|I'm|I've|me)\b")
_EMPLOYER = re.compile(
    r"\b(?:we are (?:looking|seeking|hiring)|we're (?:looking|hiring)|you will|you'll|the ideal candidate|"
    r"successful candidate|we offer|join our|our team|equal opportunity|must have|to apply|apply now|"
    r"reports to|full[- ]time|candidates? (?:should|must|will))\b",
    re.I,
)
_MINIMUM_EVIDENCE = 2.5


@dataclass(frozen=True, slots=True)
class DetectedType:
    type: DocumentType
    confidence: float
    """0 to 1: the share of the evidence that speaks for this type."""


def detect_type(text: str) -> DetectedType:
    """CV, cover letter, job description, or none of them (too little speaks for any)."""
    scores = {
        DocumentType.CV: _cv_score(text),
        DocumentType.COVER_LETTER: _letter_score(text),
        DocumentType.JOB_DESCRIPTION: _job_score(text),
    }
    best = max(scores, key=lambda kind: scores[kind])
    weights = {kind: math.exp(min(score, 12.0)) for kind, score in scores.items()}
    share = weights[best] / (sum(weights.values()) + math.exp(_MINIMUM_EVIDENCE - 1))
    if scores[best] < _MINIMUM_EVIDENCE:
        return DetectedType(DocumentType.UNSUPPORTED, round(1 - share, 2))
    return DetectedType(best, round(share, 2))


def _cv_score(text: str) -> float:
    kinds = [s.kind for s in split_sections(text, scheme="cv")]
    head = text[:1500]
    contacts = find_contacts(head)
    score = 1.5 * ("experience" in kinds) + 1.5 * ("education" in kinds) + 1.0 * ("skills" in kinds)
    score += 0.4 * len(
        set(kinds) & {"summary", "projects", "certifications", "languages", "other", "contact"}
    )
    score += 1.0 * (contacts.email is not None) + 0.5 * (contacts.phone is not None)
    score += 0.7 * (contacts.linkedin is not None) + 0.7 * bool(contacts.name)
    ranges = sum(find_range(line) is not None and len(line) < 120 for line in text.split("\n"))
    score += min(2.5, 0.8 * ranges) + 0.6 * any(names_degree(line) for line in text.split("\n"))
    # Contacts and years alone stand on many papers; a career has a heading or named positions.
    has_career = {"experience", "education", "skills", "experience_overview"} & set(kinds)
    if not has_career and not any(find_range(n) and names_position(n) for n in text.split("\n")):
        score -= 3.0
    return score - 0.9 * len(_EMPLOYER.findall(text)) - 1.5 * bool(_LETTER.search(text))


def _letter_score(text: str) -> float:
    words = max(1, len(text.split()))
    score = 2.5 * bool(_LETTER.search(text)) + 2.0 * bool(_LETTER_END.search(text))
    score += min(3.0, 60 * len(_FIRST_PERSON.findall(text)) / words)
    bullets = sum(is_bullet(line) for line in text.split("\n"))
    score -= min(3.0, 0.25 * bullets)
    ranges = sum(find_range(line) is not None for line in text.split("\n"))
    return score - min(4.0, 0.8 * ranges) - (1.5 if words > 1200 else 0)


def _job_score(text: str) -> float:
    kinds = [s.kind for s in split_sections(text, scheme="job")]
    score = 1.8 * ("responsibilities" in kinds) + 1.2 * ("requirements" in kinds)
    score += 1.2 * ("preferred" in kinds) + 1.2 * ("benefits" in kinds) + 0.6 * ("about" in kinds)
    score += min(3.0, 0.8 * len(_EMPLOYER.findall(text)))
    score += 1.5 * bool(
        re.search(r"\bjob (?:description|title|summary)\b|\bjob specification\b", plain(text[:400]))
    )
    score += 0.5 * any(names_position(line) and len(line) < 80 for line in text.split("\n")[:3])
    ranges = sum(find_range(line) is not None for line in text.split("\n"))
    contacts = find_contacts(text[:1500])
    score -= min(3.0, 0.8 * ranges) + 1.0 * (contacts.linkedin is not None or contacts.phone is not None)
    return score - 1.5 * bool(_LETTER.search(text)) * bool(_LETTER_END.search(text))
