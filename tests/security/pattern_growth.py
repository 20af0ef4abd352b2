"""Growth of the time that a regular expression takes, on texts made to provoke backtracking."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from statistics import median
from typing import Any

from tests.security.pattern_collection import Use

_parser: Any = import_module("re._parser")
_constants: Any = import_module("re._constants")

CHARACTERS = 2048
"""Length of the texts that are tried; lines of documents are cut at 900."""
NEGLIGIBLE_SECONDS = 0.005
"""A match that is faster than this cannot hurt, and cannot be measured well."""
UNUSUAL_FACTOR = 3
"""A text is suspicious if its match takes this much longer than the match of most texts."""
LIMIT_SECONDS = 1.5
BUDGET_SECONDS = 0.06
LINEAR_GROWTH = 3.0
"""Greatest growth of the time when a text doubles: 2 is linear, 4 is quadratic, 8 is cubic."""
QUADRATIC_GROWTH = 5.6
_MOST_SUSPECTS = 6

_REPEATED = (
    " ", ",", ", ", ",,  ", "1", "1 ", "1,", "1.", "12 ", "a", "A", "A ", "a ", "Aa ", "aA", "A.", "a.", ".",
    ". ", "-", "- ", "–", "(", "()", "[", "*", "**", "_", "__", "\n", "\n ", "\n\n", " \n", "\t", "/", "a/",
    "m/", "m ", "(m ", "@", "a@", "a@a.", "'", "a'", "’", "#", "|", " |", " | ", ":", ": ", "a:", "&", "+",
    "+1", "é", "ß", "\"", "“", "<", ">", "{", "http://", "www.", "\u00a0", "\u2003", "1-", "2019 - ", "2019",
    "Jan ", "at A", "x",
)  # fmt: skip
_PROBED = " ,1aA-./:_'\"(\n\t@|&+#*éß\u2003"
_MOST_DERIVED = 80


@dataclass(frozen=True, slots=True)
class Slow:
    """A text on which the time of a pattern grows faster than the text."""

    prefix: str
    repeated: str
    suffix: str
    growth: float
    """Factor for twice the text; infinite if the match had to be stopped."""


class _OutOfTime(Exception):
    pass


def find_slow_text(pattern: re.Pattern[str], use: Use, *, max_growth: float) -> Slow | None:
    """A text on which the time of ``pattern`` grows faster; None if none of the texts tried is one.

    Runs in the main thread of a process that uses no interval timer.
    """
    runs: dict[Use, Callable[[str], object]] = {
        Use.SEARCH: partial(_find_all, pattern),
        Use.MATCH: pattern.match,
        Use.FULLMATCH: pattern.fullmatch,
    }
    run = runs[use]
    times: dict[tuple[str, str, str], float] = {}
    for subject in _subjects(pattern):
        try:
            times[subject] = _processor_seconds(run, _build(subject, CHARACTERS), budget_seconds=0)
        except _OutOfTime:
            return Slow(*subject, growth=float("inf"))
    usual = max(NEGLIGIBLE_SECONDS, UNUSUAL_FACTOR * median(times.values()))
    suspects = sorted((s for s in times if times[s] > usual), key=lambda s: -times[s])
    for subject in suspects[:_MOST_SUSPECTS]:
        growth = _growth(run, subject, max_growth)
        if growth > max_growth:
            return Slow(*subject, growth=growth)
    return None


def _find_all(pattern: re.Pattern[str], text: str) -> None:
    for _ in pattern.finditer(text):
        pass


def _build(subject: tuple[str, str, str], characters: int) -> str:
    prefix, repeated, suffix = subject
    return prefix + repeated * (characters // len(repeated)) + suffix


def _growth(run: Callable[[str], object], subject: tuple[str, str, str], max_growth: float) -> float:
    """Factor by which the processor time grows when the text doubles; 1 if it is negligible."""
    growth = float("inf")
    try:
        # The lowest of several measurements has the least noise.
        for _ in range(3):
            whole = _processor_seconds(run, _build(subject, CHARACTERS), BUDGET_SECONDS)
            if whole < NEGLIGIBLE_SECONDS:
                return 1.0
            half = _processor_seconds(run, _build(subject, CHARACTERS // 2), BUDGET_SECONDS)
            growth = min(growth, whole / half)
            if growth <= max_growth:
                break
    except _OutOfTime:
        return float("inf")
    return growth


def _processor_seconds(run: Callable[[str], object], text: str, budget_seconds: float) -> float:
    """Processor time of one match, from as many as fit in the budget: the clock of some kernels is coarse.

    Raises _OutOfTime: the engine of ``re`` looks for signals as it goes.
    """
    earlier = signal.signal(signal.SIGVTALRM, _raise_out_of_time)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_SECONDS)
    started, count = time.process_time(), 0
    try:
        while True:
            run(text)
            count += 1
            if (elapsed := time.process_time() - started) >= budget_seconds:
                return max(elapsed, 1e-6) / count
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, earlier)


def _raise_out_of_time(*_: object) -> None:
    raise _OutOfTime


# --- texts --------------------------------------------------------------------------------------


def _subjects(pattern: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """(prefix, repeated, suffix): usual runs, and runs of what the repeats of this pattern accept."""
    own = list(dict.fromkeys(_repeats(_parser.parse(pattern.pattern, pattern.flags), "")))
    prefixes = list(dict.fromkeys(prefix for prefix, _ in own))[:6]
    repeated = list(dict.fromkeys(text for _, text in own))[:10]
    derived = [*own, *((prefix, text) for prefix in prefixes for text in repeated)]
    for prefix, text in list(dict.fromkeys(derived))[:_MOST_DERIVED]:
        for suffix in ("!", ""):
            yield prefix, text, suffix
    for text in _REPEATED:
        yield "", text, "!"


def _repeats(tree: Any, prefix: str) -> Iterator[tuple[str, str]]:
    """For each repeat in ``tree``: a text that leads to it, and texts that it accepts."""
    for operation, argument in tree:
        if operation in {_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT}:
            _, most, body = argument
            if most > 4:
                for text in _samples(body):
                    if text:
                        yield prefix, text
            yield from _repeats(body, prefix)
        elif operation is _constants.SUBPATTERN:
            yield from _repeats(argument[3], prefix)
        elif operation is _constants.ATOMIC_GROUP:
            yield from _repeats(argument, prefix)
        elif operation is _constants.BRANCH:
            for branch in argument[1][:40]:
                yield from _repeats(branch, prefix)
        elif operation in {_constants.ASSERT, _constants.ASSERT_NOT}:
            yield from _repeats(argument[1], prefix)
        prefix += _sample([(operation, argument)])


def _samples(tree: Any) -> list[str]:
    """Some texts that ``tree`` accepts: shortest first, then with optional parts, then other characters."""
    texts = [_sample(tree), _sample(tree, optional=1), _sample(tree, optional=2)]
    for operation, argument in tree:
        if operation is _constants.IN:
            texts += [c for c in _PROBED if _accepts(argument, c)]
        elif operation is _constants.BRANCH:
            texts += [_sample(branch) for branch in argument[1][:12]]
            texts += [_sample(branch, optional=1) for branch in argument[1][:12]]
        elif operation is _constants.SUBPATTERN:
            texts += _samples(argument[3])
    return texts


def _sample(tree: Any, *, optional: int = 0) -> str:
    """One text that ``tree`` accepts, with ``optional`` repetitions of what may be missing."""
    text = ""
    for operation, argument in tree:
        if operation is _constants.LITERAL:
            text += chr(argument)
        elif operation is _constants.NOT_LITERAL:
            text += next(c for c in "a1 " if ord(c) != argument)
        elif operation is _constants.ANY:
            text += "a"
        elif operation is _constants.IN:
            text += _accepted(argument)
        elif operation is _constants.BRANCH:
            text += _sample(argument[1][0], optional=optional)
        elif operation is _constants.SUBPATTERN:
            text += _sample(argument[3], optional=optional)
        elif operation is _constants.ATOMIC_GROUP:
            text += _sample(argument, optional=optional)
        elif operation in {_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT}:
            least, most, body = argument
            text += _sample(body, optional=optional) * min(max(least, optional), most, 8)
    return text


def _accepted(items: Any) -> str:
    for character in _PROBED:
        if _accepts(items, character):
            return character
    for operation, argument in items:
        if operation is _constants.LITERAL:
            return chr(argument)
        if operation is _constants.RANGE:
            return chr(argument[0])
    return "x"


_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    _constants.CATEGORY_DIGIT: str.isdigit,
    _constants.CATEGORY_NOT_DIGIT: lambda c: not c.isdigit(),
    _constants.CATEGORY_SPACE: str.isspace,
    _constants.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    _constants.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    _constants.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}


def _accepts(items: Any, character: str) -> bool:
    """Whether a character class accepts ``character``."""
    is_negated = items[0][0] is _constants.NEGATE
    return is_negated != any(_holds(operation, argument, character) for operation, argument in items)


def _holds(operation: Any, argument: Any, character: str) -> bool:
    if operation is _constants.LITERAL:
        return bool(argument == ord(character))
    if operation is _constants.RANGE:
        return bool(argument[0] <= ord(character) <= argument[1])
    return operation is _constants.CATEGORY and _CATEGORIES[argument](character)
