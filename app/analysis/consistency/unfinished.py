"""Qualifications of the CV that the candidate says are not finished, were not passed or have lapsed.

People say this in passing ("I've two units left to hand in"). What they speak of is in the question, in the sentence
before, or in a word that the line of the CV shares with hardly any other answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date

from app.analysis.consistency.profile import MAX_LINE_CHARACTERS
from app.analysis.consistency.spoken import mark_values
from app.analysis.consistency.statements import Statement
from app.analysis.consistency.telling_words import TellingWords, read_words
from app.text.bullets import without_bullet
from app.text.stemming import stem

MAX_LINES = 200
NAMED_IN_QUESTION = 0.5
"""Weight of a common word in a question that speaks of a qualification."""
_NOUN = (
    r"(?:diplomas?|degrees?|bachelor'?s?|master'?s?|bsc|msc|beng|phd|hnd|hnc|nvq|btec|gcses?|a levels?|level|certificates?|certification"
    r"|certified|licen[cs]e[ds]?|tickets?|cards?|exams?|examination|examiner|papers?|finals?|apprenticeship|qualification|qualified|qualify|qualifying"
    r"|accreditation|accredited|registration|registered|register|chartered|journeyman\w*|course|award|city & guilds|test|theory|class|category)"
)
_QUALIFICATION = re.compile(rf"\b{_NOUN}\b")
_ON_CV = re.compile(
    r"\b(?:diploma|degree|bachelor'?s?|master'?s?|bsc|ba|ma|msc|beng|phd|hnd|hnc|nvq|btec|certificates?|certification|certified|licen[cs]es?"
    r"|ticket|examination|apprenticeship|passed|pgce|qualified|qualification|accreditation|accredited|registered|chartered|journeyman\w*|level #\d)\b"
)
_SECTION = re.compile(
    r"^(?:professional |further |vocational )?(?:education|qualifications?|training|certificat\w+|tickets?|licen[cs]es?|courses?|studies|memberships?|schooling|school)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"^[#*\s]*(?:[A-Z][A-Z &/,-]{2,40}:?|[A-Z][A-Za-z &/,-]{2,40}:|(?:#+ |\*\*).{2,40}|[A-Z][a-z]+(?: (?:and|&) [a-z]+)?)[*\s]*$"
)
_OPEN = re.compile(
    r"\b(?:not (?:yet )?(?:completed|finished|passed|taken)|unfinished|incomplete|in progress|ongoing|expected|working towards?|pending|due"
    r"|part[- ]qualified|currently|studying|lapsed|expired|withdrew|left|no degree|without|enrolled|final year|booked|planned|semesters?|modules? of)\b",
    re.IGNORECASE,
)
"""What a line says that does not claim a finished qualification."""
_GENERIC = frozenset(
    map(
        stem,
        """diploma degree bachelor master level certificate certification certified licence license ticket card exam examination
        apprenticeship qualification qualified accreditation registration registered chartered course award training school
        college university institute city guilds pass passed completed complete year full valid current held grade merit distinction
        class category since awarded obtained professional national clean driving work working trade""".split(),
    )
)
_NOT = (
    r"(?:never|not|nor) (?:(?!but\b|so\b|because\b|and\b)\w+ ){0,4}?(?:finish(?:ed)?|complet\w+|sat|sit|pass(?:ed)?|qualif\w+|graduat\w+"
    r"|renew\w*|go back|went back|gone back|(?:went|go|gone) in for|(?:took|take|taken|did|do|done) (?:the|my|me|that) (?:\w+ )?(?:test|exams?|finals?|paper|assessment|practicals?)"
    r"|submitt?\w*|hand(?:ed)? (?:it |them )?in|certified|licen[cs]ed|registered|signed off)\b(?! (?:anything|nothing))"
)
_PARTS = r"(?:units?|modules?|exams?|papers?|parts?|tests?|assignments?|assessments?|practicals?|semesters?|credits?|weeks?|finals?|project|dissertation|thesis)"
_PLAIN = re.compile(
    rf"\b(?:{_NOT}"
    r"|(?:never|not) (?:\w+ ){0,2}?(?:do|did|done|finish|start) (?:the|my) (?:second|third|fourth|final|last) (?:year|part|half|module|term|semester|block)"
    rf"|{_PARTS} (?:\w+ ){{0,2}}?(?:left|to go|short|outstanding|missing|to do|to hand in|to pass|still)\b(?! (?:out|early|over|behind))"
    r"|(?:is|are|was|were|have) (?:\w+ )?still to (?:come|pass|sit|do|take|finish|complete|hand in)"
    r"|still (?:have|got|need) (?:\w+ ){0,3}?to (?:pass|sit|finish|complete|hand in|resit)"
    rf"|(?:my|the) (?:\w+ )?{_PARTS} still to (?:come|pass|sit|do|take|finish)"
    r"|still (?:have|had|got) (?:\w+ ){0,3}?(?:thesis|dissertation|exams?|finals?|project|assignments?) to (?:write|do|finish|sit|hand in)"
    r"|(?:never|not) (?:\w+ )?(?:wrote|written|write) (?:it|them) up|never (?:got|went|came) back for|(?:would|will) have to (?:finish|complete|pass|resit)"
    r"|did not get (?:through|the (?:diploma|degree|certificate))"
    r"|(?:left|came away|walked away|finished) (?:before|without) (?:\w+ ){0,3}?(?:degree|diploma|certificate|qualification|exams?|finals?|finishing|graduating|ticket|licen[cs]e))"
)
_WITH_NOUN = re.compile(
    r"\b(?<!not )(?<!never )(?<!nearly )(?<!almost )(?:ran out|run out|lapsed|dropped out|jacked it in|packed it in|(?:never|not) (?:\w+ ){0,2}?done|(?:it )?(?:got|was|became) too much|had to (?:stop|give it up)|stopped (?:it|half ?way)|did not carry on|(?:has|had|have|is|are|been) expired|expired|out of date|let (?:it|that|mine|them|the \w+|my \w+) (?:go|lapse|slip|run out|expire)"
    r"|i let go|gave (?:it )?up|half ?way through|part way through|still (?:studying for|finishing|(?:doing|working (?:on|towards)|waiting (?:for|on)) (?:it|that|mine|my|the))|nearly there|almost there"
    r"|(?:have|need|had) to resit|resit(?:ting)?|failed (?:it|(?:the|my) (?:\w+ )?(?:exams?|test|finals?|paper|course|theory|practical))|not got (?:it|one|mine)|have not (?:got|it)|do not have (?:it|one|the)|never (?:had|got|held) (?:it|one|the|my)"
    r"|hop(?:e|ing) to (?:be finished|finish|pass|complete|get)|waiting for (?:the|my) (?:result|certificate))\b"
)
"""Words that also speak of other things: only beside a word for a qualification."""
_KINDS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<!driving )(?<!driver's )\blicen[cs]e\b",
        r"\bdriving licen[cs]e\b",
        r"\b(?:degree|bachelor|bsc|ba|beng|master'?s?|msc|ma)\b",
        r"\b(?:diploma|hnd|hnc)\b",
        r"\bapprenticeship\b",
        r"\b(?:ticket|card)\b",
        r"\bregist(?:ered|ration)\b",
    )
)
_DRIVING = re.compile(
    r"\b(?:driving|driver'?s) licen[cs]e\b|\bfull(?:,? clean)? (?:UK )?licen[cs]e\b", re.IGNORECASE
)
_NO_DRIVER = re.compile(
    r"\bi (?:do not|can not|never learned to|never learnt to|have not learned to) (?:actually |really )?drive(?= ?(?:$|[.,;:?]| yet| myself| so\b| but\b))"
    r"|\bi (?:have|had) (?:only )?(?:a few|some|my) driving lessons\b|\bi (?:failed|have not passed|have still to pass) my (?:driving )?test\b|\bi (?:lost|have lost) my (?:driving )?licen[cs]e\b"
    r"|\bi (?:am|was|got) (?:banned|disqualified) (?:from driving)?|\bi have (?:no|not got a|not got my) (?:driving )?licen[cs]e\b"
)
_OTHERS = frozenset("one who them somebody someone everybody everyone nobody people some others lads".split())
_THESIS = re.compile(r"\b(?:thesis|dissertation)\b")
_OTHERS_HAVE = re.compile(
    r"(?<!\bi)(?:'s| is| was) the (?:only )?one (?:of us )?(?:with|who has|who is|who's|that has|that is)\b"
)
"""Somebody else has it: "Tom's the one with the license"."""
_CODE = re.compile(r"\b[A-Z]{1,4}\d+\b")
"""A code of a qualification ("AM2"): another one than that of the line is another qualification."""
_PRONOUNS = frozenset({"it's", "that's", "there's", "what's"})
_LAPSED = re.compile(r"\b(?:ran|run|lapsed|expired|out of date)\b")
_UP_TO_DATE = re.compile(r"\b(?:up to date|still valid|current|in date|renewed)\b")
_RENEWED = re.compile(r"\brenew", re.IGNORECASE)
_GOT_IT = re.compile(
    r"\bthe first time\b|\bi (?:have |had |then |finally |eventually |later |did )?(?:\w+ )?(?:passed|qualified|renewed|finished it|completed it|got it|got mine|graduated)\b"
    r"|\b(?:passed|got) (?:it|in|them|mine) (?:in|on|the|at|last|first|second|now|since)\b|\bpassed (?:first|second|with|both|all)\b"
)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A sentence that says so, and the line of the CV."""

    statement: Statement
    cv_line: str
    subject: str
    """The part of the line that names the qualification."""


@dataclass(frozen=True, slots=True)
class _Entry:
    line: str
    text: str
    """The qualification, one of several that a line may list."""
    words: frozenset[str]


def find_unfinished(
    statements: Sequence[Statement], words: TellingWords, cv_text: str, today: date
) -> Iterator[Unfinished]:
    """Sentences by which a qualification of the CV is not what the CV says, one for each answer."""
    entries = list(_list_entries(cv_text, today))
    done = {item.exchange for item in statements if _GOT_IT.search(item.text)}
    yield from _find_no_driver(statements, entries)
    # A plain sentence says more than one that needs the words around it.
    for pattern in (_PLAIN, _WITH_NOUN, _OTHERS_HAVE):
        for at, statement in enumerate(statements):
            before = statements[at - 1] if at and statements[at - 1].exchange == statement.exchange else None
            if not entries or statement.exchange in done or not _denies(statement, before, pattern):
                continue
            said = words.said[at] | (words.said[at - 1] if before else frozenset())
            named = words.asked[at] if _QUALIFICATION.search(statement.question) else frozenset()
            text = f"{statement.asked} {statement.sentence.text}".lower()
            rated = [
                (_rate(entry, words.telling(words.asked[at] | said), named, text), entry) for entry in entries
            ]
            rate, best = max(rated, key=lambda pair: pair[0])
            if rate[0] == 0:
                text = (
                    f"{statement.question} degree" if _THESIS.search(statement.text) else statement.question
                )
                only = _find_only_one(entries, text)
                rate, best = ((1.0, 0), only) if only else (rate, best)
            if _CODE.search(statement.sentence.text) and not _shares_code(statement, best):
                continue
            if rate[0] > 0 and not (_LAPSED.search(statement.text) and _RENEWED.search(best.line)):
                done.add(statement.exchange)
                yield Unfinished(statement, best.line, best.text)


def _shares_code(statement: Statement, entry: _Entry) -> bool:
    return any(code in entry.text for code in _CODE.findall(statement.sentence.text))


def _find_no_driver(statements: Sequence[Statement], entries: Sequence[_Entry]) -> Iterator[Unfinished]:
    """A driving license of the CV that the candidate does not have."""
    entry = next((entry for entry in entries if _DRIVING.search(entry.text)), None)
    for statement in statements:
        match = _NO_DRIVER.search(statement.text)
        if entry is not None and match is not None and statement.is_own(match.end()):
            yield Unfinished(statement, entry.line, entry.text)
            return


def _rate(entry: _Entry, telling: Set[str], named: Set[str], text: str) -> tuple[float, int]:
    """How much an entry has in common with what was said, and where the last common word is."""
    shared = entry.words & telling
    common = entry.words & named
    last = max((text.rfind(word) for word in shared | common), default=-1)
    return len(shared) + NAMED_IN_QUESTION * len(common), last


def _denies(statement: Statement, before: Statement | None, pattern: re.Pattern[str]) -> bool:
    match = pattern.search(statement.text)
    if match is None:
        return False
    if pattern is _OTHERS_HAVE:
        return _QUALIFICATION.search(statement.text, match.end()) is not None
    if not statement.is_own(match.end()) or _is_about_other(statement, match):
        return False
    if pattern is _WITH_NOUN and _LAPSED.search(statement.text) and _UP_TO_DATE.search(statement.question):
        return True
    near = f"{statement.question} {before.text if before else ''} {statement.text}"
    return pattern is _PLAIN or _QUALIFICATION.search(near) is not None


def _find_only_one(entries: Sequence[_Entry], text: str) -> _Entry | None:
    """The only qualification of a kind that is spoken of by its kind: "your licence"."""
    for kind in _KINDS:
        if kind.search(text):
            found = [entry for entry in entries if kind.search(entry.text.lower())]
            return found[0] if len(found) == 1 else None
    return None


def _is_about_other(statement: Statement, match: re.Match[str]) -> bool:
    """Whether a name is the subject: "Tom's not done his test", "Tom never did it"."""
    before = statement.text[: match.start()].split()
    if before and (before[-1] in _OTHERS or (before[-1].endswith("'s") and before[-1] not in _PRONOUNS)):
        return True
    words = match.group().split()[0]
    return (
        re.search(rf"(?<![.?!] )(?<!^)\b[A-Z][a-z]+ {re.escape(words)}\b", statement.sentence.text)
        is not None
    )


def _list_entries(cv_text: str, today: date) -> Iterator[_Entry]:
    in_section = False
    for raw in cv_text.splitlines()[:MAX_LINES]:
        line = without_bullet(raw.strip())
        if not line:
            continue
        if _HEADING.match(line) and len(line.split()) <= 5:
            in_section = _SECTION.search(line.strip("#* ")) is not None
            continue
        if _OPEN.search(line):
            continue
        claims = in_section or _ON_CV.search(mark_values(line, today)) is not None
        for part in re.split(r"[;|•·]|, (?=[A-Z0-9])", line):
            if claims:
                yield _Entry(line[:MAX_LINE_CHARACTERS], part.strip(), read_words(part, today) - _GENERIC)
