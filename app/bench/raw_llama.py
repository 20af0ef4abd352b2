"""Runs llama.cpp without Greenroom, for comparison: reads rounds as JSON lines, writes the speeds of each.

``python -m app.bench.raw_llama '{"path": …, "threads": …, "context_window": …}'``
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from dataclasses import asdict, dataclass
from typing import Any

_VOCABULARY = ("database", "interview", "migration", "team", "latency", "customer", "review", "budget")


@dataclass(frozen=True, slots=True)
class Round:
    """One measurement: number of words read and of tokens written."""

    words: int
    tokens: int
    number: int
    """Also the seed, so that no round finds the previous prompt in the cache."""

    def to_json(self) -> str:
        return json.dumps(asdict(self))


def user_message(request: Round) -> str:
    """Text that no cache contains, followed by a task that every model can continue for long."""
    chooser = random.Random(request.number)  # noqa: S311
    words = " ".join(chooser.choice(_VOCABULARY) for _ in range(request.words))
    return f"{words}\n\nWrite the numbers from one to three hundred in words, one after the other."


def _measure(llm: Any, request: Round) -> dict[str, float]:
    prompt = f"<|im_start|>user\n{user_message(request)}<|im_end|>\n<|im_start|>assistant\n"
    tokens = llm.tokenize(prompt.encode(), add_bos=False, special=True)
    llm.reset()
    started = time.monotonic()
    first = 0.0
    count = 0
    for _ in llm.generate(tokens, temp=0.0):
        count += 1
        first = first or time.monotonic()
        if count == request.tokens:
            break
    ended = time.monotonic()
    return {"prefill": len(tokens) / (first - started), "decode": (count - 1) / (ended - first)}


def main() -> None:
    config = json.loads(sys.argv[1])
    # Output of native code must not mix with the results.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    import llama_cpp

    llm = llama_cpp.Llama(
        model_path=config["path"],
        n_ctx=config["context_window"],
        n_batch=512,
        n_threads=config["threads"],
        n_threads_batch=config["threads"],
        n_gpu_layers=config["gpu_layers"],
        flash_attn=config["flash_attention"],
        verbose=False,
    )
    for line in sys.stdin:
        answers.write(json.dumps(_measure(llm, Round(**json.loads(line)))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
