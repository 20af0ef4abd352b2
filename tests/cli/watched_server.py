"""A watchdog and a small server, as scripts for child processes."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FROZEN_SECONDS = 3
WATCHDOG = (
    "import sys; from app.serving.watchdog import Watchdog; "
    f"sys.exit(Watchdog([sys.executable, '-c', *sys.argv[1:]], frozen_seconds={FROZEN_SECONDS}).run())"
)

SERVER = """
import asyncio, os, pathlib, re, signal, sys, threading
from app.serving.watchdog import Heartbeat

lives = pathlib.Path(sys.argv[1])
lives.write_text(lives.read_text() + f"{os.getpid()}\\n")
is_first = lives.read_text().count("\\n") == 1

def freeze():
    # Nothing else runs in this process any more: a match keeps the interpreter lock.
    threading.Thread(target=re.fullmatch, args=("(?:a|a)*b", "a" * 60)).start()

async def serve():
    heartbeat = Heartbeat(int(sys.argv[2]))
    heartbeat.prepare()
    heartbeat.start()
    await asyncio.sleep(0)  # the first beat
    if is_first:
        IN_THE_FIRST_LIFE
        await asyncio.sleep(600)

asyncio.run(serve())
"""
