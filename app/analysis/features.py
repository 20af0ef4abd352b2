"""Counts the features of an answer, sentence by sentence: figures, own actions, results, hedges, …

Code counts because the small model's own judgment of answers is no better than chance (ADR 0005).
Fillers, self-corrections, accent and grammar are never counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.analysis.exchanges import Exchange
from app.analysis.findings import Feature
from app.analysis.lexicon import Lexicon, load_not_names
from app.analysis.sentences import Sentence
from app.text.folding import lower_speech
from app.text.stop_words import load_stop_words
from app.text.words import split_words

_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_FILLER = re.compile(r",?\s*\b(?:u+m+|u+h+|uhm|erm?|h?mm+)\b,?", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\b(i|we|i've|we've|i'd|we'd|i have|we have|i had|we had)"
    r"((?:[ ,]+(?:also|then|just|first|really|actually|once|had|have|um|uh|er|so|always|never|quickly|"
    r"immediately|personally|myself|finally|later|even|already|eventually|both))*)[ ,]+([a-z'-]+)"
)
_NEGATION = frozenset({"never"})
_CAPITAL = re.compile(r"(?<![\w'])[A-Z][\w]*(?:[-'][\w]+)*")
_TERM = re.compile(r"[A-Za-z][\w+#.]*[\w+#]|[A-Z]")


def find_terms(*texts: str) -> frozenset[str]:
    """Names and technical terms of a CV or job description, in lower case: words with capitals or digits.

    The first word of a line starts with a capital anyway; it counts only if it has another capital,
    a digit or a sign, or also occurs inside a line.
    """
    ignored = load_stop_words("en") | load_not_names()
    terms: set[str] = set()
    for text in texts:
        for raw in text.splitlines():
            line = raw.strip().lstrip("-•*·– ")
            for match in _TERM.finditer(line):
                word = match.group()
                inner = any(c.isupper() or c.isdigit() or c in "+#" for c in word[1:])
                if (inner or (match.start() > 0 and word[0].isupper())) and len(word) > 1:
                    lowered = word.lower()
                    if lowered not in ignored:
                        terms.add(lowered)
    return frozenset(terms)


@dataclass(frozen=True, slots=True)
class SentenceFeatures:
    """Distinct marks of each feature in one sentence; none in an instruction to the assessor."""

    sentence: Sentence
    found: Mapping[Feature, frozenset[str]]
    is_instruction: bool = False

    def count(self, *features: Feature) -> int:
        return sum(len(self.found.get(feature, ())) for feature in features)


def _actions(text: str, lexicon: Lexicon) -> Iterable[str]:
    for match in _SUBJECT.finditer(text):
        between, verb = match.group(2), match.group(3)
        if _NEGATION & set(split_words(between)) or verb in lexicon.idle_verbs:
            continue
        if verb in lexicon.past_verbs or (verb.endswith("ed") and len(verb) > 4 and not verb.endswith("eed")):
            yield verb


def _names(text: str, terms: frozenset[str]) -> Iterable[str]:
    not_names = load_not_names()
    for match in _CAPITAL.finditer(text):
        word = match.group()
        lowered = word.lower().replace("’", "'")
        if lowered in not_names:
            continue
        before = text[: match.start()].rstrip()
        begins = not before or before[-1] in ".?!:…"
        if not begins or (len(word) > 1 and word.isupper()):
            yield lowered
    if terms:
        for match in _TERM.finditer(text):
            if match.group().lower() in terms:
                yield match.group().lower()


def _found(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    return frozenset(match.group() for match in pattern.finditer(text))


def read_sentence(sentence: Sentence, lexicon: Lexicon, terms: frozenset[str]) -> SentenceFeatures:
    """Find the marks of every feature in one sentence of the candidate.

    Hedges and generalities are removed before anything favorable is searched for, so that a hedge
    ("maybe two or three") never adds to what it weakens.
    """
    spoken = _FILLER.sub(" ", sentence.text)
    text = lower_speech(spoken)
    if lexicon.instructions.search(lower_speech(sentence.text)):
        return SentenceFeatures(sentence, {}, is_instruction=True)
    found: dict[Feature, frozenset[str]] = {
        Feature.HEDGE: _found(lexicon.hedges, text),
        Feature.GENERALITY: _found(lexicon.generalities, text),
        Feature.ADMISSION: _found(lexicon.admissions, text),
    }
    firm = lower_speech(
        lexicon.generalities.sub(" ", lexicon.hedges.sub(" ", lexicon.vague_amounts.sub(" ", text)))
    )
    found[Feature.AVOIDANCE] = _found(lexicon.avoidance, firm)
    found[Feature.BLAME] = _found(lexicon.blame, firm)
    found[Feature.GAP] = _found(lexicon.gaps, firm)
    found[Feature.FIGURE] = frozenset(_FIGURE.findall(firm)) | _found(lexicon.numbers, firm)
    found[Feature.RESULT] = _found(lexicon.results, firm)
    found[Feature.TIME] = _found(lexicon.times, firm)
    found[Feature.REASON] = _found(lexicon.reasons, firm)
    found[Feature.METHOD] = _found(lexicon.methods, firm)
    found[Feature.STRUCTURE] = _found(lexicon.structure, firm)
    found[Feature.PEOPLE] = _found(lexicon.people, firm)
    found[Feature.NAMED] = frozenset(_names(spoken, terms))
    # A skipped step, blame or a gap is not an achievement, however it is worded.
    is_adverse = any(found[f] for f in (Feature.AVOIDANCE, Feature.BLAME, Feature.GAP))
    found[Feature.ACTION] = frozenset() if is_adverse else frozenset(_actions(firm, lexicon))
    return SentenceFeatures(sentence, {key: marks for key, marks in found.items() if marks})


@dataclass(frozen=True, slots=True)
class AnswerFeatures:
    """The features of one answer."""

    exchange: Exchange
    sentences: tuple[SentenceFeatures, ...]

    def marks(self, feature: Feature) -> frozenset[str]:
        """Distinct marks of a feature in the whole answer: something said twice counts once."""
        return frozenset().union(*(s.found.get(feature, frozenset()) for s in self.sentences))

    def count(self, feature: Feature) -> int:
        return len(self.marks(feature))

    def list_segments(self, feature: Feature) -> tuple[str, ...]:
        """IDs of the segments with marks of ``feature``."""
        ids = (i for s in self.sentences if s.found.get(feature) for i in s.sentence.segment_ids)
        return tuple(dict.fromkeys(ids))

    @property
    def firm_words(self) -> int:
        """Number of words outside hedges, generalities and instructions to the assessor."""
        total = 0
        for item in self.sentences:
            if not item.is_instruction:
                weak = sum(
                    len(split_words(mark))
                    for feature in (Feature.HEDGE, Feature.GENERALITY)
                    for mark in item.found.get(feature, ())
                )
                total += max(0, len(split_words(item.sentence.text)) - weak)
        return total


MAX_REPEATABLE_CHARACTERS = 40
"""A sentence up to this length ("Yes, exactly.") may be said again without being a repetition."""


def read_answers(
    exchanges: Sequence[Exchange], lexicon: Lexicon, terms: frozenset[str]
) -> list[AnswerFeatures]:
    """Find the features of every answer. A sentence repeated word for word counts once."""
    seen: set[str] = set()
    answers: list[AnswerFeatures] = []
    for exchange in exchanges:
        fresh: list[SentenceFeatures] = []
        long, long_fresh = 0, 0
        for sentence in exchange.sentences:
            key = " ".join(split_words(sentence.text))
            is_long = len(key) > MAX_REPEATABLE_CHARACTERS
            long += is_long
            if is_long and key in seen:
                continue
            long_fresh += is_long
            seen.add(key)
            fresh.append(read_sentence(sentence, lexicon, terms))
        if long_fresh or not long:
            answers.append(AnswerFeatures(exchange, tuple(fresh)))
    return answers
