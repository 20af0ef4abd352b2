"""Contact details of a CV: name, email, telephone and LinkedIn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from app.documents.parsing.cells import split_cells
from app.documents.parsing.dates import find_range
from app.documents.parsing.headings import document_titles, heading_kind
from app.documents.parsing.line_reader import find_name_line, label_lines
from app.documents.parsing.places import is_place
from app.documents.parsing.wording import names_degree, names_organization, names_position, word_lists
from app.skills.catalog import is_known_skill
from app.text.bullets import is_bullet
from app.text.folding import fold, plain
from models.line_reader.network import LabeledLine

_EMAIL = re.compile(
    # Anchored at the start of a run: otherwise every position of a long run would be tried.
    r"(?<![A-Za-z0-9._%+-])(?=[._%+-]*[A-Za-z0-9])[A-Za-z0-9._%+-]++"
    r"@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}"
)
_WRAPPED_EMAIL = re.compile(
    r"((?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]++(?:@(?:[A-Za-z0-9.-]*[.-])?|(?=\n[ \t]*@)))[ \t]*\n[ \t]*"
    r"(@?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}\b|[A-Za-z]{2,6}\b(?=\s*\n))"
)
"""An address that a narrow margin breaks at its @, a dot or a hyphen."""
_LINKEDIN = re.compile(
    r"(?:https?://)?(?:[a-z]{2,3}\.)?linkedin\.com/(?:in|pub)/[\w%À-ÿ.-]+(?:/[\w-]+)*", re.IGNORECASE
)
_WRAPPED_LINKEDIN = re.compile(
    r"(linkedin\.com/(?:in/)?(?:[\w%-]+-)?)[ \t]*\n[ \t]*([a-z0-9][\w%-]*)", re.IGNORECASE
)
"""An address that continues on the next line of a narrow margin."""
_SHORT_LINKEDIN = re.compile(r"(?:linkedin:?\s*)?(?:^|[\s|])@?/?(in/[A-Za-z0-9-]{4,})\b", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w/.-])(?:\+|00)?\(?\+?\d[\d\s().\-/–]{6,20}\d(?![\w/])")
_GIVEN_NAME = re.compile(
    r"^(?:(?:first|given) name(?:s|\(s\))?|forenames?|vornamen?|pr[ée]noms?|nombres)\s*:\s*"
    r"([^\W\d_][\w '’.-]{1,40})$",
    re.IGNORECASE,
)
_FAMILY_NAME = re.compile(
    r"^(?:surname|last name|family name|nachname|familienname|nom de famille|nom|apellidos?)\s*:\s*"
    r"([^\W\d_][\w '’.-]{1,40})$",
    re.IGNORECASE,
)
_NAME_LABEL = re.compile(
    r"^(?:name|candidate|full name|nombre|nom|vor- und nachname|nome|nome e cognome|nome completo|"
    r"nombre y apellidos|nom et pr[ée]nom|pr[ée]nom et nom|vorname,? (?:und )?name|vorname,? nachname|"
    r"naam|navn|namn|imi[ęe] i nazwisko|姓名|氏名)\s*:\s*",
    re.IGNORECASE,
)
_REVERSED_NAME = re.compile(
    r"(?P<family>[^\W\d_][\w'’ -]{1,30}), (?P<given>[^\W\d_][\w'’. -]{1,30}?)"
    r"(?: \(?[\"“][^()\"”]{2,20}[\"”]\)?)?"
)
"""``NWOSU, Amara Grace``, perhaps with a nickname in quotation marks."""
_VOWEL = re.compile(r"[aeiouy]")
_NAME_PIECES = re.compile(r"\s{2,}|\s[|•·—–/]\s|,\s")
_OF_SOMEBODY = re.compile(
    r"^(?:curriculum vitae|r[ée]sum[ée]|cv|lebenslauf)\s*(?:of|von|de|:|–|—|-)\s+", re.IGNORECASE
)
_APART = re.compile(r"\s/\s(?=\+|\(?0)|(?<!\s)\s{2,}+(?=\+|\([1-9]|(?:\d[ .()/-]{0,2}){9})")
"""What separates a number from another one or from a postcode: ``Toledo, OH 43604   419.555.0137``."""
_PHONE_LABEL = re.compile(
    r"phone|\btel\b|\btel[.:]|telefon|tel[eé]fono|t[eé]l[eé]phone|t[eé]l\.?:|\bmob(?:ile?)?\b|handy|m[oó]vil|portable|\bcell(?:ulare)?\b|telem[oó]vel|kom[oó]rk",
    re.IGNORECASE,
)
_MOBILE_LABEL = re.compile(
    r"(?:mobile?|mob|handy|m[oó]vil|portable|cell(?:ulare)?|telem[oó]vel|mobiel|kom[oó]rkowy)\b\W*$",
    re.IGNORECASE,
)
_FAX = re.compile(r"\bfax\b[^\d]*$", re.IGNORECASE)
_PAGES = re.compile(
    r"(?:\d{4}-){2}\d{4}|\d{3,5}\s?[-–]\s?\d{3,5}|\d{4}[-./]\d{2}[-./]\d{2}|\d{2}[./]\d{2}[./]\d{4}"
)
_WHOLE_CV = 40_000
"""In characters. Comparing all addresses of a longer text would take too long."""
_EDGE_LINES = 30
_READ_AS_NAME = 2.0
"""Score of a line that the trained reader certainly takes for a name."""
_SURE_HEADING = 0.6
"""Minimum probability, by the trained reader, with which a line is a heading and no name."""
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
"""Letters as mailbox names spell them: ``obermueller``."""
_REMARK = re.compile(r"(?<=[^\W\d_])\s*\([^()]*\)$")
"""``Yuki Morinaga (森永 由紀)``, ``Robin Hale (she/her)``"""
_NAME_PREFIX = re.compile(r"Mac?[A-Z]|Mc|Fitz|De[A-Z]|Di[A-Z]|Du[A-Z]|La[A-Z]|Le[A-Z]|Van|Von")
"""Beginnings of family names with a capital inside: ``McLeod``."""
_SMALL_POST_NOMINALS = frozenset({"jr", "jnr", "sr", "esq", "eng", "peng", "preng"})
"""Those that are also written with one capital."""
_HAN_NAME = re.compile(r"[\u4e00-\u9fff]{2,4}")
_PARTICLES = re.compile(r"^(?:de|da|di|van|von|der|den|la|le|bin|al|el|dos|du)$")
_RANKS = frozenset(
    {"head", "senior", "junior", "chief", "lead", "assistant", "pastry", "line", "sous", "deputy"}
)
_NOT_NAMES = re.compile(
    r"\b(?:curriculum|vitae|resume|cv|page|street|road|avenue|university|address|email|phone|usa|st|rd|name|"
    r"title|lebenslauf|personliche|daten|datos|personales|biographical|sketch|contact|details|department|"
    r"faculty|institute|school|college|dear|confidential|objective|january|february|march|april|june|july|august|september|october|"
    r"november|december)\b"
)


@dataclass(frozen=True, slots=True)
class Contacts:
    name: str
    email: str | None
    phone: str | None
    linkedin: str | None


def find_contacts(text: str) -> Contacts:
    addresses = _WRAPPED_EMAIL.sub(r"\1\2", text[:_WHOLE_CV])
    email = _EMAIL.search(addresses)
    name = find_name(text, email.group() if email else None)
    name = _surer_name(name, find_name_line(text), _find_han_name(text), email)
    # A referee's address may come before the person's own.
    own = (match for match in _EMAIL.finditer(addresses) if name and _shares_mailbox(name, match.group()))
    email = next(own, email)
    linkedin = _LINKEDIN.search(_WRAPPED_LINKEDIN.sub(r"\1\2", text))
    return Contacts(
        name=name,
        email=email.group().lstrip("._%+-").rstrip(".") if email else None,
        phone=_find_phone(text),
        linkedin=linkedin.group().rstrip("./") if linkedin else _short_linkedin(text),
    )


def _find_han_name(text: str) -> str:
    """A first line of two to four Chinese characters, or an empty string."""
    first = next((line.strip() for line in text.split("\n") if line.strip()), "")
    is_other = plain(first) in document_titles() or heading_kind(first, scheme="cv") is not None
    return first if _HAN_NAME.fullmatch(first) and not is_other else ""


def _surer_name(name: str, read: str, han: str, email: re.Match[str] | None) -> str:
    """The ``name`` found by patterns.

    If there is none, the name that the trained reader ``read``, else ``han``, which is at the head. If only
    the name that was read is in the mailbox name, that name.
    """
    *rest, last = read.split() or [""]
    if last.islower() and looks_like_name(" ".join(rest)):
        # A scanned picture or border read as a word.
        read = " ".join(rest)
    if not name:
        return _cased_name(read) or han
    shares = email is not None and _shares_mailbox(read, email.group())
    return _cased_name(read) if shares and email and not _shares_mailbox(name, email.group()) else name


def _short_linkedin(text: str) -> str | None:
    if "in/" not in text[:3000]:
        return None
    match = _SHORT_LINKEDIN.search(text[:3000])
    return f"linkedin.com/{match.group(1).lower()}" if match else None


def _find_phone(text: str) -> str | None:
    """The first number labeled as a mobile telephone, else as a telephone, else one that looks like one.

    Numbers without a label count only at the head or foot.

    Numbers in between are page numbers and amounts.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    edges = {*range(_EDGE_LINES), *range(len(lines) - _EDGE_LINES, len(lines))}
    labeled: str | None = None
    unlabeled: str | None = None
    for position, line in enumerate(lines):
        is_labeled = _PHONE_LABEL.search(line) is not None
        if (find_range(line) and not is_labeled) or not (is_labeled or position in edges):
            continue
        parted = _APART.sub(" | ", line)
        for match in _PHONE.finditer(parted):
            digits = re.sub(r"\D", "", match.group())
            # Two years, an ISO date, a page range or a postcode are not telephone numbers.
            is_number = 8 <= len(digits) <= 15 and not re.fullmatch(r"(?:(?:19|20)\d\d){2}", digits)
            is_date = re.fullmatch(r"\d{1,2}([./-])\d{1,2}\1(?:19|20)\d{2}", match.group().strip())
            if not is_number or is_date or (not is_labeled and _PAGES.fullmatch(match.group().strip())):
                continue
            number = re.sub(r"\s+", " ", match.group()).strip(" -–/.")
            number = number if number.count("(") == number.count(")") else number.replace("(", "")
            if is_labeled and not _FAX.search(parted[: match.start()]):
                if _MOBILE_LABEL.search(parted[: match.start()]):
                    return number
                labeled = labeled or number
            unlabeled = unlabeled or number
    return labeled or unlabeled


@lru_cache(maxsize=1)
def _around_names() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    words = word_lists()["words"]
    return frozenset(words["honorifics"]), frozenset(words["post_nominals"]), frozenset(words["surnames"])


def bare_name(text: str) -> str:
    """``Dr Amara Nwosu MBBS MRCP`` as ``Amara Nwosu``, without a remark in parentheses at its end."""
    honorifics, _, _ = _around_names()
    words = _REMARK.sub("", text.strip()).split()
    while len(words) > 2 and plain(words[0].strip(".,()")) in honorifics:
        words = words[1:]
    first = next((n for n in range(2, len(words)) if _is_post_nominal(words, n)), None)
    # What follows the first one in capitals is one, too: "MBBS MRCPCH".
    if first is not None and all(
        _is_post_nominal(words, n) or words[n].isupper() for n in range(first, len(words))
    ):
        words = words[:first]
    return " ".join(words).strip(" ,")


def _is_post_nominal(words: list[str], number: int) -> bool:
    """Whether a word behind a name is a degree or a membership: a known one, or with capitals inside.

    ``Pr Eng`` has two words. A word with a single capital, ``Ma``, may be a family name.
    """
    word = words[number].replace(".", "").strip(",()")
    known = _around_names()[1]
    pairs = [words[n : n + 2] for n in (number - 1, number) if n >= 2]
    if any(len(pair) == 2 and plain("".join(pair).replace(".", "").strip(",()")) in known for pair in pairs):
        return True
    if sum(map(str.isupper, word)) < 2:
        return plain(word) in known and plain(word) in _SMALL_POST_NOMINALS
    # "CEng", "MIMechE": small letters between capitals.
    has_inner = word.isascii() and word.isalpha() and word[0].isupper() and not word.isupper()
    return plain(word) in known or (has_inner and _NAME_PREFIX.match(word) is None)


def _is_trade(name: str) -> bool:
    """Whether ``name`` reads like a position, and is not just a family name that is also a trade."""
    words = plain(name).split()
    if not names_position(name):
        return False
    rest = " ".join(words[:-1])
    return words[-1] not in _around_names()[2] or names_position(rest) or words[0] in _RANKS


def looks_like_name(text: str) -> bool:
    """Two to four capitalized words and nothing else, none of them part of a position or place."""
    words = text.replace(",", " ").split()
    if not 2 <= len(words) <= 5 or len(text) > 45 or re.search(r"[\d@|/:•()]", text):
        return False
    if _NOT_NAMES.search(plain(text)) or "," in text:
        return False
    if not all(re.fullmatch(r"[\"“(]?[^\W\d_][\w'’.-]*[\"”)]?", word) for word in words):
        return False
    significant = [word.strip('"“”()') for word in words if not _PARTICLES.match(word.casefold())]
    return len(significant) >= 2 and all(word[0].isupper() for word in significant)


def names_other_thing(text: str) -> bool:
    """Whether words with capitals, as a name has, are a position, degree, employer, place or heading."""
    is_other = _is_trade(text) or names_degree(text) or names_organization(text) or is_place(text)
    return is_other or is_known_skill(text) or heading_kind(text, scheme="cv") is not None


def find_emails(line: str) -> list[str]:
    """The email addresses of a line, in lower case."""
    return [match.group().casefold() for match in _EMAIL.finditer(line)]


def find_own_name(line: str, email: str) -> str:
    """The name in ``line`` that also occurs in the mailbox name of ``email``, or an empty string."""
    for piece in _NAME_PIECES.split(line):
        name = bare_name(_NAME_LABEL.sub("", piece).strip(" ,#*|"))
        if looks_like_name(name) and not names_other_thing(name) and _shares_mailbox(name, email):
            return name
    return ""


def _labeled_name(lines: list[str]) -> str:
    """``Surname: Mbeki`` and ``First names: Steve``, or each beside its label in a row of a form."""
    rows = [_list_fields(line) for line in lines]
    fields = [field for row in rows for field in row]
    given = next((m.group(1) for field in fields if (m := _GIVEN_NAME.match(field))), "")
    family = next((m.group(1) for field in fields if (m := _FAMILY_NAME.match(field))), "")
    if given and family:
        return _cased_name(f"{given.strip()} {family.strip()}")
    # A label in a cell of its own, with the name in the next one.
    labels = (
        (m, row[0][m.end() :].strip()) for row in rows if len(row) > 1 and (m := _NAME_LABEL.match(row[0]))
    )
    return next(
        (_cased_name(name) for _, name in labels if looks_like_name(name) or _HAN_NAME.fullmatch(name)), ""
    )


def _list_fields(line: str) -> list[str]:
    """The line, or, for a row of cells, each cell as the label of the next one: ``Surname: Mbeki``.

    A row without colons does not show which of its cells are labels.
    """
    return [f"{a.rstrip(' :')}: {b}" for a, b in pairwise(split_cells(line))] or [line.strip()]


def _name_of_two_lines(lines: list[str], position: int) -> str:
    """A name on two lines, or an empty string: one word each, except for titles and particles."""
    words = [line.strip() for line in lines[position : position + 2]]
    if len(words) < 2 or not all(words):
        return ""
    words[0] = " ".join(w for w in words[0].split() if plain(w) not in _around_names()[0])
    *particles, last = words[1].split()
    if not all(map(_PARTICLES.match, map(str.casefold, particles))):
        return ""
    if not all(re.fullmatch(r"[^\W\d_][\w'’-]+", word) for word in (words[0], last)):
        return ""
    name = " ".join(words)
    is_heading = any(heading_kind(word, scheme="cv") for word in words)
    is_other = is_heading or _is_trade(name) or names_organization(name) or is_place(name)
    return "" if is_other or not looks_like_name(name) else name


def find_name(text: str, email: str | None) -> str:
    """The name at the head of a CV, or an empty string if no line looks like one."""
    lines = text.split("\n")
    labeled = _labeled_name(lines[:60])
    if labeled:
        return labeled
    candidates: list[tuple[float, str]] = []
    labels = label_lines(text)
    for position, raw in enumerate(lines[:60]):
        line = _NAME_LABEL.sub("", raw.strip())
        line = _OF_SOMEBODY.sub("", line)
        both = _name_of_two_lines(lines, position)
        if both and (position < 4 or (email and _shares_mailbox(both, email))):
            score = 3.0 - position / 10 + 6 * bool(email and _shares_mailbox(both, email))
            score += _READ_AS_NAME * max(map(_name_share, labels[position : position + 2]))
            candidates.append((score, both))
        reversed_name = _family_name_first(line)
        if reversed_name:
            score = 3.0 - position / 10 + _READ_AS_NAME * _name_share(labels[position])
            score += 6 * bool(email and _shares_mailbox(reversed_name, email))
            candidates.append((score, reversed_name))
        # In the margin of a page, a name often shares its line with a contact detail.
        for piece in _NAME_PIECES.split(line):
            text_ = bare_name(piece.strip(" ,#*|"))
            if not looks_like_name(text_) or heading_kind(text_, scheme="cv") or is_bullet(raw):
                continue
            score = 3.0 - position / 10
            if names_other_thing(text_) or _reads_as_heading(labels[position]):
                score -= 3
            score += _READ_AS_NAME * _name_share(labels[position])
            if email and _shares_mailbox(text_, email):
                score += 6
            candidates.append((score, text_))
    if not candidates:
        return ""
    score, name = max(candidates, key=lambda pair: pair[0])
    if score < 0:
        return ""
    return _cased_name(name)


def _family_name_first(line: str) -> str:
    """``OYELARAN, Babatunde ("Tunde")`` as written; an empty string if ``line`` has no such name."""
    match = _REVERSED_NAME.fullmatch(line.strip())
    if match is None:
        return ""
    family, given = match.group("family"), match.group("given")
    words = [*family.split(), *given.split()]
    has_degree = _is_post_nominal(words, len(family.split()))
    # In capitals, as only a family name is: "Portland, Maine" is not a name.
    is_name = family.isupper() and not given.isupper() and looks_like_name(f"{given} {family}")
    is_other = has_degree or names_other_thing(f"{given} {family}") or is_place(line)
    return line.strip() if is_name and not is_other else ""


def _name_share(label: LabeledLine | None) -> float:
    return label.probability if label is not None and label.label == "name" else 0.0


def _reads_as_heading(label: LabeledLine | None) -> bool:
    is_heading = label is not None and label.label.startswith(("heading_", "document"))
    return is_heading and label is not None and label.probability >= _SURE_HEADING


def _cased_name(name: str) -> str:
    """``CAMILLE LEFÈVRE`` and ``Camille LEFÈVRE`` as ``Camille Lefèvre``; ``J.`` and ``McKay`` stay.

    Letters behind a name, without a vowel (``MSC``), stay too.
    """
    written = name.split()
    words = [_cased_word(word, is_first=number == 0) for number, word in enumerate(written)]
    is_upper = name.isupper()
    # "Yann LE GALL": a short word before a name in capitals belongs to it.
    for number, word in enumerate(written if is_upper else written[:-1]):
        in_capitals = is_upper or "".join(written[number : number + 2]).isupper()
        if in_capitals and len(word) == 2 and "." not in word:
            words[number] = word.capitalize()
    return " ".join(words)


def _cased_word(word: str, *, is_first: bool) -> str:
    has_initials = "." in word or len(word) <= 2
    if not word.isupper() or (has_initials and "'" not in word):
        return word
    is_abbreviation = not is_first and len(word) > 2 and not _VOWEL.search(fold(word))
    return word if is_abbreviation else word.title()


def _shares_mailbox(name: str, email: str) -> bool:
    """Whether part of a ``name`` is in the mailbox name, or all of it in the domain: ``hi@janedoe.net``."""
    mailbox, _, domain = (re.sub(r"[^a-z]", "", plain(part)) for part in email.partition("@"))
    spellings = [plain(one).split() for one in (name, name.casefold().translate(_TWO_LETTERS))]
    return any(
        any(len(word) > 2 and word in mailbox for word in words)
        or (len(words) > 1 and "".join(words) in domain)
        for words in spellings
    )
