"""``greenroom bench llm``: tokens per second of the language model, compared with llama.cpp alone.

Both read prompts of the same length and write the same number of tokens, alternating in one run. The
difference is the cost of queue, pipe and worker.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from app.bench.raw_llama import Round, user_message
from app.core.settings import Settings
from app.engines import make_engines_config
from models.ports import CompletionRequest, EngineUnavailable, LlmEngine, Message, Priority
from models.runtime import LocalModel, build_engines, llm_model

MIN_TOKENS = 16
"""A run with fewer written tokens says nothing about speed."""


@dataclass(frozen=True, slots=True)
class Speeds:
    """Tokens per second of one round."""

    prefill: float
    decode: float


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds per side (default 3)")
    parser.add_argument("--prompt-words", type=int, default=400, help="words in the prompt (default 400)")
    parser.add_argument("--tokens", type=int, default=96, help="tokens to write (default 96)")
    parser.add_argument("--data-dir", type=Path, help="data folder (GREENROOM_DATA_DIR)")


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Medians over all rounds. Raises EngineError if the model cannot run."""
    settings = Settings(data_dir=args.data_dir) if args.data_dir else Settings()
    config = make_engines_config(settings)
    if config.llm.provider != "local":
        raise ValueError("the language model runs on another machine; this bench measures the local one")
    # Same nice value on both sides: otherwise the scheduling would be measured as well.
    config = replace(config, llm=replace(config.llm, nice=0))
    engines = build_engines(config)
    load = await _load(llm_model(config))
    raw = await RawSide.start(load)
    ours: list[Speeds] = []
    alone: list[Speeds] = []
    try:
        for number in range(args.rounds + 1):
            request = Round(words=args.prompt_words, tokens=args.tokens, number=number)
            ours.append(await _measure(engines.llm, request))
            alone.append(await raw.measure(request))
    finally:
        await raw.stop()
        await engines.stop()
    # The first round also reads the file from disk.
    del ours[0], alone[0]
    return {
        "prefill_tokens_per_second": _median(speeds.prefill for speeds in ours),
        "decode_tokens_per_second": _median(speeds.decode for speeds in ours),
        "raw_prefill_tokens_per_second": _median(speeds.prefill for speeds in alone),
        "raw_decode_tokens_per_second": _median(speeds.decode for speeds in alone),
        "rounds": args.rounds,
        "threads": load["threads"],
        "model": engines.llm.identity.name,
        "model_sha256": engines.llm.identity.sha256,
    }


def _median(values: Iterable[float]) -> float:
    return round(statistics.median(values), 1)


async def _load(model: LocalModel) -> dict[str, object]:
    return await asyncio.to_thread(model.load_config)


async def _measure(llm: LlmEngine, request: Round) -> Speeds:
    """One completion through the product's engine."""
    first_token_at = 0.0

    def on_token(_text: str) -> None:
        nonlocal first_token_at
        first_token_at = first_token_at or time.monotonic()

    completion_request = CompletionRequest(
        (Message("user", user_message(request)),), max_tokens=request.tokens
    )
    started = time.monotonic()
    completion = await llm.complete(completion_request, priority=Priority.INTERACTIVE, on_token=on_token)
    ended = time.monotonic()
    if completion.completion_tokens < MIN_TOKENS:
        raise ValueError(
            f"the model wrote only {completion.completion_tokens} tokens; nothing can be measured"
        )
    return Speeds(
        prefill=(completion.prompt_tokens - completion.cached_tokens) / (first_token_at - started),
        decode=(completion.completion_tokens - 1) / (ended - first_token_at),
    )


class RawSide:
    """llama.cpp in a separate process, without Greenroom's engine code."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, load: dict[str, object]) -> RawSide:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "app.bench.raw_llama", json.dumps(load),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        return cls(process)

    async def measure(self, request: Round) -> Speeds:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(request.to_json().encode() + b"\n")
        await self._process.stdin.drain()
        line = await self._process.stdout.readline()
        if not line:
            raise EngineUnavailable("llama.cpp alone could not run this model.")
        return Speeds(**json.loads(line))

    async def stop(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
