"""Work that a line of the CV claims, and that others did by the candidate's own words.

Nobody says "I did not lead it". People tell who had the project, and what was left for them ("they ran the whole thing,
I was helping out mostly"). So an answer counts if it says both, and speaks of a line of the CV that claims the work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from app.analysis.consistency.profile import MAX_LINE_CHARACTERS
from app.analysis.consistency.statements import Statement
from app.analysis.consistency.telling_words import TellingWords, read_words
from app.text.bullets import without_bullet
from app.text.words import content_stems

MIN_LINK = 2.0
"""Minimum weight of the words that question or answer share with the line; one of the question is enough after a no."""
WORD_OF_QUESTION = 1.5
"""Weight of a word of the question; that of a word of the answer alone is 1."""
MAX_LINES = 200
_CLAIMS = re.compile(
    r"\b(?:led|lead|leads|leader|chargehand|leading|manag(?:ed|er|es|ing)|ran|runs?|running|head(?:ed|s)?|introduced|introducing|implement(?:ed|s|ing)|design(?:ed|s|ing)?|built"
    r"|build(?:s|ing)?|install(?:ed|ing)|set up|launch(?:ed|ing)|creat(?:ed|es|ing)|plan(?:ned|s|ning)|organi[sz](?:ed|es|ing)|deliver(?:ed|y|ing)"
    r"|direct(?:ed|or|ing)|oversaw|oversees?|overseeing|supervis(?:ed|es|e|ing|or)|wrote|writing|develop(?:ed|s|ing)|negotiat(?:ed|es|ing)|established|founded"
    r"|co-?ordinat(?:ed|es|or|ing)|responsib\w+|in charge|commissioned|migrated|conduct(?:ed|s|ing)|chief|foreman|forewoman|owner)\b",
    re.IGNORECASE,
)
_MODEST = re.compile(
    r"\b(?:deput\w+|assist\w*|help\w*|support(?:ed|ing)|supervised by|reporting to|under|trainee|apprentice|member of|part of|contributed|worked with|relief|bank)\b",
    re.IGNORECASE,
)
"""What a line says that claims no more than a part."""
_PERSON = (
    r"(?:[Mm]anager|boss|colleagues?|compan(?:y|ies)|firm|agency|contractors?|consultants?|suppliers?|vendor|team|owner|director|head|architect|board|people|lads|lot"
    r"|partner|principal|chef|foreman|engineers?|fellas?|guys?|supervisor|uncle|aunt|son|daughter|cousin|brother|sister|husband|wife|father|mother|predecessor|specialists?|office|department|outfit)"
)
_WHO = (
    r"(?:[Hh]e|[Ss]he|[Tt]hey"
    r"|(?!(?:I|It|That|This|There|What|Which|We|You|And|But|So|No|Yes|Well|When|If|Then|Now|One|Who|Nobody|Every\w+)\b)[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?"
    rf"|(?:[Mm]y|[Oo]ur|[Tt]he|[Aa]n?|[Ss]ome|[Tt]wo|[Tt]hree|[Oo]ther|[Aa]nother) (?:[\w'’-]+ ){{0,3}}?{_PERSON})"
)
_DID = (
    r"(?:(?: \w+){0,2}?,? (?:who|that))?(?:['’]d| had| has| have| was| were)? ?(?:already |always |actually |then |mostly |really )?"
    r"(?:did|done|ran|run|runs|led|leads|handled|managed|built|designed|put (?:it|in|up|them|that)|set (?:it|that|them|everything)(?: all)? up|picked|chose|chosen|wrote|drew|planned|decided"
    r"|organi[sz]ed|signed|signs|looked after|looks after|took care|in charge|had the|has the|got the|does|installed|moved it|brought it|held|holds)\b"
)
_OTHERS = re.compile(
    rf"\b{_WHO}{_DID}|\b(?:was|is|were) (?:picked|chosen|designed|built|done|run|led|written|managed|installed|handled|planned) by\b"
    r"|\b[Tt]he (?:lead|manager|boss|organi[sz]er|project manager|head|director) (?:for \w+ )?(?:is|was) (?:my|our|[A-Z])"
    r"|\b(?:was|were) (?:\w+ )?before (?:me|my time)\b|\balready (?:up|there|running|in place|done)\b|\b(?:[Ii]t|[Tt]hat)(?:['’]s| was| is) (?:really |actually |always |all )?[A-Z][a-z]+\b"
    r"|\b(?:design|plan|project|idea|decision) (?:is|was) [A-Z]\w+['’]s\b|\b(?:[Ss]he|[Hh]e|[A-Z][a-z]+)(?:['’]s| was| is) (?:the )?(?:supervisor|manager|head|lead|site manager|foreman|chef)\b"
)
_EARLIER = re.compile(r"\b(?:then,|back then|at (?:the|that) time|in those days)")
"""Words for a time before the one that the line of the CV may mean."""
_OTHERS_PROJECT = re.compile(
    r"\b(?:[Ii]t|[Tt]hat)(?: was|['’]s| is) (?:really |actually |always |all )?[A-Z]\w+['’]s (?:project|job|baby|show|idea|work|design)\b"
)
_LEADER = r"(?P<role>lead|leader|supervisor|foreman|head|chargehand|herd manager|site manager|project manager|head chef)"
_OTHER_LEADER = re.compile(
    rf"\b(?!I\b|It\b|That\b)(?:[A-Z]\w+|[Hh]e|[Ss]he)(?:,? who|,? she|,? he)? (?:was|is|had been|has been) (?:the |our )?(?:\w+ ){{0,2}}?{_LEADER}\b"
    rf"|\b(?:[Oo]ur|[Tt]he) {_LEADER.replace('role', 'role2')} (?:\w+ ){{0,2}}?(?:was|is) (?:[A-Z]|my)",
)
_MY_PART = re.compile(
    r"\bI(?: was| am|['’]m| did| would|['’]d|['’]ve)?(?: \w+){0,2}? (?:just|only|mostly|mainly|helped|helping|assisted|watched|supported|sat in|shadowed|followed)\b"
    r"|, (?:mostly|mainly|that's all|basically)\b|\bme among\b|\bwhen I (?:came|joined|started|arrived)\b|\bby the time I\b"
    r"|\bI (?:got|had) the \w+ (?:part|bit)\b|\bI (?:was|am|['’]m) (?:one of|on the|under|part of)\b|\bI (?:held|carried)\b"
    r"|\bas (?:her|his|their|an?) (?:\w+ )?(?:assistant|sous|second|helper|deputy|junior|trainee)\b|\b(?:two|his|her) assistants\b|\bI do the \w+ when\b|\b[Mm]ine was\b"
    r"|\b[Nn]ow I (?:run|use|do|look)\b|\bI showed (?:him|her|them)\b|\bI was (?:on (?:maternity|leave|holiday|sick)|off|away)\b"
    r"|\bI (?:was|got) (?:only )?(?:brought in|called in|asked to help)\b|^No\b"
    r"|\bI(?:['’]ve| have) (?:never|not)\b|\bI (?:didn't|did not|wasn't|was not)\b",
)
_OWNED = re.compile(
    r"\bI (?:led|ran|managed|designed|planned|set it up|wrote it|built it|was in charge|did it myself|decided)\b|\bmy (?:own )?(?:design|plan|project|idea)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DoneByOthers:
    """The sentence that says who did it, and the line of the CV that claims it."""

    statement: Statement
    cv_line: str


def find_done_by_others(
    statements: Sequence[Statement], words: TellingWords, cv_text: str, today: date
) -> Iterator[DoneByOthers]:
    """Answers by which others did what the CV claims, in time linear in the length of the transcript."""
    lines = [
        (line[:MAX_LINE_CHARACTERS], read_words(line, today))
        for line in (without_bullet(raw.strip()) for raw in cv_text.splitlines()[:MAX_LINES])
        if _CLAIMS.search(line) and not _MODEST.search(line)
    ]
    for indexes in _group(statements):
        if any(_EARLIER.search(statements[at].sentence.text) for at in indexes):
            continue
        if found := _find_other_leader(statements, words, indexes, lines):
            yield found
            continue
        answer = [statements[at].sentence.text for at in indexes]
        is_plain = any(map(_OTHERS_PROJECT.search, answer))
        others = next((at for at in indexes if _OTHERS.search(statements[at].sentence.text)), None)
        if (
            not lines
            or others is None
            or not (is_plain or any(map(_MY_PART.search, answer)))
            or any(map(_OWNED.search, answer))
        ):
            continue
        asked = words.telling(words.asked[others])
        said = words.telling(frozenset().union(*(words.said[at] for at in indexes))) - asked
        links = [WORD_OF_QUESTION * len(asked & known) + len(said & known) for _, known in lines]
        is_denied = answer[0].startswith("No,")
        least = 1.0 if is_plain else WORD_OF_QUESTION if is_denied else MIN_LINK
        if max(links) >= least:
            yield DoneByOthers(statements[others], lines[links.index(max(links))][0])


def _find_other_leader(
    statements: Sequence[Statement],
    words: TellingWords,
    indexes: Sequence[int],
    lines: Sequence[tuple[str, frozenset[str]]],
) -> DoneByOthers | None:
    """A sentence that gives somebody else the role that a line of the CV claims, in an answer about that line."""
    if any(_OWNED.search(statements[at].sentence.text) for at in indexes):
        return None
    for at in indexes:
        match = _OTHER_LEADER.search(statements[at].sentence.text)
        if match is None:
            continue
        role = (match["role"] or match["role2"]).split()[-1]
        telling = words.telling(words.asked[at].union(*(words.said[other] for other in indexes)))
        for line, known in lines:
            if re.search(rf"\b{role}\b", line, re.IGNORECASE) and telling & known - content_stems(role):
                return DoneByOthers(statements[at], line)
    return None


def _group(statements: Sequence[Statement]) -> Iterator[list[int]]:
    """The indexes of the statements of each answer."""
    groups: dict[int, list[int]] = {}
    for at, statement in enumerate(statements):
        groups.setdefault(statement.exchange, []).append(at)
    yield from groups.values()
