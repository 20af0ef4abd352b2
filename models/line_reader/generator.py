"""Training CVs of the line reader: labeled lines, randomly composed from ``data``.

The layouts are those that people use: sections in any order, with and without headings, dates on either
side, margins before the name, one-line entries. Words are partly made up, so that the network learns from
endings, forms and neighbors, and not the lists by heart.
"""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass, field

from models.line_reader.words import list_languages, load_more_words, load_words

_NO_SPACES = ("zh", "ja")
_SURNAME_FIRST = ("hu", "zh", "ja")
_SEPARATORS = (", ", " – ", " | ", " - ", "   ", " · ", " — ", "  ")


@dataclass(slots=True)
class Example:
    """The lines of a document with their labels, and pieces with theirs.

    A label is blank if it is unknown, and for a blank line.
    """

    lines: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    parts: list[tuple[str, str]] = field(default_factory=list)

    def add(self, line: str, label: str) -> None:
        self.lines.append(line)
        self.labels.append(label)

    def blank(self) -> None:
        if self.lines and self.lines[-1]:
            self.add("", "")


def make_example(rng: random.Random) -> Example:
    """A CV, or, in one of eight cases, a text that is not a CV."""
    if rng.random() < 0.12:
        return _make_other(rng)
    language = rng.choice([*list_languages(), "en", "en", "en", "en", "de", "de", "fr", "fr", "es"])
    return CvWriter(rng, language).write()


def _make_other(rng: random.Random) -> Example:
    example = Example()
    lines = load_words("other")["lines"]
    words = load_words(rng.choice(list_languages()))
    for _ in range(rng.randint(8, 30)):
        line = rng.choice(lines) if rng.random() < 0.8 else rng.choice(words["sentences"] + words["skills"])
        example.add(line, "document")
        if rng.random() < 0.3:
            example.blank()
    return example


class CvWriter:
    """Writes one CV. Its habits (separators, capitals, order of title and employer) hold for all of it."""

    def __init__(self, rng: random.Random, language: str) -> None:
        self._rng = rng
        self._words = load_words(language)
        self._more_words = load_more_words(language)
        self._language = language
        self._example = Example()
        self._separator = rng.choice(_SEPARATORS)
        self._capitals = rng.random() < 0.35
        self._mark = rng.choice(["", "", "", "", ":", "# ", "## "])
        self._title_first = rng.random() < 0.6
        self._layout = rng.randrange(7)
        self._bullet = rng.choice(["- ", "• ", "", "", "– ", "* "])
        self._blank_after_heading = rng.random() < 0.25
        self._blank_before_heading = rng.random() < 0.8
        self._dates = rng.randrange(6)
        self._join = "" if language in _NO_SPACES else " "

    def write(self) -> Example:
        rng = self._rng
        kinds = ["experience", "education", "skills"]
        kinds += [k for k in ("languages", "certifications", "projects", "other") if rng.random() < 0.35]
        if rng.random() < 0.4:
            rng.shuffle(kinds)
        if rng.random() < 0.4:
            kinds.insert(0, "summary")
        margin: list[str] = []
        if rng.random() < 0.15:
            margin = [kind for kind in ("skills", "languages") if kind in kinds]
            kinds = [kind for kind in kinds if kind not in margin]
            self._section("contact")
            for kind in margin:
                self._section(kind)
        self._head(has_contacts=not margin)
        for kind in kinds:
            self._section(kind)
        return self._example

    def _pick(self, key: str) -> str:
        more = self._more_words.get(key)
        return self._rng.choice(more if more and self._rng.random() < 0.5 else self._words[key])

    def _made_up(self, text: str) -> str:
        """``text`` with one word in a new spelling: the beginning of one word and the end of another."""
        words = text.split()
        if self._language in _NO_SPACES or not words or self._rng.random() < 0.5:
            return text
        pool = f"{self._pick('family')} {self._pick('places')} {self._pick('family')}".replace(
            ",", ""
        ).split()
        first, second = self._rng.choice(pool), self._rng.choice(pool)
        new = (first[: max(2, len(first) // 2)] + second[len(second) // 2 :].lower()).capitalize()
        place = self._rng.randrange(len(words))
        if len(words[place]) > 3 or len(words) == 1:
            words[place] = new
        return " ".join(words)

    def _name(self) -> str:
        given, family = self._pick("given"), self._pick("family")
        if self._language == "zh":
            return family + given
        if self._rng.random() < 0.25 and self._language not in _NO_SPACES:
            given += f" {self._pick('given')}" if self._rng.random() < 0.5 else f" {given[0]}."
        order = (family, given) if self._language in _SURNAME_FIRST else (given, family)
        if self._language in ("ru", "uk") and self._rng.random() < 0.5:
            order = (family, given)
        return " ".join(order)

    def _employer(self) -> str:
        rng = self._rng
        choice = rng.random()
        endings = self._more_words.get("endings")
        if choice < 0.45:
            return rng.choice(self._words["employer_forms"]).replace("*", self._proper_name())
        if endings and choice < 0.55:
            return f"{self._pick('family')} {rng.choice(endings)}"
        return self._made_up(self._pick("employers"))

    def _proper_name(self) -> str:
        """A place, one or two family names, or a word that is made up from two of them."""
        place = self._pick("places").partition(",")[0]
        first, second = self._pick("family"), self._pick("family")
        if self._language in _NO_SPACES:
            return self._rng.choice([place, first, place + first])
        made_up = (first[: max(2, len(first) // 2)] + second[len(second) // 2 :].lower()).capitalize()
        return self._rng.choice([place, place, first, made_up, f"{first} & {second}", f"{first} {made_up}"])

    def _title(self) -> str:
        title = self._pick("titles")
        if self._language not in _NO_SPACES and self._rng.random() < 0.12:
            title = f"{self._rng.choice(['Senior', 'Junior', 'Lead', 'Assistant'])} {title}"
        return self._made_up(title) if self._rng.random() < 0.15 else title

    def _period(self) -> str:
        rng = self._rng
        start, length = rng.randint(1985, 2022), rng.randint(1, 8)
        is_open = rng.random() < 0.35
        present = self._pick("present")
        dash = rng.choice([" – ", " - ", "–", "-", f" {self._pick('to')} "])

        def point(year: int) -> str:
            month = rng.randrange(12)
            if self._language in _NO_SPACES and self._dates < 4:
                return f"{year}年{month + 1}月"
            name = self._words["months"][month]
            return (
                str(year), f"{month + 1:02}/{year}", f"{month + 1:02}.{year}", f"{name} {year}",
                f"{name[:3]} {year}", f"{year}.{month + 1:02}",
            )[self._dates]  # fmt: skip

        if is_open and rng.random() < 0.2:
            return f"{self._pick('since')} {point(start)}"
        text = f"{point(start)}{dash}{present if is_open else point(start + length)}"
        return f"({text})" if rng.random() < 0.1 else text

    def _heading(self, kind: str) -> None:
        if self._rng.random() < 0.08:
            self._example.blank()
            return
        text = self._pick(f"h_{kind}")
        if self._capitals:
            text = text.upper()
        text = f"{self._mark}{text}" if self._mark.startswith("#") else f"{text}{self._mark}"
        if self._blank_before_heading:
            self._example.blank()
        self._example.add(text, f"heading_{kind}")
        if self._blank_after_heading:
            self._example.blank()

    def _section(self, kind: str) -> None:
        self._heading(kind)
        match kind:
            case "experience":
                for _ in range(self._rng.randint(1, 4)):
                    self._position()
            case "education":
                for _ in range(self._rng.randint(1, 3)):
                    self._degree()
            case "skills":
                self._list("skills", "skill", self._rng.randint(3, 10))
            case "languages":
                self._list("spoken", "language", self._rng.randint(1, 3))
            case "certifications":
                for _ in range(self._rng.randint(1, 3)):
                    self._example.add(self._bullet + self._pick("certificates"), "text")
            case "contact":
                self._contacts()
            case _:
                self._body(self._rng.randint(1, 4))
        if self._rng.random() < 0.5:
            self._example.blank()

    def _head(self, *, has_contacts: bool) -> None:
        rng, example = self._rng, self._example
        if rng.random() < 0.25:
            text = self._pick("document")
            example.add(text.upper() if rng.random() < 0.4 else text, "document")
            if rng.random() < 0.5:
                example.blank()
        name = self._name()
        example.parts.append((name, "name"))
        name = name.upper() if rng.random() < 0.2 else name
        if rng.random() < 0.15:
            name = f"{self._words['labels'][0]}{rng.choice([': ', '：', ':   ', '  '])}{name}"
        elif rng.random() < 0.08:
            name = f"{name}, {self._email()}"
        example.add(name, "name")
        if rng.random() < 0.4:
            title = self._title()
            example.add(f"{title}, {self._pick('places')}" if rng.random() < 0.3 else title, "title")
        if has_contacts:
            self._contacts()
        example.blank()

    def _email(self) -> str:
        mailbox = self._rng.choice(["info", "mail", "a.b", "jk", "contact.me"])
        return f"{mailbox}{self._rng.randint(1, 99)}@post.example"

    def _contacts(self) -> None:
        rng = self._rng
        phone = (
            f"+{rng.randint(1, 99)} {rng.randint(100, 999)} {rng.randint(1000, 9999)} {rng.randint(10, 99)}"
        )
        town = self._pick("places")
        items = [self._email(), phone, town]
        if rng.random() < 0.3:
            street = f"{self._pick('family')} {rng.randint(1, 99)}"
            items.append(f"{street}, {rng.randint(1000, 99999)} {self._pick('places')}")
        rng.shuffle(items)
        labels = self._words["labels"][1:]
        match rng.randrange(3):
            case 0:
                for item in items:
                    self._example.add(item, "place" if item == town else "contact")
            case 1:
                separator = rng.choice([" | ", " · ", ", ", "  ", " / "])
                self._example.add(separator.join(items), "contact")
            case _:
                gap = rng.choice([": ", ":    ", "      ", "："])
                for item in items:
                    self._example.add(f"{rng.choice(labels)}{gap}{item}", "contact")
        self._example.parts.append((town, "place"))

    def _position(self) -> None:
        rng, example, period = self._rng, self._example, self._period()
        title, employer = self._title(), self._employer()
        town = self._pick("places")
        parts = [(title, "title"), (employer, "employer"), (town, "place")]
        example.parts += [(text.upper() if rng.random() < 0.1 else text, label) for text, label in parts]
        place = f", {town}" if rng.random() < 0.4 else ""
        first, second = (title, employer + place) if self._title_first else (employer + place, title)
        names = ("title", "employer") if self._title_first else ("employer", "title")
        joined = first + self._separator + second
        if rng.random() < 0.2:
            joined = f"{title} {self._pick('at')} {employer}{place}"
        gap = rng.choice(["  ", "    ", " | ", "\u3000"])
        rows: list[tuple[str, str]]
        match self._layout:
            case 0:
                rows = [(period, "dates"), (first, names[0]), (second, names[1])]
            case 1:
                rows = [(first, names[0]), (second, names[1]), (period, "dates")]
            case 2:
                rows = [(joined, "position"), (period, "dates")]
            case 3:
                rows = [(period, "dates"), (joined, "position")]
            case 4:
                rows = [(f"{period}{gap}{first}", "position"), (second, names[1])]
            case 5:
                rows = [(f"{first}{gap}{period}", "position"), (second, names[1])]
            case _:
                line = f"{period}{gap}{joined}" if self._title_first else f"{joined}{gap}{period}"
                rows = [(line, "position")]
        for line, label in rows:
            example.add(line, label)
        self._body(rng.randint(0, 4))
        if rng.random() < 0.6:
            example.blank()

    def _degree(self) -> None:
        rng, example, period = self._rng, self._example, self._period()
        degree, school = self._pick("degrees"), self._made_up(self._pick("schools"))
        example.parts += [(degree, "degree"), (school, "school")]
        match rng.randrange(4):
            case 0:
                example.add(f"{period}  {degree}{self._separator}{school}", "degree")
            case 1:
                example.add(f"{degree}{self._separator}{school}, {rng.randint(1985, 2024)}", "degree")
            case 2:
                example.add(degree, "degree")
                example.add(f"{school}  {period}", "school")
            case _:
                example.add(school, "school")
                example.add(degree, "degree")
                example.add(period, "dates")

    def _list(self, key: str, label: str, count: int) -> None:
        rng = self._rng
        items = rng.sample(self._words[key], min(count, len(self._words[key])))
        if key == "skills":
            self._example.parts += [(item, "skill") for item in items[:3]]
        if rng.random() < 0.5:
            for item in items:
                self._example.add(self._bullet + item, label)
            return
        comma = "、" if self._language in _NO_SPACES else ", "
        text = rng.choice([comma, comma, " | ", " · ", "; "]).join(items)
        for line in textwrap.wrap(text, rng.randint(50, 100)):
            self._example.add(line, label)

    def _body(self, count: int) -> None:
        rng = self._rng
        for _ in range(count):
            text = self._pick("sentences")
            if rng.random() < 0.2:
                text += f"{self._join}{self._pick('sentences')}"
            text += rng.choice(["", "", "."])
            pieces = textwrap.wrap(self._bullet + text, rng.randint(55, 110))
            for piece in pieces:
                self._example.add(piece, "text")
        sentence = self._pick("sentences")
        self._example.parts.append((sentence, "other"))
