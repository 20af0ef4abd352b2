"""Claims about studies and certificates: degree, field, place, year, and what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.analysis.consistency.facts import Claim, ClaimKind, Range
from app.analysis.consistency.spoken import read_range
from app.analysis.consistency.statements import Statement
from app.text.folding import plain

_LEVELS = (
    (re.compile(r"\b(?:ph ?d|doctorate|doctoral|dphil|doctor of)\b"), 5),
    (
        re.compile(
            r"\b(?:masters?|msc|mba|meng|mphil|march|mpharm|mchem|mphys|msci|mres|mfa|mph|magister|m sc|m a|m s|ms in|ma in|med in|llm)\b"
        ),
        4,
    ),
    (
        re.compile(
            r"\b(?:bachelors?|bsc|ba|beng|bs|bcom|bba|b sc|b a|b s|bed|llb|undergraduate degree"
            r"|university degree|degree)\b"
        ),
        3,
    ),
    (re.compile(r"\b(?:diploma|hnd|hnc|foundation degree|associates? degree|btec)\b"), 2),
    (re.compile(r"\b(?:certificate|nvq|apprenticeship|gcses?|a levels?|high school)\b"), 1),
)
_HAVE = (
    r"\bi (?:also |actually |already |do )?(?:have|hold|got|did|finished|completed|took|earned|obtained|have got|received|graduated with) "
    r"(?:a |an |my |the )?"
)
_DEGREE = r"(?:phd|ph d|doctorate|master(?:'?s)?|msc|mba|meng|bachelor(?:'?s)?|bsc|beng|degree|diploma)"
_ADJECTIVES = r"(?:\w+ ){0,2}?"
_HAS_DEGREE = [
    re.compile(
        rf"{_HAVE}{_ADJECTIVES}(?P<x>{_DEGREE})\b(?: degree)?(?: (?:in|of) (?P<f>[a-z]+(?: (?:and )?[a-z]+){{0,3}}))?"
    ),
    re.compile(
        rf"\b(?:my|during my|after my) (?P<x>{_DEGREE})\b(?: degree)?(?: (?:is|was))?(?: (?:in|of) (?P<f>[a-z]+(?: (?:and )?[a-z]+){{0,3}}))?"
    ),
    re.compile(
        r"\bi (?:studied|graduated in|majored in|read) (?P<f>[a-z]+(?: (?:and )?[a-z]+){0,3})(?= at @| at the (?:university|college))"
    ),
]
_NO_DEGREE = re.compile(
    r"\bi (?:never|did not|do not|have not|have never) (?:actually |ever |quite |even |really )?(?:finish(?:ed)?|complete[d]?|have|get|got|gotten|hold|held|do|done|graduate[d]?|went|go|going|gone|been)"
    r"(?: to)?(?: university| college| uni)?(?: (?:my|the|a|that|any))?(?: (?:\w+ )??(?P<x>degree|studies|university|college|uni|bachelor'?s|master'?s|phd|diploma))?\b"
)
_DROPPED = re.compile(
    r"\bi (?:dropped out|left (?:university|college|uni) (?:early|before|without)|left without (?:a |my )?(?:degree|graduating))\b"
)
_PLACE = re.compile(
    r"\b(?:studied|graduated|degree|bachelor'?s|master'?s|phd|diploma|university|college|went to (?:university|college|uni))\b"
    r"(?: (?!(?:and|then|started|job|work\w*|alongside|while|joined|but|before|after)\b)[\w'#+&]+){0,7}? (?:at|from) @(?P<e>\d+)"
)
_GRADUATED = [
    re.compile(
        r"\bi (?:only |finally )?(?:graduated|(?:finished|completed) (?:(?:my|the|law|nursing|medical|business|technical|art|drama|cookery|catering|trade) ){0,2}(?:university|college|uni|degree|studies|apprenticeship|(?<=law |ing |cal |ess |art |ade )school)|got my degree)(?: (?:from|at) @\d+)? "
        r"(?:back )?(?:in|around|about) (?P<d>&\d+_\d+)"
    ),
    re.compile(
        r"\b(?:in|since) (?P<d>&\d+_\d+) ,? ?(?:when )?i (?:graduated|finished (?:university|college|uni|my degree|my studies)|got my degree)"
    ),
]
_QUALIFIED = re.compile(
    r"\bi (?:have been )?qualified(?: as (?:\w+ ){1,4}?)? ?(?:back )?(?:in|since) (?P<d>&\d+_\d+)"
)
_UNDER_WAY = re.compile(
    r"\b(?:studying|working towards?|working on|doing my|halfway|enrolled|starting|thinking (?:of|about)|considering|currently|at the moment|yet|now)\b"
)
_NOT_CERTIFIED = re.compile(
    r"\bi am not (?:yet |actually |officially )?(?:certified|licen[sc]ed|accredited|qualified) (?:in|for|to do|to drive|to operate|on|as)"
    r" (?:a |an |the )?(?P<x>[a-z0-9][\w+#. ]{0,40}?)(?: (?:yet|myself|any ?more))?(?= ?(?:$|[.,;:?]))"
)
_ASKED_STUDIES = re.compile(
    r"\b(?:education|degree|studied|study|studies|qualifications?|university|training)\b"
)
_ASKED_END = re.compile(
    r"\bwhen did you (?:finish|complete|graduate|qualify|leave (?:university|college))|\bwhen were you (?:finished|done) (?:with|at)"
)
_SHORT_DEGREE = re.compile(
    rf"(?:^|, )(?:yes , |well , )?(?:a |an |my )?(?P<x>{_DEGREE})(?: degree)?(?= ?(?:$|[.,;:?]| in| from| at))"
)
MAX_SHORT_ANSWER_WORDS = 14
_NO_CERTIFICATE = re.compile(
    r"\bi (?:do not|did not|have not|have never|never|still do not) (?:actually |ever |currently |yet )?"
    r"(?:have|hold|held|got|get|done|did|passed|pass|taken|take|had) (?:a |an |the |my |any )?(?P<x>[a-z0-9#_][\w#.+ ]{1,60}?)"
    r"(?: (?:yet|myself|any ?more|at the moment|right now|so far|at all))?(?= ?(?:$|[.,;:?]))"
)


def degree_level(text: str) -> int | None:
    """5 for a doctorate, 4 for a master's, 3 for a bachelor's, 2 for a diploma, 1 for a certificate."""
    folded = plain(text)
    return next((level for pattern, level in _LEVELS if pattern.search(folded)), None)


def find_studies(statement: Statement) -> Iterator[Claim]:
    """Claims about studies in one sentence."""
    text = statement.text
    denied = False
    for pattern in (_NO_DEGREE, _DROPPED):
        match = pattern.search(text)
        if match is None or not statement.is_real(match.start(), match.end()):
            continue
        named = match.groupdict().get("x") or ("" if pattern is _NO_DEGREE else "degree")
        if named or "graduate" in match.group() or "university" in match.group():
            denied = True
            level = degree_level(named) or 3
            yield _claim(statement, ClaimKind.DEGREE, value=Range(level, level), is_positive=False)
    if denied:
        return
    if not _UNDER_WAY.search(text):
        for pattern in _HAS_DEGREE:
            match = pattern.search(text)
            if match is not None and statement.is_real(match.start(), match.end()):
                yield from _find_degree(statement, match)
    place = _PLACE.search(text)
    if (
        place is not None
        and re.search(r"\b(?:i|my)\b", text)
        and statement.is_real(place.start(), place.end())
    ):
        yield _claim(statement, ClaimKind.INSTITUTION, subject=place["e"])
    yield from _find_graduation(statement)
    yield from _find_answers(statement)
    yield from _find_missing_certificate(statement)


def _find_graduation(statement: Statement) -> Iterator[Claim]:
    for pattern in _GRADUATED:
        match = pattern.search(statement.text)
        if match is not None and statement.is_real(match.start(), match.end()):
            yield _claim(statement, ClaimKind.GRADUATION, value=read_range(match["d"]))
    match = _QUALIFIED.search(statement.text)
    if match is not None:
        yield _claim(statement, ClaimKind.GRADUATION, value=read_range(match["d"]), text="qualified")


def _find_missing_certificate(statement: Statement) -> Iterator[Claim]:
    match = _NO_CERTIFICATE.search(statement.text) or _NOT_CERTIFIED.search(statement.text)
    if match is not None and statement.is_real(match.start(), match.end()):
        yield _claim(statement, ClaimKind.CERTIFICATE, text=match["x"].strip(), is_positive=False)


def _find_answers(statement: Statement) -> Iterator[Claim]:
    """A short answer to "What did you study?" or "When did you graduate?"."""
    if not statement.is_first or len(statement.text.split()) > MAX_SHORT_ANSWER_WORDS:
        return
    if _ASKED_STUDIES.search(statement.question) and not re.search(r"\b(?:no|not|never)\b", statement.text):
        match = _SHORT_DEGREE.search(statement.text)
        level = degree_level(match["x"].replace("'", "")) if match is not None else None
        if match is not None and level is not None and statement.is_real(match.start(), match.end()):
            yield _claim(statement, ClaimKind.DEGREE, value=Range(level, level))
    dates = re.findall(r"&\d+_\d+", statement.text)
    about_studies = re.search(
        r"\b(?:stud\w+|universit\w+|college|degree|graduate|qualify|course)\b", statement.question
    )
    if _ASKED_END.search(statement.question) and about_studies and len(dates) == 1:
        yield _claim(statement, ClaimKind.GRADUATION, value=read_range(dates[0]))


def _find_degree(statement: Statement, match: re.Match[str]) -> Iterator[Claim]:
    groups = match.groupdict()
    level = degree_level((groups.get("x") or "").replace("'", ""))
    if level is not None:
        yield _claim(statement, ClaimKind.DEGREE, value=Range(level, level))
    field = (groups.get("f") or "").strip()
    if field and (level or 3) >= 3:
        yield _claim(statement, ClaimKind.FIELD_OF_STUDY, text=field)


def _claim(
    statement: Statement,
    kind: ClaimKind,
    *,
    subject: str = "",
    value: Range | None = None,
    text: str = "",
    is_positive: bool = True,
) -> Claim:
    return Claim(
        kind=kind,
        subject=subject,
        sentence=statement.index,
        exchange=statement.exchange,
        value=value,
        text=text,
        is_positive=is_positive,
        is_hedged=statement.is_hedged,
    )
