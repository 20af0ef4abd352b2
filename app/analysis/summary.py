"""The summary of a report: what was covered, the best answers, what to check."""

from __future__ import annotations

from collections.abc import Sequence

from app.analysis.concerns import is_evaded, list_evaded
from app.analysis.consistency.facts import Discrepancy, Origin
from app.analysis.findings import FindingKind, Severity
from app.analysis.observations import Observations
from app.analysis.prose import (
    Phrases,
    Told,
    choose_best,
    cut_requirement,
    list_asked,
    shorten_question,
    shorten_quote,
)
from app.text.bullets import without_bullet

MIN_SUMMARY_SENTENCES = 4


def write_summary(
    observed: Observations,
    strengths: Sequence[Told],
    concerns: Sequence[Told],
    *,
    job_title: str,
    contradictions: Sequence[Discrepancy],
    phrases: Phrases,
) -> str:
    """Three paragraphs: what was covered, the best answers, what to check.

    It names findings with the question and the candidate's words, and leaves the verdict to its reader. What
    readers took for false suspicion stays out: which requirements a search did not find, and passages beside
    lines of the CV. Both have sections of their own.
    """
    asked = list_asked(observed)
    if not asked:
        return ""
    template = phrases.sentences["coverage_titled" if job_title else "coverage"]
    covered = [template.format(job=job_title, questions=phrases.count("questions", len(asked)))]
    to_check = _list_points_to_check(observed, concerns, contradictions, phrases)
    best = choose_best(strengths)
    strong = [item.sentence for item in best]
    further = [item for item in strengths if item not in best]
    if len(covered) + len(strong) + len(to_check) < MIN_SUMMARY_SENTENCES and further:
        strong.append(further[0].continue_with("also_strong", phrases))
    return "\n\n".join(" ".join(paragraph) for paragraph in (covered, strong, to_check) if paragraph)


def _list_points_to_check(
    observed: Observations,
    concerns: Sequence[Told],
    contradictions: Sequence[Discrepancy],
    phrases: Phrases,
) -> list[str]:
    """Sentences about concerns, a contradiction, and an open question."""
    parts: list[str] = []
    denials = [item for item in concerns if item.denied]
    spoken = [item for item in concerns if item.finding.kind is not FindingKind.EVASION and not item.denied]
    grave = [item for item in spoken if item.finding.severity is Severity.HIGH]
    # Skipped controls are the most reliable concerns.
    grave.sort(key=lambda item: item.finding.kind is not FindingKind.OWNED)
    cv_lines = {item.requirement: item.cv_line for item in observed.requirements}
    for item in denials[: 1 if grave else 2]:
        parts.append(_name_denial(item, cv_lines.get(item.denied, ""), phrases))
    if grave:
        parts += [_name_concern(item, phrases) for item in grave[: 1 if denials else 2]]
    elif spoken:
        parts.append(phrases.count("minor_concerns", len(spoken)))
        skipped = [item for item in spoken if item.finding.kind is FindingKind.OWNED]
        parts += [_name_concern(item, phrases) for item in skipped[:1]]
    elif not concerns and not contradictions:
        parts.append(phrases.sentences["no_concern"])
    if contradictions:
        parts.append(_report_contradiction(contradictions[0], phrases))
    if question := find_open_question(observed):
        parts.append(phrases.sentences["left_open"].format(question=question))
    return parts


def _name_denial(item: Told, cv_line: str, phrases: Phrases) -> str:
    """A requirement that may not be met, with the line of the CV that says otherwise, if there is one."""
    requirement = cut_requirement(item.denied)
    if not cv_line:
        return item.continue_with("denied", phrases, requirement=requirement)
    line = shorten_quote(without_bullet(cv_line))
    return item.continue_with("denied_despite_cv", phrases, requirement=requirement, line=line)


def _name_concern(item: Told, phrases: Phrases) -> str:
    """A severe concern as a point to check, with the reason why."""
    return item.continue_with(f"check_{item.finding.kind.value}", phrases)


def find_open_question(observed: Observations) -> str:
    """The most clearly unanswered question; empty if there is none."""
    answers = {answer.exchange.index: answer for answer in observed.answers}
    evasions = [item for item in observed.concerns if item.kind is FindingKind.EVASION]
    asked = [answers[exchange.index] for item in evasions for exchange in item.exchanges]
    evaded = [answer for answer in asked if is_evaded(answer)]
    if evaded:
        return shorten_question(max(evaded, key=lambda answer: answer.evaded).exchange.question)
    further = list_evaded(observed.answers)
    return shorten_question(further[0].question) if further else ""


def _report_contradiction(item: Discrepancy, phrases: Phrases) -> str:
    form = "contradiction_cv" if item.counterpart.origin is Origin.CV else "contradiction"
    return phrases.sentences[form].format(
        quote=shorten_quote(item.statement.quote), other=shorten_quote(item.counterpart.quote)
    )
