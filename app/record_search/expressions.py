"""FTS5 query expressions built from plain words, so that user input is never parsed as syntax."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Place = Literal["a", "n", "c"]
"""First letter of an indexed word: the part of the record that the word is in."""
ANYWHERE: Place = "a"
IN_NAME: Place = "n"
IN_CONTACT: Place = "c"
NOTHING = '"x"'
"""Matches nothing: no indexed word is that short."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SCOPE_DIGITS = 4
_MAX_SCOPE = len(_DIGITS) ** _SCOPE_DIGITS


def _encode_scope(number: int) -> str:
    """Fixed length, so that no scope is a prefix of another."""
    if not 0 <= number < _MAX_SCOPE:
        raise ValueError("the search index has no room for another owner")
    digits = ""
    for _ in range(_SCOPE_DIGITS):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


@dataclass(frozen=True, slots=True)
class Scope:
    """One owner's records of one kind.

    Its number is a prefix of every indexed word, so that a query never reads another owner's words: they
    cost no time and leak nothing.
    """

    number: int

    def forward(self, word: str, place: Place = ANYWHERE) -> str:
        return f"{place}{_encode_scope(self.number)}{word}"

    @staticmethod
    def split(term: str) -> tuple[int, str]:
        """The scope's number and the word of a term made by ``forward``."""
        digits = 1 + _SCOPE_DIGITS
        return int(term[1:digits], len(_DIGITS)), term[digits:]

    def backward(self, word: str) -> str:
        """The word reversed, to find it by its ending."""
        return f"z{_encode_scope(self.number)}{word[::-1]}"

    def tag(self, tag: str) -> str:
        return f"t{_encode_scope(self.number)}{''.join(filter(str.isalnum, tag))}"


@dataclass(frozen=True, slots=True)
class Term:
    """One spelling to look up for a query word."""

    word: str
    is_ending: bool = False
    """Match words with this ending, instead of this beginning."""

    def match(self, scope: Scope, place: Place, *, whole: bool = False) -> str:
        if self.is_ending:
            # Endings are indexed for the whole record only.
            return f'"{scope.backward(self.word)}" *' if place == ANYWHERE else NOTHING
        return f'"{scope.forward(self.word, place)}"' + ("" if whole else " *")


Alternatives = Sequence[Term]
"""Terms of which any may match for one query word."""


def match_all(
    scope: Scope, words: Iterable[Alternatives], places: Sequence[Place] = (ANYWHERE,), *, whole: bool = False
) -> str:
    return " AND ".join(_match_any(scope, terms, places, whole=whole) for terms in words)


def _match_any(scope: Scope, terms: Alternatives, places: Sequence[Place], *, whole: bool = False) -> str:
    matches = " OR ".join(term.match(scope, place, whole=whole) for term in terms for place in places)
    return f"({matches})"


def with_tag(scope: Scope, expression: str, tag: str) -> str:
    return f'({expression}) AND "{scope.tag(tag)}"' if tag else expression


def match_some_in_name(scope: Scope, words: Sequence[Alternatives]) -> str:
    """Match records with at least one of the words in the name."""
    return " OR ".join(_match_any(scope, terms, (IN_NAME,)) for terms in words)


def make_tiers(scope: Scope, words: Sequence[Alternatives], *, is_any_in_name: bool = True) -> list[str]:
    """Expressions that split the matches of ``words`` into disjoint ranks, best first.

    The ranks: all words whole in the name; all in the name; all in the name or contact details; at least
    one of several in the name; the rest. Pass ``is_any_in_name`` False where no name contains any word.
    """
    everywhere = match_all(scope, words)
    if not is_any_in_name:
        in_contact = match_all(scope, words, (IN_CONTACT,))
        return [in_contact, f"({everywhere}) NOT ({in_contact})"]
    nested = [
        match_all(scope, words, (IN_NAME,), whole=True),
        match_all(scope, words, (IN_NAME,)),
        match_all(scope, words, (IN_NAME, IN_CONTACT)),
    ]
    ranks = [nested[0], *(f"({wide}) NOT ({narrow})" for narrow, wide in pairwise(nested))]
    rest = f"({everywhere}) NOT ({nested[-1]})"
    if len(words) > 1:
        named = match_some_in_name(scope, words)
        ranks.append(f"({rest}) AND ({named})")
        rest = f"({rest}) NOT ({named})"
    return [*ranks, rest]
