"""The name of the person of a CV: the candidate with the highest score of a fitted linear model.

``name_weights.json`` has one weight for each feature, fitted by ``tests.tools.fit_name_weights`` so that the
softmax of the scores of one CV, with 0 for "no name", is the probability of each candidate.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.documents.parsing.dates import find_range
from app.documents.parsing.headings import document_titles, heading_kind
from app.documents.parsing.line_reader import label_lines, read_part
from app.documents.parsing.name_candidates import NameCandidate, list_candidates
from app.documents.parsing.names import cased_name, find_generation, has_other_word, is_particle, is_trade
from app.documents.parsing.places import is_place
from app.documents.parsing.wording import names_degree, names_organization, names_position
from app.skills.catalog import is_known_skill
from app.text.bullets import is_bullet
from app.text.folding import plain
from models.line_reader.network import LabeledLine

WEIGHTS_FILE = Path(__file__).parent / "name_weights.json"
TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
"""Letters as mailbox names spell them: ``obermueller``."""
_CONTACT = re.compile(r"@|\d{3}|linkedin|://", re.IGNORECASE)
_MIN_SHARE = 1e-3
_HEADED = ("experience", "education", "projects", "skills", "languages", "certifications", "other")
"""Kinds of sections that do not name the person."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Letters of the addresses in a CV."""

    mailbox: str
    domain: str
    others: tuple[str, ...]
    """Mailboxes of further email addresses, for example of referees."""
    slug: str
    """Of the LinkedIn address."""


class Page:
    """What the features of all candidates of one CV need."""

    def __init__(self, text: str, addresses: Addresses) -> None:
        self.lines = text.split("\n")
        self.addresses = addresses
        self.labels = label_lines(text)
        self.filled = [number for number, line in enumerate(self.lines) if line.strip()]
        self.places = {number: place for place, number in enumerate(self.filled)}
        self.words = [f" {plain(line)} " for line in self.lines]
        self.sections: dict[int, str] = {}
        current = "head"
        for number in self.filled:
            current = heading_kind(self.lines[number], scheme="cv") or current
            self.sections[number] = current

    def near(self, number: int, step: int) -> str:
        """The line with text that is ``step`` such lines further on; blank beyond the ends."""
        place = self.places[number] + step
        return self.lines[self.filled[place]] if 0 <= place < len(self.filled) else ""

    def label(self, candidate: NameCandidate) -> LabeledLine | None:
        """The label of the line of the ``candidate``; of two lines, the one that is read as a name."""
        labels = [self.labels[number] for number in range(candidate.line, candidate.last_line + 1)]
        return next((one for one in labels if one is not None and one.label == "name"), labels[0])


def describe(candidate: NameCandidate, page: Page) -> dict[str, float]:
    """The features of a candidate by name; those that are 0 may be missing."""
    number, name = candidate.line, candidate.name
    place = page.places[number]
    line, words = page.lines[number], plain(name).split()
    features = {
        "first": float(place == 0),
        "top": 1 / (1 + place),
        "depth": min(place, 60) / 10,
        f"kind {candidate.kind}": 1.0,
        "titles": float(candidate.titles > 0),
        "letters": float(candidate.letters > 0),
        "guessed": float(candidate.guessed > 0),
        f"words {min(len(name.split()), 5)}": 1.0,
        "capitals": float(name.isupper()),
        "particle": float(any(map(is_particle, name.split()))),
        "initial": float(any(len(word.strip(".")) == 1 for word in name.split())),
        "hyphen": float("-" in name),
        "bullet": float(is_bullet(line)),
        "contact": float(_CONTACT.search(line) is not None),
        "sentence": float(line.rstrip().endswith((".", ","))),
        "dated": float(find_range(line) is not None),
        "apart": float(number == 0 or not page.lines[number - 1].strip()),
        "title below": float(names_position(page.near(candidate.last_line, 1))),
        "contact below": float(_CONTACT.search(page.near(candidate.last_line, 1)) is not None),
        "document above": float(plain(page.near(number, -1)) in document_titles()),
        f"below {page.sections[number]}": 1.0,
    }
    features |= _describe_words(name) | _describe_addresses(name, page.addresses)
    features |= _describe_label(page.label(candidate)) | _describe_repeats(words, candidate, page)
    part = read_part(name)
    for label in ("name", "title", "employer", "place", "skill", "other"):
        features[f"part {label}"] = math.log(max(part.get(label, 0.0), _MIN_SHARE)) / 5
    return features


def _describe_words(name: str) -> dict[str, float]:
    return {
        "trade": float(is_trade(name)),
        "degree": float(names_degree(name)),
        "organization": float(names_organization(name)),
        "place": float(is_place(name)),
        "skill": float(is_known_skill(name)),
        "heading": float(heading_kind(name, scheme="cv") is not None),
        "document": float(plain(name) in document_titles()),
        "other word": float(has_other_word(name)),
    }


def _describe_addresses(name: str, addresses: Addresses) -> dict[str, float]:
    spellings = {plain(name), plain(name.casefold().translate(TWO_LETTERS))}
    features: dict[str, float] = {}
    for key, letters in (
        ("mailbox", addresses.mailbox),
        ("domain", addresses.domain),
        ("slug", addresses.slug),
    ):
        found = max((_explain(letters, spelling.split()) for spelling in spellings), default=(0.0, 0.0))
        features[f"{key} explained"], features[f"{key} words"] = found
        features[f"{key} any"] = float(found[1] > 0)
    features["other mailbox"] = max(
        (_explain(letters, plain(name).split())[1] for letters in addresses.others), default=0.0
    )
    return features


def _explain(letters: str, words: list[str]) -> tuple[float, float]:
    """The share of ``letters`` that are words of a name or their initials, and the share of words in it."""
    if not letters or not words:
        return 0.0, 0.0
    rest, found = letters, 0
    initials = ""
    for word in sorted(words, key=len, reverse=True):
        if len(word) > 2 and word in rest:
            rest, found = rest.replace(word, "", 1), found + 1
        else:
            initials += word[0]
    if not found and not (len(letters) > 3 and any(letters in word for word in words)):
        return 0.0, 0.0
    for letter in initials:
        rest = rest.replace(letter, "", 1) if len(rest) <= len(initials) else rest
    return 1 - len(rest) / len(letters) if found else 0.5, max(found, 0.5) / len(words)


def _describe_label(label: LabeledLine | None) -> dict[str, float]:
    if label is None:
        return {}
    if label.label == "name":
        return {"read as name": label.probability, "read as name first": 1.0}
    kind = "heading" if label.label.startswith(("heading_", "document")) else "other line"
    return {f"read as {kind}": label.probability}


def _describe_repeats(words: list[str], candidate: NameCandidate, page: Page) -> dict[str, float]:
    whole, family = f" {' '.join(words)} ", f" {words[-1]} " if words else " "
    own = (candidate.line, candidate.last_line)
    others = [line for other, line in enumerate(page.words) if other not in own and line.strip()]
    return {
        "repeated": float(any(whole in line for line in others)),
        "family repeated": float(len(family) > 5 and any(family in line for line in others)),
    }


@cache
def load_weights() -> dict[str, float]:
    """Weights by feature, with ``bias``. Raises OSError and ValueError."""
    weights: dict[str, float] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return weights


def rank_names(text: str, addresses: Addresses) -> list[tuple[float, NameCandidate]]:
    """The candidates with their scores, the best first; below 0, no name is more likely."""
    weights, page = load_weights(), Page(text, addresses)
    scored = []
    for candidate in list_candidates(text):
        features = describe(candidate, page)
        score = weights["bias"] + sum(weights.get(key, 0.0) * value for key, value in features.items())
        scored.append((score, candidate))
    return sorted(scored, key=lambda pair: -pair[0])


def find_name(text: str, addresses: Addresses) -> str:
    """The name of the person, or an empty string if no candidate is more likely than that there is none."""
    ranked = rank_names(text, addresses)
    if not ranked or ranked[0][0] < 0:
        return ""
    chosen = ranked[0][1]
    suffix = find_generation(chosen.name, text.split("\n")[chosen.last_line])
    return f"{cased_name(chosen.name)} {suffix}".rstrip()
