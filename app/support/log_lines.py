"""Log lines without personal data: only lines that Greenroom writes, reduced to harmless values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

_TEXT_LINE = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{3}) (?P<level>[A-Z]{4,8}) "
    r"(?P<logger>greenroom[a-z_.]{0,40}) (?P<message>.*)"
)
_EVENT = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+|request", re.ASCII)
_FIELD = re.compile(r"\b([a-z_]{1,40})=(\S+)", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,6})?", re.ASCII)
_ROUTE = re.compile(r"(?:/[a-z-]{1,40}|/\{[a-z_]{1,40}(?::path)?\}){1,10}|/|-", re.ASCII)
_JOB_KEY = re.compile(r"[a-z]+(?:-[a-z]+){1,5}", re.ASCII)
_PLACE = re.compile(
    r"    \S*?(?P<file>(?:app|models|installer|site-packages)/[\w/.-]+\.py):(?P<rest>\d+ in \w+)"
)
_CAUSE = re.compile(r"  (?P<cause>(?:caused by )?[A-Za-z_][\w.]{0,120}?)(?::.*)?")
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_STATUSES = {"failed", "timeout", "success"}
_HIDDEN = "…"


def redact_lines(lines: Iterable[str]) -> Iterator[str]:
    """The events of a log as text or JSON, with numbers, routes and job names; everything else is left out.

    Lines of other programs and libraries, which may say anything, are only counted.
    """
    left_out = 0
    for line in lines:
        kept = _redact(line.rstrip("\n"))
        if kept is None:
            left_out += 1
            continue
        if left_out:
            yield f"({left_out} other lines)"
            left_out = 0
        yield from kept
    if left_out:
        yield f"({left_out} other lines)"


def _redact(line: str) -> list[str] | None:
    if line.startswith("{"):
        return _redact_json(line)
    match = _TEXT_LINE.fullmatch(line)
    if match is not None:
        kept = f"{match['time']} {match['level']} {match['logger']} {_redact_message(match['message'])}"
        return [kept]
    return _redact_frames([line])


def _redact_json(line: str) -> list[str] | None:
    try:
        entry = json.loads(line)
        message = (
            f"{entry['event']} {' '.join(f'{key}={value}' for key, value in entry.get('fields', {}).items())}"
        )
        head = f"{entry['time']} {entry['level']} {entry['logger']}"
        frames = str(entry.get("error", "")).split("\n")
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if not re.fullmatch(r"[\dT:.+-]{10,40} [A-Z]{4,8} greenroom[a-z_.]{0,40}", head):
        return None
    return [f"{head} {_redact_message(message)}", *(_redact_frames(frames) or [])]


def _redact_message(message: str) -> str:
    event = message.partition(" ")[0]
    fields = [
        f"{name}={value if _is_harmless(name, value) else _HIDDEN}" for name, value in _FIELD.findall(message)
    ]
    return " ".join([event if _EVENT.fullmatch(event) else _HIDDEN, *fields])


def _is_harmless(name: str, value: str) -> bool:
    if name == "method":
        return value in _METHODS
    if name == "route":
        return _ROUTE.fullmatch(value) is not None
    if name == "key":
        return _JOB_KEY.fullmatch(value) is not None
    return _NUMBER.fullmatch(value) is not None or (name == "status" and value in _STATUSES)


def _redact_frames(lines: Iterable[str]) -> list[str] | None:
    """Types of errors and places in the code, without messages and without the folder of the installation."""
    kept = []
    for line in lines:
        if match := _PLACE.fullmatch(line):
            kept.append(f"    {match['file']}:{match['rest']}")
        elif match := _CAUSE.fullmatch(line):
            kept.append(f"  {match['cause']}")
    return kept or None
