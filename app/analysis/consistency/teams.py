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
    r"|waiters|cleaners|guards|designers|accountants|clerks|salespeople|reps|buyers|porters|apprentices|lads|girls|boys|ladies|guys|folks|attendants|accountants|consultants|hands|direct reports|reports"
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
_ONLY_LED = re.compile(
    rf"\bi (?:only ever had|had only|only had|would only|have only ever had|have only|only have) (?:the )?{_N}\b(?! (?:percent|years|months|weeks|days|hours))"
)
_IN_TEAM = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:we were|there were|there was|it was|we are|there are|there is|there's|it is) (?:all together |in total )?(?:only |just |about |around |roughly )?{_N} of us\b",
        rf"\b(?:in|on|part of|as part of|we were|we had|we are|we have) {_HEDGES}{_TEAM} of {_HEDGES}{_N}\b",
        rf"\bthere were (?:only |just |about |around )?{_N} (?:people|of us)(?: of us)? (?:on|in) (?:the|our|that|my) team",
    )
]
_ASKS_FOR_TEAM = re.compile(
    r"\b(?:team|crew|staff|department|workforce|kitchen|workshop|gang|group|brigade|lads|people|colleagues|how many|how big|set up|divided|shared|split|organi[sz]ed?|under you|alone)\b"
)
_EVERYONE = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:just|only|all|ever|been|there is|there's|there was|it is|it's|it was|we are|we were|that is|that's|that was) (?:just |only |ever |really |all )?(?:the )?{_N} of us\b",
        rf"\b{_N} of us (?:the (?:entire|whole)|in (?:it|all|total)|altogether|all told|that is|me included)\b",
        rf"\bwe (?:are|were) (?:just |only )?{_N} (?:with me|me included|all told|in all)\b",
        rf"\b{_N} of us ?(?:$|[.,;])",
    )
]
"""The size of a whole team with the speaker."""
_AND_ME = re.compile(rf"{_N} (?:(?:\w+ )?{_PEOPLE}|(?:on|in) (?:the )?\w+) and (?:me|myself)\b")
_ALONE = re.compile(
    r"\b(?:one man (?:band|show|operation)|(?:it is|it's|it was|that is|that's|there is|there's|there was) (?:just|only) me\b(?! and)|i (?:was|am) (?:the only one|all there was) (?:there|in it))"
)
_LISTED = re.compile(r"\b(?:me|myself) (?:and|,) ")
_COUNTED = re.compile(
    r"^(?:and |then |there is |old |young |our )*(?:[A-Z][\w'’-]+|(?:a|an|the|my|our|one|another|two)\b.{0,25}\b(?:lad|girl|boy|guy|man|woman|lady|apprentice|trainee|assistant|colleague"
    r"|temp|student|son|daughter|brother|sister|wife|husband|other|fellow|bloke|cleaner|clerk|helper|junior)s?\b)"
)
NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve".split(), start=2
    )
}
_PRESENT = re.compile(
    r"\b(?:do you|are you|is your|is the|are the|are there|have you got|you have got|you have)\b"
)
_ANYBODY = re.compile(
    r"^(?:and |then |there's |old |young )*(?:[A-Z]|(?:a|an|the|my|our|one|another)\b)(?!.{0,12}(?:whole|full|lot|entire))"
)
"""Where everybody is listed, whoever is named counts."""
_WHOLE = re.compile(
    r"\b(?:the lot of us|that was (?:it|us|all|the (?:full|whole|entire)|(?:your|the) lot)|(?:that is|that's) (?:it|us|all|(?:the|your) lot)|ever had|ever been|never (?:had|been) more|in it|in there|with me|me included|all told|the (?:entire|whole) (?:job|time|team|crew|shop|place|outfit))\b"
)
_PART = re.compile(
    r"\b(?:summer|winter|spring|autumn|season|january|february|march|april|june|july|august|september|october|november|december|on site|at a time|at once|that day|that night|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|on paper|meeting|table|room|car|van|on the \w+ (?:job|project|line|side))\b"
)
_CV_TEAM = re.compile(
    rf"\b(?:(?P<lead>{_LEAD}|line managed|mentored) (?:\w+ ){{0,3}}?)?{_HEDGES}(?:\w+ )?{_TEAM} of {_HEDGES}{_N}"
)
_CV_LED = re.compile(
    rf"\b(?:{_LEAD} {_HEDGES}{_N} (?:\w+ )?{_PEOPLE}"
    rf"|(?:supervis(?:ed|es|ing)|led|leads|leading|line managed|mentored|coached) {_HEDGES}(?P<n2>#[\d.]+_[\d.]+) [a-z]+s)\b"
    r"(?: and (?P<more>#[\d.]+_[\d.]+) [a-z]+)?"
)
_CV_REPORTS = re.compile(
    rf"{_N} (?:\w+ )?direct reports\b|(?P<m>#[\d.]+_[\d.]+) (?:person|man|piece|strong) (?:team|crew|gang|brigade|squad)\b"
)
_NEVER_LED = re.compile(
    r"\bi (?:have |had )?(?:never|not|did not|have not) (?:actually |ever |really )?(?:manag\w+|led|lead|supervis\w+|been in charge of|been responsible for"
    r"|had responsibility for) (?:any |other )?(?:a team|people|anyone|anybody|staff|others|employees|a group of people|teams)(?: (?:before|myself|yet|so far|directly))?(?= ?(?:$|[.,;:?]))"
    r"|\bi (?:have |had )?(?:never|not|did not|have not)(?: ever| actually| really)? had (?:anyone|anybody|people|staff|a team|a soul) (?:reporting to|under|working for|below) me\b"
    r"|\bi have (?:only ever|always|only) (?:answered for|been responsible for|looked after) (?:my own|myself|just my|me)\b"
)
_HAVE_YOU_LED = re.compile(
    r"\b(?:have you|did you|do you)(?: ever)? (?:manag\w+|led|lead|supervis\w+)(?: had)? (?:a team|people|anyone|anybody|staff|others|any people|other people)(?: before| yourself)? ?\?"
)
_HOW_MANY = re.compile(
    r"\bwho (?:do you have|have you got|is|works?|reports?) (?:working )?(?:under|for|to|below) you\b|\bhow (?:big|large) (?:was|is|were) (?:your|the|that) (?:\w+ )?(?:team|crew|staff|group|department)"
    rf"|\bhow many (?:\w+ )?(?:{_PEOPLE}|did you) (?:did you |do you |have you |were you )?(?:manag\w+|lead|led|supervis\w+|look\w* after|have under you|report\w* to you|reporting to you|run|ran)"
    rf"|\bhow many (?:\w+ )?{_PEOPLE} (?:are|were|is|do you have|did you have|have you got|are there|were there|work(?:ed)?) ?"
    r"(?:working |reporting )?(?:under|below|for|to|in|on)? ?(?:you|your team|your shift|there)?"
)
_OPENING_NUMBER = re.compile(
    rf"(?:well |so |um |at the moment |now |it is |it's |there are |there's |there is |we have |i have |i have got |just |only |the |about |around |roughly |, )*#\S+(?= ?(?:$|[.,;:?]| of| {_PEOPLE}| or so| in total| at the moment| now| currently| right now))"
)
_SOME_OF = re.compile(
    r"\b(?:later|grew|grown|growing|shrank|at first|initially|originally|in the end|by the end|at its|at the peak|up to|from #|another|other|of them|each|per_|on nights|at night|on shift|on a shift|a shift|per shift|sometimes|depending|at any one|usually|day to day|first|project)\b"
)
_TEAM_STEMS = frozenset(
    map(
        stem, re.findall("[a-z]+", _LEAD + _PEOPLE + _TEAM + "managing leading time altogether total involve")
    )
)


def read_team(text: str) -> list[tuple[str, Range, int]]:
    """("led" or "in", size, position) of each team in a marked text."""
    found: list[tuple[str, Range, int]] = []
    for kind, patterns in (("led", _LED), ("in", _IN_TEAM)):
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
    yield from _find_everyone(statement)
    if "#" not in statement.text:
        return
    found = read_team(statement.text)
    only = _ONLY_LED.search(statement.text)
    if not found and only and _ASKS_FOR_TEAM.search(f"{statement.question} {statement.text}"):
        found = [("led", read_range(only["n"]), only.start())]
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
        employer = _find_employer(statement) if employer is None else employer
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


LED, EVERYONE = "led", "everyone"
"""Texts of claims about the people that the speaker led, and about a whole team with the speaker."""
MIN_TEAM_DIFFERENCE = 2.0
"""People that a whole team may differ by: the boss, or somebody who left."""


def _find_everyone(statement: Statement) -> Iterator[Claim]:
    """The size of the team that the candidate worked in, with the candidate: "me and Tom and a lad"."""
    text = statement.text
    is_whole = _WHOLE.search(text) is not None
    if not is_whole and (_ASKS_FOR_TEAM.search(statement.question) is None or _PART.search(text)):
        return
    if not is_whole and _SOME_OF.search(text):
        return
    sizes = [read_range(match["n"]) for pattern in _EVERYONE for match in pattern.finditer(text)]
    if not sizes and (others := _AND_ME.search(text)):
        size = read_range(others["n"])
        sizes = [Range(size.low + 1, size.high + 1)]
    if not sizes and _ALONE.search(text):
        sizes = [Range(1, 1)]
    if not sizes and _LISTED.search(text):
        listed = _count_listed(statement.sentence.text, counted=_ANYBODY if is_whole else _COUNTED)
        sizes = [Range(listed, listed)] if listed > 1 else []
    if not sizes:
        return
    named = re.search(r"@(\d+)", text)
    employer = int(named[1]) if named else _find_employer(statement)
    yield make_claim(
        statement,
        ClaimKind.TEAM_SIZE,
        subject="" if employer is None else str(employer),
        value=max(sizes, key=lambda size: size.high),
        text=EVERYONE,
    )


def _find_employer(statement: Statement) -> int | None:
    """The employer that the exchange is about; the present one if the question is about now."""
    if statement.context is None and _PRESENT.search(statement.question):
        return statement.current
    return statement.context


def _count_listed(sentence: str, *, counted: re.Pattern[str]) -> int:
    """How many people "me and Tom and two lads" are; 1 if only the speaker is listed."""
    match = re.search(r"\b(?:[Mm]e|[Mm]yself)(?: and|,) ", sentence)
    if match is None:
        return 1
    following = re.split(
        r"[.;:?!]| (?:but|because|so|which|who'd|that's)\b", sentence[match.end() :], maxsplit=1
    )[0]
    total = 1
    for part in re.split(r", and |, | and ", following):
        number = re.match(r"(?:and |the |about )*(\d+|[a-z]+)\b", part)
        size = NUMBER_WORDS.get(number[1], 0) if number else 0
        total += size or (counted.match(part) is not None)
    return total
