"""Headings of a CV or job description: which line heads which kind of section.

A heading is known by its words, by its form (capitals, Markdown, a colon above a list) or by what follows it.
The kinds are the keys of ``[cv.headings]`` and ``[job.headings]`` in config/documents.toml.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from app.documents.parsing.dates import find_range
from app.documents.parsing.wording import names_organization, names_position, word_lists
from app.skills.catalog import is_known_skill
from app.text.bullets import is_bullet
from app.text.folding import plain
from models.line_reader.words import list_headings

Scheme = Literal["cv", "job"]

_MAX_LINE, _MAX_HEADING = 80, 60
_DECORATION = re.compile(r"^[#*_=\s|•·■▪◆►–—-]+(?=\w)|(?<![#*_=:\s|•·–—-])[#*_=:\s|•·–—-]+$")
_FRAMED = re.compile(r"\s*([=*~_•·■-]{1,6})\s[^\n]{1,60}\s\1\s*")
"""``== Skills ==``"""
_ABOUT_EMPLOYER = re.compile(r"^(?:about|why|working at|life at|who is) [\w&' ]{2,40}$")
_REMARK = re.compile(r"(?<=\w) \([^()]{2,50}\):?$")
"""``Employment (most recent first)``"""
_WITH_REMARK = frozenset({"experience", "education", "skills"})
_AND = re.compile(r"\s(?:&|\+|AND|UND|ET|Y)\s")
_SPACED = re.compile(r"^(?:\S\s){3,}\S$")
_PRIORITY: dict[Scheme, tuple[str, ...]] = {
    "cv": (
        "experience", "education", "projects", "skills", "certifications", "languages", "summary", "other",
    ),
    "job": ("preferred", "benefits", "requirements", "responsibilities", "other", "about"),
}  # fmt: skip
"""Precedence of kinds if a heading has key words of several."""
_QUESTIONS = (
    (
        "requirements",
        r"(?:what|who) (?:we|were|wed)\b.*"
        r"\b(?:after|look\w*|seek\w*|need\w*|want\w*|expect\w*|like)\b.*|"
        r"what (?:you|youll|will|would|should)\b.*\b(?:have|bring|need|help)\b.*|what helps\b.*|"
        r"(?:who|what) you (?:are|can)|you(?: bring| offer)?|"
        r"(?:we are|were|we) (?:looking for|seek|want|need) (?:someone|somebody|people|a person)\b.*|"
        r"(?:wir suchen|gesucht wird|gesucht werden) (?:jemand|menschen|eine person|personen)\w*\b.*|"
        r"nous (?:re)?cherchons (?:quelqu|une personne|des personnes)\w*\b.*|"
        r"(?:was|wen|wonach) (?:wir|du|sie)\b.*\b(?:suchen|wunschen|erwarten|brauchen|mitbring\w+|konn\w+)|"
        r"(?:ce que|qui|que) (?:nous|vous)\b.*\b(?:cherchons|recherchons|attendons|apportez|etes)",
    ),
    (
        "responsibilities",
        r"what (?:you|youll|the|your|this)\b.*\b(?:do|doing|work|involves?|looks? like)|"
        r"was (?:du|sie|dich)\b.*\b(?:tun|tust|machen|machst|erwartet)|ce que vous (?:ferez|allez faire)",
    ),
    (
        "benefits",
        r"what (?:we|you|youll)\b.*\b(?:offer|get|provide|give)\b.*|"
        r"was (?:wir|du|sie)\b.*\b(?:bieten|bekom\w+)|ce que nous (?:offrons|proposons)",
    ),
)
"""Headings of a job description that are questions: "What we are after". The first match counts."""
_MAX_QUESTION_WORDS = 7
_LEAD_INS = (
    (
        "preferred",
        r"desirable|nice to have|preferred|bonus|great if|nice if|would help|even better|ideally|"
        r"would be (?:great|nice|good|helpful)|love (?:it )?if|von vorteil|w[üu]nschenswert|un plus|deseable",
    ),
    ("benefits", r"we offer|you(?:'ll| will)? get|benefits|perks|wir bieten|nous offrons|ofrecemos"),
    (
        "requirements",
        r"criteria|requirements?|qualifications?|assess you|looking for|must have|should have|"
        r"you (?:will |must )?(?:need|bring|have)|hear from you|good (?:fit|match)|if you\b|you are\b|"
        r"you'll (?:need|have|bring)|skills|experience in|bringst du mit|"
        r"bringen sie mit|erwarten wir|nous attendons|requisitos",
    ),
    (
        "responsibilities",
        r"you will|you'll|you['’]d\b|you would|you get to|day[- ]to[- ]day|"
        r"responsib\w+|duties|tasks|includes?|involves?|aufgaben|funciones|expected to",
    ),
)
"""Phrases of a line with a colon above a list, and the kind of that list; the first match counts."""


@lru_cache(maxsize=2)
def known_headings(scheme: Scheme) -> dict[str, str]:
    """Kinds by heading, in plain words; of a CV, in all languages that the line reader knows."""
    listed = [(plain(heading), kind) for heading, kind in list_headings()] if scheme == "cv" else []
    service = word_lists()["words"]["voluntary_headings"] if scheme == "cv" else []
    return (
        {heading: kind for heading, kind in listed if heading not in document_titles()}
        | {plain(heading): "other" for heading in service}
        | {
            plain(heading): kind
            for kind, headings in word_lists()[scheme]["headings"].items()
            for heading in headings
        }
    )


@lru_cache(maxsize=1)
def document_titles() -> frozenset[str]:
    """Titles of a CV as a whole, in plain words: ``curriculum vitae``."""
    return frozenset(plain(heading) for heading, kind in list_headings() if kind == "document")


@lru_cache(maxsize=2)
def _squeezed_headings(scheme: Scheme) -> dict[str, str]:
    """Headings without their spaces, for letters set apart: ``E X P E R I E N C E``."""
    return {heading.replace(" ", ""): kind for heading, kind in known_headings(scheme).items()}


@lru_cache(maxsize=2)
def _key_words(scheme: Scheme) -> tuple[dict[str, str], frozenset[str]]:
    """Key words of headings with their kinds, and the words that may surround them."""
    lists = word_lists()[scheme].get("key_words", {})
    keys = {plain(word): kind for kind, words in lists.items() if kind != "filler" for word in words}
    return keys, frozenset(plain(word) for word in lists.get("filler", []))


def strip_decoration(line: str) -> str:
    """The line without the signs around a heading: ``## Skills:`` as ``Skills``."""
    return _DECORATION.sub("", line)


def heading_kind(line: str, *, scheme: Scheme) -> str | None:
    """The kind of section that ``line`` heads by its words, or None."""
    if len(line) > _MAX_LINE or (is_bullet(line) and not _FRAMED.fullmatch(line)):
        return None
    text = strip_decoration(line)
    if not text or len(text) > _MAX_HEADING or text.count("(") != text.count(")"):
        return None
    if text[0].islower() and text.endswith((".", ",", ";")):
        # The end of a sentence.
        return None
    is_markdown = line.lstrip().startswith("#")
    bare = _REMARK.sub("", text)
    kind = _kind_by_words(bare, is_markdown, scheme)
    # "Career break (parental leave)" heads a position.
    return kind if bare == text or kind in _WITH_REMARK else _kind_by_words(text, is_markdown, scheme)


@lru_cache(maxsize=4096)
def _kind_by_words(text: str, is_markdown: bool, scheme: Scheme) -> str | None:
    words = plain(text)
    headings = known_headings(scheme)
    kind = headings.get(words) or headings.get(words.replace(" & ", " and "))
    if kind is None and _SPACED.match(text.replace("   ", " ").replace("  ", " ")):
        kind = _squeezed_headings(scheme).get(words.replace(" ", ""))
    if kind is None:
        kind = _kind_by_key_words(text, words, scheme)
    if kind is None and scheme == "job" and _ABOUT_EMPLOYER.match(words) and not text.endswith("."):
        return "about"
    if kind is None and scheme == "job" and not text.endswith((".", ",", "?")):
        kind = _kind_of_question(words)
    if kind is None and is_markdown:
        return "other"
    return kind


def _kind_of_question(words: str) -> str | None:
    if len(words.split()) > _MAX_QUESTION_WORDS:
        return None
    return next((kind for kind, form in _QUESTIONS if re.fullmatch(form, words)), None)


def _kind_by_key_words(text: str, words: str, scheme: Scheme) -> str | None:
    """The kind of a heading that consists of known words only, at least one of them a key word."""
    keys, filler = _key_words(scheme)
    parts = words.replace("&", " ").split()
    if not keys or not 1 <= len(parts) <= 6 or re.search(r"[\d.]" if scheme == "job" else r"[\d,.]", text):
        return None
    if not text[:1].isupper():
        return None
    if not all(part in keys or part in filler for part in parts):
        return None
    kinds = {keys[part] for part in parts if part in keys}
    return next((kind for kind in _PRIORITY[scheme] if kind in kinds), None)


def find_heading(
    lines: list[str], number: int, scheme: Scheme, *, sections: int, has_capital_headings: bool
) -> tuple[str, str | None]:
    """Detect a heading by words, form or context: the line to use and its section kind, or None.

    ``sections`` is the number of sections so far, with the head.
    """
    line = lines[number]
    kind = heading_kind(line, scheme=scheme)
    # A Markdown title (# …) before anything else names the document and heads no section.
    if kind == "other" and line.startswith("# ") and sections == 1:
        kind = None
    # "### Data Engineer · Zephyr" heads an entry, not a section.
    if kind == "other" and scheme == "cv" and line.startswith("###"):
        line, kind = line.lstrip("# "), None
    if kind is None and scheme == "cv" and has_capital_headings:
        kind = _kind_by_last_word(line)
    # Name and title of the person are in the head, never after a heading.
    if kind is None and has_capital_headings and sections > 1 and is_unknown_heading(lines, number):
        kind = "other"
    if kind is None and scheme == "job":
        kind = _find_lead_in(lines, number)
    if kind == "other" and scheme == "job" and line.startswith("#") and sections > 1:
        kind = _kind_by_phrase(line) or kind
    is_unknown = kind is None or (kind == "other" and line.startswith("#"))
    if is_unknown and scheme == "cv" and _heads_skills(lines, number):
        kind = "skills"
    return line, kind


def _kind_by_last_word(line: str) -> str | None:
    """``KITCHEN SKILLS``, in a CV that writes its headings in capitals."""
    words = plain(line).split()
    if not line.isupper() or not 2 <= len(words) <= 3 or re.search(r"[\d,.:|/]", line):
        return None
    keys, _ = _key_words("cv")
    return "skills" if keys.get(words[-1]) == "skills" else None


def has_capital_headings(lines: list[str]) -> bool:
    """Whether a CV writes its headings in capitals: most of the known ones, and at least two."""
    known = [line for line in lines if heading_kind(line, scheme="cv") is not None]
    capitals = [line for line in known if line.upper() == line]
    return len(capitals) >= 2 and len(capitals) >= 0.7 * len(known)


def sets_headings_apart(lines: list[str]) -> bool:
    """Whether a CV has a blank line above any of its known headings."""
    return any(
        heading_kind(line, scheme="cv") is not None and not above.strip() for above, line in pairwise(lines)
    )


def is_unknown_heading(lines: list[str], number: int, *, is_apart: bool = True) -> bool:
    """``AUDIT AND GOVERNANCE`` between a blank line and text, in a CV with headings in capitals.

    An employer above the dates of a position is not a heading. ``is_apart``: it needs the blank line.
    """
    line = lines[number].strip().rstrip(":")
    if not 4 <= len(line) <= 40 or line.upper() != line or not re.fullmatch(r"[^\W\d_][^\d,.|@/()]+", line):
        return False
    if len(line.split()) > 4 or number == 0 or (is_apart and lines[number - 1].strip()):
        return False
    if names_position(line) or names_organization(line) or all(map(is_known_skill, _AND.split(line))):
        return False
    following = [after for after in lines[number + 1 : number + 5] if after.strip()][:3]
    return bool(following) and not any(find_range(after) for after in following[:2])


def _find_lead_in(lines: list[str], number: int) -> str | None:
    """The kind of list that a line such as "As a user researcher you will:" introduces, or None."""
    line = lines[number].strip()
    if not line.endswith(":") or is_bullet(line) or len(line) > 400:
        return None
    following = [after for after in lines[number + 1 : number + 4] if after.strip()][:2]
    # Bullets, or items in lower case that continue the sentence.
    is_list = bool(following) and (is_bullet(following[0]) or all(map(_continues_sentence, following)))
    is_label = len(line) < 40 and bool(following) and len(following[0]) < 90
    is_apart = number + 1 < len(lines) and not lines[number + 1].strip()
    is_list = is_list or (
        is_label and (_continues_sentence(following[0]) or (is_apart and following[0][-1] not in ".:"))
    )
    if not is_list:
        return None
    return _kind_by_phrase(re.split(r"(?<=[.!?])\s+", line)[-1])


def _kind_by_phrase(sentence: str) -> str | None:
    return next((kind for kind, cue in _LEAD_INS if re.search(cue, sentence, re.IGNORECASE)), None)


def _continues_sentence(line: str) -> bool:
    return line.strip()[:1].islower() and len(line) < 90 and not line.rstrip().endswith((".", ","))


def _heads_skills(lines: list[str], number: int) -> bool:
    """Whether a short line of its own is followed by a list of known skills; its words do not matter."""
    line = lines[number].strip().lstrip("# ")
    if not 3 <= len(line) <= 30 or number == 0 or not line[:1].isupper():
        return False
    is_apart = not lines[number - 1].strip()
    if re.search(r"[\d,.|@:/]", line) or is_bullet(line) or names_position(line) or is_known_skill(line):
        return False
    following = lines[number + 1] if number + 1 < len(lines) else ""
    if not following.strip():
        following = lines[number + 2] if number + 2 < len(lines) else ""
    items = [item.strip(" .") for item in re.split(r"[,;|•·]", following) if item.strip()]
    known = sum(is_known_skill(item) for item in items)
    is_list = len(items) >= 4 and all(len(item.split()) <= 4 for item in items) and known >= 1
    if not is_apart:
        # Without a blank line above, only a whole line of skills counts.
        return is_list and len(items) >= 5 and 2 * known >= len(items)
    return is_list or (len(items) >= 3 and 2 * known >= len(items))
