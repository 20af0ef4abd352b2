"""Commands ``greenroom bench …``."""

from __future__ import annotations

import argparse
import asyncio
import importlib
from collections.abc import Sequence
from typing import Any

from app.command_line import CommandFailed, standard_output_as_error

BENCHES = {
    "speech": "live and whole-file transcription: error rates, lags, processor time",
    "confidence": "wrong and right words that the transcript marks as uncertain",
    "questions": "questions generated for one CV and one job description",
    "report": "the report on one transcript, with time and peak memory",
    "sense": "how well Question Sense finds asked and answered questions in labeled sessions",
    "judgement": "how the judge rates and labels answers outside its training data",
    "documents": "extracted fields of documents against expected values, with times and memory",
    "llm": "tokens per second of the language model",
    "lists": "sign-in and lists with thousands of records, in milliseconds",
    "hostile": "response times and a live interview under floods and hostile files",
    "writes": "transcript lines that the database stores per second",
    "usage": "admin dashboard and usage of a user with millions of engine calls, in milliseconds",
}


def configure(commands: Any, words: Sequence[str]) -> None:
    """Add ``bench`` with its benchmarks. Only the benchmark named in ``words`` loads its module."""
    bench = commands.add_parser("bench", help="measure the speed and quality of this machine")
    benches = bench.add_subparsers(title="benches", metavar="BENCH", required=True)
    for name, explanation in BENCHES.items():
        parser: argparse.ArgumentParser = benches.add_parser(name, help=explanation, description=explanation)
        parser.add_argument("--json", action="store_true", help="print only JSON to standard output")
        if list(words[:2]) == ["bench", name]:
            importlib.import_module(f"app.bench.{name}").configure(parser)
        parser.set_defaults(handler=_run, bench=name)


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
