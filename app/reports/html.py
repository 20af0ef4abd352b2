"""Blocks as HTML, for the PDF. All text is escaped: names and quotes are data, never markup."""

from __future__ import annotations

import html
from collections.abc import Iterable

from app.reports.blocks import (
    Band,
    Block,
    Fact,
    Heading,
    Meter,
    Paragraph,
    Quote,
    SpokenLine,
    Title,
    TitledItem,
)
from app.reports.cleaning import one_line

BAND_COLORS: dict[Band, str] = {
    "green": "#2f8f5b",
    "yellow": "#d9a514",
    "orange": "#dd7a2b",
    "red": "#c23b30",
}

STYLE = """
body { font-family: sans-serif; font-size: 10pt; line-height: 1.4; color: #25221d; margin: 0; }
p { margin: 0 0 5pt 0; }
h1 { font-size: 19pt; line-height: 1.25; margin: 0 0 2pt 0; }
h2 { font-size: 12pt; margin: 12pt 0 5pt 0; padding-top: 8pt; border-top: 0.6pt solid #d9d6cf; }
.kind, .detail, .muted, .source, .name { color: #6a665e; }
.kind, .source, .labels { font-size: 9pt; }
.detail { margin: 0; }
.entry { margin: 0 0 8pt 0; }
.entry p { margin: 0 0 2pt 0; }
.labels { color: #6a665e; font-weight: normal; }
.quote { border-left: 2pt solid #8fc0a6; padding-left: 8pt; margin: 4pt 0 6pt 0; }
.quote p { margin: 0; }
.meter { margin: 0 0 7pt 0; }
.meter p { margin: 0 0 2pt 0; }
.bar { background: #e6e3dc; width: 240pt; height: 5pt; font-size: 3pt; }
.fill { height: 5pt; font-size: 3pt; }
""" + "\n".join(f".{band} {{ background: {color}; }}" for band, color in BAND_COLORS.items())


def to_html(blocks: Iterable[Block]) -> list[str]:
    """Pieces of HTML that each stay on one page: single blocks, and headings with the next block."""
    pieces: list[str] = []
    heading = ""
    for block in blocks:
        if isinstance(block, Heading):
            heading += _to_html(block)
        else:
            pieces.append(heading + _to_html(block))
            heading = ""
    return [*pieces, heading] if heading else pieces


def _to_html(block: Block) -> str:
    match block:
        case Title():
            details = "".join(f'<p class="detail">{_escape(detail)}</p>' for detail in block.details)
            return f'<p class="kind">{_escape(block.kind)}</p><h1>{_escape(block.text)}</h1>{details}'
        case Heading():
            return f"<h2>{_escape(block.text)}</h2>"
        case Paragraph():
            opening = '<p class="muted">' if block.is_muted else "<p>"
            return f"{opening}{_escape(block.text)}</p>"
        case Meter():
            return _meter_to_html(block)
        case Quote():
            return _quote_to_html(block)
        case TitledItem():
            labels = _escape(" · ".join(block.labels))
            head = f'<p><b>{_escape(block.title)}</b> <span class="labels">{labels}</span></p>'
            text = f"<p>{_escape(block.text)}</p>" if block.text else ""
            quotes = "".join(_quote_to_html(quote) for quote in block.quotes)
            return f'<div class="entry">{head}{text}{quotes}</div>'
        case Fact():
            return f'<p><span class="name">{_escape(block.name)}:</span> {_escape(block.value)}</p>'
        case SpokenLine():
            source = f"{_escape(block.time)} {_escape(block.speaker)}:"
            return f'<p><span class="name">{source}</span> {_escape(block.text)}</p>'


def _meter_to_html(meter: Meter) -> str:
    line = f"<p>{_escape(meter.name)} <b>{_escape(meter.value)}</b></p>"
    if meter.share is None:
        return f'<div class="meter">{line}</div>'
    width = max(1, round(meter.share * 100))
    fill = f'<div class="fill {meter.band}" style="width:{width}%">&#160;</div>'
    return f'<div class="meter">{line}<div class="bar">{fill}</div></div>'


def _quote_to_html(quote: Quote) -> str:
    source = f'<p class="source">{_escape(quote.source)}</p>'
    return f'<div class="quote"><p>{_escape(quote.text)}</p>{source}</div>'


def _escape(text: str) -> str:
    # MuPDF decodes ampersands twice: "&lt;" in a name would become "<".
    return html.escape(one_line(text)).replace("&amp;", "&amp;amp;")
