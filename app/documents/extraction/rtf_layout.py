"""Lines of RTF text: paragraphs, and table rows from their cells."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from app.documents.extraction.links import MAX_LINKS, list_unseen
from app.documents.extraction.marking import HiddenKind, hide, without_marks
from app.documents.extraction.rtf_formatting import ParagraphFormat
from app.documents.extraction.word_rules import HEADING_SPACE_TWIPS, MAX_HEADING_CHARACTERS, decode_units

_MAX_TABLE_DEPTH = 20


@dataclass(slots=True)
class _Table:
    cell: list[str] = field(default_factory=list)
    row: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class RtfLayout:
    """The lines of one story: the main text, a header, a note or a text box."""

    is_box: bool = False
    lines: list[str] = field(default_factory=list)
    fills: list[int] = field(default_factory=list)
    """Background colors of the cells of the current row."""
    is_row_open: bool = False
    is_listed: bool = False
    """The current paragraph has a bullet or number, written out as text."""
    runs: list[tuple[HiddenKind | None, str]] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    """Link targets of the current paragraph."""
    boxes: list[str] = field(default_factory=list)
    """Lines of text boxes that are anchored in the current paragraph; they follow it."""
    tables: list[_Table] = field(default_factory=lambda: [_Table()])

    def add(self, text: str, kind: HiddenKind | None) -> None:
        self.runs.append((kind, text))

    def add_target(self, target: str) -> None:
        if len(self.targets) < MAX_LINKS:
            self.targets.append(target)

    def paper_of_cell(self, depth: int) -> int:
        """Number of the background color of the current cell; 0 if it has none, or is in a nested table."""
        column = len(self.tables[0].row)
        return self.fills[column] if depth == 1 and column < len(self.fills) else 0

    def end_paragraph(self, found: ParagraphFormat, styles: dict[int, str]) -> None:
        lines = [self._take_paragraph(found, styles), *self.boxes]
        self.boxes.clear()
        if found.is_in_table or self.is_row_open:
            self._open_table(found.table_depth).cell.extend(lines)
        else:
            self.end_row(1)
            self.lines.extend(lines)

    def end_cell(self, found: ParagraphFormat, styles: dict[int, str], depth: int) -> None:
        table = self._open_table(depth)
        table.cell.extend([self._take_paragraph(found, styles), *self.boxes])
        self.boxes.clear()
        table.row.append(table.cell)
        table.cell = []

    def end_row(self, depth: int) -> None:
        """End the row at this depth, and every row nested in it."""
        depth = max(1, min(depth, _MAX_TABLE_DEPTH))
        self._close_tables_below(depth)
        if len(self.tables) == depth:
            self._close_row(depth)
        if depth == 1:
            self.is_row_open = False

    @property
    def is_unfinished(self) -> bool:
        """Whether the last paragraph or row has no end."""
        return bool(self.runs) or any(table.cell or table.row for table in self.tables)

    def finish(self, found: ParagraphFormat, styles: dict[int, str]) -> list[str]:
        if self.runs or self.targets or self.boxes:
            self.end_paragraph(found, styles)
        self.end_row(1)
        return self.lines

    def _open_table(self, depth: int) -> _Table:
        depth = max(1, min(depth, _MAX_TABLE_DEPTH))
        self._close_tables_below(depth)
        while len(self.tables) < depth:
            self.tables.append(_Table())
        return self.tables[-1]

    def _close_tables_below(self, depth: int) -> None:
        while len(self.tables) > depth:
            self._close_row(len(self.tables))
            self.tables.pop()

    def _close_row(self, depth: int) -> None:
        """Move the row to the lines of the cell around it, or of the story."""
        table = self.tables[depth - 1]
        target = self.tables[depth - 2].cell if depth > 1 else self.lines
        if table.cell:
            table.row.append(table.cell)
        cells = [[line.strip() for line in cell if line.strip()] for cell in table.row]
        table.cell, table.row = [], []
        if all(len(cell) <= 1 for cell in cells):
            joined = "  ".join(line for cell in cells for line in cell)
            if joined:
                target.append(joined)
        else:
            target.extend(line for cell in cells for line in cell)

    def _take_paragraph(self, found: ParagraphFormat, styles: dict[int, str]) -> str:
        pieces: list[str] = []
        for kind, run in itertools.groupby(self.runs, key=lambda one: one[0]):
            text = without_marks(decode_units("".join(text for _, text in run)))
            pieces.append(text if kind is None else hide(text, kind))
        text = "".join(pieces).strip()
        text = "  ".join([text, *list_unseen(self.targets, shown=text)]).strip()
        self.runs.clear()
        self.targets.clear()
        style = styles.get(found.style, "").replace(" ", "").casefold()
        is_list_item = found.is_list_item or self.is_listed or style.startswith("listbullet")
        self.is_listed = False
        if text and is_list_item and not text.startswith("-"):
            return f"- {text}"
        is_set_apart = len(text) <= MAX_HEADING_CHARACTERS and (
            found.has_border or found.has_outline_level or found.space_above >= HEADING_SPACE_TWIPS
        )
        return f"\n{text}" if text and (style.startswith("heading") or is_set_apart) else text
