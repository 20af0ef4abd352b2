"""Check of `greenroom doctor` that concerns the clock: time of the files, time service, other servers."""

from __future__ import annotations

import http.client
import re
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.doctor.finding import Finding

if TYPE_CHECKING:
    from app.core.settings import Settings

MAX_ERROR_SECONDS = 60.0
_SECONDS = 3.0
_REMEDY = "set the clock (for example with chrony)"
_CHRONY_OFFSET = re.compile(r"^System time\s*:\s*([0-9.]+) seconds (slow|fast)", re.MULTILINE)
_CHRONY_STATUS = re.compile(r"^Leap status +: (\S.*)$", re.MULTILINE)

Runner = Callable[[list[str]], str | None]
"""Runs a command and returns its output; None if it is not there or fails."""


def run_command(command: list[str]) -> str | None:
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, *command[1:]], capture_output=True, text=True, timeout=_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def check_clock(settings: Settings, *, now: datetime, run: Runner = run_command) -> Finding:
    """Whether the clock is right, as far as this machine and the servers it uses can tell.

    With a wrong clock, sessions, links and one-time codes end at the wrong time.
    """
    text = f"{now:%Y-%m-%d %H:%M} UTC"
    problem = _compare_files(settings, now) or _compare_servers(settings, now)
    if problem is not None:
        return Finding("clock", ok=False, detail=f"{text}: {problem}, {_REMEDY}")
    ok, service = _read_time_service(run)
    return Finding("clock", ok=ok, detail=f"{text}; {service}")


def _compare_files(settings: Settings, now: datetime) -> str | None:
    written = settings.data_dir / "greenroom.db"
    newest = max(Path(__file__).stat().st_mtime, written.stat().st_mtime if written.is_file() else 0.0)
    is_right = now.timestamp() >= newest - MAX_ERROR_SECONDS
    return None if is_right else "earlier than the newest file of Greenroom"


def _compare_servers(settings: Settings, now: datetime) -> str | None:
    """The clock against the first other server that says its time."""
    for address in _list_addresses(settings):
        other = read_server_time(address)
        if other is None:
            continue
        ahead = (now - other).total_seconds()
        if abs(ahead) <= MAX_ERROR_SECONDS:
            return None
        direction = "ahead of" if ahead > 0 else "behind"
        return f"{abs(ahead):.0f} s {direction} the clock of {urlsplit(address).hostname}"
    return None


def _list_addresses(settings: Settings) -> Iterator[str]:
    yield from filter(None, (settings.oidc_issuer, settings.files_s3_url, settings.backup_s3_url))
    if settings.llm_provider != "local" and settings.llm_base_url:
        yield settings.llm_base_url


def read_server_time(address: str) -> datetime | None:
    """The time in the ``Date`` header of a web server's answer; None if there is none."""
    url = urlsplit(address)
    connection: http.client.HTTPConnection
    try:
        if url.scheme == "https":
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(
                url.hostname or "", url.port, timeout=_SECONDS, context=context
            )
        else:
            connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=_SECONDS)
        try:
            connection.request("HEAD", url.path or "/")
            date = connection.getresponse().getheader("Date")
        finally:
            connection.close()
        return None if date is None else parsedate_to_datetime(date).astimezone(UTC)
    except (OSError, http.client.HTTPException, ValueError):
        return None


def _read_time_service(run: Runner) -> tuple[bool, str]:
    """Whether the time service is in order, and what it says."""
    tracking = run(["chronyc", "-n", "tracking"])
    if tracking is not None and (offset := _CHRONY_OFFSET.search(tracking)):
        status = _CHRONY_STATUS.search(tracking)
        if status is None or status[1].strip() == "Not synchronised":
            return True, "chrony is not synchronized: name a reachable time server in chrony.conf"
        seconds, direction = float(offset[1]), "ahead" if offset[2] == "fast" else "behind"
        if seconds > MAX_ERROR_SECONDS:
            return False, f"{seconds:.0f} s {direction} by chrony: run `chronyc makestep`"
        return True, "synchronized by chrony"
    shown = run(["timedatectl", "show", "-p", "NTP", "-p", "NTPSynchronized"])
    if shown is not None:
        lines = shown.split()
        if "NTPSynchronized=yes" in lines:
            return True, "synchronized"
        remedy = "check its servers" if "NTP=yes" in lines else "run `timedatectl set-ntp true`"
        return True, f"not synchronized with a time server: {remedy}"
    return True, "whether a time service keeps it right is unknown: neither timedatectl nor chrony answers"
