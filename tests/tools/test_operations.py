"""Commands in docs/operations.md: each is run by operations.sh or offline.sh, or has a reason not to be."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from app import cli

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
SCRIPTS = "".join(
    (ROOT / "tests" / "tools" / name).read_text(encoding="utf-8") for name in ("operations.sh", "offline.sh")
)

_NO_SYSTEMD = "no systemd runs in the closed root; test_service.py verifies the unit and speaks its protocol"
_NO_ENGINE = "no container engine runs here; image.sh carries out the steps of the Dockerfile"
_NO_NETWORK = "the closed root has no network"
_STORE = "tests/backup/test_store.py runs it against an S3-compatible server"
_CLUSTER = "tests/tools/postgresql_cluster.py creates and uses such a database"

LEFT_OUT = {
    "useradd --system": _NO_SYSTEMD,
    "install -m": _NO_SYSTEMD,
    "chown -R": _NO_SYSTEMD,
    "systemctl daemon-reload": _NO_SYSTEMD,
    "systemctl enable": _NO_SYSTEMD,
    "journalctl -u": _NO_SYSTEMD,
    "docker compose": _NO_ENGINE,
    "make install": _NO_NETWORK,
    "make run": _NO_NETWORK,
    "git pull": _NO_NETWORK,
    "apt-get install": _NO_NETWORK,
    "greenroom models fetch": _NO_NETWORK,
    "greenroom bundle": "offline.sh installs a bundle that it was given; test_bundle.py writes one",
    "greenroom backup s3:": _STORE,
    "greenroom verify s3:": _STORE,
    "greenroom restore s3:": _STORE,
    "createuser --pwprompt": _CLUSTER,
    "createdb --owner=greenroom": _CLUSTER,
}
"""The beginning of each command that is not carried out, and why."""


def list_documented() -> list[list[str]]:
    """The words of every command in a shell block, without comments and variables before it."""
    found = []
    for block in re.findall(r"^ *```sh\n(.*?)^ *```", DOCUMENT, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            for part in line.split("&&"):
                words = shlex.split(part, comments=True)
                while words and re.match(r"[A-Z_]+=", words[0]):
                    words = words[1:]
                if words:
                    found.append([re.sub(r".*\.venv/bin/", "", words[0]), *words[1:]])
    return found


def describe(words: list[str]) -> tuple[str, frozenset[str]]:
    """The command without its arguments, and its options."""
    depth = 1
    if words[0] == "greenroom":
        depth = 3 if words[1] in {"models", "user", "bench"} else 2
    options = frozenset(word.partition("=")[0] for word in words if word.startswith("--"))
    return " ".join(words[:depth]), options


def list_carried_out() -> list[tuple[str, frozenset[str]]]:
    lines = re.sub(r"\\\n *", "", SCRIPTS).splitlines()
    commands = []
    for line in lines:
        match = re.search(r"(?:\"\$greenroom\"|greenroom/\.venv/bin/greenroom) ([^>|;]+)", line)
        if match:
            words = ["greenroom", *match[1].replace('"', "").split()]
            commands.append(describe(words))
        elif line.startswith("serve "):
            commands.append(describe(["greenroom", *line.split()]))
        elif "install.sh" in line:
            commands.append(("sh", frozenset()))
        elif "tar -xf" in line:
            commands.append(("tar", frozenset()))
    return commands


DOCUMENTED = list_documented()


@pytest.mark.parametrize("words", DOCUMENTED, ids=" ".join)
def test_a_documented_command_is_carried_out_or_left_out_for_a_reason(words: list[str]) -> None:
    if any(" ".join(words).startswith(beginning) for beginning in LEFT_OUT):
        return
    name, options = describe(words)
    same = [found for command, found in list_carried_out() if command == name]
    assert any(options <= found for found in same), f"{' '.join(words)}: only {same}"


@pytest.mark.parametrize("words", [one for one in DOCUMENTED if one[0] == "greenroom"], ids=" ".join)
def test_a_documented_command_of_the_product_exists(words: list[str]) -> None:
    cli.build_parser(words[1:]).parse_args([word for word in words[1:] if word not in {">"}][: _end(words)])


def _end(words: list[str]) -> int | None:
    """Where the output is redirected."""
    return words.index(">") - 1 if ">" in words else None


@pytest.mark.parametrize("beginning", LEFT_OUT)
def test_no_reason_is_left_over(beginning: str) -> None:
    assert any(" ".join(words).startswith(beginning) for words in DOCUMENTED)
