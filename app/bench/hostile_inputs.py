"""Hostile inputs of `greenroom bench hostile`: each repeats what a stranger or a user could send.

Run as a module, this is the process that sends one of them. It reads a Target as JSON from its standard input
and prints how the server answered. It sends only to the server of the benchmark.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import Counter

from app.bench.hostile_requests import (
    send_documents,
    send_large_bodies,
    send_links,
    send_passwords,
    send_patterns,
    send_ranges,
    send_recordings,
    send_searches,
)
from app.bench.hostile_sockets import (
    join_again,
    open_sockets,
    reconnect,
    send_attachments,
    send_events,
    send_frames,
    send_long_heads,
    send_malformed_packets,
    send_offers,
    send_slow_heads,
    send_streams,
)
from app.bench.hostile_target import Send, Target

INPUTS: dict[str, Send] = {
    "patterns": send_patterns,
    "documents": send_documents,
    "recordings": send_recordings,
    "large-bodies": send_large_bodies,
    "long-heads": send_long_heads,
    "slow-heads": send_slow_heads,
    "passwords": send_passwords,
    "links": send_links,
    "searches": send_searches,
    "ranges": send_ranges,
    "open-sockets": open_sockets,
    "attachments": send_attachments,
    "malformed-packets": send_malformed_packets,
    "events": send_events,
    "joins": join_again,
    "offers": send_offers,
    "frames": send_frames,
    "streams": send_streams,
    "reconnects": reconnect,
}


async def send_for_a_while(name: str, target: Target) -> None:
    """Send an input until its time is over."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(target.seconds):
            await INPUTS[name](target)


def main() -> None:
    target = Target(**json.load(sys.stdin) | {"answers": Counter()})
    asyncio.run(send_for_a_while(sys.argv[1], target))
    json.dump(target.answers, sys.stdout)


if __name__ == "__main__":
    main()
