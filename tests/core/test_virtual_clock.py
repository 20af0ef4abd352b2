"""The virtual clock: waiting takes no time, and timers fire in order."""

from __future__ import annotations

import asyncio

from app.core.virtual_clock import run_virtually


def test_waiting_moves_the_clock_and_keeps_the_order() -> None:
    async def wait() -> tuple[list[str], float]:
        loop = asyncio.get_running_loop()
        seen: list[str] = []

        async def after(seconds: float, name: str) -> None:
            await asyncio.sleep(seconds)
            seen.append(f"{name} {loop.time():.1f}")

        await asyncio.gather(after(7200.0, "late"), after(0.5, "early"), after(3600.0, "middle"))
        return seen, loop.time()

    seen, end = run_virtually(wait())
    assert seen == ["early 0.5", "middle 3600.0", "late 7200.0"]
    assert end == 7200.0
