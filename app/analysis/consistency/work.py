"""Claims about the work itself: years of experience, and everything that the other files find."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.analysis.consistency.claims import make_claim
from app.analysis.consistency.denials import find_denials, find_languages, find_own_work
from app.analysis.consistency.facts import Claim, ClaimKind, Range
from app.analysis.consistency.figures import find_figures, find_lengths, find_terms
from app.analysis.consistency.spoken import read_range
from app.analysis.consistency.statements import Statement
from app.analysis.consistency.teams import find_teams
from app.text.stemming import stem
from app.text.stop_words import load_stop_words

_EXPERIENCE = [
    re.compile(pattern)
    for pattern in (
        r"\bi have (?:got )?(?:about |around |roughly |almost |nearly )?(?P<l>![\d.]+_[\d.]+) (?:of |')? ?(?:\w+ )?experience(?: (?:in|with|of|as|using|on) (?:a |an )?(?P<x>[a-z0-9+#]+(?: [a-z0-9+#]+){0,2}))?",
        r"\bi have been (?:working )?(?:a |an |as a |as an )(?P<x>[a-z]+(?: [a-z]+){0,2}?) (?:now )?for (?:the last |the past |about |around |over )*(?P<l>![\d.]+_[\d.]+)",
        r"\bi have (?:been )?(?:[a-z]+(?:ing|ed)|known|taught|built|sold|driven|run)(?: with| in| on| as)?(?: a| an| the)? (?P<x>[a-z0-9+#]+(?: [a-z0-9+#]+){0,2}?) (?:now )?for (?:the last |the past |about |around |over )*(?P<l>![\d.]+_[\d.]+)",
        r"(?P<l>![\d.]+_[\d.]+) (?:of|with|in|using) (?P<x>[a-z0-9+#]+(?: [a-z0-9+#]+){0,2})(?= experience| ?(?:$|[.,;:?]))",
        r"\b(?:in|over|after) my (?P<l>![\d.]+_[\d.]+) as (?:a |an )(?P<x>[a-z]+(?: [a-z]+){0,2})",
        r"\bi have been (?:in (?:the |this )?(?:trade|industry|business|profession|field|job)|doing this(?: job| work)?) (?:now )?for (?:the last |the past |about |around |over )*(?P<l>![\d.]+_[\d.]+)",
    )
]
_OWN = re.compile(r"\b(?:i|we|my|our|us|me)\b")


def find_work(statement: Statement) -> Iterator[Claim]:
    """Claims about the work in one sentence."""
    yield from find_teams(statement)
    yield from _find_experience(statement)
    yield from find_denials(statement)
    yield from find_figures(statement.text, statement)
    yield from find_lengths(statement)
    yield from find_terms(statement)
    yield from find_languages(statement)
    yield from find_own_work(statement)


def _find_experience(statement: Statement) -> Iterator[Claim]:
    if "!" not in statement.text:
        return
    for pattern in _EXPERIENCE:
        match = pattern.search(statement.text)
        if (
            match is not None
            and _OWN.search(statement.text)
            and statement.is_real(match.start(), match.end())
        ):
            yield make_claim(
                statement,
                ClaimKind.EXPERIENCE,
                text=(match.groupdict().get("x") or "").strip(),
                value=read_range(match["l"]),
            )
            return


def read_cv_experience(marked_line: str, subject: str) -> Range | None:
    """The years that a marked line of a CV gives for a trade or tool; None if it gives none."""
    sought = [stem(word) for word in subject.split() if word not in load_stop_words("en")]
    match = re.search(r"![\d.]+_[\d.]+", marked_line)
    if match is None or not sought:
        return None
    stems = {stem(word) for word in re.findall(r"[a-z0-9+#]+", marked_line)}
    is_about = "experience" in marked_line or len(marked_line.split()) <= 12
    return read_range(match.group()) if is_about and set(sought) <= stems else None
