"""The backup bench, on a server with little data."""

from __future__ import annotations

from argparse import Namespace

from app.bench import backup


async def test_requests_are_measured_beside_a_backup_with_the_recordings() -> None:
    result = await backup.run(Namespace(megabytes=50, calls=2))
    size = result["backup_bytes"]
    assert isinstance(size, int)
    assert size > backup.INTERVIEWS * backup.CHUNK_BYTES
    during = result["during"]
    assert isinstance(during, dict)
    assert during["calls"] > 0
