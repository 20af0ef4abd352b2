"""A real S3-compatible server on this machine, which checks signatures (package nanio)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from app.integrations.s3 import S3Bucket
from app.integrations.s3_signature import S3Keys
from tests.child_processes import require_end
from tests.server_process import find_free_port

KEYS = S3Keys(access_key="greenroom", secret_key="a secret of the store", region="us-east-1")
BUCKET = "backups"
_START_SECONDS = 60
_POLL_SECONDS = 0.05


class S3Server:
    """A server with one bucket, kept in a folder. It can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = find_free_port()
        self._process: subprocess.Popen[bytes] | None = None
        (folder / BUCKET).mkdir()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        address = ("--host", "127.0.0.1", "--port", str(self._port))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "nanio", "serve", *address, "--data-dir", str(self._folder)],
            env={**os.environ, "NANIO_ACCESS_KEY": KEYS.access_key, "NANIO_SECRET_KEY": KEYS.secret_key},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + _START_SECONDS
        while True:
            try:
                httpx.get(self.url)
            except httpx.TransportError:
                assert self._process.poll() is None, "the store did not start"
                assert time.monotonic() < until, "the store does not answer"
                time.sleep(_POLL_SECONDS)
            else:
                return

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            require_end(self._process)
            self._process = None

    def open(self, *, bucket: str = BUCKET, keys: S3Keys = KEYS) -> S3Bucket:
        """A client that does not repeat requests."""
        return S3Bucket(self.url, bucket, keys, pauses=())

    def list_keys(self) -> list[str]:
        with self.open() as bucket:
            return [one.key for one in bucket.list_objects("")]

    def list_uploads(self) -> list[str]:
        """Keys of unfinished uploads."""
        with self.open() as bucket:
            return [one.key for one in bucket.list_uploads("")]


@contextmanager
def run_server(folder: Path) -> Iterator[S3Server]:
    """A started server, which is killed afterwards."""
    server = S3Server(folder)
    server.start()
    yield server
    server.kill()


@contextmanager
def lend(server: S3Server) -> Iterator[S3Server]:
    """An empty server, which is emptied afterwards. Nobody may leave an unfinished upload."""
    yield server
    with server.open() as bucket:
        for stored in list(bucket.list_objects("")):
            bucket.delete(stored.key)
    assert server.list_uploads() == []
