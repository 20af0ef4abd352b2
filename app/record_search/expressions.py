"""Queries in the language of FTS5, made of words alone: nothing that a person types is ever syntax."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Where = Literal["a", "n", "c"]
"""What a word in the index begins with tells where it stands in the record."""
ANYWHERE: Where = "a"
IN_NAME: Where = "n"
IN_CONTACT: Where = "c"
NOTHING = '"x"'
"""No word in the index is that short."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SCOPE_DIGITS = 4
_MAX_SCOPE = len(_DIGITS) ** _SCOPE_DIGITS


def _scope(number: int) -> str:
    """Always of the same length, so that no scope is the beginning of another."""
    if not 0 <= number < _MAX_SCOPE:
        raise ValueError("the index has no room for another owner")
    digits = ""
    for _ in range(_SCOPE_DIGITS):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


@dataclass(frozen=True, slots=True)
class Scope:
    """One owner's records of one kind. Its number begins every word in the index, so that a look-up
    touches no other owner's words at all: they cost nothing and tell nothing."""

    number: int

    def forward(self, word: str, where: Where = ANYWHERE) -> str:
        return f"{where}{_scope(self.number)}{word}"

    def backward(self, word: str) -> str:
        """The word from its end: found by how it ends."""
        return f"z{_scope(self.number)}{word[::-1]}"

    def tag(self, tag: str) -> str:
        return f"t{_scope(self.number)}{''.join(filter(str.isalnum, tag))}"


@dataclass(frozen=True, slots=True)
class Term:
    """What stands for one word of a query."""

    word: str
    is_ending: bool = False
    """The word ends so; else it begins so."""

    def match(self, scope: Scope, where: Where, *, whole: bool = False) -> str:
        if self.is_ending:
            # Only known of the record as a whole.
            return f'"{scope.backward(self.word)}" *' if where == ANYWHERE else NOTHING
        return f'"{scope.forward(self.word, where)}"' + ("" if whole else " *")


Alternatives = Sequence[Term]
"""Any of these will do for a word."""


def all_of(
    scope: Scope, words: Iterable[Alternatives], where: Sequence[Where] = (ANYWHERE,), *, whole: bool = False
) -> str:
    return " AND ".join(_any(scope, terms, where, whole=whole) for terms in words)


def _any(scope: Scope, terms: Alternatives, where: Sequence[Where], *, whole: bool = False) -> str:
    matches = " OR ".join(term.match(scope, place, whole=whole) for term in terms for place in where)
    return f"({matches})"


def with_tag(scope: Scope, expression: str, tag: str) -> str:
    return f'({expression}) AND "{scope.tag(tag)}"' if tag else expression


def some_named(scope: Scope, words: Sequence[Alternatives]) -> str:
    """At least one of the words in the name."""
    return " OR ".join(_any(scope, terms, (IN_NAME,)) for terms in words)


def tiers(scope: Scope, words: Sequence[Alternatives], *, is_some_named: bool = True) -> list[str]:
    """The hits of ``words`` parted into ranks, best first: each of them is in exactly one.

    All in the name as whole words; all in the name; all in the name and what else names the record;
    some of several in the name; the rest. Without ``is_some_named`` no name has any of them.
    """
    everywhere = all_of(scope, words)
    if not is_some_named:
        in_contact = all_of(scope, words, (IN_CONTACT,))
        return [in_contact, f"({everywhere}) NOT ({in_contact})"]
    nested = [
        all_of(scope, words, (IN_NAME,), whole=True),
        all_of(scope, words, (IN_NAME,)),
        all_of(scope, words, (IN_NAME, IN_CONTACT)),
    ]
    ranks = [nested[0], *(f"({wide}) NOT ({narrow})" for narrow, wide in pairwise(nested))]
    rest = f"({everywhere}) NOT ({nested[-1]})"
    if len(words) > 1:
        named = some_named(scope, words)
        ranks.append(f"({rest}) AND ({named})")
        rest = f"({rest}) NOT ({named})"
    return [*ranks, rest]
