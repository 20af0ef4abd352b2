"""Finds strengths, concerns, limits, evasions and contradictions to the CV among all that was said.

The judge was trained on single exchanges. Five heads on its states, and the weights in
``config/analysis/interviews.toml``, were trained on whole interviews with planted findings: what is planted
against everything else that was said (docs/judgement.md). The multilingual judge has heads and weights of its
own. ``tests.tools.train_interviews`` writes them all.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from app.analysis.consistency.ranking import list_form_signs
from app.analysis.judging import JudgedAnswer, JudgedSentence
from app.analysis.lexicon import load_lexicon
from app.analysis.log_odds import to_log_odds, to_probability
from app.analysis.repeated_questions import asks_again, is_repeated
from app.core.config_files import CONFIG_DIR
from app.text.numbers import has_figure
from app.text.words import content_stems, count_words
from models.judgement.labels import CONCERNS, EVIDENCE, WEAKNESSES, AnswerLabel, SentenceLabel
from models.judgement.weights import MULTILINGUAL_LANGUAGES

WEIGHTS_PATH = CONFIG_DIR / "analysis" / "interviews.toml"
MULTILINGUAL_WEIGHTS_PATH = CONFIG_DIR / "analysis" / "interviews-multilingual.toml"
LONG_SENTENCE_WORDS = 45
LONG_ANSWER_WORDS = 100
EDGE_EXCHANGES = 2
"""At the beginning and the end of an interview, exchanges are seldom about the work."""
EARLY_EXCHANGES = 3
"""In the first exchanges people tell their life: it sounds like a correction of the CV and seldom is one."""


def list_concern_signs(sentence: JudgedSentence) -> dict[str, float]:
    """The signs of a concern by name, without that of the head."""
    return {
        "suspected": to_log_odds(sentence.suspected.any_of(CONCERNS)),
        "evidence": to_log_odds(sentence.any_of(EVIDENCE)),
        "form": sentence.form,
        "words": min(count_words(sentence.sentence.text), LONG_SENTENCE_WORDS) / 10,
    }


def rate_concern(sentence: JudgedSentence) -> float:
    """Probability, 0 to 1, that the sentence is a concern; the judge's own in other languages."""
    if sentence.told is None:
        return sentence.suspected.any_of(CONCERNS)
    return _rate("concern", list_concern_signs(sentence), sentence.told, sentence.language)


def list_evasion_signs(answers: Sequence[JudgedAnswer], index: int) -> dict[str, float]:
    """The signs of an evasion by name, without that of the head: the answer and the questions around it."""
    answer = answers[index]
    before = answers[index - 1] if index else None
    after = answers[index + 1] if index + 1 < len(answers) else None
    words = sum(count_words(item.sentence.text) for item in answer.sentences)
    return {
        "evaded": to_log_odds(answer.evaded),
        "partial": to_log_odds(answer.answer[AnswerLabel.PARTIAL]),
        "off_topic": to_log_odds(answer.answer[AnswerLabel.OFF_TOPIC]),
        "emptiness": answer.rating.emptiness,
        "substance": answer.rating.substance,
        "words": min(words, LONG_ANSWER_WORDS) / 30,
        "together_before": to_log_odds(answer.evaded_with_previous),
        "together_after": to_log_odds(after.evaded_with_previous if after else 0.0),
        "evaded_after": to_log_odds(after.evaded if after else 0.0),
        "insists": float(answer.exchange.insists),
        "insists_after": float(after is not None and after.exchange.insists),
        "asked_before": float(before is not None and asks_again(before, answer)),
        "asked_after": float(after is not None and asks_again(answer, after)),
        "repeated_after": float(after is not None and is_repeated(answer, after)),
        "shared_after": _share_words(answer, after) if after else 0.0,
        "edge": float(index < EDGE_EXCHANGES or index >= len(answers) - EDGE_EXCHANGES),
    }


def rate_evasion(answers: Sequence[JudgedAnswer], index: int) -> float:
    """Probability, 0 to 1, that the answer leaves the question open.

    Only for answers that the heads have read (``JudgedAnswer.told``).
    """
    answer = answers[index]
    return _rate("evasion", list_evasion_signs(answers, index), answer.told or 0.0, answer.exchange.language)


def list_contradiction_signs(answers: Sequence[JudgedAnswer], index: int, text: str) -> dict[str, float]:
    """The signs of a contradiction to the CV by name, without that of the head.

    ``text`` is a sentence of the answer at ``index``.
    """
    return {
        **list_form_signs(answers[index].exchange.question, text),
        "early": float(index < EARLY_EXCHANGES),
    }


def rate_contradiction(answers: Sequence[JudgedAnswer], index: int, sentence: JudgedSentence) -> float:
    """Log-odds that a sentence of the answer contradicts the CV; minus infinity if the head has not read it.

    It knows the sentence, its question and its place, not the CV.
    """
    if sentence.contradicts is None:
        return -math.inf
    signs = list_contradiction_signs(answers, index, sentence.sentence.text)
    return _sum("contradiction", signs, sentence.contradicts, sentence.language)


def list_strength_signs(answer: JudgedAnswer, sentence: JudgedSentence) -> dict[str, float]:
    """The signs of a strength by name, without that of the head."""
    text = sentence.sentence.text
    lexicon = load_lexicon(sentence.language)
    return {
        "evidence": to_log_odds(sentence.any_of(EVIDENCE)),
        "result": to_log_odds(sentence.labels[SentenceLabel.RESULT]),
        "action": to_log_odds(sentence.labels[SentenceLabel.ACTION]),
        "concern": to_log_odds(sentence.any_of(CONCERNS)),
        "weakness": to_log_odds(sentence.any_of(WEAKNESSES)),
        "figure": float(has_figure(text)),
        "outcome": float(lexicon is not None and lexicon.tells_outcome(text)),
        "words": min(count_words(text), LONG_SENTENCE_WORDS) / 10,
        "early": float(answer.exchange.index < EARLY_EXCHANGES),
    }


def rate_strength(answer: JudgedAnswer, sentence: JudgedSentence) -> float | None:
    """Probability, 0 to 1, that a sentence tells a strength; None if the head has not read it."""
    if sentence.convinces is None:
        return None
    return _rate("strength", list_strength_signs(answer, sentence), sentence.convinces, sentence.language)


def list_limit_signs(answer: JudgedAnswer, at: int) -> dict[str, float]:
    """The signs by name, without that of the head, that a sentence names a limit of the candidate.

    ``at`` is its place in the answer.
    """
    item, exchange = answer.sentences[at], answer.exchange
    text = item.sentence.text
    lexicon = load_lexicon(item.language)
    # A bare "No" answers the question only at the start.
    question = "" if at else exchange.question
    return {
        "gap": to_log_odds(item.labels[SentenceLabel.GAP]),
        "concern": to_log_odds(item.any_of(CONCERNS)),
        "evidence": to_log_odds(item.any_of(EVIDENCE)),
        "weakness": to_log_odds(item.any_of(WEAKNESSES)),
        "denial": float(lexicon is not None and lexicon.is_plain_denial(text, question=question)),
        "figure": float(has_figure(text)),
        "words": min(count_words(text), LONG_SENTENCE_WORDS) / 10,
        "early": float(exchange.index < EARLY_EXCHANGES),
    }


def rate_limit(answer: JudgedAnswer, at: int) -> float | None:
    """Probability, 0 to 1, that the sentence at ``at`` names a limit; None if the head has not read it."""
    sentence = answer.sentences[at]
    if sentence.limits is None:
        return None
    return _rate("limit", list_limit_signs(answer, at), sentence.limits, sentence.language)


def _rate(name: str, signs: Mapping[str, float], head: float, language: str) -> float:
    return to_probability(_sum(name, signs, head, language))


def _sum(name: str, signs: Mapping[str, float], head: float, language: str) -> float:
    """Log-odds by the head and the signs."""
    weights = load_weights(multilingual=language in MULTILINGUAL_LANGUAGES)[name]
    return weights["offset"] + head + sum(weights[sign] * value for sign, value in signs.items())


def _share_words(first: JudgedAnswer, second: JudgedAnswer) -> float:
    """The share of the content words of the shorter question that the other one has too."""
    exchanges = (first.exchange, second.exchange)
    one, other = (content_stems(item.question, language=item.language) for item in exchanges)
    return len(one & other) / max(1, min(len(one), len(other)))


@cache
def load_weights(*, multilingual: bool = False) -> Mapping[str, Mapping[str, float]]:
    """The weights of the signs, for each head of the judge or of the multilingual one."""
    path = MULTILINGUAL_WEIGHTS_PATH if multilingual else WEIGHTS_PATH
    with path.open("rb") as file:
        return tomllib.load(file)
