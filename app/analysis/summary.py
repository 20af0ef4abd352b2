"""The summary of a report: who was interviewed, what to clarify, the best answer, an open question."""

from __future__ import annotations

from collections.abc import Sequence

from app.analysis.concerns import list_evaded
from app.analysis.consistency.facts import Discrepancy, Origin
from app.analysis.findings import Background, FindingKind, Severity
from app.analysis.introduction import introduce
from app.analysis.observations import Observations
from app.analysis.prose import (
    MAX_SHORT_WORDS,
    Phrases,
    Told,
    choose_best,
    close_quote,
    cut_requirement,
    list_asked,
    shorten_question,
    shorten_quote,
)
from app.text.bullets import without_bullet

MIN_SUMMARY_SENTENCES, MAX_SUMMARY_SENTENCES = 4, 6
MAX_CONTRADICTIONS = 2
CERTAIN = 0.9
"""Probability of a concern that is stated; one below it is only to be checked.

In seven sets of interviews, 18 of the 22 first concerns above it were planted, and 9 of the 14 below it.
"""


def write_summary(
    observed: Observations,
    strengths: Sequence[Told],
    concerns: Sequence[Told],
    *,
    background: Background,
    contradictions: Sequence[Discrepancy],
    phrases: Phrases,
) -> str:
    """Up to three paragraphs: who was interviewed, what to clarify, the best answers with an open question.

    What to clarify comes first, the gravest statement before the others. It is quoted, and its reader judges.
    """
    asked = list_asked(observed)
    if not asked:
        return ""
    opening = [introduce(background, asked, phrases)]
    to_clarify = _list_statements(observed, concerns, phrases)
    told = " ".join(to_clarify)
    differing = [item for item in contradictions if item.statement.quote not in told]
    to_clarify += [report_contradiction(item, observed, phrases) for item in differing[:MAX_CONTRADICTIONS]]
    if not concerns and not to_clarify:
        to_clarify.append(phrases.sentences["no_concern"])
    doubtful = {item.statement.segment_id for item in contradictions}
    best = choose_best(
        [item for item in strengths if not doubtful & {piece.segment_id for piece in item.finding.evidence}]
    )
    rest = [item.short or item.sentence for item in best[:1]]
    question, is_repeated = find_open_question(observed)
    if question:
        form = "left_open_again" if is_repeated else "left_open"
        rest.append(phrases.sentences[form].format(question=question))
    count = len(opening) + len(to_clarify) + len(rest)
    if count < MIN_SUMMARY_SENTENCES or (
        count < MAX_SUMMARY_SENTENCES and any(item.outcome for item in best[1:])
    ):
        rest[1:1] = [item.continue_with("also_strong", phrases) for item in best[1:]]
    return "\n\n".join(" ".join(paragraph) for paragraph in (opening, to_clarify, rest) if paragraph)


def _list_statements(observed: Observations, concerns: Sequence[Told], phrases: Phrases) -> list[str]:
    """Sentences about a requirement that may not be met and the surest severe concern.

    Two at most: further ones are right too rarely.
    """
    cv_lines = {item.requirement: item.cv_line for item in observed.requirements}
    places = {requirement: at for at, requirement in enumerate(cv_lines)}
    pairs = list(zip(concerns, observed.concerns, strict=True))
    # A job description names what matters most first.
    denials = [told for told, _ in pairs if told.denied]
    denials.sort(key=lambda told: places.get(told.denied, len(places)))
    grave = [
        (told, item) for told, item in pairs if told.finding.severity is Severity.HIGH and not told.denied
    ]
    parts = [
        _name_denial(told, cv_lines.get(told.denied, ""), phrases) for told in denials[: 1 if grave else 2]
    ]
    if grave:
        told, item = max(grave, key=lambda pair: pair[1].certainty)
        form = "certain" if item.certainty >= CERTAIN else "uncertain"
        parts.append(told.continue_with(f"{form}_{item.kind.value}", phrases))
    return parts


def _name_denial(item: Told, cv_line: str, phrases: Phrases) -> str:
    """A requirement that may not be met, with the line of the CV that says otherwise, if there is one."""
    requirement = cut_requirement(item.denied)
    if not cv_line:
        return item.continue_with("denied", phrases, requirement=requirement)
    line = shorten_quote(without_bullet(cv_line))
    return item.continue_with("denied_despite_cv", phrases, requirement=requirement, line=line)


def find_open_question(observed: Observations) -> tuple[str, bool]:
    """The most clearly unanswered question, and whether it was asked again; empty if there is none."""
    answers = {answer.exchange.index: answer for answer in observed.answers}
    evasions = [item for item in observed.concerns if item.kind is FindingKind.EVASION]
    if evasions:
        surest = max(
            evasions,
            key=lambda item: (len(item.exchanges), max(answers[e.index].evaded for e in item.exchanges)),
        )
        return shorten_question(surest.exchanges[0].question), len(surest.exchanges) > 1
    further = list_evaded(observed.answers)
    return (shorten_question(further[0].question), False) if further else ("", False)


def report_contradiction(item: Discrepancy, observed: Observations, phrases: Phrases) -> str:
    """What the CV or an earlier answer says, and what the candidate said, with the question."""
    other, quote = shorten_quote(item.counterpart.quote), item.statement.quote
    if item.counterpart.origin is not Origin.CV:
        return phrases.sentences["contradiction"].format(quote=shorten_quote(quote), other=other)
    question = next(
        (
            answer.exchange.question
            for answer in observed.answers
            if item.statement.segment_id in {line.id for line in answer.exchange.answered}
        ),
        "",
    )
    form = "quoted" if question else "quoted_unasked"
    finding = phrases.sentences[form].format(
        question=shorten_question(question).removesuffix("."),
        quote=close_quote(shorten_quote(quote, MAX_SHORT_WORDS)),
    )
    if phrases.language != "de":
        finding = finding[:1].lower() + finding[1:]
    specific = f"contradiction_cv_{item.kind.value}"
    return phrases.sentences.get(specific, phrases.sentences["contradiction_cv"]).format(
        other=other, finding=finding
    )
