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


class PostgresqlServer:
    """A server that a test can stop and start again with its data."""

    def __init__(self, programs: Path, home: Path, *, keeps_commits: bool) -> None:
        """Make the server's data in the folder ``home``, which user ``postgres`` can enter.

        ``keeps_commits``: whether what was committed outlives the server, which takes longer.
        """
        self._programs = programs
        self._home = home
        self._keeps_commits = keeps_commits
        self._port = find_free_port()
        self._password = secrets.token_urlsafe(16)
        password_file = home / "password"
        password_file.write_text(self._password, encoding="utf-8")
        if os.geteuid() == 0:
            shutil.chown(home, "postgres")
            shutil.chown(password_file, "postgres")
        _run(
            programs / "initdb",
            *("-D", self._data, "-U", USER, "-E", "UTF8", "--locale=C.UTF-8"),
            *("--auth=scram-sha-256", f"--pwfile={password_file}"),
        )

    @property
    def url(self) -> str:
        """Of its superuser and an empty database."""
        return f"postgresql://{USER}:{self._password}@127.0.0.1:{self._port}/postgres"

    @property
    def _data(self) -> str:
        return str(self._home / "data")

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self._port),
            "unix_socket_directories": str(self._home),
            "max_connections": str(MAX_CONNECTIONS),
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "on" if self._keeps_commits else "off",
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        log = str(self._home / "log")
        _run(self._programs / "pg_ctl", "-D", self._data, "-o", options, "-l", log, "-w", "start")

    def stop(self) -> None:
        """Stop at once, without closing the connections in order."""
        _run(self._programs / "pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")


@contextmanager
def run_cluster(*, keeps_commits: bool = False) -> Iterator[PostgresqlServer]:
    """A server that runs as long as the context. Raises NotInstalled, CalledProcessError."""
    programs = find_programs()
    with tempfile.TemporaryDirectory(prefix="greenroom-postgresql-") as folder:
        server = PostgresqlServer(programs, Path(folder), keeps_commits=keeps_commits)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _run(program: Path, *arguments: str) -> None:
    as_postgres = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
    subprocess.run([*as_postgres, str(program), *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")


def main(command: Sequence[str]) -> int:
    if not command:
        print("Name the command to run.", file=sys.stderr)
        return 2
    try:
        with run_cluster() as server:
            return subprocess.run(
                command, check=False, env={**os.environ, "TEST_POSTGRESQL_URL": server.url}
            ).returncode
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
