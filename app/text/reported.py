"""Turns what somebody said in English into reported speech: "I sign it" becomes "they sign it".

Only the person changes, never the tense or any other word, so nothing is added. Where that is not enough or
not clear, the caller quotes instead.
"""

from __future__ import annotations

import re

from app.text.fillers import remove_fillers
from app.text.stop_words import load_stop_words

MIN_WORDS = 6
_LEADS = re.compile(
    r"^(?:(?:so|and|but|well|then|oh|yes|yeah|yep|no|okay|ok|right|now|um|uh|er|anyway|look|see|sure)\b[\s,.!]*)+",
    re.IGNORECASE,
)
_ASIDES = re.compile(
    r"(?:^|,)\s*(?:to be (?:honest|fair)|honestly|i (?:mean|suppose|guess)|you know|put it that way)\s*,",
    re.IGNORECASE,
)
"""Phrases between commas that say nothing."""
_UNCLEAR = re.compile(
    # Somebody else is "they" already; a dialog; a question or a quote; the listener.
    r"\b(?:they|them|their|theirs|themselves)\b|'em\b"
    r"|\b(?:say|says|said|saying|asked|goes|went|thought)\s?[,:]|\btold\b[^,:.]{1,30}[,:]|\b(?:i|we) says\b"
    r"|[?\"“”„…]|\byours?(?:elf)?\b"
    r"|\bme and\b|\band me\b|\bme own\b|\bin me\b|\bi is\b|\blet's\b",
    re.IGNORECASE,
)
_COMPANION = re.compile(r"\b[A-Z]\w+ and (?:I|me)\b")
_SAYING = re.compile(r"\b(?:say|says|said|tell|tells|told)\b", re.IGNORECASE)
_LISTENER = re.compile(r"\byou\b", re.IGNORECASE)
_ME = re.compile(r"\bme (\w+)", re.IGNORECASE)
_FRAGMENT = re.compile(r"\w+(?:ed|ing)\b", re.IGNORECASE)
_SUBJECT = re.compile(r"(?:they|he|she|it|there)\b", re.IGNORECASE)
_FORMS = {
    "i": "they",
    "me": "them",
    "my": "their",
    "mine": "theirs",
    "myself": "themselves",
    "we": "they",
    "us": "them",
    "our": "their",
    "ours": "theirs",
    "ourselves": "themselves",
}
_VERBS = (
    (re.compile(r"\b([Tt]hey(?: (?:just|only|always|never|still|also))?) was(n't)?\b"), r"\1 were\2"),
    (re.compile(r"\b([Tt]hey)(?:'m| am)\b"), r"\1 are"),
    (re.compile(r"\bam they\b"), "are they"),
    (re.compile(r"\bwas(n't)? they\b"), r"were\1 they"),
)
_PERSON = re.compile(r"\b(i|me|my|mine|myself|we|us|our|ours|ourselves)\b", re.IGNORECASE)
_STARTS = frozenset({"during", "once", "since", "sometimes", "until", "usually", "while"})
_BREAK = re.compile(r"(?<=[.!])\s+")
_ELIDED = re.compile(r"\bi'm\b", re.IGNORECASE)


def report_speech(text: str, *, common: frozenset[str] = frozenset()) -> str:
    """The text in the third person, to stand after "says that", with a full stop at its end.

    Its first word keeps a capital letter, as it may be a name, unless it is one of ``common`` or a stop word.

    Empty if the person alone cannot be changed safely: other people are called "they", somebody is quoted in
    it, a question is asked, or it is a fragment.
    """
    text = text.replace("’", "'").strip()
    if not text.endswith((".", "!")) or _is_unclear(text):
        return ""
    sentences = [_report_sentence(sentence) for sentence in _BREAK.split(text)]
    told = [sentence for sentence in sentences if sentence]
    if sum(len(sentence.split()) for sentence in told) < MIN_WORDS or _is_fragment(told[0]):
        return ""
    return " ".join([_lower_start(told[0], common), *(_raise_start(sentence) for sentence in told[1:])])


def _is_unclear(text: str) -> bool:
    """Whether a change of the person could change the sense."""
    if any(pattern.search(text) is not None for pattern in (_UNCLEAR, _COMPANION)):
        return True
    if _SAYING.search(text) is not None and _LISTENER.search(text) is not None:
        return True
    # Some people say "me" for "my": "in me pocket".
    return any(match.group(1).lower() not in load_stop_words("en") for match in _ME.finditer(text))


def _is_fragment(sentence: str) -> bool:
    if _FRAGMENT.match(sentence) is not None:
        return True
    return len(sentence.split()) < MIN_WORDS and _SUBJECT.match(sentence) is None


def _report_sentence(sentence: str) -> str:
    """A sentence in the third person; empty if it holds only words like "Yeah"."""
    plain = _ASIDES.sub("", sentence)
    plain = _LEADS.sub("", remove_fillers(plain.strip(), language="en")).strip(" ,")
    if not plain.strip(".!"):
        return ""
    plain = _PERSON.sub(_change_person, _ELIDED.sub("I am", plain))
    for pattern, replacement in _VERBS:
        plain = pattern.sub(replacement, plain)
    return plain.rstrip(" .!,") + "."


def _change_person(match: re.Match[str]) -> str:
    return "US" if match.group() == "US" else _FORMS[match.group().lower()]


def _lower_start(sentence: str, common: frozenset[str]) -> str:
    first = re.split(r"[\s']", sentence, maxsplit=1)[0].lower()
    words = common | _STARTS | load_stop_words("en") | frozenset(_FORMS.values())
    return sentence if first not in words else sentence[:1].lower() + sentence[1:]


def _raise_start(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
