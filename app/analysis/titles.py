"""Titles of findings: the heading of the question, and the most informative clause of the quote."""

from __future__ import annotations

from functools import partial

from app.analysis.findings import FindingKind
from app.analysis.lexicon import Lexicon, load_lexicon
from app.analysis.prose import Phrases, capitalize
from app.analysis.quoting import MIN_QUESTION_WORDS, choose_question
from app.analysis.requirement_kinds import needs_proof
from app.analysis.selection import Selected, SelectedConcern
from app.analysis.sentences import split_clauses
from app.text.fillers import remove_sounds
from app.text.numbers import has_figure
from app.text.stop_words import LANGUAGES
from app.text.words import content_stems, count_words

CONCERN_WORDS = 2
"""Words that a concern has in common with the requirement that it is about, unless that has fewer."""
MAX_HEADING_WORDS = 7
MIN_TITLE_WORDS = 3
MAX_TITLE_WORDS = 12
TITLE_SLACK = 3
"""A title that exceeds the limit by at most this many words is not cut."""
ENOUGH_STEMS = 5
"""More content words than this do not make a clause a better title."""
FIGURE_WORTH = 1.5
"""Bonus for a figure in a title, in content words."""
OWN_ACTION = 1.4
"""Factor on a clause with the candidate as its subject."""
CORE_CLAUSE = 1.3
"""Factor on a clause of the core sentence."""
CUT_SHARE = 0.85
FRAGMENT_SHARE = 0.5
"""Factor on a clause that depends on the one before it."""


def write_title(item: Selected, phrases: Phrases, *, spoken_language: str, heading: str = "") -> str:
    """A title in the words of the quote, after the ``heading`` of the question if there is one.

    The title of an evasion is what was asked.
    """
    if item.kind is FindingKind.EVASION and (asked := choose_question(item.exchanges, with_context=False)):
        return phrases.sentences["title_evaded"].format(question=_cut(asked, None))
    lexicon = load_lexicon(spoken_language)
    clause = item.clause or _choose_clause(item, lexicon)
    clause = remove_sounds(clause, language=spoken_language)
    quote = capitalize(_cut(_without_lead(clause, lexicon), lexicon))
    if not heading:
        return phrases.sentences["title"].format(quote=quote)
    return phrases.sentences["title_headed"].format(heading=capitalize(heading), quote=quote)


def find_subject(item: Selected, *, language: str) -> str:
    """The requirement that a finding is about; empty if it has no word in common with questions and quote.

    A concern needs two in its core: a practice that was told in passing is often beside the question.
    """
    text = item.requirement.strip().rstrip(".;,")
    asked = " ".join(exchange.question for exchange in item.exchanges)
    is_concern = isinstance(item, SelectedConcern) and item.core
    said = content_stems(item.core if is_concern else f"{asked} {item.quote_text}", language=language)
    named = content_stems(text, language=language)
    least = min(CONCERN_WORDS, len(named)) if is_concern else 1
    return text if named and len(named & said) >= least else ""


def make_heading(item: Selected, *, language: str) -> str:
    """The requirement of a finding as its heading.

    Empty if it is too long for one, if documents would prove it ("five years in the trade"), or if the
    finding does not name it.
    """
    text = find_subject(item, language=language)
    return "" if count_words(text) > MAX_HEADING_WORDS or needs_proof(text) else text


def _choose_clause(item: Selected, lexicon: Lexicon | None) -> str:
    text = item.quote_text
    clauses = [part for part in split_clauses(text) if count_words(part) >= MIN_TITLE_WORDS]
    return max(clauses or [text], key=partial(_rate_clause, core=item.core, lexicon=lexicon))


def _rate_clause(clause: str, *, core: str, lexicon: Lexicon | None) -> float:
    """Information in a clause: its content words, and a figure."""
    words = _without_lead(clause, lexicon)
    if lexicon is None:
        return float(len(content_stems(words)))
    shown = _cut(words, lexicon)
    stems = content_stems(shown, language=lexicon.language)
    worth = min(len(stems), ENOUGH_STEMS) + FIGURE_WORTH * has_figure(words)
    if lexicon.speaks_of_self(words):
        worth *= OWN_ACTION
    if clause in core:
        worth *= CORE_CLAUSE
    if shown.endswith("…"):
        worth *= CUT_SHARE
    return worth * (FRAGMENT_SHARE if lexicon.is_fragment(words) else 1.0)


def _without_lead(text: str, lexicon: Lexicon | None) -> str:
    lead = None if lexicon is None else lexicon.leads.match(text.lower())
    return text if lead is None else text[lead.end() :] or text


def _cut(text: str, lexicon: Lexicon | None) -> str:
    """The first words of a text, without the punctuation at its end other than a question mark.

    The cut is before a further clause with a subject of its own, if one starts there.
    """
    words = text.split()
    shown = words
    if len(words) > MAX_TITLE_WORDS + TITLE_SLACK:
        shown = words[:MAX_TITLE_WORDS]
        for end in range(MAX_TITLE_WORDS, MIN_QUESTION_WORDS, -1):
            rest = " ".join(words[end : end + 3])
            if lexicon is not None and lexicon.starts_clause(rest):
                return " ".join(words[:end]).rstrip(" .,;:!–—")
        while len(shown) > MIN_TITLE_WORDS and not _carries_meaning(shown[-1]):
            shown.pop()
    joined = " ".join(shown).rstrip(" .,;:!–—")
    return f"{joined} …" if len(words) > len(shown) else joined


def _carries_meaning(word: str) -> bool:
    return all(content_stems(word, language=language) for language in LANGUAGES)
