"""Contact details of a CV: name, email, telephone and LinkedIn."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.documents.parsing.dates import find_range
from app.documents.parsing.name_ranking import TWO_LETTERS, Addresses, find_name
from app.documents.parsing.names import bare_name, looks_like_name, names_other_thing
from app.text.folding import plain

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
_WRAPPED_BEFORE_DOT = re.compile(r"(@[A-Za-z0-9-]{1,63})[ \t]*\n[ \t]*(?=\.[A-Za-z]{2,24}\b)")
_LINKEDIN = re.compile(
    r"(?:https?://)?(?:[a-z]{2,3}\.)?linkedin\.com/(?:in|pub)/[\w%À-ÿ.-]+(?:/[\w-]+)*", re.IGNORECASE
)
_WRAPPED_LINKEDIN = re.compile(
    r"(linkedin\.com/(?:in/)?(?:[\w%-]+-)?)[ \t]*\n[ \t]*([a-z0-9][\w%-]*)", re.IGNORECASE
)
"""An address that continues on the next line of a narrow margin."""
_SHORT_LINKEDIN = re.compile(r"(?:linkedin:?\s*)?(?:^|[\s|])@?/?(in/[A-Za-z0-9-]{4,})\b", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w/-])(?<![^A-Za-z]\.)(?:\+|00)?\(?\+?\d[\d\s().\-/–]{6,20}\d(?![\w/])")
"""Also right behind the dot of a label: ``Ph.020 910 4417``."""
_NAME_PIECES = re.compile(r"\s{2,}|\s[|•·—–/]\s|,\s")
_APART = re.compile(r"\s/\s(?=\+|\(?0)|(?<!\s)\s{2,}+(?=\+|\([1-9]|(?:\d[ .()/-]{0,2}){9})")
"""What separates a number from another one or from a postcode: ``Toledo, OH 43604   419.555.0137``."""
_PHONE_LABEL = re.compile(
    r"phone|\btel\b|\btel[.:]|telefon|tel[eé]fono|t[eé]l[eé]phone|t[eé]l\.?:|\bmob(?:ile?)?\b|handy|m[oó]vil|portable|\bcell?(?:ula(?:re?|ires?))?\b|telem[oó]vel|kom[oó]rk",
    re.IGNORECASE,
)
_MOBILE_LABEL = re.compile(
    r"(?:mobile?|mob|handy|m[oó]vil|portable|cell?(?:ula(?:re?|ires?))?|whatsapp|telem[oó]vel|mobiel|kom[oó]rkowy)\b"
    r"\W*$",
    re.IGNORECASE,
)
_MOBILE_REMARK = re.compile(r"\s?\((?:mobile?|mob|handy|m[oó]vil|portable|cell?|celular)\b", re.IGNORECASE)
"""``07700 900128 (mobile)``"""
_HAS_CONTACT = re.compile(r"\S@\S|\+\d{1,3}[ (.-]|[☎✆📞📱]")
"""Where a telephone number may be in a line with dates: ``Leeds (remote since 2018) | +44 1632 960 417``."""
_FAX = re.compile(r"\bfax\b[^\d]*$", re.IGNORECASE)
_PAGES = re.compile(
    r"(?:\d{4}-){2}\d{4}|\d{3,5}\s?[-–]\s?\d{3,5}|\d{4}[-./]\d{2}[-./]\d{2}|\d{2}[./]\d{2}[./]\d{4}"
)
_WHOLE_CV = 40_000
"""In characters. Comparing all addresses of a longer text would take too long."""
_EDGE_LINES = 30


@dataclass(frozen=True, slots=True)
class Contacts:
    name: str
    email: str | None
    phone: str | None
    linkedin: str | None


def find_contacts(text: str) -> Contacts:
    name = find_name(text, find_addresses(text))
    return Contacts(
        name=name,
        email=_find_own_email(text, name),
        phone=_find_phone(text, name),
        linkedin=_find_linkedin(text),
    )


def _find_own_email(text: str, name: str) -> str | None:
    """The first address that spells the ``name``, else the first that does not spell a name beside it.

    Those of referees and agencies may come first.
    """
    emails = _list_emails(text)
    own = next((email for email in emails if name and _shares_mailbox(name, email)), None)
    lines = text.split("\n")
    return own or next((email for email in emails if not _is_of_other(email, name, lines)), None)


def _is_of_other(email: str, name: str, lines: list[str]) -> bool:
    """Whether another person than ``name`` has the address, who is named up to two lines above it."""
    place = next((number for number, line in enumerate(lines) if email in line), None)
    if place is None or not name or _shares_mailbox(name, email):
        return False
    # Not by its domain, which may be that of the town or the firm.
    mailbox = f"{email.partition('@')[0]}@"
    return any(find_own_name(line, mailbox) for line in lines[max(0, place - 2) : place + 1])


def find_addresses(text: str) -> Addresses:
    """The letters of the addresses in ``text``, which may spell the name of the person."""
    first, *others = (email.partition("@") for email in _list_emails(text) or [""])
    slug = re.split(r"/(?:in|pub)/", _find_linkedin(text) or "")[-1]
    return Addresses(
        mailbox=_letters(first[0]),
        domain=_letters(first[2].rpartition(".")[0]),
        others=tuple({_letters(other[0]) for other in others}),
        slug=_letters(slug),
    )


def _letters(text: str) -> str:
    return re.sub(r"[\W\d_]", "", plain(text))


def _list_emails(text: str) -> list[str]:
    whole = _WRAPPED_BEFORE_DOT.sub(r"\1", text[:_WHOLE_CV])
    found = _EMAIL.finditer(_WRAPPED_EMAIL.sub(r"\1\2", whole))
    return [match.group().lstrip("._%+-").rstrip(".") for match in found]


def _find_linkedin(text: str) -> str | None:
    match = _LINKEDIN.search(_WRAPPED_LINKEDIN.sub(r"\1\2", text))
    return match.group().rstrip("./") if match else _short_linkedin(text)


def _short_linkedin(text: str) -> str | None:
    if "in/" not in text[:3000]:
        return None
    match = _SHORT_LINKEDIN.search(text[:3000])
    return f"linkedin.com/{match.group(1).lower()}" if match else None


def _find_phone(text: str, name: str) -> str | None:
    """The first number labeled as a mobile telephone, else as a telephone, else one that looks like one.

    Numbers without a label count only at the head or foot.

    Numbers in between are page numbers and amounts. Those beside another person's address are theirs.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    edges = {*range(_EDGE_LINES), *range(len(lines) - _EDGE_LINES, len(lines))}
    labeled: str | None = None
    unlabeled: str | None = None
    for position, line in enumerate(lines):
        is_labeled = _PHONE_LABEL.search(line) is not None
        emails = (match.group() for match in _EMAIL.finditer(line))
        if not (is_labeled or position in edges) or any(_is_of_other(one, name, lines) for one in emails):
            continue
        dates = None if is_labeled else find_range(line)
        if dates is not None and not _HAS_CONTACT.search(line):
            continue
        parted = _APART.sub(" | ", line if dates is None else line.replace(dates.text, " "))
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
                remark = _MOBILE_REMARK.match(parted, match.end())
                if remark is not None or _MOBILE_LABEL.search(parted[: match.start()]):
                    return number
                labeled = labeled or number
            unlabeled = unlabeled or number
    return labeled or unlabeled


def find_emails(line: str) -> list[str]:
    """The email addresses of a line, in lower case."""
    return [match.group().casefold() for match in _EMAIL.finditer(line)]


def find_own_name(line: str, email: str) -> str:
    """The name in ``line`` that also occurs in the mailbox name of ``email``, or an empty string."""
    for piece in _NAME_PIECES.split(line):
        name = bare_name(piece.rpartition(":")[2].strip(" ,#*|"))
        if looks_like_name(name) and not names_other_thing(name) and _shares_mailbox(name, email):
            return name
    return ""


def _shares_mailbox(name: str, email: str) -> bool:
    """Whether part of a ``name`` is in the mailbox name, or all of it in the domain: ``hi@janedoe.net``."""
    mailbox, _, domain = (re.sub(r"[^a-z]", "", plain(part)) for part in email.partition("@"))
    spellings = [plain(one).split() for one in (name, name.casefold().translate(TWO_LETTERS))]
    return any(
        any((len(word) > 2 and word in mailbox) or (len(mailbox) > 3 and mailbox in word) for word in words)
        or (len(words) > 1 and "".join(words) in domain)
        for words in spellings
    )
