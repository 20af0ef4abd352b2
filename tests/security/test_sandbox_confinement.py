"""The document sandbox: what a flaw in a parser could reach."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.confinement import Confinement, find_available
from app.documents.sandbox import client
from app.documents.sandbox.client import SandboxRequest
from app.documents.sandbox.requests import extract_document
from tests.documents import samples


def run_in_child(code: str, folder: Path, **values: object) -> dict[str, str]:
    """Run ``code`` in the place of a parser, as a hostile document could; the attempts and their results."""
    attack = (
        "import app.documents.sandbox.child as child\n"
        "def attempt(action):\n"
        "    try:\n"
        "        action()\n"
        "        return 'done'\n"
        "    except OSError as error:\n"
        "        return type(error).__name__\n"
        "def attack(request):\n"
        "    import ctypes, os, socket, subprocess, sys\n"
        "    values = request['values']\n"
        f"    return {code}, b''\n"
        "child._extract = attack\n"
    )
    document = folder / "document"
    document.write_bytes(b"the one file of this request")
    client._process.close()
    original = client._START
    try:
        client._START = original.replace("main()", f"exec({attack!r}); main()")
        request = {"job": "extract", "path": str(document), "values": values}
        response, _ = SandboxRequest(request, limit_seconds=20).send()
    finally:
        client._START = original
        client._process.close()
    return {name: str(result) for name, result in response.items()}


ASK_THE_KERNEL = """
import ctypes
libc = ctypes.CDLL(None)
print(libc.syscall(444, None, 0, 1), libc.unshare(0x50000000))
"""
"""Without the product's code: version of Landlock, or -1; 0 if user and network namespaces are allowed."""


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock and namespaces are Linux's")
def test_everything_that_the_kernel_allows_is_in_force() -> None:
    """The tests below are skipped where less is allowed, so this one does not rely on the same code."""
    asked = subprocess.run([sys.executable, "-c", ASK_THE_KERNEL], capture_output=True, check=True)
    landlock, refused = map(int, asked.stdout.split())
    found = find_available()
    assert found.no_new_privileges
    assert found.landlock == max(0, landlock)
    assert found.is_offline or refused


@pytest.fixture
def available() -> Confinement:
    confinement = find_available()
    if not confinement.is_complete:
        pytest.skip(f"this machine allows less: {confinement.describe()}")
    return confinement


def test_a_parser_that_is_taken_over_reaches_no_file_of_the_server(
    tmp_path: Path, available: Confinement
) -> None:
    """A CV exploits a flaw in a parser, and looks for the database, the keys and other CVs."""
    secret = tmp_path / "greenroom.db"
    secret.write_text("everybody's interviews")
    results = run_in_child(
        "{'own': attempt(lambda: open(request['path']).read()),"
        " 'database': attempt(lambda: open(values['secret']).read()),"
        " 'list': attempt(lambda: os.listdir(values['around'])),"
        " 'delete': attempt(lambda: os.unlink(values['secret'])),"
        " 'write': attempt(lambda: open(values['around'] + '/new', 'w')),"
        " 'environment': attempt(lambda: open('/proc/%d/environ' % values['server']).read()),"
        " 'passwords': attempt(lambda: open('/etc/passwd').read()),}",
        tmp_path,
        secret=str(secret),
        around=str(tmp_path),
        server=os.getpid(),
    )
    assert results.pop("own") == "done"
    assert set(results.values()) == {"PermissionError"}
    assert secret.exists()


def test_a_parser_that_is_taken_over_reaches_no_network_and_no_process(
    tmp_path: Path, available: Confinement
) -> None:
    """A CV exploits a flaw in a parser, and sends what it read to a server of the attacker."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        results = run_in_child(
            "{'tcp': attempt(lambda: socket.create_connection(('127.0.0.1', values['port']), timeout=2)),"
            " 'signal': attempt(lambda: os.kill(values['server'], 0))}",
            tmp_path,
            port=listener.getsockname()[1],
            server=os.getpid(),
        )
    assert results["tcp"] != "done"
    if available.landlock >= 6:
        assert results["signal"] == "PermissionError"


async def test_documents_are_read_inside_the_confinement(tmp_path: Path) -> None:
    path = tmp_path / "cv"
    path.write_bytes(samples.make_pdf(samples.CV))
    assert "Nora Lindqvist" in (await extract_document(path)).text


@pytest.mark.parametrize(
    ("confinement", "is_complete", "words"),
    [
        (Confinement(no_new_privileges=True, is_offline=True, landlock=4), True, "no network; no files"),
        (Confinement(no_new_privileges=True, is_offline=False, landlock=4), True, "no TCP"),
        (Confinement(no_new_privileges=True, is_offline=False, landlock=3), False, "NETWORK OPEN"),
        (Confinement(no_new_privileges=True, is_offline=True, landlock=0), False, "ALL FILES"),
    ],
)
def test_the_statement_says_what_is_in_force(confinement: Confinement, is_complete: bool, words: str) -> None:
    """An operator in a container reads at the start what their system does not allow."""
    assert confinement.is_complete is is_complete
    assert words in confinement.describe()
