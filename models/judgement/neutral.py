"""Replaces identifying words, such as names, before the judge reads an exchange.

Names of people, schools and companies become the same few placeholders in every exchange; words and titles
that reveal a gender become neutral; postcodes disappear. The judge is trained on such text too. Two exchanges
that differ only in these respects are therefore the same text to it and get the same probabilities.
"""

from __future__ import annotations

import re

PLACEHOLDERS = (
    "Alpha", "Bravo", "Delta", "Omega", "Sigma", "Kappa", "Lambda", "Theta", "Nova", "Orion", "Zeta", "Gamma",
)  # fmt: skip
"""Placeholders, given to the names of an exchange in the order of their first appearance."""
MAX_CAPITALIZED_SHARE = 0.4
"""Text with more capitalized words does not follow the usual rules, so capitals do not indicate names."""
MIN_WORDS_FOR_SHARE = 8

_NEUTRAL_WORDS = {
    "en": {
        "he": "they", "she": "they", "him": "them", "her": "them", "his": "them", "hers": "theirs",
        "himself": "themself", "herself": "themself", "man": "person", "woman": "person", "guy": "person",
        "lady": "person", "gentleman": "person", "men": "people", "women": "people", "guys": "people",
        "ladies": "people", "gentlemen": "people", "boy": "child", "girl": "child", "boys": "children",
        "girls": "children", "husband": "partner", "wife": "partner", "boyfriend": "partner",
        "girlfriend": "partner", "mother": "parent", "father": "parent", "mum": "parent", "mom": "parent",
        "dad": "parent", "son": "child", "daughter": "child", "sons": "children", "daughters": "children",
        "brother": "sibling", "sister": "sibling", "mr": "", "mrs": "", "ms": "", "miss": "", "sir": "",
        "madam": "", "maternity": "parental", "paternity": "parental", "male": "", "female": "",
    },
    "de": {
        "herr": "", "herrn": "", "frau": "", "mann": "Person", "männer": "Leute", "frauen": "Leute",
        "ehemann": "Partner", "ehefrau": "Partner", "mutter": "Eltern", "vater": "Eltern", "sohn": "Kind",
        "tochter": "Kind", "bruder": "Geschwister", "schwester": "Geschwister",
    },
    "fr": {
        "monsieur": "", "madame": "", "mademoiselle": "", "mme": "", "homme": "personne",
        "femme": "personne", "hommes": "personnes", "femmes": "personnes", "mari": "conjoint",
        "mère": "parent", "père": "parent", "fils": "enfant", "fille": "enfant", "frère": "proche",
    },
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ][\w]*(?:['’-]\w+)*")
_POSTCODE = re.compile(
    r"\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b\d{5}(?= [A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ])|(?<=\b[A-Z]{2} )\d{5}\b"
)
_ARTICLE = re.compile(r"\bthe $", re.IGNORECASE)
_JOINERS = frozenset({"of", "the", "and", "for", "upon", "de", "la", "le", "du", "des", "van", "von", "&"})
_NOT_NAMES = {
    "en": frozenset(
        {
            "i", "i'm", "i've", "i'd", "i'll", "ok", "monday", "tuesday", "wednesday", "thursday", "friday",
            "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july", "august",
            "september", "october", "november", "december",
        }
    ),
    "fr": frozenset({"ok"}),
}  # fmt: skip
_ABBREVIATION = re.compile(r"[A-Z][A-Z\d&]+s?")
"""Kept: an abbreviation is far more often a term of the trade than a name."""


def neutralize(texts: tuple[str, ...], language: str = "en") -> tuple[str, ...]:
    """The texts of one exchange, in order, with neutral words and placeholders.

    A name keeps its placeholder in all of them. Names are recognized by their capitals, which German gives to
    every noun: German texts keep theirs, except after a title.
    """
    words = _NEUTRAL_WORDS.get(language, {})
    texts = tuple(_POSTCODE.sub("", text) for text in texts)
    if language == "de":
        texts = tuple(re.sub(r"\b(?:Herrn?|Frau) [A-ZÄÖÜ]\w+", PLACEHOLDERS[0], text) for text in texts)
    elif _is_written_by_the_rules(texts):
        texts = _replace_names(texts, language)

    def replace(match: re.Match[str]) -> str:
        return words.get(match.group().lower(), match.group())

    return tuple(" ".join(_WORD.sub(replace, text).split()) for text in texts)


def _is_written_by_the_rules(texts: tuple[str, ...]) -> bool:
    inner = [
        match.group()
        for text in texts
        for match in _WORD.finditer(text)
        if len(match.group()) > 1 and not _starts_sentence(text, match.start())
    ]
    capitalized = sum(word[:1].isupper() for word in inner)
    return len(inner) < MIN_WORDS_FOR_SHARE or capitalized <= MAX_CAPITALIZED_SHARE * len(inner)


def _replace_names(texts: tuple[str, ...], language: str) -> tuple[str, ...]:
    not_names = _NOT_NAMES.get(language, frozenset())
    inside = {
        match.group().lower()
        for text in texts
        for match in _NAME.finditer(text)
        if not _starts_sentence(text, match.start())
    }
    given: dict[str, str] = {}

    def is_name(text: str, match: re.Match[str]) -> bool:
        word = match.group()
        lowered = word.lower().replace("’", "'")
        if lowered in not_names or _ABBREVIATION.fullmatch(word):
            return False
        return not _starts_sentence(text, match.start()) or word.lower() in inside

    replaced: list[str] = []
    for text in texts:
        parts: list[str] = []
        end = 0
        matches = [match for match in _NAME.finditer(text) if is_name(text, match)]
        index = 0
        while index < len(matches):
            first = last = matches[index]
            # "University of the West" is one name.
            while index + 1 < len(matches) and _joins(text[last.end() : matches[index + 1].start()]):
                index += 1
                last = matches[index]
            name = text[first.start() : last.end()].lower()
            placeholder = given.setdefault(name, PLACEHOLDERS[len(given) % len(PLACEHOLDERS)])
            parts += [_ARTICLE.sub("", text[end : first.start()]), placeholder]
            end = last.end()
            index += 1
        replaced.append("".join([*parts, text[end:]]))
    return tuple(replaced)


def _starts_sentence(text: str, position: int) -> bool:
    before = text[:position].rstrip("\"'“”(«» ")
    return not before or before[-1] in ".?!:…"


def _joins(between: str) -> bool:
    words = between.split()
    return between[:1].isspace() and len(words) <= 2 and all(word.lower() in _JOINERS for word in words)
