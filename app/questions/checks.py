"""Checks of generated questions: form, topic, language, and whether they are about their fact."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.llm.generation import Refusal
from app.questions.clauses import find_clause
from app.questions.facts import Fact
from app.questions.forbidden import is_clearly_forbidden
from app.questions.forms import has_wording, list_opening_keys, opening_key
from app.questions.languages import is_in_language
from app.questions.tables import QuestionCategory
from app.questions.wording import content_words, is_irregular_past, lists, similarity, to_verbs
from app.text.folding import plain
from app.text.numbers import digit_numbers
from app.text.similarity import cosine
from app.text.stemming import stem
from app.text.stop_words import LANGUAGES, load_articles, load_interview_words, load_stop_words
from app.text.words import content_stems

MIN_WORDS = 6
MAX_WORDS = 45
MAX_WORDS_OF_A_SITUATION = 60
"""For a question that describes a situation first."""
MAX_SIMILARITY = 0.85
"""Cosine of sentence embeddings above which two questions count as the same."""
MAX_OVERLAP = 0.6
"""Shared content words, as a share of all, above which two questions are too similar."""
FORBIDDEN_TOPIC = Refusal("its topic has no place in a job interview")
_PREFIX = re.compile(
    r"^\s*+(?:\d{1,2}[.)]\s*|[-*•]\s*|(?:interview\s+)?question\s*+(?:\d+\s*+)?:\s*|q\s*:\s*)",
    re.IGNORECASE,
)

_PREAMBLE = re.compile(
    r"^(?:sure|certainly|of course|okay|absolutely|here(?:'s| is)[^:.?]{0,60})\s*[.!:,]\s+(?=\S)",
    re.IGNORECASE,
)


_NAME = re.compile(r"(?<![\w+#./-])(?=[\w+#./-]*[A-Z0-9])[\w+#./-]+")
_ASKS = re.compile(
    r"^(?:what|which|how|why|where|when|who|can|could|would|do|did|have|are|is)\b", re.IGNORECASE
)
_NEXT_SENTENCE = re.compile(r"(?<!\b[A-Z])[.!]\s+[A-Z]")
"""A sentence end, but not the initial of a name."""
_LINE_ENDS = re.compile(r"\n|[.;]\s")
_SUPPOSED_AND_ASKED = re.compile(
    r"[.!:]\s+\S|[,;–]\s(?:and\s|und\s|et\s)?"
    r"(?:(?:what|how|which|whom?|where|when|why|would|was|wie|welche\w?|wen|wem|wo|wann|warum|würden|"
    r"que|quel\w*|de quel\w*|comment|où|qui|pourquoi|quand)\b|qu[’'])",
    re.IGNORECASE,
)
"""A second sentence, or a clause that asks, in a question that begins with a situation."""
_MIN_FOREIGN_WORDS = 3
"""Content words that a question shares with another line, and not with its own, to count as mixing both."""
_MIN_COVERED = 0.5
"""Share of the content words of its line that a question with an opening repeats, else it is about something
else."""
_BEFORE_BASE = re.compile(r"(?:\bto|\b(?:did|would|do|can) you)$")
"""An English opening that a verb follows without an ending."""
_PAST = re.compile(r"\w{2}[^e]ed$")
_JOINED_VERB = re.compile(r"\band (\w+)")
"""A possible second verb of a line."""


def tidy(text: str) -> str:
    """The first question in ``text``, without quotes, numbering or label around it."""
    line = " ".join(text.replace("**", "").split())
    line = re.sub(r"([?？]).*", r"\1", line)
    if "?" not in line and _ASKS.match(line) and not _NEXT_SENTENCE.search(line):
        # A single question that only lacks its question mark.
        line = line.rstrip(" .!") + "?"
    line = _PREAMBLE.sub("", _PREFIX.sub("", line).strip()).strip()
    if len(line) > 1 and line[0] in "\"“'" and line[-1] in "\"”'":
        line = line[1:-1].strip()
    if line[:1] in '"“' and sum(line.count(mark) for mark in '"“”') == 1:
        line = line[1:].strip()
    return line[:1].upper() + line[1:]


def check_question(
    text: str,
    *,
    fact: Fact,
    category: QuestionCategory,
    known: str,
    job_text: str = "",
    language: str,
    others: Sequence[str],
    employers: Sequence[str] = (),
    opening: str = "",
) -> str | Refusal:
    """Tidy a generated question and return it, or why it is refused.

    ``known`` is the CV and the job description together, ``job_text`` the job description alone.
    ``employers`` are those of the CV: a question about the job must not name one of them. ``opening`` are the
    words that the question was to begin with.
    """
    question = tidy(text)
    words = question.split()
    lower = question.casefold()
    if not question.endswith(("?", "？")):
        return Refusal("it must be a question that ends with a question mark")
    is_situation = category == QuestionCategory.COGNITIVE
    max_words = MAX_WORDS_OF_A_SITUATION if is_situation else MAX_WORDS
    if not MIN_WORDS <= len(words) <= max_words:
        return Refusal(f"it must have {MIN_WORDS} to {max_words} words")
    if is_clearly_forbidden(question, language=language):
        return FORBIDDEN_TOPIC
    if any(re.search(pattern, lower) for pattern in lists()["leaks"]):
        return Refusal("it repeats instructions instead of asking the candidate")
    if not is_in_language(question, language):
        return Refusal("it is written in another language")
    refusal = _check_opening(question, opening, language=language, is_situation=is_situation) or _check_line(
        question, fact, known=known, job_text=job_text, employers=employers, opening=opening
    )
    if refusal is not None:
        return refusal
    if opening and not is_situation and fact.source != "recruiter":
        # The employer may be named, but with the title of the position a small model makes another person
        # of it.
        own = (fact.text, opening, *(name for name in employers if _names(name, fact.where)))
        if refusal := _check_words(question, fact, opening=opening, own=" ".join(own), language=language):
            return refusal
    if not is_situation and not digit_numbers(question) <= digit_numbers(known):
        return Refusal("it states a number that is not in the CV or the job description")
    if any(similarity(question, other) > MAX_OVERLAP for other in others):
        return Refusal("it is too similar to another question")
    if has_wording(language) and opening_key(question) in list_opening_keys(others):
        return Refusal("it begins like another question; begin with the words that are given")
    return question


def _check_opening(question: str, opening: str, *, language: str, is_situation: bool) -> Refusal | None:
    """Why a question does not go on from its opening as it should; None if it does, or without one."""
    kept = plain(opening).split()
    if plain(question).split()[: len(kept)] != kept:
        return Refusal("it must begin with the words that are given")
    if language == "en" and not _has_right_verb(question, opening):
        return Refusal("its grammar is wrong after the words that are given")
    if opening and is_situation and not _SUPPOSED_AND_ASKED.search(question):
        return Refusal("it must ask something after the situation")
    return None


def _has_right_verb(question: str, opening: str) -> bool:
    """Whether the verb after an English opening has the form that the opening needs.

    A small model copies the form of the line: "when you coaching", "did you reduced", "to plan and led".
    """
    if not question.casefold().startswith(opening.casefold()):
        return True
    rest = question[len(opening) :].casefold()
    verb = rest.split()[:1]
    if not verb or not opening.endswith((" you", " to", " about", " of")) or opening.endswith("comes to"):
        return True
    joined = _JOINED_VERB.findall(rest)
    if opening.endswith((" about", " of")):
        return verb[0].endswith("ing") or not any(one.endswith("ing") for one in joined)
    needs_base = _BEFORE_BASE.search(opening) is not None
    return not verb[0].endswith("ing") and not (needs_base and any(map(_is_past, [verb[0], *joined])))


def _is_past(verb: str) -> bool:
    return _PAST.search(verb) is not None or is_irregular_past(verb)


def _check_words(question: str, fact: Fact, *, opening: str, own: str, language: str) -> Refusal | None:
    """Why a question is not its line put into a sentence: it adds things, or leaves most of the line out.

    ``own`` has all content words that it may use. One more is enough for an invention of the model: a verb
    where the line has none, or a thing of another line.
    """
    ignored = load_interview_words() | (load_stop_words(language) if language in LANGUAGES else frozenset())
    # "taking" counts no more than "take".
    added = content_stems(question, ignored=ignored) - {stem(word) for word in ignored}
    if to_verbs(added) - to_verbs(content_words(own)):
        return Refusal("it adds things that are not in the line")
    of_line = to_verbs(content_words(fact.text))
    if len(of_line & to_verbs(content_words(question))) < _MIN_COVERED * len(of_line):
        return Refusal("it leaves out most of the line")
    if language == "en" and not _keeps_line(question, fact, opening):
        return Refusal("it must put the line into a sentence without changing its words")
    return None


def _keeps_line(question: str, fact: Fact, opening: str) -> bool:
    """Whether the words after the opening are those of the line, in any form of its verbs."""
    written = plain(question)[len(plain(opening)) :]
    return _list_stems(written) == _list_stems(plain(find_clause(fact, "en") or fact.text))


def _list_stems(text: str) -> list[str]:
    words = [stem(word) for word in text.split() if word not in load_articles()]
    return [one for word in words for one in to_verbs([word])]


def _check_line(
    question: str, fact: Fact, *, known: str, job_text: str, employers: Sequence[str], opening: str
) -> Refusal | None:
    """Why a question is not one about its line; None if it is."""
    about_fact = job_text if fact.source == "job" else f"{fact.text} {fact.where}"
    if not names_line(question, fact.text):
        return Refusal(f"it must name something from this line: {fact.text}")
    if any(_names(employer, question) and not _names(employer, about_fact) for employer in employers):
        return Refusal("it names a different employer than this line")
    if _brings_in_another_line(question, fact, known):
        return Refusal("it mixes this line with another one; ask about this line only")
    # "How would you" before a duty is a whole question.
    if not opening and _is_copy(question, fact.text):
        return Refusal("it only repeats the line; ask about it")
    return None


def _brings_in_another_line(question: str, fact: Fact, known: str) -> bool:
    """Whether a question takes several content words from one other line of the documents."""
    foreign = content_words(question) - content_words(f"{fact.text} {fact.where}")
    return len(foreign) >= _MIN_FOREIGN_WORDS and any(
        len(foreign & content_words(line)) >= _MIN_FOREIGN_WORDS for line in _LINE_ENDS.split(known)
    )


def names_line(question: str, line: str) -> bool:
    """Whether a question names something from a line: enough of its content words, or a name in it."""
    words = content_words(line)
    needed = 2 if len(words) > 3 else 1
    # The first word is capitalized anyway, so it does not count as a name.
    own_names = _capitalized_words(question.partition(" ")[2])
    return len(content_words(question) & words) >= needed or bool(own_names & _capitalized_words(line))


def _names(employer: str, text: str) -> bool:
    name = plain(employer).strip()
    return bool(name) and f" {name} " in f" {plain(text)} "


def _capitalized_words(text: str) -> set[str]:
    """The words with a capital letter or a digit, in lower case."""
    return {name.strip("./-").casefold() for name in _NAME.findall(text)}


def _is_copy(question: str, fact: str) -> bool:
    """Whether the question is little more than the line itself."""
    own = [word for word in plain(question).split() if word not in plain(fact).split()]
    return len(own) < 4


def is_similar(vector: Sequence[float], others: Sequence[Sequence[float]]) -> bool:
    """Whether a unit-length vector is closer than MAX_SIMILARITY to one of ``others``."""
    return any(cosine(vector, other) > MAX_SIMILARITY for other in others)
