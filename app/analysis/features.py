"""What is counted in an answer, sentence by sentence.

Counted by code because the small model's own judgement of answers is at chance on them (see
docs/adr on reports). Fillers, self-corrections, accent and grammar are counted nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.analysis.exchanges import Exchange, plain
from app.analysis.lexicon import Lexicon, load_words
from app.analysis.sentences import Sentence, words_of


class Feature(StrEnum):
    FIGURE = "figure"
    ACTION = "action"
    RESULT = "result"
    NAMED = "named"
    TIME = "time"
    REASON = "reason"
    METHOD = "method"
    STRUCTURE = "structure"
    PEOPLE = "people"
    HEDGE = "hedge"
    GENERALITY = "generality"
    ADMISSION = "admission"
    AVOIDANCE = "avoidance"
    BLAME = "blame"
    GAP = "gap"


FAVOURABLE = (
    Feature.FIGURE,
    Feature.ACTION,
    Feature.RESULT,
    Feature.NAMED,
    Feature.TIME,
    Feature.REASON,
    Feature.METHOD,
    Feature.STRUCTURE,
    Feature.PEOPLE,
)

LABELS: Mapping[Feature, str] = {
    Feature.FIGURE: "Concrete figures",
    Feature.ACTION: "Own actions in the past",
    Feature.RESULT: "Results and changes",
    Feature.NAMED: "Named tools, places and terms of the job",
    Feature.TIME: "Times and dates",
    Feature.REASON: "Reasons given",
    Feature.METHOD: "Steps of a method",
    Feature.STRUCTURE: "Order and examples",
    Feature.PEOPLE: "Dealing with people",
    Feature.HEDGE: "Hedging",
    Feature.GENERALITY: "Generalities",
    Feature.ADMISSION: "Admissions",
    Feature.AVOIDANCE: "Steps left out",
    Feature.BLAME: "Blaming others",
    Feature.GAP: "Experience said to be missing",
}

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
_SUFFIXES = (
    *("ations", "ation", "ments", "ment", "ingly", "edly", "ings", "ing", "ies", "ied"),
    *("ers", "ed", "es", "er", "ly", "s", "e", "y"),
)


def stem(word: str) -> str:
    """A rough English stem, for comparing words and nothing else."""
    word = word.removesuffix("'s")
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            return word[: -len(suffix)]
    return word


def content_stems(text: str) -> set[str]:
    """Stems of the words that carry meaning in an English text."""
    stopwords = load_words().stopwords
    return {
        stem(word) for word in words_of(text) if word not in stopwords and (len(word) > 2 or word.isdigit())
    }


def known_terms(*texts: str) -> frozenset[str]:
    """Names and technical terms of the CV and the job: words in capitals or with digits, lower-cased.

    The first word of a line is capital for another reason; it counts only where it also stands
    inside a line, or holds an inner capital, digit or sign.
    """
    words = load_words()
    terms: set[str] = set()
    for text in texts:
        for raw in text.splitlines():
            line = raw.strip().lstrip("-•*·– ")
            for match in _TERM.finditer(line):
                word = match.group()
                inner = any(c.isupper() or c.isdigit() or c in "+#" for c in word[1:])
                if (inner or (match.start() > 0 and word[0].isupper())) and len(word) > 1:
                    lowered = word.lower()
                    if lowered not in words.stopwords and lowered not in words.not_names:
                        terms.add(lowered)
    return frozenset(terms)


@dataclass(frozen=True, slots=True)
class SentenceFeatures:
    """Distinct marks of each kind found in one sentence. Instructions to the assessor have none."""

    sentence: Sentence
    found: Mapping[Feature, frozenset[str]]
    is_instruction: bool = False

    def count(self, *features: Feature) -> int:
        return sum(len(self.found.get(feature, ())) for feature in features)


def _actions(text: str, lexicon: Lexicon) -> Iterable[str]:
    for match in _SUBJECT.finditer(text):
        between, verb = match.group(2), match.group(3)
        if _NEGATION & set(words_of(between)) or verb in lexicon.idle_verbs:
            continue
        if verb in lexicon.past_verbs or (verb.endswith("ed") and len(verb) > 4 and not verb.endswith("eed")):
            yield verb


def _names(text: str, terms: frozenset[str]) -> Iterable[str]:
    not_names = load_words().not_names
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
    """The marks in one sentence of the candidate.

    Hedges and generalities are taken out before anything favourable is looked for, so that no
    hedge ("maybe two or three") can add to what it weakens.
    """
    spoken = _FILLER.sub(" ", sentence.text)
    text = plain(spoken)
    if lexicon.instructions.search(plain(sentence.text)):
        return SentenceFeatures(sentence, {}, is_instruction=True)
    found: dict[Feature, frozenset[str]] = {
        Feature.HEDGE: _found(lexicon.hedges, text),
        Feature.GENERALITY: _found(lexicon.generalities, text),
        Feature.ADMISSION: _found(lexicon.admissions, text),
    }
    firm = plain(lexicon.generalities.sub(" ", lexicon.hedges.sub(" ", lexicon.vague_amounts.sub(" ", text))))
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
    # A step left out, blame or a gap is no achievement, however it is worded.
    is_adverse = any(found[f] for f in (Feature.AVOIDANCE, Feature.BLAME, Feature.GAP))
    found[Feature.ACTION] = frozenset() if is_adverse else frozenset(_actions(firm, lexicon))
    return SentenceFeatures(sentence, {key: marks for key, marks in found.items() if marks})


@dataclass(frozen=True, slots=True)
class AnswerFeatures:
    exchange: Exchange
    sentences: tuple[SentenceFeatures, ...]

    def marks(self, feature: Feature) -> frozenset[str]:
        """Distinct marks of a kind over the answer: a thing said twice is one thing."""
        return frozenset().union(*(s.found.get(feature, frozenset()) for s in self.sentences))

    def count(self, feature: Feature) -> int:
        return len(self.marks(feature))

    def segments_of(self, feature: Feature) -> tuple[str, ...]:
        ids = (i for s in self.sentences if s.found.get(feature) for i in s.sentence.segment_ids)
        return tuple(dict.fromkeys(ids))

    @property
    def firm_words(self) -> int:
        """Words outside hedges, generalities and instructions to the assessor."""
        total = 0
        for item in self.sentences:
            if not item.is_instruction:
                weak = sum(
                    len(words_of(mark))
                    for feature in (Feature.HEDGE, Feature.GENERALITY)
                    for mark in item.found.get(feature, ())
                )
                total += max(0, len(words_of(item.sentence.text)) - weak)
        return total


REPEATABLE_CHARACTERS = 40
"""Shorter sentences ("Yes, exactly.") are said again without being the same thing said twice."""


def read_answers(
    exchanges: Sequence[Exchange], lexicon: Lexicon, terms: frozenset[str]
) -> list[AnswerFeatures]:
    """The features of every answer. What was said before, word for word, counts once."""
    seen: set[str] = set()
    answers: list[AnswerFeatures] = []
    for exchange in exchanges:
        fresh: list[SentenceFeatures] = []
        long, long_fresh = 0, 0
        for sentence in exchange.sentences:
            key = " ".join(words_of(sentence.text))
            is_long = len(key) > REPEATABLE_CHARACTERS
            long += is_long
            if is_long and key in seen:
                continue
            long_fresh += is_long
            seen.add(key)
            fresh.append(read_sentence(sentence, lexicon, terms))
        if long_fresh or not long:
            answers.append(AnswerFeatures(exchange, tuple(fresh)))
    return answers
