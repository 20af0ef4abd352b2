"""Forms of a person's name: which words may be one, what is written around it, and its capitals."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from app.documents.parsing.headings import document_titles, heading_kind
from app.documents.parsing.places import is_place
from app.documents.parsing.wording import names_degree, names_organization, names_position, word_lists
from app.skills.catalog import is_known_skill
from app.text.folding import fold, plain
from models.line_reader.words import list_labels

NamePart = Literal["given", "family", "whole"]

_REMARK = re.compile(r"(?<=[^\W\d_])\s*\([^()]*\)$")
"""``Yuki Morinaga (森永 由紀)``, ``Robin Hale (she/her)``"""
_VOWEL = re.compile(r"[aeiouy]")
_NAME_PREFIX = re.compile(r"Mac?[A-Z]|Mc|Fitz|De[A-Z]|Di[A-Z]|Du[A-Z]|La[A-Z]|Le[A-Z]|Van|Von")
"""Beginnings of family names with a capital inside: ``McLeod``."""
_SMALL_POST_NOMINALS = frozenset({"jr", "jnr", "sr", "esq", "eng", "peng", "preng"})
"""Those that are also written with one capital."""
_WORD = re.compile(r"(?i:[sdw]/o|a/[lp])|['’][nst]|[\"“(]?['’‘]?[^\W\d_][\w'’.-]*[\"”)]?")
_SMALL_START = re.compile(r"[a-zà-ÿ]{1,3}['’-]?(?=[^\W\d_])(?![a-zà-ÿ])")
"""Of a family name: ``al-Masri``, ``d'Costa``, ``hAodha``."""
_BEFORE_NAME = "'’‘ʻ"
_PARTICLES = re.compile(
    r"af|al|an|ap|av|ben|bin|bint|binte|binti|da|dal|das|de|degli|dei|del|dela|della|delos|den|der|des|di|do|"
    r"dos|du|e|el|i|ibn|la|las|le|los|ní|na|nic|ó|op|san|ten|ter|uí|van|vom|von|v\.|d\.|y|zu|zum|zur|"
    # "Son of" and the like, as in Singapore and Malaysia.
    r"[sdw]/o|a/[lp]|['’][nst]"
)
_RANKS = frozenset(
    {"head", "senior", "junior", "chief", "lead", "assistant", "pastry", "line", "sous", "deputy"}
)
_NOT_NAMES = re.compile(
    r"\b(?:curriculum|vitae|resume|cv|page|street|road|avenue|university|address|email|phone|usa|st|rd|name|"
    r"title|lebenslauf|personliche|daten|datos|personales|biographical|sketch|contact|details|department|"
    r"faculty|institute|school|college|dear|confidential|objective|january|february|march|april|june|july|august|september|october|"
    r"november|december)\b"
)
_NUMBERING = re.compile(r"(?:[A-Z]|[IVX]{1,4}|\d{1,2})[.)]\s+")
"""Before a section of a form: ``A. Personal details``."""
_MAX_NAME = 45
"""In characters."""
_GENERATION = re.compile(r",?\s{1,2}(?P<suffix>(?:Jr|Jnr|Sr|Snr|JR|SR)\b\.?|(?:III|II|IV)\b)(?![\w.])")


@lru_cache(maxsize=1)
def around_names() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Plain words before a name, letters after it, and trades that are also family names."""
    words = word_lists()["words"]
    return frozenset(words["honorifics"]), frozenset(words["post_nominals"]), frozenset(words["surnames"])


def bare_name(text: str) -> str:
    """``Dr Amara Nwosu MBBS MRCP`` as ``Amara Nwosu``, without a remark in parentheses at its end."""
    honorifics, _, _ = around_names()
    words = _REMARK.sub("", text.strip()).split()
    while len(words) > 2 and plain(words[0].strip(".,()")) in honorifics:
        words = words[1:]
    first = next((n for n in range(2, len(words)) if is_post_nominal(words, n)), None)
    # What follows the first one in capitals is one, too: "MBBS MRCPCH".
    if first is not None and all(
        is_post_nominal(words, n) or words[n].isupper() for n in range(first, len(words))
    ):
        words = words[:first]
    return " ".join(words).strip(" ,")


def is_post_nominal(words: list[str], number: int) -> bool:
    """Whether a word behind a name is a degree or a membership: a known one, or with capitals inside.

    ``Pr Eng`` has two words. A word with a single capital, ``Ma``, may be a family name.
    """
    word = words[number].replace(".", "").strip(",()")
    known = around_names()[1]
    pairs = [words[n : n + 2] for n in (number - 1, number) if n >= 2]
    if any(len(pair) == 2 and plain("".join(pair).replace(".", "").strip(",()")) in known for pair in pairs):
        return True
    if sum(map(str.isupper, word)) < 2:
        return plain(word) in known and plain(word) in _SMALL_POST_NOMINALS
    # "CEng", "MIMechE": small letters between capitals.
    has_inner = word.isascii() and word.isalpha() and word[0].isupper() and not word.isupper()
    return plain(word) in known or (has_inner and _NAME_PREFIX.match(word) is None)


def is_particle(word: str) -> bool:
    """Whether a word may be small within a name: ``van``, ``del``."""
    return _PARTICLES.fullmatch(word.casefold()) is not None


def looks_like_name(text: str) -> bool:
    """Two to five capitalized words, perhaps with particles, and no words such as ``street``."""
    return has_form_of_name(text) and not has_other_word(text)


def has_form_of_name(text: str) -> bool:
    """Two to five capitalized words, particles between them, and nothing else; at most 45 characters."""
    words = text.split()
    if len(text) > _MAX_NAME or re.search(r"\d", text) or not all(map(_WORD.fullmatch, words)):
        return False
    significant = [word.strip('"“”()') for word in words if not is_particle(word)]
    return 2 <= len(significant) <= 5 and all(map(_begins_like_name, significant))


def _begins_like_name(word: str) -> bool:
    return word.lstrip(_BEFORE_NAME)[:1].isupper() or _SMALL_START.match(word) is not None


def has_other_word(text: str) -> bool:
    """Whether ``text`` has a word that is seldom part of a name: ``street``, ``March``."""
    return _NOT_NAMES.search(plain(text)) is not None


@lru_cache(maxsize=1)
def _name_labels() -> tuple[dict[str, NamePart], re.Pattern[str]]:
    """Parts of a name by label, in plain words, and the pattern of labels for several parts."""
    words = word_lists()["words"]
    keys: tuple[tuple[NamePart, str], ...] = (
        ("given", "given_name_labels"), ("family", "family_name_labels"), ("whole", "name_labels"),
    )  # fmt: skip
    parts = {plain(label): part for part, key in keys for label in words[key]}
    one = "|".join(sorted(map(re.escape, parts), key=len, reverse=True))
    join = "|".join(plain(word) for word in words["name_label_joins"])
    return parts, re.compile(rf"(?:{one})(?: (?:(?:{join}) )?(?:{one}))+")


def named_part(label: str) -> NamePart | None:
    """The part of a name that ``label`` stands before; ``Cognome e nome`` is a label for the whole name."""
    words = plain(re.sub(r"\([^()]*\)", "", label))
    parts, several = _name_labels()
    if words in parts:
        return parts[words]
    return "whole" if len(words) <= _MAX_NAME and several.fullmatch(words) else None


@lru_cache(maxsize=1)
def _detail_labels() -> frozenset[str]:
    return frozenset(map(plain, list_labels()))


def is_heading_or_label(text: str) -> bool:
    """Whether ``text`` is a heading or a label in any language: ``A. Personal details``, ``Nacionalidad``."""
    bare = _NUMBERING.sub("", text, count=1)
    words = plain(bare)
    is_label = words in _detail_labels() or named_part(bare) is not None
    return is_label or words in document_titles() or heading_kind(bare, scheme="cv") is not None


def is_trade(name: str) -> bool:
    """Whether ``name`` reads like a position, and is not just a family name that is also a trade."""
    words = plain(name).split()
    if not names_position(name):
        return False
    rest = " ".join(words[:-1])
    return words[-1] not in around_names()[2] or names_position(rest) or words[0] in _RANKS


def names_other_thing(text: str) -> bool:
    """Whether words with capitals, as a name has, are a position, degree, employer, place or heading."""
    is_other = is_trade(text) or names_degree(text) or names_organization(text) or is_place(text)
    return is_other or is_known_skill(text) or heading_kind(text, scheme="cv") is not None


def find_generation(name: str, line: str) -> str:
    """``Jr.`` or ``III`` directly behind the ``name`` in its ``line``; blank if there is none."""
    _, found, after = line.partition(name)
    match = _GENERATION.match(after) if found else None
    return match.group("suffix") if match is not None else ""


def cased_name(name: str) -> str:
    """``CAMILLE LEFÈVRE`` and ``Camille LEFÈVRE`` as ``Camille Lefèvre``; ``J.`` and ``McKay`` stay.

    Letters behind a name, without a vowel (``MSC``), stay too.
    """
    written = name.split()
    words = [_cased_word(word, is_first=number == 0) for number, word in enumerate(written)]
    is_upper = name.isupper()
    # "Yann LE GALL": a short word before a name in capitals belongs to it.
    for number, word in enumerate(written if is_upper else written[:-1]):
        in_capitals = is_upper or "".join(written[number : number + 2]).isupper()
        if in_capitals and len(word) == 2 and "." not in word:
            words[number] = word.capitalize()
    return " ".join(words)


def _cased_word(word: str, *, is_first: bool) -> str:
    has_initials = "." in word or len(word) <= 2
    if not word.isupper() or (has_initials and "'" not in word):
        return word
    is_abbreviation = not is_first and len(word) > 2 and not has_vowel(word)
    return word if is_abbreviation else word.title()


def has_vowel(word: str) -> bool:
    return _VOWEL.search(fold(word)) is not None
