"""Run a command on a temporary PostgreSQL server: ``python -m tests.tools.postgresql_cluster COMMAND…``

The server listens on the loopback interface alone, with a password, and does not wait for the disk. The
command finds its URL in TEST_POSTGRESQL_URL. Uses the programs of Debian's package ``postgresql``; as root,
they run as its user ``postgres``.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.server_process import find_free_port

DEBIAN_PROGRAMS = Path("/usr/lib/postgresql")
USER = "greenroom"
MAX_CONNECTIONS = 300
"""Enough for eight test processes with a server each."""


class NotInstalled(Exception):
    """The programs of PostgreSQL are missing."""


def find_programs() -> Path:
    """The folder with initdb and pg_ctl, of the newest version. Raises NotInstalled."""
    versions = sorted(
        (path for path in DEBIAN_PROGRAMS.glob("*") if (path / "bin" / "initdb").is_file()),
        key=lambda path: float(path.name),
    )
    if versions:
        return versions[-1] / "bin"
    found = shutil.which("initdb")
    if found is None:
        raise NotInstalled("PostgreSQL is not installed (on Debian and Ubuntu: apt install postgresql).")
    return Path(found).resolve().parent


@contextmanager
def run_cluster() -> Iterator[str]:
    """The URL of a server that lives as long as the context. Raises NotInstalled, CalledProcessError."""
    programs = find_programs()
    port = find_free_port()
    password = secrets.token_urlsafe(16)
    with tempfile.TemporaryDirectory(prefix="greenroom-postgresql-") as folder:
        home = Path(folder)
        password_file = home / "password"
        password_file.write_text(password, encoding="utf-8")
        if os.geteuid() == 0:
            shutil.chown(home, "postgres")
            shutil.chown(password_file, "postgres")
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": str(home),
            "max_connections": str(MAX_CONNECTIONS),
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "off",
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        data = str(home / "data")
        _run(
            programs / "initdb",
            *("-D", data, "-U", USER, "-E", "UTF8", "--locale=C.UTF-8"),
            *("--auth=scram-sha-256", f"--pwfile={password_file}"),
        )
        _run(programs / "pg_ctl", "-D", data, "-o", options, "-l", str(home / "log"), "-w", "start")
        try:
            yield f"postgresql://{USER}:{password}@127.0.0.1:{port}/postgres"
        finally:
            _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


def _run(program: Path, *arguments: str) -> None:
    as_postgres = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
    subprocess.run([*as_postgres, str(program), *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")


def main(command: Sequence[str]) -> int:
    if not command:
        print("Name the command to run.", file=sys.stderr)
        return 2
    try:
        with run_cluster() as url:
            return subprocess.run(
                command, check=False, env={**os.environ, "TEST_POSTGRESQL_URL": url}
            ).returncode
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
