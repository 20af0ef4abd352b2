"""Sentences of a report that code writes: counts, and findings for which the model found no words.

Everything follows from what the judge read and from quotes: no sentence says more than the interview.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from app.analysis.concerns import is_evaded, list_evaded
from app.analysis.findings import Category, Finding, FindingKind
from app.analysis.judging import LIKELY, JudgedAnswer
from app.analysis.lexicon import load_lexicon
from app.analysis.observations import Observations
from app.analysis.selection import Selected
from app.analysis.titles import MAX_TITLE_WORDS
from app.core.config_files import CONFIG_DIR
from app.text.words import count_words
from models.judgement.labels import EVIDENCE, WEAKNESSES, SentenceLabel

MAX_QUESTION_WORDS = 30
SUBSTANTIAL = 0.5
"""Substance from which an answer counts as one with specific evidence."""
_COUNTED_KINDS = (
    SentenceLabel.RESULT,
    SentenceLabel.ACTION,
    SentenceLabel.METHOD,
    SentenceLabel.INSIGHT,
    SentenceLabel.PEOPLE,
)
_TECHNICAL_CONCERNS = (FindingKind.OWNED, FindingKind.WRONG, FindingKind.CONDUCT, FindingKind.GAP)
_SENTENCE_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-ÖØ-Þ\"“„«])")
_CLAUSE_END = re.compile(r"[,;:.?!–—]")
_FILLER = re.compile(r"\b(?:u+m+|u+h+|e+r+m?|h+m+|äh+m?|öh+m?|eu+h+)\b,?\s*", re.IGNORECASE)
_MARKS = {"en": ("“", "”"), "de": ("„", "“"), "fr": ("«", "»")}


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


def shorten_question(question: str) -> str:
    """The end of a question, where what was asked stands."""
    last = _SENTENCE_BREAK.split(question.strip())[-1]
    words = last.split()
    return last if len(words) <= MAX_QUESTION_WORDS else "… " + " ".join(words[-MAX_QUESTION_WORDS:])


def quote_title(item: Selected, language: str, *, spoken_language: str) -> str:
    """A title from the first words of the quote, in the quotation marks of the report's language."""
    text = _FILLER.sub("", item.quote[0].quote)
    lexicon = load_lexicon(spoken_language)
    if lexicon is not None and (lead := lexicon.leads.match(text.lower())):
        text = text[lead.end() :] or text
    clause = _CLAUSE_END.split(text, maxsplit=1)[0]
    if count_words(clause) < 3:
        clause = text.rstrip(".!? ")
    words = clause.split()
    shown = " ".join(words[:MAX_TITLE_WORDS]) + (" …" if len(words) > MAX_TITLE_WORDS else "")
    opening, closing = _MARKS[language]
    space = "\u00a0" if language == "fr" else ""
    return f"{opening}{space}{shown[:1].upper()}{shown[1:]}{space}{closing}"


def describe(item: Selected, answers: Sequence[JudgedAnswer], phrases: Phrases) -> str:
    """What the judge reads in the quoted sentences, with the question that was asked."""
    if item.kind is FindingKind.STRENGTH:
        does = _join(_read_evidence(item, answers), phrases)
    else:
        does = phrases.labels[item.kind.value]
    question = item.exchanges[0].question
    if not question:
        return phrases.sentences["description_unasked"].format(does=does)
    return phrases.sentences["description"].format(question=shorten_question(question), does=does)


def _read_evidence(item: Selected, answers: Sequence[JudgedAnswer]) -> list[str]:
    """The one or two likeliest kinds of evidence in the quoted sentences."""
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


def first_sentence(text: str) -> str:
    """The first sentence of a description."""
    return _SENTENCE_BREAK.split(text, maxsplit=1)[0]


def _inside(text: str) -> str:
    """A sentence as it continues another one."""
    return text[:1].lower() + text[1:]


def _asked(observed: Observations) -> list[JudgedAnswer]:
    """Answers to questions that were not follow-ups, and count in a score."""
    return [item for item in observed.answers if item.weight > 0.0 and not item.exchange.is_probe]


def write_summary(
    observed: Observations,
    strengths: Sequence[Finding],
    concerns: Sequence[Finding],
    *,
    job_title: str,
    phrases: Phrases,
) -> str:
    """Four to six sentences: role and coverage, the best answers, the main concern, what stays open."""
    asked = _asked(observed)
    if not asked:
        return ""
    values = {
        "job": job_title,
        "questions": phrases.count("questions", len(asked)),
        "full": sum(item.answer_is_full for item in asked),
    }
    template = phrases.sentences["coverage_titled" if job_title else "coverage"]
    parts = [template.format(**values)]
    parts += [first_sentence(item.description) for item in strengths[:2]]
    spoken = [item for item in concerns if item.kind is not FindingKind.EVASION]
    if spoken:
        finding = _inside(first_sentence(spoken[0].description))
        parts.append(phrases.sentences["main_concern"].format(finding=finding))
    elif not concerns:
        parts.append(phrases.sentences["no_concern"])
    if evaded := list_evaded(observed.answers):
        question = shorten_question(evaded[0].question)
        parts.append(phrases.sentences["left_open"].format(question=question))
    elif observed.not_discussed:
        parts.append(phrases.sentences["not_discussed"].format(requirement=observed.not_discussed[0]))
    if len(parts) < 4 and len(strengths) > 2:
        finding = _inside(first_sentence(strengths[2].description))
        parts.append(phrases.sentences["also_strong"].format(finding=finding))
    return " ".join(parts)


def write_technical_assessment(
    observed: Observations, strengths: Sequence[Finding], concerns: Sequence[Finding], phrases: Phrases
) -> str:
    """How much of what was said is evidence, further strong answers, and what to look into."""
    answers = [item for item in observed.answers if item.weight > 0.0]
    if not answers:
        return ""
    substantial = [item for item in answers if item.rating.substance >= SUBSTANTIAL]
    kinds = [
        phrases.count(label.value, number)
        for label in _COUNTED_KINDS
        if (number := sum(any(s.has(label) for s in item.counted) for item in substantial))
    ]
    if substantial and kinds:
        parts = [
            phrases.sentences["evidence"].format(
                substantial=len(substantial), answers=len(answers), kinds=", ".join(kinds)
            )
        ]
    else:
        parts = [phrases.sentences["no_evidence"].format(answers=len(answers))]
    technical = [item for item in strengths if item.category is Category.TECHNICAL]
    parts += [first_sentence(item.description) for item in (technical[2:4] or technical[:2])]
    titles = [item.title for item in concerns if item.kind in _TECHNICAL_CONCERNS]
    if titles:
        parts.append(phrases.sentences["check"].format(titles="; ".join(titles)))
    return " ".join(parts)


def write_communication_assessment(
    observed: Observations, strengths: Sequence[Finding], concerns: Sequence[Finding], phrases: Phrases
) -> str:
    """How directly the questions were answered, how much stayed general, and how people were dealt with."""
    asked = _asked(observed)
    if not asked:
        return ""
    none = sum(is_evaded(item) for item in asked)
    full = sum(item.answer_is_full and not is_evaded(item) for item in asked)
    parts = [
        phrases.sentences["directness"].format(
            questions=phrases.count("questions", len(asked)),
            full=full,
            partial=len(asked) - full - none,
            none=none,
        )
    ]
    sentences = [item for answer in asked for item in answer.counted]
    general = sum(item.any_of(WEAKNESSES) >= LIKELY for item in sentences)
    share = 5 * round(20 * general / max(1, len(sentences)))
    parts.append(phrases.sentences["general"].format(share=share) if share else phrases.sentences["specific"])
    people = [item for item in strengths if item.category is Category.COMMUNICATION]
    parts += [first_sentence(item.description) for item in people[:2]]
    rest = [item for item in concerns if item.kind not in _TECHNICAL_CONCERNS]
    parts += [first_sentence(item.description) for item in rest[:2]]
    return " ".join(parts)
