"""Faults of a Dockerfile that hadolint would name too: there is no container engine or linter to ask."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence

INSTRUCTIONS = {
    *("ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK"),
    *("LABEL", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"),
}
"""ADD is missing on purpose: it unpacks and downloads, where COPY copies."""
_SECRET = re.compile(r"\b\w*(PASSWORD|SECRET|TOKEN|PRIVATE|CREDENTIAL)\w*", re.IGNORECASE)


def find_faults(steps: Sequence[tuple[str, str]]) -> list[str]:
    """One sentence for each fault of the steps, as ``list_steps`` returns them."""
    return [fault for word, rest in steps for fault in _check(word, rest)] + list(_check_order(steps))


def _check(word: str, rest: str) -> Iterator[str]:
    if word not in INSTRUCTIONS:
        yield f"{word} is unknown or unwanted"
    if word in {"ARG", "ENV"} and _SECRET.search(rest):
        yield f"{word} {rest}: a secret in the image"
    if word == "WORKDIR" and not rest.startswith("/"):
        yield f"WORKDIR {rest}: not absolute"
    if word in {"CMD", "ENTRYPOINT"} and not _is_list(rest):
        yield f"{word} {rest}: not a JSON list, so a shell would take the signals"
    if word == "HEALTHCHECK" and not _is_list(rest.partition("CMD ")[2]):
        yield "HEALTHCHECK: its command is not a JSON list"
    if word == "ARG" and rest.endswith("_BASE") and not rest.partition("=")[2]:
        yield f"ARG {rest}: no default"
    if word == "RUN":
        yield from _check_run(rest)


def _check_run(script: str) -> Iterator[str]:
    if subprocess.run(["sh", "-n", "-c", script], capture_output=True, check=False).returncode:
        yield f"RUN {script[:40]}: not valid shell"
    if re.search(r"(?<!\|)\|(?!\|)", script):
        yield f"RUN {script[:40]}: a failure on the left of the pipe is lost"
    if re.search(r"\bsudo\b", script):
        yield "RUN: sudo"
    if "apt-get install" not in script:
        return
    for needed in ("apt-get update", " -y ", "--no-install-recommends", "rm -rf /var/lib/apt/lists/*"):
        if needed not in script:
            yield f"RUN apt-get install without {needed.strip()} in the same step"


def _check_order(steps: Sequence[tuple[str, str]]) -> Iterator[str]:
    defaults = dict(rest.split("=", 1) for word, rest in steps if word == "ARG" and "=" in rest)
    for word, rest in steps:
        if word == "FROM":
            image = re.sub(r"\$\{(\w+)\}", lambda name: defaults.get(name[1], ""), rest.split()[0])
            if ":" not in image or image.endswith(":latest"):
                yield f"FROM {rest}: no fixed tag"
    last_stage = [word for word, _ in steps][::-1].index("FROM")
    users = [rest for word, rest in steps[len(steps) - last_stage :] if word == "USER"]
    if not users or users[-1] in {"root", "0"}:
        yield "the last user is root"


def _is_list(text: str) -> bool:
    try:
        return isinstance(json.loads(text), list)
    except ValueError:
        return False
