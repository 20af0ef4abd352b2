"""Positions in forms: blocks of labels and values, and tables whose columns have headings."""

from __future__ import annotations

import re
from dataclasses import replace

from app.documents.parsing.cells import split_cells
from app.documents.parsing.dates import find_range, find_single
from app.documents.parsing.entry import CvEntry
from app.documents.parsing.headers import name_header, without_remark, without_terms
from app.documents.parsing.layouts import without_dates
from app.text.bullets import without_bullet

_BOTH_ENDS = (
    r"(?:from|start|von|beginn|du|de|desde|da|dal|od|fra) ?[/–—-] ?"
    r"(?:to|until|end|bis|ende|au|à|a|al|hasta|até|do|til)"
)
"""The label of a beginning and an end: ``From – To``"""
_LABEL = re.compile(
    r"^(?P<label>employer|company|organi[sz]ation|client|institution|firma|unternehmen|betrieb|soci[eé]t[eé]|"
    r"empleador|arbeitgeber|entreprise|empresa|position(?: held)?|post (?:held|title)|"
    r"job title|title|role|function|"
    r"designation|poste|puesto|cargo|dates?|years?|when|period|duration|from|zeitraum|"
    rf"{_BOTH_ENDS}|"
    r"jahr|dauer|p[eé]riode|"
    r"per[ií]odo|datore di lavoro|azienda|qualifica|posizione|ruolo|mansione|stelle|t[aä]tigkeit als|"
    r"employeur|"
    r"empregador|entidade|função|cargo ocupado|werkgever|functie|pracodawca|stanowisko|okres|zaměstnavatel|"
    r"pozice|období|arbetsgivare|arbeidsgiver|arbejdsgiver|stilling|befattning|työnantaja|tehtävä|munkáltató|"
    r"munkakör|angajator|funcția|işveren|görev|организация|компания|должность|период работы|роботодавець|"
    r"посада|εργοδότης|θέση|公司|公司名称|职位|时间|会社名|職種|期間)\s*[:：]\s*(?P<value>\S.*)$",
    re.IGNORECASE,
)
_LABEL_CELL = re.compile(
    _LABEL.pattern.removesuffix(r"\s*[:：]\s*(?P<value>\S.*)$")
    + r"(?: \([^()]{1,20}\))?\s{2,}(?P<value>\S(?:\S| (?=\S))*)$",
    re.IGNORECASE,
)
"""``From (mm/yyyy)  02/2020``: the same in a cell of its own."""
_EUROPEAN_LABEL = re.compile(
    r"^(?P<label>dates? \((?:da|from|de) [–-] (?:a|to|à)\)|(?:datum|zeitraum) \(von [–-] bis\)|"
    r"(?:fechas?|datas?) \(de [–-] (?:a|até)\)|(?:daty|okres) \(od [–-] do\)|"
    r"nome e indirizzo del datore(?: di(?: lavoro)?)?|name and address of employer|"
    r"name und adresse des arbeitgebers|nom et adresse de l['’]employeur|"
    r"nombre y dirección (?:del empleador|de la empresa)|nome e endereço do empregador|"
    r"nazwa i adres pracodawcy|occupation or position held|tipo di impiego|lavoro o posizione ricoperti|"
    r"beruf oder funktion|fonction ou poste occupé|profesión o cargo desempeñado|"
    r"função ou cargo ocupado|zajmowane stanowisko)\s{2,}(?P<value>\S.*)$",
    re.IGNORECASE,
)
"""The fields of the form of the European Union, whose values are in a column of their own."""
_LABEL_OF_TITLE = re.compile(
    r"position|post held|title|role|function|designation|poste|puesto|cargo|qualifica|posizione|ruolo|"
    r"mansione|stelle|t[aä]tigkeit|função|functie|stanowisko|pozice|stilling|befattning|tehtävä|munkakör|funcția|görev|"
    r"должность|посада|θέση|职位|職種|tipo di impiego|beruf oder funktion|fonction ou poste occupé",
    re.IGNORECASE,
)
_LABEL_OF_DATES = re.compile(
    rf"\bdat(?:e|es|um|as|y)\b|fechas?|years?|when|period|duration|from|jahr|{_BOTH_ENDS}|dauer|zeitraum|"
    r"p[eé]riode|per[ií]odo|okres|období|период|时间|期間",
    re.IGNORECASE,
)
_END = re.compile(r"to|until|till|end|bis|[àa]|au|fin|hasta|fino a|al|até|tot|do|til|till", re.IGNORECASE)
"""The column after the one of the beginnings."""
_LABELED_END = re.compile(
    rf"(?:{_END.pattern})(?:\s*[:：]\s*|(?: \([^()]{{1,20}}\))?\s{{2,}})(?P<end>\S.*)", re.IGNORECASE
)
_MIN_COLUMNS = 3
_MIN_TITLES = 2
"""Minimum number of labeled titles of a form without labeled employers."""


def labeled_entries(lines: list[str]) -> list[CvEntry]:
    """``Employer: …`` / ``Position: …`` / ``Dates: …`` blocks; an empty list if a CV has none."""
    lines = _with_ends([_with_colon(line) for line in lines])
    texts = list(map(without_bullet, lines))
    matches = [_LABEL.match(text) or _EUROPEAN_LABEL.match(text) for text in texts]
    labels = [match.group("label").casefold() for match in matches if match]
    is_form = any(
        _LABEL_OF_TITLE.fullmatch(label) or "title" in label or "posi" in label for label in labels
    ) and any(not _LABEL_OF_TITLE.search(label) and not _LABEL_OF_DATES.search(label) for label in labels)
    if not is_form:
        return []
    entries: list[CvEntry] = []
    seen: set[str] = set()
    for line, match in zip(lines, matches, strict=True):
        if match is None:
            if entries:
                entries[-1].body.append(line)
            continue
        label, value = match.group("label"), match.group("value").strip()
        kind = (
            "title"
            if _LABEL_OF_TITLE.search(label)
            else "dates"
            if _LABEL_OF_DATES.search(label)
            else "employer"
        )
        if not entries or kind in seen:
            entries.append(CvEntry([], None))
            seen = set()
        seen.add(kind)
        entry = entries[-1]
        dates = find_range(value)
        if dates is not None:
            entry.dates = entry.dates or dates
            value = without_dates(value, dates)
        if kind != "dates":
            entry.header.append(value)
        if kind == "title":
            entry.title = value
        elif kind == "employer":
            named = name_header([value], prior="organization")
            entry.organization = named.organization or named.title or value
    return [replace(entry) for entry in entries if entry.dates is not None or entry.title]


def without_labels(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """The lines of a form that labels titles and dates but no employers, without their labels.

    The titles come with a hint, as the trained reader gives them: ``{"Baker": "title"}``.
    """
    matches = [_LABEL.match(without_bullet(line)) for line in lines]
    titles = [m for m in matches if m is not None and _LABEL_OF_TITLE.fullmatch(m["label"])]
    if len(titles) < _MIN_TITLES:
        return lines, {}
    result = list(lines)
    for number, match in enumerate(matches):
        if match is not None and (match in titles or _LABEL_OF_DATES.search(match["label"])):
            result[number] = match["value"].strip()
    return result, {match["value"].strip(): "title" for match in titles}


def _with_colon(line: str) -> str:
    """A label and its value in two cells as ``label: value``; a row of labels heads a table."""
    match = _LABEL_CELL.match(line.strip())
    if match is None or _kind_of_label(match["value"]) is not None:
        return line
    return f"{match['label']}: {match['value']}"


def _with_ends(lines: list[str]) -> list[str]:
    """``From: 2016`` and ``To: 2019`` below it as ``From: 2016 – 2019``."""
    joined: list[str] = []
    for line in lines:
        end = _LABELED_END.match(line.strip())
        last = next((n for n in range(len(joined) - 1, -1, -1) if joined[n].strip()), None)
        start = _LABEL.match(joined[last].strip()) if end is not None and last is not None else None
        is_open = start is not None and _LABEL_OF_DATES.search(start.group("label")) is not None
        if end is None or last is None or not is_open or find_range(joined[last]) is not None:
            joined.append(line)
            continue
        whole = f"{joined[last]} – {end.group('end')}"
        joined[last:] = [whole] if find_range(whole) is not None else [*joined[last:], line]
    return joined


def table_entries(lines: list[str]) -> list[CvEntry]:
    """The rows below ``Role  Organisation  Period``; an empty list if no line heads columns like these."""
    for number, line in enumerate(lines):
        kinds = _column_kinds(line)
        if kinds is None:
            continue
        entries: list[CvEntry] = []
        least = max(number for number, kind in enumerate(kinds) if not kind.isdigit()) + 1
        for row in lines[number + 1 :]:
            cells = _list_filled(row)
            # The last cells, as of notes, may be empty.
            is_row = least <= len(cells) <= len(kinds)
            entry = _row_entry(dict(zip(kinds, cells, strict=False))) if is_row else None
            if entry is not None:
                entries.append(entry)
            elif entries:
                entries[-1].body.append(row)
        return entries
    return []


def _list_filled(row: str) -> list[str]:
    return [cell for cell in split_cells(row) if cell]


def _column_kinds(line: str) -> list[str] | None:
    """What each column holds (further ones by their number); None if the line does not head a table."""
    cells = _list_filled(line)
    if len(cells) < _MIN_COLUMNS or any(len(cell) > 30 for cell in cells):
        return None
    kinds = [_kind_of_label(cell) or str(number) for number, cell in enumerate(cells)]
    for number, cell in enumerate(cells[1:], 1):
        if kinds[number - 1] == "dates" and _END.fullmatch(cell):
            kinds[number] = "end"
    named = {"title", "employer", "dates"}
    return kinds if named <= set(kinds) and len(set(kinds)) == len(kinds) else None


def _kind_of_label(cell: str) -> str | None:
    # "Company / client" is a label as "Company" is.
    match = _LABEL.match(f"{cell.partition('/')[0].strip(' :')}: x")
    if match is None:
        return None
    if _LABEL_OF_DATES.search(cell):
        return "dates"
    return "title" if _LABEL_OF_TITLE.search(cell) else "employer"


def _row_entry(cells: dict[str, str]) -> CvEntry | None:
    dates = find_range(f"{cells['dates']} – {cells['end']}") if "end" in cells else None
    dates = dates or find_range(cells["dates"]) or find_single(cells["dates"])
    if dates is None:
        return None
    notes = [cell for kind, cell in cells.items() if kind.isdigit()]
    entry = CvEntry([cells["title"], cells["employer"]], dates, notes)
    entry.title = without_terms(cells["title"])
    named = name_header([cells["employer"]], prior="organization")
    entry.organization = without_remark(named.organization or named.title or cells["employer"])
    return entry
