"""Selects the concerns of a report from the judge's labels, and rates the severity of each by rules."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter, itemgetter

from app.analysis.admissions import PRACTICES
from app.analysis.denials import Denial
from app.analysis.evasions import MAX_PROBES, find_evasion
from app.analysis.exchanges import QuestionKind
from app.analysis.findings import Category, Evidence, FindingKind, Severity
from app.analysis.gravity import rate_gravity, rate_told_gravity
from app.analysis.interview_signs import rate_concern
from app.analysis.judging import LIKELY, JudgedAnswer, JudgedSentence, any_of
from app.analysis.lexicon import Lexicon, load_lexicon
from app.analysis.selection import (
    MAX_PASSAGE_WORDS,
    SelectedConcern,
    copy_evidence,
    says_the_same,
)
from app.analysis.sentences import Sentence
from app.text.words import count_words
from models.judgement.labels import CONCERNS, SentenceLabel

MAX_CONCERNS = 5
MAX_EVASIONS = 2
"""Also the number of places reserved for evasions next to spoken concerns."""
SUSPECTED = 0.6
"""Minimum probability of any kind of concern, with the form of the sentence (``admissions.py``).

A remark made in passing often falls between two kinds.
"""
SURE = 0.7
"""Minimum probability for a concern to be shown instead of the fact that its answer evades the question."""
RECOGNIZED = 0.6
"""Probability of a bad practice from which the judge alone recognizes one."""
FORMAL = 0.8
"""Minimum probability, with the form of the sentence, where it does not."""
MIN_CONCERN_WORDS = 5
"""A shorter sentence ("No, never.") says too little on its own."""
RELATED = 0.3
"""Minimum probability of a concern for a neighboring sentence to be quoted as well."""
CONFIRMED = 0.3
"""Lower limit where the answer to a further question shows the same kind of concern."""
TOLD_FIRST = 0.15
"""Minimum probability of the first concern where the heads for whole interviews have read the answers."""
TOLD_FURTHER = 0.25
"""The same for the others."""
GRAVE = 0.8
"""Minimum probability for a skipped control or misconduct to be a serious concern."""
CLEAR = 0.75
"""The same for the judge alone, without the form of the sentence."""
_KINDS = {
    SentenceLabel.SHORTCUT: FindingKind.OWNED,
    SentenceLabel.WRONG: FindingKind.WRONG,
    SentenceLabel.CONDUCT: FindingKind.CONDUCT,
    SentenceLabel.BLAME: FindingKind.BLAME,
    SentenceLabel.GAP: FindingKind.GAP,
}
_MIN_PROBABILITY = {
    FindingKind.WRONG: 0.68,
    FindingKind.GAP: 0.6,
    FindingKind.CONDUCT: 0.65,
    FindingKind.BLAME: 0.7,
}
"""Minimum probability for these kinds.

In 46 interviews written for development, the same 30 planted concerns are shown as without these limits, and
about half of those that nobody planted. The network is least reliable on wrong practices, so they are severe
concerns only by their gravity.
"""
_WEIGHTS = {
    FindingKind.OWNED: 1.0,
    FindingKind.CONDUCT: 1.0,
    FindingKind.WRONG: 0.9,
    FindingKind.GAP: 0.8,
    FindingKind.BLAME: 0.7,
}
"""Weight of each kind of concern, multiplied by its probability."""
REQUIREMENT_BONUS = 0.5
"""Extra weight of a concern about a requirement of the job, as a share."""


def list_probed(answers: Sequence[JudgedAnswer], index: int) -> list[JudgedAnswer]:
    """The answers to the insisting questions directly after this one."""
    chain: list[JudgedAnswer] = []
    for answer in answers[index + 1 : index + 1 + MAX_PROBES]:
        if not answer.exchange.is_probe and answer.exchange.kind is not QuestionKind.REMARK:
            break
        chain.append(answer)
    return chain


def _rank_severity(
    kind: FindingKind, probability: float, certainty: float, requirement: str, *, is_told: bool
) -> Severity:
    """Severity by rules: harm to people or the work counts first, then the purpose of the job.

    What the heads for whole interviews have rated is severe by its gravity alone.
    """
    match kind:
        case FindingKind.OWNED | FindingKind.CONDUCT:
            is_grave = not is_told and (probability >= GRAVE or certainty >= CLEAR)
            return Severity.HIGH if is_grave else Severity.MEDIUM
        case FindingKind.GAP | FindingKind.WRONG:
            return Severity.MEDIUM
        case _:
            return Severity.MEDIUM if requirement else Severity.LOW


def _strongest_concern(answer: JudgedAnswer) -> tuple[JudgedSentence, SentenceLabel, float] | None:
    """The sentence most likely to be a concern, with its most likely kind and the probability of any kind.

    Questions by the candidate are not concerns.
    """
    found = [
        (item, item.suspected.strongest(CONCERNS)[0], rate_concern(item))
        for item in answer.counted
        if MIN_CONCERN_WORDS <= count_words(item.sentence.text) <= MAX_PASSAGE_WORDS
        and not item.sentence.text.rstrip().endswith("?")
    ]
    return max(found, key=lambda entry: entry[2], default=None)


def _choose_passage(answer: JudgedAnswer, chosen: JudgedSentence) -> Sequence[JudgedSentence]:
    """The sentence with its neighbors of the same kind, as long as they are short enough to quote together.

    The sentence before often says what the concern is about, and the judge cannot tell the two apart.
    """
    sentences = answer.sentences
    at = sentences.index(chosen)
    best, start, end = 0.0, at, at
    for first in range(at, -1, -1):
        if sentences[first].is_instruction:
            break
        for last in range(at, len(sentences)):
            if sentences[last].is_instruction:
                break
            passage = sentences[first : last + 1]
            words = sum(count_words(item.sentence.text) for item in passage)
            if words > MAX_PASSAGE_WORDS:
                break
            worth = sum(item.any_of(CONCERNS) - RELATED for item in passage if item is not chosen)
            if worth > best:
                best, start, end = worth, first, last
    return sentences[start : end + 1]


def _find_gravest(passage: Sequence[JudgedSentence], chosen: JudgedSentence) -> tuple[JudgedSentence, float]:
    """The practice of a passage that is the gravest one, with its gravity.

    Neighbors that tell a practice too make one more certain.
    """
    practices = [item for item in passage if item is chosen or item.suspected.any_of(PRACTICES) >= LIKELY]
    certainty = any_of(item.suspected.any_of(CONCERNS) for item in practices)
    rated = [(rate_gravity(certainty, item.sentence.text), item) for item in practices]
    gravity, gravest = max(rated, key=itemgetter(0))
    return gravest, gravity


def _with_reference(answer: JudgedAnswer, passage: list[Sentence], lexicon: Lexicon | None) -> list[Sentence]:
    """The passage with the sentence before it, if it starts with a pronoun and stays quotable."""
    at = next(at for at, item in enumerate(answer.sentences) if item.sentence is passage[0])
    if lexicon is None or not at or not lexicon.refers_back(passage[0].text):
        return passage
    before = answer.sentences[at - 1]
    words = sum(count_words(item.text) for item in (before.sentence, *passage))
    return passage if before.is_instruction or words > MAX_PASSAGE_WORDS else [before.sentence, *passage]


def _spoken(
    answers: Sequence[JudgedAnswer], index: int, *, least: float, lexicon: Lexicon | None
) -> SelectedConcern | None:
    """Sentences of the candidate that are concerns on their own, with at least this probability."""
    answer = answers[index]
    strongest = _strongest_concern(answer)
    if strongest is None:
        return None
    sentence, label, probability = strongest
    confirming: list[tuple[JudgedAnswer, JudgedSentence]] = []
    for follower in list_probed(answers, index):
        further = _strongest_concern(follower)
        if further is not None and further[2] >= LIKELY:
            confirming.append((follower, further[0]))
    kind = _KINDS[label]
    certainty = sentence.any_of(PRACTICES)
    is_practice = kind in (FindingKind.OWNED, FindingKind.WRONG, FindingKind.CONDUCT)
    is_told = sentence.told is not None
    if not is_told:
        least = CONFIRMED if confirming else max(least, _MIN_PROBABILITY.get(kind, least))
        if is_practice and certainty < RECOGNIZED:
            least = max(least, FORMAL)
    if probability < least:
        return None
    passage = _choose_passage(answer, sentence)
    core, gravity = sentence, 0.0
    if is_told:
        gravity = rate_told_gravity(probability, certainty)
    elif is_practice:
        core, gravity = _find_gravest(passage, sentence)
    quote = copy_evidence(_with_reference(answer, [item.sentence for item in passage], lexicon))
    for _, other in confirming[:1]:
        quote += copy_evidence([other.sentence])
    return SelectedConcern(
        exchanges=(answer.exchange, *(follower.exchange for follower, _ in confirming)),
        quote=quote,
        weight=(max(probability, LIKELY) if confirming else probability)
        * _WEIGHTS[kind]
        * (1.0 + REQUIREMENT_BONUS * bool(answer.requirement)),
        category=Category.COMMUNICATION if kind is FindingKind.BLAME else Category.TECHNICAL,
        kind=kind,
        severity=_rank_severity(kind, probability, certainty, answer.requirement, is_told=is_told),
        certainty=probability,
        gravity=gravity,
        recognized=max(item.any_of(PRACTICES) for item in (sentence, core)),
        is_told=is_told,
        requirement=answer.requirement,
        core=core.sentence.text,
    )


def quote_denial(denial: Denial) -> tuple[Evidence, ...]:
    """The sentence that denies a requirement, with neighbors that are concerns too."""
    return copy_evidence([item.sentence for item in _choose_passage(denial.answer, denial.sentence)])


def _deny(denial: Denial) -> SelectedConcern:
    return SelectedConcern(
        exchanges=(denial.answer.exchange,),
        quote=quote_denial(denial),
        weight=denial.probability * _WEIGHTS[FindingKind.GAP] * (1.0 + REQUIREMENT_BONUS),
        category=Category.TECHNICAL,
        kind=FindingKind.GAP,
        severity=Severity.HIGH,
        is_denial=True,
        requirement=denial.requirement,
        core=denial.sentence.sentence.text,
    )


def _repeats(concern: SelectedConcern, denials: Sequence[SelectedConcern]) -> bool:
    """Whether a concern is what a denial in the same answer already says."""
    return any(
        concern.exchanges[0] == denial.exchanges[0]
        and (concern.kind in (FindingKind.GAP, FindingKind.EVASION) or concern.core == denial.core)
        for denial in denials
    )


def select_concerns(
    answers: Sequence[JudgedAnswer], denials: Sequence[Denial] = (), *, language: str = "en"
) -> list[SelectedConcern]:
    """Select up to five concerns; none if there are no signs of any.

    Requirements that the candidate does not meet come first, then the most severe concerns.
    """
    lexicon = load_lexicon(language)
    denied = [_deny(denial) for denial in denials]
    found = list(denied)
    used: set[int] = set()
    is_told = any(answer.told is not None for answer in answers)
    for index, answer in enumerate(answers):
        if answer.exchange.index in used:
            continue
        concern = (_choose_told if is_told else _choose)(answers, index, lexicon)
        if concern is not None and not _repeats(concern, denied):
            found.append(concern)
            used.update(exchange.index for exchange in concern.exchanges)
    found.sort(key=_rank_told if is_told else attrgetter("rank"))
    chosen: list[SelectedConcern] = []
    for item in found:
        if not any(
            item.kind is other.kind and says_the_same(item.quote_text, other.quote_text, language=language)
            for other in chosen
        ):
            chosen.append(item)
    evasions = [item for item in chosen if item.kind is FindingKind.EVASION][:MAX_EVASIONS]
    spoken = [item for item in chosen if item.kind is not FindingKind.EVASION]
    if is_told:
        spoken = [
            item
            for at, item in enumerate(spoken)
            if at == 0 or item.is_denial or item.certainty >= TOLD_FURTHER
        ]
    kept = spoken[: MAX_CONCERNS - len(evasions)] + evasions
    return sorted(kept, key=lambda item: item.shown_rank)


def _rank_told(item: SelectedConcern) -> tuple[bool, float]:
    return (not item.is_denial, -item.certainty)


def _choose(answers: Sequence[JudgedAnswer], index: int, lexicon: Lexicon | None) -> SelectedConcern | None:
    """The concern of an answer, or that it evades the question."""
    sure = _spoken(answers, index, least=SURE, lexicon=lexicon)
    evasion = find_evasion(answers, index)
    if sure is not None and sure.kind is FindingKind.BLAME and evasion is not None:
        # A question that was asked twice without an answer says more than who was blamed in passing.
        sure = sure if len(evasion.exchanges) == 1 else None
    return sure or evasion or _spoken(answers, index, least=SUSPECTED, lexicon=lexicon)


def _choose_told(
    answers: Sequence[JudgedAnswer], index: int, lexicon: Lexicon | None
) -> SelectedConcern | None:
    """The same by what whole interviews have taught: the more probable one."""
    options = (_spoken(answers, index, least=TOLD_FIRST, lexicon=lexicon), find_evasion(answers, index))
    return max((item for item in options if item is not None), key=lambda item: item.certainty, default=None)
