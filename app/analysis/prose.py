"""Report sentences written by code: counts, and findings in the candidate's words.

All content comes from judgments and quotes: no sentence says more than the interview.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from app.analysis.concerns import is_evaded
from app.analysis.exchanges import QuestionKind
from app.analysis.findings import (
    Category,
    Finding,
    FindingKind,
    RequirementFinding,
    RequirementStatus,
)
from app.analysis.judging import LIKELY, JudgedAnswer
from app.analysis.observations import Observations
from app.analysis.selection import Selected
from app.analysis.sentences import split_clauses
from app.core.config_files import CONFIG_DIR
from app.text.numbers import has_figure
from app.text.reported import report_speech
from app.text.words import count_words, split_words
from models.judgement.labels import EVIDENCE, WEAKNESSES, SentenceLabel

MAX_QUESTION_WORDS = 30
MIN_QUESTION_WORDS = 5
MAX_DEPENDENT_WORDS = 9
"""Words of a question that may need the sentence before it."""
_REFERS = re.compile(
    r"\b(?:it|that|this|those|these|them|they|there|das|dies\w*|davon|dabei|damit|daran|ça|cela|en)\b",
    re.IGNORECASE,
)
"""A last sentence with fewer words ("Can you remember?") is shown with the one before it."""
MIN_CLEAR_QUESTION_WORDS = 4
"""A question with fewer words ("A bore how?") is meaningless without the one before it."""
MAX_SENTENCE_QUOTE_WORDS = 48
CLEAR_WORDS = 20
"""A sentence with as many words is clear without those around it."""
REPORTED = "en"
"""The language in which code turns quotes into reported speech."""
MAX_SHORT_WORDS = 60
"""Words of one sentence there that is longer than that."""
MAX_FINDING_WORDS = 100
"""Long enough for a whole passage: a shortened one often loses its result or its subject."""
"""A finding is quoted with what came of it."""
MAX_NAMED_REQUIREMENTS = 4
MAX_COUNTED_FIGURES = 2
MAX_REQUIREMENT_WORDS = 12
SUBSTANTIAL = 0.5
"""Minimum substance for an answer to count as one with specific evidence."""
_COUNTED_KINDS = (
    SentenceLabel.RESULT,
    SentenceLabel.ACTION,
    SentenceLabel.METHOD,
    SentenceLabel.INSIGHT,
    SentenceLabel.PEOPLE,
)
_TECHNICAL_CONCERNS = (FindingKind.OWNED, FindingKind.WRONG, FindingKind.CONDUCT, FindingKind.GAP)
_SENTENCE_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-ÖØ-Þ\"“„«])")


@dataclass(frozen=True, slots=True)
class Phrases:
    """Sentences in one language, with words in braces to fill in."""

    language: str
    labels: Mapping[str, str]
    sentences: Mapping[str, str]
    counts: Mapping[str, tuple[str, str]]
    """Singular and plural."""
    follow_ups: Mapping[str, str]

    def count(self, name: str, number: int) -> str:
        singular, plural = self.counts[name]
        return singular if number == 1 else plural.format(count=number)


@cache
def load_phrases(language: str) -> Phrases:
    """The phrases of one of the languages of the word lists."""
    with (CONFIG_DIR / "report" / f"{language}.toml").open("rb") as file:
        data = tomllib.load(file)
    counts = {name: (forms[0], forms[1]) for name, forms in data.pop("counts").items()}
    return Phrases(language=language, counts=counts, **data)


def shorten_question(question: str, *, with_context: bool = True) -> str:
    """The last part of a question, which says what is asked.

    With context, a short question about "that" comes with the sentence that says what it is.
    """
    sentences = _SENTENCE_BREAK.split(question.strip())
    if "?" in question:
        # A remark after the question ("We have that here too.") is not what was asked.
        while not sentences[-1].endswith("?") and any("?" in sentence for sentence in sentences[:-1]):
            sentences.pop()
    last = sentences.pop()
    while sentences and count_words(last) < MIN_QUESTION_WORDS:
        last = f"{sentences.pop()} {last}"
    if with_context and sentences and count_words(last) <= MAX_DEPENDENT_WORDS and _REFERS.search(last):
        last = f"{sentences.pop()} {last}"
    words = last.split()
    return last if len(words) <= MAX_QUESTION_WORDS else "… " + " ".join(words[-MAX_QUESTION_WORDS:])


def shorten_quote(quote: str, most: int = MAX_SENTENCE_QUOTE_WORDS) -> str:
    """The most informative clauses of a quote, ``most`` words at most; an ellipsis marks omissions."""
    if count_words(quote) <= most:
        return quote
    clauses = split_clauses(quote)
    best: tuple[float, int, int] = (0.0, 0, 0)
    for start in range(len(clauses)):
        # Every clause has at least one word, unless there are several commas in a row.
        for end in range(start + 1, min(start + most, len(clauses)) + 1):
            text = " ".join(clauses[start:end])
            if count_words(text) > most:
                break
            worth = count_words(text) * (1.5 if has_figure(text) else 1.0)
            best = max(best, (worth, start, end), key=lambda item: item[0])
    worth, start, end = best
    if not worth:
        return " ".join(quote.split()[:most]) + " …"
    lead, tail = ("… " if start else ""), (" …" if end < len(clauses) else "")
    return f"{lead}{' '.join(clauses[start:end])}{tail}"


def close_quote(quote: str) -> str:
    """A quote with an ellipsis where it was cut inside a sentence."""
    if quote[:1].islower():
        quote = f"… {quote}"
    if quote.endswith((".", "!", "?", "…", '"', "”", "»", "“")):
        return quote
    return quote.rstrip(" ,;:–—") + " …"


def split_quote(quote: str) -> list[str]:
    """The sentences of a quote."""
    return _SENTENCE_BREAK.split(quote)


@dataclass(frozen=True, slots=True)
class Told:
    """A finding, and the sentence that reports it in running text."""

    finding: Finding
    sentence: str
    denied: str = ""
    """The requirement of the job that the candidate may not meet; empty for other findings."""
    outcome: bool = False
    """The quote states an outcome."""
    weight: float = 0.0
    """How much evidence its answer contains (``selection.py``)."""
    short: str = ""
    """The sentence with the part of the quote that carries the finding."""

    @property
    def figures(self) -> int:
        """How many sentences of the quote have a figure."""
        quotes = " ".join(item.quote for item in self.finding.evidence)
        return sum(map(has_figure, split_quote(quotes)))

    def continue_with(self, phrase: str, phrases: Phrases, **words: str) -> str:
        """The phrase with this name, a colon and the sentence after it."""
        sentence = self.short or self.sentence
        if phrases.language != "de":
            # After a colon, German starts a sentence with a capital letter.
            sentence = sentence[:1].lower() + sentence[1:]
        return phrases.sentences[phrase].format(finding=sentence, **words)


def describe(item: Selected, answers: Sequence[JudgedAnswer], phrases: Phrases) -> str:
    """The labels of the quoted sentences, with the question that was asked."""
    if item.kind is FindingKind.STRENGTH:
        does = _join(_read_evidence(item, answers), phrases)
    else:
        does = phrases.labels[item.kind.value]
    verb, _, rest = does.partition(" ")
    question = item.exchanges[0].question
    if not question:
        return phrases.sentences["description_unasked"].format(does=does)
    form = "description_remark" if _is_remark(item) else "description"
    return phrases.sentences[form].format(question=_quote_inside(question), does=does, verb=verb, rest=rest)


def _quote_inside(question: str) -> str:
    """A question as it is quoted inside a sentence that goes on: without its full stop."""
    return shorten_question(question).removesuffix(".")


def _is_remark(item: Selected) -> bool:
    return item.exchanges[0].kind is QuestionKind.REMARK


def quote_sentence(item: Selected, phrases: Phrases, *, most: int = MAX_FINDING_WORDS, core: str = "") -> str:
    """One sentence that quotes the candidate, after the question.

    Of a quote with more than ``most`` words, the sentences around ``core`` are shown, by default those around
    the sentence that matters most.
    """
    core = core or item.core
    quote = item.quote[0].quote if item.kind is FindingKind.EVASION else _join_evidence(item)
    if count_words(quote) > most and core:
        quote = _around(core, quote, most)
    return _after_question(
        "quoted", item, phrases, close_quote(shorten_quote(quote, max(most, MAX_SHORT_WORDS)))
    )


def _after_question(form: str, item: Selected, phrases: Phrases, text: str) -> str:
    """A sentence of this form with the question that was asked, if that is clear."""
    question = _quote_inside(item.exchanges[0].question)
    if count_words(question) < MIN_CLEAR_QUESTION_WORDS:
        form += "_unasked"
    elif _is_remark(item):
        form += "_remark"
    return phrases.sentences[form].format(question=question, quote=text)


def tell_sentence(item: Selected, phrases: Phrases, *, spoken_language: str, common: frozenset[str]) -> str:
    """One sentence that tells in plain words what the candidate said, for the summary.

    A strength comes with everything that was quoted, a long sentence of a concern alone. What cannot be
    reported safely is quoted, like words that may be misheard and languages other than English. ``common``
    are words that are no names.
    """
    is_alone = item.kind is not FindingKind.STRENGTH and count_words(item.core) >= CLEAR_WORDS
    quote = item.core if is_alone else _join_evidence(item)
    uncertain = {word for line in item.exchanges[0].answered for word in line.uncertain_words}
    told = ""
    if phrases.language == spoken_language == REPORTED and not uncertain & set(split_words(quote)):
        told = report_speech(quote, common=common)
    if told:
        return _after_question("told", item, phrases, told)
    return _after_question("quoted", item, phrases, close_quote(shorten_quote(quote, MAX_FINDING_WORDS)))


def _around(core: str, quote: str, most: int) -> str:
    """The core of a quote with as many sentences before and after it as may be shown."""
    before, found, after = quote.partition(core)
    if not found:
        return core
    text = core
    for sentence in reversed(_SENTENCE_BREAK.split(before.strip())):
        if count_words(f"{sentence} {text}") > most:
            return text
        text = f"{sentence} {text}".strip()
    for sentence in _SENTENCE_BREAK.split(after.strip()):
        if count_words(f"{text} {sentence}") > most:
            break
        text = f"{text} {sentence}".strip()
    return text


def _join_evidence(item: Selected) -> str:
    """The quote as one text, with an ellipsis between answers to different questions."""
    first = {line.id for line in item.exchanges[0].answered}
    parts = [
        " ".join(evidence.quote for evidence in item.quote if (evidence.segment_id in first) is is_first)
        for is_first in (True, False)
    ]
    return " … ".join(part for part in parts if part)


def _read_evidence(item: Selected, answers: Sequence[JudgedAnswer]) -> list[str]:
    """The one or two most likely kinds of evidence in the quoted sentences."""
    quoted = {evidence.segment_id for evidence in item.quote}
    indexes = {exchange.index for exchange in item.exchanges}
    best: dict[SentenceLabel, float] = {}
    for answer in answers:
        if answer.exchange.index not in indexes:
            continue
        for sentence in answer.counted:
            if sentence.sentence.text in item.quote_text and quoted & set(sentence.sentence.segment_ids):
                for label in EVIDENCE:
                    best[label] = max(best.get(label, 0.0), sentence.labels[label])
    ordered = sorted(best, key=lambda label: (-best[label], label))
    likely = [label for label in ordered[:2] if best[label] >= LIKELY]
    return [label.value for label in likely or ordered[:1]]


def _join(names: Sequence[str], phrases: Phrases) -> str:
    words = [phrases.labels[name] for name in names] or [phrases.labels["method"]]
    return words[0] if len(words) == 1 else phrases.labels["and"].format(first=words[0], second=words[1])


def list_asked(observed: Observations) -> list[JudgedAnswer]:
    """Answers that count in a score, to questions that were not follow-ups."""
    return [item for item in observed.answers if item.weight > 0.0 and not item.exchange.is_probe]


def name_requirements(
    requirements: Sequence[RequirementFinding], status: RequirementStatus, phrases: Phrases
) -> str:
    """One sentence that names the first requirements with this status; empty if there are none."""
    lines = [item.requirement for item in requirements if item.status is status]
    if not lines:
        return ""
    quote = phrases.sentences["title"]
    named = [quote.format(quote=cut_requirement(line)) for line in lines[:MAX_NAMED_REQUIREMENTS]]
    if len(lines) > len(named):
        named.append(phrases.count("more", len(lines) - len(named)))
    return phrases.sentences[f"requirements_{status.value}"].format(requirements=", ".join(named))


def cut_requirement(requirement: str) -> str:
    words = requirement.rstrip(" .;,").split()
    if len(words) <= MAX_REQUIREMENT_WORDS:
        return " ".join(words)
    return " ".join(words[:MAX_REQUIREMENT_WORDS]).rstrip(" ,;:–") + " …"


def choose_best(strengths: Sequence[Told]) -> list[Told]:
    """The two strengths of the summary: those that state an outcome first, then those with figures."""
    return sorted(strengths, key=lambda item: (not item.outcome, -min(item.figures, MAX_COUNTED_FIGURES)))[:2]


def write_technical_assessment(
    observed: Observations, strengths: Sequence[Told], concerns: Sequence[Told], phrases: Phrases
) -> str:
    """The requirements that were shown, further strong answers, and what to look into.

    If none was shown, how many answers contain evidence takes their place.
    """
    answers = [item for item in observed.answers if item.weight > 0.0]
    if not answers:
        return ""
    substantial = [item for item in answers if item.rating.substance >= SUBSTANTIAL]
    kinds = [
        phrases.count(label.value, number)
        for label in _COUNTED_KINDS
        if (number := sum(any(s.has(label) for s in item.counted) for item in substantial))
    ]
    if shown := name_requirements(observed.requirements, RequirementStatus.SHOWN, phrases):
        parts = [shown]
    elif substantial and kinds:
        parts = [
            phrases.sentences["evidence"].format(
                substantial=len(substantial), answers=len(answers), kinds=", ".join(kinds)
            )
        ]
    else:
        parts = [phrases.sentences["no_evidence"].format(answers=len(answers))]
    in_summary = choose_best(strengths)
    technical = [item for item in strengths if item.finding.category is Category.TECHNICAL]
    further = [item for item in technical if item not in in_summary]
    parts += [item.sentence for item in (further or technical)[:2]]
    spoken = [item for item in concerns if item.finding.kind is not FindingKind.EVASION]
    # The summary contains the first one.
    titles = [item.finding.title for item in spoken[1:] if item.finding.kind in _TECHNICAL_CONCERNS]
    if titles:
        parts.append(phrases.sentences["check"].format(titles="; ".join(titles)))
    return " ".join(parts)


def write_communication_assessment(
    observed: Observations, strengths: Sequence[Told], concerns: Sequence[Told], phrases: Phrases
) -> str:
    """Directness of the answers, share of generalities, and treatment of other people."""
    asked = list_asked(observed)
    if not asked:
        return ""
    none = sum(is_evaded(item) for item in asked)
    full = sum(item.answer_is_full and not is_evaded(item) for item in asked)
    parts = [
        phrases.sentences["directness"].format(
            questions=phrases.count("questions", len(asked)),
            total=len(asked),
            full=full,
            partial=len(asked) - full - none,
            none=none,
        )
    ]
    sentences = [item for answer in asked for item in answer.counted]
    general = sum(item.any_of(WEAKNESSES) >= LIKELY for item in sentences)
    share = 5 * round(20 * general / max(1, len(sentences)))
    parts.append(phrases.sentences["general"].format(share=share) if share else phrases.sentences["specific"])
    parts += [item.sentence for item in strengths if item.finding.category is Category.COMMUNICATION][:2]
    parts += [item.sentence for item in concerns if item.finding.kind not in _TECHNICAL_CONCERNS][:2]
    return " ".join(parts)
