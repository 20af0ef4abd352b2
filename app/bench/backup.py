"""`greenroom bench backup`: times of requests while `greenroom backup` runs, beside their usual ones."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
import time
from pathlib import Path

import httpx

from app.bench.http_times import NO_MODELS, percentiles
from app.bench.list_data import fill
from app.bench.server_process import BenchServer, running_server

INTERVIEWS = 50
CHUNK_BYTES = 1024 * 1024
PAUSE_SECONDS = 0.02
"""Between two requests, as from one busy person: a client without pauses would measure itself."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--megabytes", type=int, default=1000, help="size of the recordings")
    parser.add_argument("--calls", type=int, default=300, help="requests before the backup and after it")


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Measure a real server over HTTP: a list and a change of an interview, in turn.

    Times are milliseconds from the request to the complete response. Raises ValueError if the backup fails.
    """
    async with running_server(environment=NO_MODELS) as server, server.client() as client:
        await asyncio.to_thread(
            fill,
            server.database_url,
            owner=server.username,
            interviews=INTERVIEWS,
            candidates=INTERVIEWS,
            jobs=1,
        )
        listed = (await client.get("/api/interviews", params={"limit": INTERVIEWS})).raise_for_status()
        ids = [interview["_id"] for interview in listed.json()["data"]]
        await asyncio.to_thread(_write_recordings, server.data_dir, ids, total_bytes=args.megabytes * 10**6)
        before = [await _time_request(client, ids[0], turn) for turn in range(args.calls)]
        during, seconds, size = await _measure_backup(server, client, ids[0])
        after = [await _time_request(client, ids[0], turn) for turn in range(args.calls)]
    return {
        "load_average": round(os.getloadavg()[0], 2),
        "backup_seconds": round(seconds, 2),
        "backup_bytes": size,
        "before": percentiles(before),
        "during": {**percentiles(during), "calls": len(during)},
        "after": percentiles(after),
    }


def _write_recordings(data_dir: Path, interview_ids: list[str], *, total_bytes: int) -> None:
    """Random bytes, which cannot be compressed, in the recordings of the interviews."""
    for interview_id in interview_ids:
        folder = data_dir / "recordings" / interview_id
        folder.mkdir(parents=True)
        with (folder / "audio").open("wb") as file:
            for _ in range(max(1, total_bytes // len(interview_ids) // CHUNK_BYTES)):
                file.write(secrets.token_bytes(CHUNK_BYTES))


async def _time_request(client: httpx.AsyncClient, interview_id: str, turn: int) -> float:
    began = time.perf_counter()
    if turn % 2:
        response = await client.get("/api/interviews")
    else:
        body = {"candidateName": f"Candidate {turn}"}
        response = await client.patch(f"/api/interviews/{interview_id}", json=body)
    response.raise_for_status()
    milliseconds = (time.perf_counter() - began) * 1000
    await asyncio.sleep(PAUSE_SECONDS)
    return milliseconds


async def _measure_backup(
    server: BenchServer, client: httpx.AsyncClient, interview_id: str
) -> tuple[list[float], float, int]:
    """Times of the requests while a backup is written, its seconds and its bytes."""
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        target, passphrase = Path(folder) / "bench.backup", Path(folder) / "passphrase"
        passphrase.write_text(secrets.token_urlsafe(16), encoding="utf-8")
        began = time.perf_counter()
        backup = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "app.cli", "backup", str(target), "--passphrase-file", str(passphrase)),
            env={
                **os.environ,
                "GREENROOM_DATA_DIR": str(server.data_dir),
                "GREENROOM_DATABASE_URL": server.database_url,
            },
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        ended = asyncio.create_task(backup.communicate())
        times: list[float] = []
        while not ended.done():
            times.append(await _time_request(client, interview_id, len(times)))
        seconds = time.perf_counter() - began
        _, errors = await ended
        if backup.returncode:
            raise ValueError(errors.decode(errors="replace").strip())
        return times, seconds, target.stat().st_size
