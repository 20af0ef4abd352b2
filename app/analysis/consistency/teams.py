"""Claims about the size of a team, and the team sizes of a CV."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.analysis.consistency.claims import PLAIN_NO, content_words, make_claim
from app.analysis.consistency.facts import Claim, ClaimKind, Range
from app.analysis.consistency.spoken import read_range
from app.analysis.consistency.statements import Statement
from app.text.stemming import stem

_N = r"(?P<n>#[\d.]+_[\d.]+)"
_HEDGES = r"(?:about |around |roughly |up to |nearly |almost |over |more than |only |just |a |the |some |maybe |between ){0,5}"
_PEOPLE_BY_ENDING = (
    r"(?!(?:customers|suppliers|orders|numbers|trailers|servers|computers|containers|users|others|papers|partners|retailers"
    r"|dealers|motors|sensors|vendors|investors|contractors|doors|errors|floors|visitors|tractors|restaurants|plants|tenants"
    r"|quarters|letters|centers|factors|monitors|sectors|followers|subscribers|readers|drawers|layers|offers|covers|corners"
    r"|chapters|transfers|towers|matters|meters|kilometers|liters|dollars|hours|tenders|boilers|printers|routers|answers)\b)"
    r"[a-z]+(?:ers|ors|ists|ians|men|women)"
)
_PEOPLE = (
    r"(?:people|persons?|staff|employees|members|nurses|engineers|developers|cooks|chefs|drivers|teachers|technicians|analysts"
    r"|carers|assistants|operators|fitters|electricians|mechanics|agents|advisers|advisors|workers|colleagues|labourers|laborers"
    r"|waiters|cleaners|guards|designers|accountants|clerks|salespeople|reps|buyers|porters|apprentices|lads|guys|folks|hands|direct reports|reports"
    rf"|{_PEOPLE_BY_ENDING})"
)
_LEAD = r"(?:managed|manages?|managing|leads|supervises|runs|heads|oversees|looks after|coordinates|responsible for|in charge of|led|lead|leading|supervised|supervise|supervising|ran|run|running|headed|head|oversaw|oversee|overseeing|was in charge of|am in charge of|was responsible for|am responsible for|looked after|look after|coached|coordinated|directed)"
_TEAM = r"(?:team|crew|staff|group|department|squad|brigade|shift|gang)"
_LED = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:i|and|where i) (?:have |had |also |directly |then |personally |only |ever |just |currently |now ){{0,3}}{_LEAD} {_HEDGES}{_TEAM} of {_HEDGES}{_N}(?! percent)",
        rf"\b(?:i|where i) (?:have |had |also |directly |then |personally |only |ever |just |currently |now ){{0,3}}{_LEAD} {_HEDGES}{_N} (?:\w+ )?{_PEOPLE}\b",
        rf"(?<!\S){_N} (?:\w+ ){{0,2}}?(?:reporting to me|reported to me|report to me|under me|working for me|worked for me)\b",
        rf"\b(?:had|have) {_HEDGES}{_N} (?:\w+ )?(?:direct reports|reports)\b",
        rf"\bmy {_TEAM} (?:was|is|had|has|were|of|there was|there were)(?: at the time)?(?: of)? {_HEDGES}{_N}\b(?! (?:percent|minutes|hours|times|months|weeks|years|points|pounds|euros|projects))",
        rf"\bi (?:had|have) {_HEDGES}{_TEAM} of {_HEDGES}{_N}\b",
        rf"(?<!\S){_N} (?:\w+ )?{_PEOPLE} (?:with|under|below) me\b",
        rf"(?<!\S){_N} (?:\w+ )?{_PEOPLE} (?:in|on) my {_TEAM}\b",
    )
]
_IN_TEAM = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:we were|there were|there was|it was|we are|there are|there is|there's|it is) (?:all together |in total )?(?:only |just |about |around |roughly )?{_N} of us\b",
        rf"\b(?:in|on|part of|as part of|we were|we had|we are|we have) {_HEDGES}{_TEAM} of {_HEDGES}{_N}\b",
        rf"\bthere were (?:only |just |about |around )?{_N} (?:people|of us)(?: of us)? (?:on|in) (?:the|our|that|my) team",
    )
]
_TODAY = re.compile(
    rf"\b(?:there is|there's|there are|it is|it's|we are) (?:only |just |ever |about |around |the ){{0,4}}{_N} of us\b"
)
_CV_TEAM = re.compile(
    rf"\b(?:(?P<lead>{_LEAD}|line managed|mentored) (?:\w+ ){{0,3}}?)?{_HEDGES}(?:\w+ )?{_TEAM} of {_HEDGES}{_N}"
)
_CV_LED = re.compile(
    rf"\b(?:{_LEAD} {_HEDGES}{_N} (?:\w+ )?{_PEOPLE}"
    rf"|(?:supervis(?:ed|es|ing)|led|leads|leading|line managed|mentored|coached) {_HEDGES}(?P<n2>#[\d.]+_[\d.]+) [a-z]+s)\b"
    r"(?: and (?P<more>#[\d.]+_[\d.]+) [a-z]+)?"
)
_CV_REPORTS = re.compile(rf"{_N} (?:\w+ )?direct reports\b|(?P<m>#[\d.]+_[\d.]+) person team\b")
TODAY = "today"
"""Text of a claim about the team in which the candidate works now, with the candidate."""
_NEVER_LED = re.compile(
    r"\bi (?:have |had )?(?:never|not|did not|have not) (?:actually |ever |really )?(?:manag\w+|led|lead|supervis\w+|been in charge of|been responsible for"
    r"|had responsibility for) (?:any |other )?(?:a team|people|anyone|anybody|staff|others|employees|a group of people|teams)(?: (?:before|myself|yet|so far|directly))?(?= ?(?:$|[.,;:?]))"
)
_HAVE_YOU_LED = re.compile(
    r"\b(?:have you|did you|do you)(?: ever)? (?:manag\w+|led|lead|supervis\w+)(?: had)? (?:a team|people|anyone|anybody|staff|others|any people|other people)(?: before| yourself)? ?\?"
)
_HOW_MANY = re.compile(
    r"\bhow (?:big|large) (?:was|is|were) (?:your|the|that) (?:\w+ )?(?:team|crew|staff|group|department)"
    rf"|\bhow many (?:\w+ )?(?:{_PEOPLE}|did you) (?:did you |do you |have you |were you )?(?:manag\w+|lead|led|supervis\w+|look\w* after|have under you|report\w* to you|reporting to you|run|ran)"
    rf"|\bhow many (?:\w+ )?{_PEOPLE} (?:are|were|is|do you have|did you have|have you got|are there|were there|work(?:ed)?) ?"
    r"(?:working |reporting )?(?:under|below|for|to|in|on)? ?(?:you|your team|your shift|there)?"
)
_OPENING_NUMBER = re.compile(
    rf"(?:well |so |um |about |around |roughly |, )*#\S+(?= ?(?:$|[.,;:?]| of| {_PEOPLE}| or so| in total))"
)
_SOME_OF = re.compile(
    r"\b(?:later|grew|grown|growing|shrank|at first|initially|originally|in the end|by the end|at its|at the peak|up to|from #|another|other|of them|each|per_|on nights|at night|on shift|on a shift|a shift|per shift|(?:night|day|early|late) shifts?|sometimes|depending|at any one|usually|day to day|first|project)\b"
)
_TEAM_STEMS = frozenset(
    map(
        stem, re.findall("[a-z]+", _LEAD + _PEOPLE + _TEAM + "managing leading time altogether total involve")
    )
)


def read_team(text: str) -> list[tuple[str, Range, int]]:
    """("led", "in" or TODAY, size, position) of each team in a marked text."""
    found: list[tuple[str, Range, int]] = []
    for kind, patterns in (("led", _LED), (TODAY, [_TODAY]), ("in", _IN_TEAM)):
        for pattern in patterns:
            for match in pattern.finditer(text):
                size = read_range(match["n"])
                if 2 <= size.high <= 5_000 and all(match.start() != other[2] for other in found):
                    found.append((kind, size, match.start()))
    return found


def read_cv_team(text: str) -> list[tuple[str, Range]]:
    """Team sizes of a marked line of a CV, which has no "I"."""
    found: list[tuple[str, Range]] = []
    for match in _CV_TEAM.finditer(text):
        found.append(("led" if match["lead"] else "in", read_range(match["n"])))
    for match in _CV_LED.finditer(text):
        size = read_range(match["n"] or match["n2"])
        more = read_range(match["more"]).high if match["more"] else 0.0
        # "5 plumbers and 2 apprentices" may be said as five or as seven.
        found.append(("led", Range(size.low, size.high + more)))
    for match in _CV_REPORTS.finditer(text):
        found.append(("led" if match["n"] else "in", read_range(match["n"] or match["m"])))
    return found


def find_teams(statement: Statement) -> Iterator[Claim]:
    """Team sizes, and that the candidate never led anyone."""
    match = _NEVER_LED.search(statement.text)
    was_asked = statement.is_first and _HAVE_YOU_LED.search(statement.question)
    if (match is not None and statement.is_real(match.start(), match.end())) or (
        was_asked and PLAIN_NO.search(statement.text)
    ):
        yield make_claim(statement, ClaimKind.TEAM_SIZE, text="led", is_positive=False)
    if "#" not in statement.text:
        return
    found = read_team(statement.text)
    if not found and statement.is_first and _HOW_MANY.search(statement.question):
        numbers = re.findall(r"#[\d.]+_[\d.]+(?! (?:percent|years|months|hours))", statement.text)
        opening = _OPENING_NUMBER.match(statement.text)
        if numbers and (opening or (len(numbers) == 1 and len(statement.text.split()) <= 12)):
            kind = "in" if "how big" in statement.question or "how large" in statement.question else "led"
            found = [("any" if kind == "in" else kind, read_range(numbers[0]), 0)]
    for kind, size, position in found:
        if not statement.is_real(position, position + 1):
            continue
        employer = statement.employer_before(position)
        named = re.search(r"@(\d+)", statement.text)
        if named is not None:
            employer = int(named[1])
        is_partial = _SOME_OF.search(statement.clause(position, position + 1)) is not None
        yield make_claim(
            statement,
            ClaimKind.TEAM_SIZE,
            subject="" if employer is None else str(employer),
            value=size,
            text=kind,
            is_partial=is_partial,
            stems=content_words(statement.text) - _TEAM_STEMS,
        )
