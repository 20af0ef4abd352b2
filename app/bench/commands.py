"""Commands ``greenroom bench …``."""

from __future__ import annotations

import argparse
import asyncio
import importlib
from collections.abc import Sequence
from typing import Any

from app.commands.line import CommandFailed, add_command, standard_output_as_error

BENCHES = {
    "speech": (
        "live and whole-file transcription: error rates, lags, processor time",
        "--audio recordings/",
    ),
    "confidence": ("wrong and right words that the transcript marks as uncertain", "--audio recordings/"),
    "questions": (
        "questions generated for one CV and one job description",
        "--cv cv.pdf --job job.pdf --total 10",
    ),
    "report": ("the report on one transcript, with time and peak memory", "--transcript interview.txt"),
    "sense": ("how well Question Sense finds asked and answered questions in labeled sessions", ""),
    "live": ("suggestions, readings and report beside live speech, and its lag", "--audio interviews/"),
    "judgement": ("how the judge rates and labels answers outside its training data", "--data cases/"),
    "documents": (
        "extracted fields of documents against expected values, with times and memory",
        "--cv cvs/ --without-model",
    ),
    "llm": ("tokens per second of the language model", "--rounds 5"),
    "lists": ("sign-in and lists with thousands of records, in milliseconds", "--candidates 10000"),
    "backup": ("requests while a backup of the server runs, beside their usual times", "--megabytes 1000"),
    "hostile": ("response times and a live interview under floods and hostile files", "--seconds 10"),
    "writes": ("transcript lines that the database stores per second", "--lines 1000"),
    "usage": (
        "admin dashboard and usage of a user with millions of engine calls, in milliseconds",
        "--users 100",
    ),
}
"""What each benchmark measures, and arguments of an example."""


def configure(commands: Any, words: Sequence[str]) -> None:
    """Add ``bench`` with its benchmarks. Only the benchmark named in ``words`` loads its module."""
    bench = commands.add_parser("bench", help="measure the speed and quality of this machine")
    benches = bench.add_subparsers(title="benches", metavar="BENCH", required=True)
    for name, (explanation, example) in BENCHES.items():
        examples = f"  greenroom bench {name} {example}".rstrip()
        parser: argparse.ArgumentParser = add_command(
            benches, name, summary=explanation, examples=examples, handler=_run
        )
        if list(words[:2]) == ["bench", name]:
            importlib.import_module(f"app.bench.{name}").configure(parser)
        parser.set_defaults(bench=name)


def _run(args: argparse.Namespace) -> int:
    from app.bench.output import print_result
    from models.ports import EngineError

    module = importlib.import_module(f"app.bench.{args.bench}")
    try:
        with standard_output_as_error():
            result = asyncio.run(module.run(args))
    except (EngineError, OSError, ValueError) as error:
        raise CommandFailed(f"The bench could not run: {error}") from error
    print_result(args.bench, result, as_json=args.json)
    return 0
