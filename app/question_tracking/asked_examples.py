"""Examples for the network that reads a line beside a prepared question."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.question_tracking.matching import PAIR_LANGUAGE
from app.question_tracking.sessions import DATA_FOLDER, blur, read_sessions
from app.question_tracking.spoken import list_units
from app.question_tracking.variants import are_alike
from app.text.words import split_words
from models.judgement.asked_encoding import AskedPair

PAIRS_FOLDER = DATA_FOLDER / "pairs"
REPLIES_FOLDER = DATA_FOLDER / "replies"
"""Lists whose lines have a reply. Many lines do not say without it what they ask."""
SESSION_FILES = "trades-*.txt"
"""Sessions that are read, too. The others of the folder fit the regression over what the network says."""
MISHEARD = 1 / 3
"""Share of the lines that get errors as of speech recognition."""
OTHER_BEFORE = 0.15
"""Share of the lines that get another line of the list before them."""
OTHER_QUESTIONS = {True: 1.0, False: 0.2}
"""How often a line is paired with another question of its list; the key is whether it asks its own."""
FOREIGN_QUESTIONS = {True: 0.7, False: 0.15}
"""How often a line is paired with a question of another list; the key is whether it asks its own."""
CANDIDATES = 12
"""Questions of which the one that is worded most like the line's own is the foreign one, half of the time."""
LITERAL = 0.5
"""How often a question is paired with itself, and with another one of its list."""
SESSION_NEGATIVES = 2
SPOILED = 0.4
"""Share of the lines with a reply whose words are exchanged, so that the reply has to say what was asked."""
SPOILED_WORDS = (0.2, 0.7)
"""Least and greatest share of their longer words that are exchanged."""
SPOILED_REPLY_WORDS = (0.0, 0.2)
"""The same for their replies."""
MIN_SPOILED_LETTERS = 4
_SOUNDS = str.maketrans("bfpvcgjkqsxzdtlmnr", "bbbbkkkkkkkkttlnnr")
"""Letters that sound much alike, as one of them; recognition mostly confuses such words."""


@dataclass(frozen=True, slots=True)
class Line:
    before: str
    text: str
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    asking: list[Line] = field(default_factory=list)
    other: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class QuestionList:
    trade: str
    questions: list[Question] = field(default_factory=list)


Example = tuple[AskedPair, bool]


def read_lists(path: Path) -> list[QuestionList]:
    """The lists of a file of PAIRS_FOLDER or REPLIES_FOLDER. Raises ValueError, IndexError.

    ``== trade`` starts a list, ``?`` a prepared question; ``+`` lines ask it and ``-`` lines do not. ``||``
    separates a line from the one before it. ``>`` is what the candidate said after the line.
    """
    lists: list[QuestionList] = []
    last: list[Line] = []
    for raw in path.read_text(encoding="utf-8").splitlines():
        tag, _, text = raw.strip().partition(" ")
        if not tag or tag.startswith("#"):
            continue
        if tag in ("==", "?"):
            last = []
        if tag == "==":
            lists.append(QuestionList(text))
        elif tag == "?":
            lists[-1].questions.append(Question(text))
        elif tag in ("+", "-"):
            before, mark, line = text.partition("||")
            item = Line(before.strip(), line.strip()) if mark else Line("", text)
            question = lists[-1].questions[-1]
            (question.asking if tag == "+" else question.other).append(item)
            last = question.asking if tag == "+" else question.other
        elif tag == ">" and last:
            last[-1] = replace(last[-1], reply=text)
        else:
            raise ValueError(f"{path.name}: no line of a list: {raw}")
    return lists


def pair_lists(
    lists: Sequence[QuestionList], chance: random.Random, others: Sequence[QuestionList]
) -> list[Example]:
    """Lines with their questions, with other questions of their list, and with those of ``others``.

    Questions of the same trade are not foreign: they may ask the same thing.
    """
    found: list[Example] = []
    for one in lists:
        foreign = [
            question.text for other in others if other.trade != one.trade for question in other.questions
        ]
        remarks = [line.text for question in one.questions for line in question.other]
        for question in one.questions:
            own = [other.text for other in one.questions if other is not question]
            for asks, lines in ((True, question.asking), (False, question.other)):
                for line in lines:
                    before = line.before
                    if not before and chance.random() < OTHER_BEFORE:
                        before = chance.choice(remarks)
                    found.append((AskedPair(question.text, before, line.text, line.reply), asks))
                    if chance.random() < OTHER_QUESTIONS[asks]:
                        found.append((AskedPair(chance.choice(own), before, line.text, line.reply), False))
                    if chance.random() < FOREIGN_QUESTIONS[asks]:
                        chosen = choose_foreign(question.text, foreign, chance)
                        found.append((AskedPair(chosen, before, line.text, line.reply), False))
            if chance.random() < LITERAL:
                found.append((AskedPair(question.text, "", question.text), True))
                found.append((AskedPair(question.text, "", chance.choice(own)), False))
    return found


def choose_foreign(question: str, foreign: Sequence[str], chance: random.Random) -> str:
    """One of ``foreign`` about something else: any, or one that is worded like ``question``."""
    drawn = chance.sample(foreign, min(CANDIDATES, len(foreign)))
    others = [one for one in drawn if one != question and not are_alike(one, question, PAIR_LANGUAGE)]
    if chance.random() < 0.5:
        return others[0]
    words = set(split_words(question))
    return max(others, key=lambda one: len(words.intersection(split_words(one))) / (1 + len(one.split())))


def pair_sessions(paths: Sequence[Path], chance: random.Random, foreign: Sequence[str]) -> list[Example]:
    """Units of English sessions with the questions they ask, and with some that they do not.

    Among those are the question that was asked last, because follow-ups resemble it, and some of ``foreign``.
    """
    found: list[Example] = []
    for session in (one for path in paths for one in read_sessions(path) if one.language == PAIR_LANGUAGE):
        last: int | None = None
        for unit in list_units(session.lines):
            asked = {
                question
                for line in range(unit.first, unit.index + 1)
                for question in session.list_asked(line)
            }
            rest = [question for question in range(len(session.questions)) if question not in asked]
            chosen = [*asked, *chance.sample(rest, min(SESSION_NEGATIVES, len(rest)))]
            if last in rest and last not in chosen:
                chosen.append(last)
            texts = [(session.questions[question], question in asked) for question in chosen]
            if chance.random() < FOREIGN_QUESTIONS[bool(asked)]:
                own = chance.choice(session.questions)
                texts.append((choose_foreign(own, foreign, chance), False))
            found += [
                (AskedPair(text, unit.before, unit.windows[0], unit.reply), asks) for text, asks in texts
            ]
            last = max(asked, default=last)
    return found


def vary_lines(examples: Sequence[Example], chance: random.Random) -> list[Example]:
    """The examples, a part of them as a small speech model might write them.

    In a part of those with a reply the line is spoiled, so that the reply has to say what was asked.
    """
    words = list_by_sound(text for pair, _ in examples for text in (pair.line, pair.reply))
    found: list[Example] = []
    for pair, asks in examples:
        said = pair
        if said.reply and chance.random() < SPOILED:
            said = replace(
                said,
                line=spoil(said.line, chance, words, SPOILED_WORDS),
                reply=spoil(said.reply, chance, words, SPOILED_REPLY_WORDS),
            )
        if chance.random() < MISHEARD:
            said = replace(
                said,
                before=blur(said.before, chance),
                line=blur(said.line, chance),
                reply=blur(said.reply, chance),
            )
        found.append((said, asks))
    return found


def list_by_sound(texts: Iterable[str]) -> dict[str, list[str]]:
    """The longer words of all texts by how they begin."""
    found: dict[str, list[str]] = defaultdict(list)
    for word in sorted({word for text in texts for word in split_words(text)}):
        if len(word) >= MIN_SPOILED_LETTERS:
            found[_find_sound(word)].append(word)
    return found


def _find_sound(word: str) -> str:
    """The first letter and the next consonant, as they sound."""
    consonants = [letter for letter in word[1:].translate(_SOUNDS) if letter in "bkltnr"]
    return word[0].translate(_SOUNDS) + (consonants[0] if consonants else "")


def spoil(
    text: str, chance: random.Random, words: Mapping[str, Sequence[str]], shares: tuple[float, float]
) -> str:
    """The text with a share of its longer words exchanged for other ones that begin alike."""
    share = chance.uniform(*shares)
    found: list[str] = []
    for word in text.split():
        plain = "".join(split_words(word))
        alike = words.get(_find_sound(plain), []) if len(plain) >= MIN_SPOILED_LETTERS else []
        found.append(chance.choice(alike) if alike and chance.random() < share else word)
    return " ".join(found)


def list_session_files() -> list[Path]:
    return sorted(DATA_FOLDER.glob(SESSION_FILES))


def read_pair_lists(*, with_replies: bool) -> list[QuestionList]:
    """The English lists of the repository."""
    folder = REPLIES_FOLDER if with_replies else PAIRS_FOLDER
    return [one for path in sorted(folder.glob("*-[0-9]*.txt")) for one in read_lists(path)]
