"""The summary of a report: who was interviewed, what to clarify, the best answers, practical facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.consistency.facts import ClaimKind, Discrepancy, Origin
from app.analysis.consistency.side_by_side import find_line_about
from app.analysis.doubts import quotes_doubtful
from app.analysis.findings import Background, FindingKind
from app.analysis.introduction import introduce
from app.analysis.judging import LIKELY
from app.analysis.named_limits import NamedLimit
from app.analysis.observations import Observations
from app.analysis.practicalities import PracticalFact
from app.analysis.prose import (
    Phrases,
    Told,
    ask_and_quote,
    choose_best,
    cut_requirement,
    list_asked,
    name_briefly,
)
from app.analysis.quoting import choose_question, close_quote, shorten_quote, split_quote
from app.analysis.repeated_questions import asks_again, share_words
from app.analysis.selection import SelectedConcern

MIN_SUMMARY_SENTENCES = 4
MAX_CONTRADICTIONS = 2
MAX_TO_CLARIFY = 4
"""Statements about what to clarify, the gravest practice first."""
GRAVE = 0.5
"""Gravity of what is called the main concern.

By the heads for whole interviews, with the set that is read left out, 126 of 136 first ones above it were
planted, 34 of 37 in the eleven newest sets.
"""
DOUBTFUL = 0.2
"""Least gravity of what is to be clarified, unless the judge is sure.

Of those between 0.3 and GRAVE, 26 of 34 were planted; of those below, fewer than two of three in newer sets.
A serious practice that the summary leaves out costs a reader more than a point to clarify that is none.
"""
FURTHER = 0.8
"""Least gravity of a second one: a false suspicion costs more trust than one that only the list shows.

In 54 interviews that the weights had not seen, it tells five; two of them are the planted one behind a false
first.
"""
RICH = 2.0
"""Weight of a second strong answer that tells no outcome."""
CERTAIN = 0.9
"""Probability, with the form of the sentence, from which a concern is sure."""
RECOGNIZED = 0.7
"""Probability by the judge alone that such a concern needs too."""


def write_summary(
    observed: Observations,
    strengths: Sequence[Told],
    concerns: Sequence[Told],
    *,
    background: Background,
    contradictions: Sequence[Discrepancy],
    limits: Sequence[NamedLimit] = (),
    practical: Sequence[PracticalFact] = (),
    phrases: Phrases,
) -> str:
    """Up to four paragraphs: who was interviewed, what to clarify, the best answers, practical facts.

    What to clarify comes first. The candidate's own words are reported, and the reader judges them.
    """
    if not list_asked(observed):
        return ""
    opening = [introduce(background, phrases)]
    person = name_briefly(background.candidate_name, phrases)
    statements = _list_statements(observed, concerns, contradictions, phrases)
    to_clarify = [
        " ".join([item.sentence, *_compare_with_cv(item.told, contradictions, phrases), *item.to_ask])
        for item in statements
    ]
    quoted = [item.told for item in statements]
    differing = [item for item in contradictions if not any(_quotes(told, item) for told in quoted)]
    to_clarify += [
        report_contradiction(item, observed, phrases, person=person)
        for item in differing[:MAX_CONTRADICTIONS]
    ]
    to_clarify = to_clarify[:MAX_TO_CLARIFY]
    doubtful = {item.statement.segment_id for item in contradictions}
    told_elsewhere = doubtful.union(
        *(item.segment_ids for item in quoted), *(fact.segment_ids for fact in practical)
    )
    if not to_clarify:
        to_clarify.append(phrases.sentences["no_concern"])
    if open_question := report_open_question(observed, phrases):
        to_clarify.append(open_question)
    to_clarify += [
        phrases.sentences["named_limit"].format(question=limit.question, quote=limit.quote)
        for limit in limits
        if not limit.segment_ids & told_elsewhere
    ]
    best = choose_best(
        [
            item
            for item in strengths
            if not doubtful & item.segment_ids and not quotes_doubtful(item, observed.answers)
        ]
    )
    rest = [item.continue_with("strong", phrases) for item in best[:1]]
    count = len(opening) + len(to_clarify) + len(rest)
    if count < MIN_SUMMARY_SENTENCES or any(item.outcome or item.weight >= RICH for item in best[1:]):
        rest[1:1] = [item.continue_with("also_strong", phrases) for item in best[1:]]
    facts = [_tell_fact(fact, phrases) for fact in practical]
    return "\n\n".join(" ".join(paragraph) for paragraph in (opening, to_clarify, rest, facts) if paragraph)


def _tell_fact(fact: PracticalFact, phrases: Phrases) -> str:
    form = f"practical_{fact.topic}_asked" if fact.question else f"practical_{fact.topic}"
    return phrases.sentences[form].format(quote=fact.quote, question=fact.question)


def _quotes(told: Told, item: Discrepancy) -> bool:
    """Whether the clause of a finding quotes the statement of a contradiction, or a sentence of it."""
    is_quoted = any(sentence in told.clause for sentence in split_quote(item.statement.quote))
    return item.statement.segment_id in told.segment_ids and is_quoted


def _compare_with_cv(told: Told, contradictions: Sequence[Discrepancy], phrases: Phrases) -> list[str]:
    """A sentence with the line of the CV that a quoted finding may contradict; none if there is none.

    The line beside a statement that the judge named is too often a wrong one.
    """
    lines = [
        item.counterpart.quote
        for item in contradictions
        if item.kind is not ClaimKind.STATEMENT
        and item.counterpart.origin is Origin.CV
        and _quotes(told, item)
    ]
    return [phrases.sentences["contradicts_cv"].format(other=shorten_quote(line)) for line in lines[:1]]


@dataclass(frozen=True, slots=True)
class _Statement:
    """A finding of the paragraph about what to clarify."""

    told: Told
    sentence: str
    to_ask: tuple[str, ...] = ()
    """What to ask about it, in a sentence; possibly none."""


def _list_statements(
    observed: Observations,
    concerns: Sequence[Told],
    contradictions: Sequence[Discrepancy],
    phrases: Phrases,
) -> list[_Statement]:
    """The gravest concerns and the requirements that were denied.

    Two of each at most: further ones are right too rarely. A concern that is not grave comes last. A
    statement that the judge named as a possible contradiction is reported as that, not as a concern.
    """
    places = {item.requirement: at for at, item in enumerate(observed.requirements)}
    named_by_judge = [item for item in contradictions if item.kind is ClaimKind.STATEMENT]
    pairs = [
        (told, item)
        for told, item in zip(concerns, observed.concerns, strict=True)
        if not any(_quotes(told, statement) for statement in named_by_judge)
    ]
    practices = sorted(
        ((told, item) for told, item in pairs if _is_named(item)), key=lambda pair: -pair[1].gravity
    )
    named = [
        _Statement(
            told,
            told.continue_with("grave_practice" if _is_grave(item) else "doubtful_practice", phrases),
            (_choose_question(told, item.kind, phrases),),
        )
        for told, item in practices[:1]
    ]
    named += [
        _Statement(told, told.continue_with("further_practice", phrases))
        for told, item in practices[1:2]
        if item.gravity >= FURTHER
    ]
    # A job description names what matters most first.
    denials = sorted(
        (told for told, _ in pairs if told.denied), key=lambda told: places.get(told.denied, len(places))
    )
    denied = [
        _Statement(told, told.continue_with("denied", phrases, requirement=cut_requirement(told.denied)))
        for told in denials[: 1 if practices else 2]
    ]
    return named + denied if any(_is_grave(item) for _, item in practices[:1]) else denied + named


def _choose_question(told: Told, kind: FindingKind, phrases: Phrases) -> str:
    """What to ask about a concern: that of its kind, else about a practice or an event."""
    practice = phrases.sentences["ask_event" if told.is_event else "ask_practice"]
    return phrases.sentences.get(f"ask_{kind}", practice)


def _is_named(item: SelectedConcern) -> bool:
    """Whether a concern is sure enough for the summary to name it."""
    return item.gravity >= DOUBTFUL or (
        item.gravity > 0.0 and item.certainty >= CERTAIN and item.recognized >= RECOGNIZED
    )


def _is_grave(item: SelectedConcern) -> bool:
    """Whether it is called a concern, not a point to clarify.

    The judge alone must see one too. Where the heads for whole interviews rate it, the gravity counts that.
    """
    return item.gravity >= GRAVE and (item.is_told or item.recognized >= LIKELY)


def report_open_question(observed: Observations, phrases: Phrases) -> str:
    """The question that was left open although it was asked twice, or else the surest one; possibly empty."""
    evasions = [item for item in observed.concerns if item.kind is FindingKind.EVASION]
    if not evasions:
        return ""
    answers = {answer.exchange.index: answer for answer in observed.answers}

    def is_repeated(item: SelectedConcern) -> bool:
        """Whether the second question of the finding is the first one again, not just left open too.

        Of two open questions in a row, a common word is enough.
        """
        first, *further = (answers[exchange.index] for exchange in item.exchanges)
        return any(asks_again(first, second) or share_words(first, second) for second in further[:1])

    surest = max(evasions, key=lambda item: (is_repeated(item), item.certainty))
    form = "left_open_again" if is_repeated(surest) else "left_open"
    exchanges = surest.exchanges if is_repeated(surest) else surest.exchanges[:1]
    return phrases.sentences[form].format(question=choose_question(exchanges))


def report_contradiction(item: Discrepancy, observed: Observations, phrases: Phrases, *, person: str) -> str:
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
    finding = ask_and_quote(question, close_quote(shorten_quote(quote)), phrases, person=person)
    specific = f"contradiction_cv_{item.kind.value}"
    if item.kind is ClaimKind.STATEMENT and find_line_about(quote, [(other, item.counterpart.quote)]):
        specific += "_line"
    return phrases.sentences.get(specific, phrases.sentences["contradiction_cv"]).format(
        other=other, finding=finding
    )
