"""Claims about employment: when, how long, in which role, whether still there, the first employer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.analysis.consistency.claims import make_claim
from app.analysis.consistency.employment_patterns import (
    DURATIONS,
    ENDS,
    FIRST,
    FROM_TO,
    GONE,
    NEWCOMER,
    REASONS,
    ROLES,
    START_BY_STAY,
    STARTS,
    STILL,
    UP_TO_6,
)
from app.analysis.consistency.facts import Claim, ClaimKind, Range
from app.analysis.consistency.spoken import read_range
from app.analysis.consistency.statements import Statement

_PARTIAL = re.compile(
    r"\b(?:as|first|second|third|last|final|department|team|shift|shifts|project|running|leading|doing|night|nights|initially|originally"
    r"|then|section|on the|in the|becoming|became|made me|promoted|abroad|part|floor|desk|ward|branch|site|seconded|trainee|apprentice)\b"
)
_CLAUSES = re.compile(r" (?:but|because|so|although|while|when|where|which|who) |[,.;:?]")
_STAYED = re.compile(
    r"\bi (?:\w+ ){0,3}?(?:was|been|worked|work|stayed|spent|did|put|gave|served|employed|lasted)\b"
)
_ABOUT_OTHERS = re.compile(
    r"\b(?:old|experience|customers?|clients?|contract with|course|degree|project|programme|program|before|until)\b"
)
_CAME = re.compile(
    r"\bi (?:\w+ ){0,2}?(?:came|joined|arrived|got hired|was hired|started(?= (?:at|with|in|as|working|out|back|&|@|there)))\b"
)
_WENT = re.compile(
    r"\bi (?:\w+ ){0,2}?(?:left|quit|resigned|departed|moved on|stopped working|was let go|was laid off)\b"
)
_MOVED_ON = re.compile(r"\b(?:then|until|till|left|moved|later|afterwards|after that)\b")
_ACTING = re.compile(
    r"\b(?:acting|interim|covering|stood in|standing in|effectively|basically|kind of|sort of|like a|almost|deputi[sz]ing)\b"
)
_ROLE_CHANGED = re.compile(
    r"\b(?:started|began|first|before|then|promoted|initially|originally|moved up|until|became|later|worked my way)\b"
)
_QUALIFIED_FIRST = frozenset({"real", "proper", "ever", "full", "permanent", "paid", "actual"})

_AFTER_STUDIES = re.compile(
    r"\b(?:after|out of|from|since)\b.{0,30}\b(?:qualif\w+|graduat\w+|universit\w+|college|uni|training|degree|apprenticeship)"
)
AFTER_STUDIES = "after_studies"
"""Text of a claim about the first job after qualifying: jobs before the studies ended do not count."""
_HOW_LONG = re.compile(
    rf"\bhow long (?:were|was|have|did|had) you {UP_TO_6}(?:at |with |for |in )?(?:@(?P<e>\d+)|there)"
)
_WHEN_START = re.compile(
    r"\b(?:when did you (?:first )?(?:join|start|begin|come to|get to)(?: working)?|since when|when was it that you (?:joined|started))"
    r"(?:(?: have| are| were| did)? you(?: been| worked| working)?)?(?: at| with| for)?(?: @(?P<e>\d+)| there)?"
)
_WHEN_END = re.compile(r"\bwhen did you (?:leave|finish)(?: at| with)?(?: @(?P<e>\d+)| there)?")
_ARE_YOU_STILL = re.compile(
    r"\b(?:are you|you are|do you) still (?:work(?:ing)? )?(?:(?:at |with |for )?@(?P<e>\d+)|(?:over |up |down |out )?there)"
)
_YES = re.compile(r"^(?:yes|yeah|yep|i am|that is right|correct)\b")
_NO = re.compile(r"^(?:no|nope|not any ?more|not any longer)\b")
MAX_SHORT_ANSWER_WORDS = 14


def find_employment(statement: Statement) -> Iterator[Claim]:
    """Claims about employment in one sentence."""
    times = [*_find_times(statement), *_find_durations(statement)]
    yield from times or _find_loose_times(statement)
    yield from _find_unnamed_start(statement)
    yield from _find_presence(statement)
    yield from _find_first(statement)
    yield from _find_roles(statement)
    yield from _find_reasons(statement)
    if statement.is_first:
        yield from _find_answers(statement)


def _employer(statement: Statement, match: re.Match[str]) -> int | None:
    named = match.groupdict().get("e") or match.groupdict().get("e2")
    return int(named) if named else statement.employer_before(match.start())


def _claim(
    statement: Statement,
    kind: ClaimKind,
    employer: int,
    value: Range | None = None,
    *,
    text: str = "",
    is_positive: bool = True,
    is_partial: bool = False,
) -> Claim:
    return Claim(
        kind=kind,
        subject=str(employer),
        sentence=statement.index,
        exchange=statement.exchange,
        value=value,
        text=text,
        is_positive=is_positive,
        is_hedged=statement.is_hedged,
        is_partial=is_partial,
    )


def _matches(statement: Statement, patterns: list[re.Pattern[str]]) -> Iterator[tuple[re.Match[str], int]]:
    for pattern in patterns:
        for match in pattern.finditer(statement.text):
            employer = _employer(statement, match)
            if employer is not None and statement.is_real(match.start(), match.end()):
                yield match, employer


def _find_times(statement: Statement) -> Iterator[Claim]:
    if "&" not in statement.text:
        return
    for patterns, kind in ((STARTS, ClaimKind.START), (ENDS, ClaimKind.END)):
        for match, employer in _matches(statement, patterns):
            yield _claim(statement, kind, employer, read_range(match["d"]))
    for match, employer in _matches(statement, [START_BY_STAY]):
        then, stay = read_range(match["d"]), read_range(match["l"])
        value = Range(then.low - stay.high, then.high - stay.low)
        yield _claim(statement, ClaimKind.START, employer, value)
    for match, employer in _matches(statement, FROM_TO):
        yield _claim(statement, ClaimKind.START, employer, read_range(match["d"]))
        if match["t"].startswith("&"):
            yield _claim(statement, ClaimKind.END, employer, read_range(match["t"]))
        else:
            yield _claim(statement, ClaimKind.CURRENT_EMPLOYER, employer)


def _find_durations(statement: Statement) -> Iterator[Claim]:
    if "!" not in statement.text or START_BY_STAY.search(statement.text):
        return
    for match, employer in _matches(statement, DURATIONS):
        is_partial = _PARTIAL.search(statement.clause(match.start(), match.end())) is not None
        yield _claim(statement, ClaimKind.DURATION, employer, read_range(match["l"]), is_partial=is_partial)


def _find_loose_times(statement: Statement) -> Iterator[Claim]:
    """A clause with one time, one employer and a verb of coming, going or staying, in any order of words.

    A duration read like this may be a part of the stay.
    """
    for clause in _CLAUSES.split(statement.text):
        employers, times = re.findall(r"@(\d+)", clause), re.findall(r"[&!][\d.]+_[\d.]+", clause)
        start = statement.text.find(clause)
        if len(employers) != 1 or len(times) != 1 or not statement.is_real(start, start + len(clause)):
            continue
        employer, value = int(employers[0]), read_range(times[0])
        if times[0][0] == "!":
            if _STAYED.search(clause) and not _ABOUT_OTHERS.search(clause):
                yield _claim(statement, ClaimKind.DURATION, employer, value, is_partial=True)
        elif _CAME.search(clause):
            yield _claim(statement, ClaimKind.START, employer, value)
        elif _WENT.search(clause):
            yield _claim(statement, ClaimKind.END, employer, value)


def _find_unnamed_start(statement: Statement) -> Iterator[Claim]:
    """ "I'd only been there since Easter 2021", where nothing says which employer it is."""
    if statement.context is not None or "@" in statement.text:
        return
    for pattern in NEWCOMER:
        match = pattern.search(statement.text)
        if match is not None and statement.is_real(match.start(), match.end()):
            yield make_claim(statement, ClaimKind.START, value=read_range(match["d"]))
            return


def _find_presence(statement: Statement) -> Iterator[Claim]:
    if "@" not in statement.text:
        return
    if not _MOVED_ON.search(statement.text):
        for _match, employer in _matches(statement, STILL):
            yield _claim(statement, ClaimKind.CURRENT_EMPLOYER, employer)
    for _match, employer in _matches(statement, [GONE]):
        yield _claim(statement, ClaimKind.CURRENT_EMPLOYER, employer, is_positive=False)


def _find_first(statement: Statement) -> Iterator[Claim]:
    if "@" not in statement.text:
        return
    for match, employer in _matches(statement, FIRST):
        kind = (match.groupdict().get("kind") or "").strip()
        if not kind or kind in _QUALIFIED_FIRST:
            after = _AFTER_STUDIES.search(statement.text, match.start())
            yield _claim(statement, ClaimKind.FIRST_EMPLOYER, employer, text=AFTER_STUDIES if after else "")


def _find_roles(statement: Statement) -> Iterator[Claim]:
    if "@" not in statement.text or _ACTING.search(statement.text):
        return
    is_partial = _ROLE_CHANGED.search(statement.text) is not None
    for match, employer in _matches(statement, ROLES):
        role = match["r"].strip()
        yield _claim(statement, ClaimKind.ROLE, employer, text=role, is_partial=is_partial)


def _find_reasons(statement: Statement) -> Iterator[Claim]:
    for reason, pattern in REASONS.items():
        match = pattern.search(statement.text)
        if match is None or not statement.is_real(match.start(), match.end()):
            continue
        after = re.search(r"@(\d+)", statement.text[match.end() :])
        employer = int(after[1]) if after else statement.employer_before(match.start())
        if employer is not None:
            yield _claim(statement, ClaimKind.LEAVING_REASON, employer, text=reason)


def _find_answers(statement: Statement) -> Iterator[Claim]:
    """The answer to "Are you still there?"; a short one to "How long were you there?", "When did you join?"."""
    if not statement.question:
        return
    employer = _asked_employer(statement, _ARE_YOU_STILL.search(statement.question))
    if employer is not None:
        if _YES.search(statement.text):
            yield _claim(statement, ClaimKind.CURRENT_EMPLOYER, employer)
        elif _NO.search(statement.text):
            yield _claim(statement, ClaimKind.CURRENT_EMPLOYER, employer, is_positive=False)
    if len(statement.text.split()) > MAX_SHORT_ANSWER_WORDS:
        return
    lengths, dates = re.findall(r"![\d.]+_[\d.]+", statement.text), re.findall(r"&\d+_\d+", statement.text)
    for pattern, kind, values in (
        (_HOW_LONG, ClaimKind.DURATION, lengths),
        (_WHEN_START, ClaimKind.START, dates),
        (_WHEN_END, ClaimKind.END, dates),
    ):
        match = pattern.search(statement.question)
        employer = _asked_employer(statement, match)
        others = set(re.findall(r"@(\d+)", statement.text)) - {str(employer)}
        if employer is not None and len(values) == 1 and not others and statement.is_real(0, 1):
            yield _claim(statement, kind, employer, read_range(values[0]))


def _asked_employer(statement: Statement, match: re.Match[str] | None) -> int | None:
    if match is None:
        return None
    return int(match["e"]) if match["e"] is not None else statement.context
