"""Word lists of ``config/analysis/``: kinds of questions and words of tone in one spoken language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from app.core.config_files import CONFIG_DIR
from app.text.folding import lower_speech
from app.text.numbers import has_figure

_FILES = {"en": "english.toml", "de": "german.toml", "fr": "french.toml"}


def _phrases(items: Iterable[str]) -> re.Pattern[str]:
    """One pattern for many phrases, matched as whole words, longest first."""
    ordered = sorted(set(items), key=lambda phrase: (-len(phrase), phrase))
    return re.compile(r"(?<![\w'])(?:" + "|".join(re.escape(item) for item in ordered) + r")(?![\w'])")


def _patterns(items: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{item})" for item in items))


def _leads(items: Iterable[str]) -> re.Pattern[str]:
    """Matches any number of these words, with the punctuation after them, at the start of a text."""
    words = "|".join(re.escape(item) for item in sorted(set(items), key=lambda word: (-len(word), word)))
    return re.compile(rf"^(?:(?:{words})\b[\s,.!]*)+")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Compiled word lists. Every pattern expects text in the form of ``lower_speech``."""

    language: str
    leads: re.Pattern[str]
    """Phrases that may precede a question ("Okay, so …")."""
    open_questions: re.Pattern[str]
    motivation_questions: re.Pattern[str]
    courtesy_questions: re.Pattern[str]
    probes: re.Pattern[str]
    insistence: re.Pattern[str]
    """Words by which an interviewer comes back to a question: "But …", "…, though"."""
    mistake_questions: re.Pattern[str]
    instructions: re.Pattern[str] | None
    """Speech addressed to the assessor; None in languages where only the judge recognizes it."""
    positive: frozenset[str]
    negative: frozenset[str]
    references: re.Pattern[str]
    """Pronouns that start a sentence and refer to the one before."""

    subordinate: re.Pattern[str]
    """Words that start a dependent clause."""
    self_words: re.Pattern[str]
    """Pronouns by which people speak of themselves as the subject."""
    denials: re.Pattern[str]
    """Negations in the first person: "I've never run one", "that was never my job"."""
    no_answers: re.Pattern[str]
    """Starts of an answer that say no."""
    experience_questions: re.Pattern[str]
    """Questions whether the candidate has done or has something."""
    waivers: re.Pattern[str]
    """What interviewers say when something that is missing is not needed."""
    admissions: Mapping[str, re.Pattern[str]]
    """Parts of the form in which practices are admitted (``admissions.py``)."""
    outcomes: Mapping[str, re.Pattern[str]]
    """Ways to state an outcome: ``alone``, or ``measured`` beside a figure."""
    scenes: re.Pattern[str]
    """Words that start a story: "last spring", "there was a", "one night"."""
    practical: Mapping[str, re.Pattern[str]]
    """Questions about notice and pay, and words of their answers (``practicalities.py``)."""

    def is_fragment(self, clause: str) -> bool:
        """Whether a clause cannot be understood on its own."""
        return self.refers_back(clause) or self.subordinate.match(lower_speech(clause)) is not None

    def speaks_of_self(self, clause: str) -> bool:
        """Whether the candidate is the subject of a clause, alone or with others."""
        return self.self_words.search(lower_speech(clause)) is not None

    def starts_clause(self, text: str) -> bool:
        """Whether ``text`` starts, after a word like "and", with a pronoun as its subject."""
        lowered = lower_speech(text)
        lead = self.leads.match(lowered)
        if lead is None:
            return False
        rest = lowered[lead.end() :]
        return self.self_words.match(rest) is not None or self.references.match(rest) is not None

    def is_plain_denial(self, sentence: str, *, question: str = "") -> bool:
        """Whether a sentence plainly says that the speaker has not done or does not have something.

        ``question`` is the one that the sentence answers first, if it does: a bare no counts after it.
        """
        spoken = lower_speech(sentence)
        if self.denials.search(spoken) is not None:
            return True
        return (
            bool(question)
            and self.no_answers.match(spoken) is not None
            and self.experience_questions.search(lower_speech(question)) is not None
        )

    def tells_outcome(self, sentence: str) -> bool:
        """Whether a sentence has the form in which people state the outcome of their work."""
        spoken = lower_speech(sentence)
        if self.outcomes["alone"].search(spoken) is not None:
            return True
        return has_figure(sentence) and self.outcomes["measured"].search(spoken) is not None

    def sets_scene(self, sentence: str) -> bool:
        """Whether a sentence says when something happened, or names somebody or something new."""
        return self.scenes.search(lower_speech(sentence)) is not None

    def refers_back(self, text: str) -> bool:
        """Whether ``text`` starts, after words like "so", with a reference to what was said before it."""
        return self.references.match(self.leads.sub("", lower_speech(text))) is not None


@cache
def load_lexicon(language: str) -> Lexicon | None:
    """The word lists of ``language`` (ISO 639-1), or None if there are none."""
    name = _FILES.get(language)
    if name is None:
        return None
    with (CONFIG_DIR / "analysis" / name).open("rb") as file:
        data = tomllib.load(file)
    questions, sentiment, denials = data["questions"], data["sentiment"], data["denials"]
    return Lexicon(
        language=language,
        leads=_leads(questions["leads"]),
        open_questions=_phrases(questions["open"]),
        motivation_questions=_phrases(questions["motivation"]),
        courtesy_questions=_phrases(questions["courtesy"]),
        probes=_phrases(questions["probes"]),
        insistence=re.compile(questions["insistence"]),
        mistake_questions=re.compile(questions["mistakes"]),
        instructions=_patterns(data["instructions"]["patterns"]) if "instructions" in data else None,
        positive=frozenset(sentiment["positive"]),
        negative=frozenset(sentiment["negative"]),
        references=_phrases(data["references"]["words"]),
        subordinate=_phrases(data["references"]["subordinate"]),
        self_words=_phrases(data["references"]["self"]),
        denials=_patterns(denials["patterns"]),
        no_answers=re.compile(denials["no"]),
        experience_questions=re.compile(denials["asks"]),
        waivers=re.compile(denials["waives"]),
        admissions={name: re.compile(pattern) for name, pattern in data["admissions"].items()},
        outcomes={name: re.compile(pattern) for name, pattern in data["outcomes"].items()},
        scenes=re.compile(data["stories"]["scenes"]),
        practical={name: re.compile(pattern) for name, pattern in data["practical"].items()},
    )
