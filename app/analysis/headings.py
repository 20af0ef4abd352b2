"""Checks headings that the model writes for questions: short phrases in the words of the question."""

from __future__ import annotations

import re

from app.llm.generation import Check, Refusal
from app.text.similarity import covered_share
from app.text.stemming import stem
from app.text.stop_words import load_stop_words
from app.text.words import content_stems, find_words, split_words

MAX_WORDS = 10
MIN_WORDS = 2
MIN_SUBJECT_STEMS = 2
"""Minimum number of content words that say what a heading is about."""
MIN_SHARE = 0.3
"""Minimum share of the question's content words in a heading."""
_MARKS = re.compile(r"[?!:;<>{}*`#\n\"“”]")
_NO_START = frozenset(
    {"and", "are", "can", "could", "did", "do", "does", "has", "have", "how", "is", "tell", "was", "were"}
    | {"what", "when", "where", "which", "who", "whose", "why", "would"}
)
"""Words that start a question, or a sentence that asks something."""
_ADDRESS = frozenset(
    {"i", "i'd", "i'm", "i've", "me", "my", "our", "us", "we", "you", "you'd", "you're", "you've", "your"}
)
_PRONOUNS = frozenset({"he", "her", "him", "it", "it's", "she", "that's", "them", "they"})
_NEGATION = re.compile(r"\b(?:not|no|never|none|nobody|nothing|without|neither|\w+n't)\b")
_GENERAL = content_stems(
    "approach choice dealing example experience handling issue managing question reason skill use working"
)
"""Stems that a heading may contain although the question does not."""
_EMPTY = (
    content_stems("back do first get give go know last look make next part put take thing time way")
    | _GENERAL
)
"""Stems that do not say what a heading is about."""


def heading_check(question: str, *, uncertain: frozenset[str] = frozenset()) -> Check[str]:
    """A check for the heading of ``question``; ``uncertain`` are words that may be misheard.

    It returns the heading in the letter case used inside a sentence.
    """
    asked = content_stems(question)
    order = [stem(word) for word in split_words(question)]
    stop_words = load_stop_words("en")
    negated = _NEGATION.search(" ".join(split_words(question))) is not None

    def keeps_order(words: list[str]) -> bool:
        """A different word order changes the meaning: "a change to the lead", "lead changes"."""
        at = 0
        for word in words:
            if word in stop_words or stem(word) in _GENERAL:
                continue
            try:
                at = order.index(stem(word), at) + 1
            except ValueError:
                return False
        return True

    def check(text: str) -> str | Refusal:
        heading = text.strip().strip("\"“”'.").strip()
        words = split_words(heading)
        if _MARKS.search(heading) or not words or words[0] in _NO_START or _ADDRESS & set(words):
            return Refusal("write a short heading, no question and no sentence")
        if not MIN_WORDS <= len(words) <= MAX_WORDS or words[-1] in stop_words:
            return Refusal("write a phrase of two to eight words")
        if doubtful := uncertain & set(words):
            return Refusal(f"the word {sorted(doubtful)[0]} may be misheard; leave it out")
        stems = content_stems(heading)
        if len(stems - _EMPTY) < MIN_SUBJECT_STEMS or _PRONOUNS & set(words):
            return Refusal("name the subject of the question")
        if stems - asked - _GENERAL or covered_share(asked, stems) < MIN_SHARE or not keeps_order(words):
            return Refusal("keep to the words of the question")
        if negated and _NEGATION.search(" ".join(words)) is None:
            return Refusal('keep the "not" of the question')
        return _adapt_case(heading, question)

    return check


def _adapt_case(heading: str, question: str) -> str:
    """The heading in lower case, except for names and abbreviations from the question."""
    kept = {match.group() for match in find_words(question) if _is_name(match, question)}
    return re.sub(
        r"[^\W_]+(?:['’][^\W_]+)*",
        lambda match: match.group() if match.group() in kept else match.group().lower(),
        heading,
    )


def _is_name(match: re.Match[str], question: str) -> bool:
    """Whether a word is capitalized for a reason other than being first in a sentence."""
    word = match.group()
    if any(letter.isupper() for letter in word[1:]):
        return True
    before = question[: match.start()].rstrip(" \"'“‘(")
    return word[:1].isupper() and bool(before) and before[-1] not in ".?!:…"
