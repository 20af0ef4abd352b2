"""Command line ``greenroom``.

Commands import what they need: `greenroom version` must not wait for the server's packages, nor
`greenroom bench llm` for those of the speech bench.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.core.settings import Settings

BENCHES = {
    "speech": "live and whole-file transcription: error rates, lags, processor time",
    "questions": "questions generated for one CV and one job description",
    "report": "the report on one transcript, with time and peak memory",
    "documents": "extracted fields of documents against expected values, with times and memory",
    "llm": "tokens per second of the language model",
    "lists": "sign-in and lists with thousands of records, in milliseconds",
}

Handler = Callable[[argparse.Namespace], int]


class CommandFailed(Exception):
    """A failure that the user can fix; the message says how."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. 2: invalid arguments, 130: stopped by Ctrl-C."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    args = build_parser(words).parse_args(words)
    handler: Handler = args.handler
    try:
        return handler(args)
    except CommandFailed as failure:
        print(f"greenroom: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reading program (head, less) has exited, so a traceback would not help.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def build_parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser for ``words``. Only the command that they name loads the options of its module."""
    parser = argparse.ArgumentParser(prog="greenroom", description="Self-hosted interview platform.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    serve = commands.add_parser("serve", help="start the server")
    _add_data_dir(serve)
    serve.add_argument("--host", help="address to listen on (GREENROOM_HOST)")
    serve.add_argument("--port", type=int, help="port to listen on (GREENROOM_PORT)")
    serve.add_argument("--migrate", action="store_true", help="update the database first")
    serve.set_defaults(handler=_serve)

    migrate = commands.add_parser("migrate", help="update the database")
    _add_data_dir(migrate)
    migrate.set_defaults(handler=_migrate)

    openapi = commands.add_parser("openapi", help="print the OpenAPI document of the HTTP API")
    openapi.set_defaults(handler=_openapi)

    bench = commands.add_parser("bench", help="measure the speed and quality of this machine")
    benches = bench.add_subparsers(title="benches", metavar="BENCH", required=True)
    for name, explanation in BENCHES.items():
        _add_bench(benches, name, explanation, is_requested=list(words[:2]) == ["bench", name])

    models = commands.add_parser("models", help="list, fetch, import or remove model weights")
    if list(words[:1]) == ["models"]:
        importlib.import_module("models.commands").configure(
            models.add_subparsers(title="commands", metavar="COMMAND", required=True)
        )

    doctor = commands.add_parser("doctor", help="check this machine and this installation")
    _add_data_dir(doctor)
    doctor.add_argument("--json", action="store_true", help="print JSON")
    doctor.set_defaults(handler=_doctor)

    reset = commands.add_parser(
        "reset-password", help="give a user a one-time password and remove the second factor"
    )
    _add_data_dir(reset)
    reset.add_argument("username")
    reset.set_defaults(handler=_reset_password)

    version = commands.add_parser("version", help="print the version")
    version.set_defaults(handler=_version)
    return parser


def _add_data_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data-dir", type=Path, help="folder of the database, files and model weights (GREENROOM_DATA_DIR)"
    )


def _add_bench(benches: Any, name: str, explanation: str, *, is_requested: bool) -> None:
    parser: argparse.ArgumentParser = benches.add_parser(name, help=explanation, description=explanation)
    parser.add_argument("--json", action="store_true", help="print only JSON to standard output")
    if is_requested:
        importlib.import_module(f"app.bench.{name}").configure(parser)
    parser.set_defaults(handler=lambda args: _bench(name, args))


def load_settings(args: argparse.Namespace) -> Settings:
    """Settings from the environment, overridden by the command line (also for child processes)."""
    for option in ("host", "port", "data_dir"):
        value = getattr(args, option, None)
        if value is not None:
            os.environ[f"GREENROOM_{option.upper()}"] = str(value)
    from pydantic import ValidationError

    from app.core.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in first["loc"])
        raise CommandFailed(
            f"GREENROOM_{name.upper()} is invalid ({first['msg']}). See docs/operations.md."
        ) from None


def _serve(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from app.serve import ServeFailed, serve

    try:
        if args.migrate:
            _migrate_database(settings)
        return serve(settings)
    except ServeFailed as failure:
        raise CommandFailed(str(failure)) from None


def _migrate(args: argparse.Namespace) -> int:
    _migrate_database(load_settings(args))
    return 0


def _migrate_database(settings: Settings) -> None:
    from app.serve import ServeFailed, migrate

    try:
        migrate(settings)
    except ServeFailed as failure:
        raise CommandFailed(str(failure)) from None


def _openapi(_args: argparse.Namespace) -> int:
    from app.serve import openapi_document

    json.dump(openapi_document(), sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
    return 0


def _bench(name: str, args: argparse.Namespace) -> int:
    from app.bench.output import print_result
    from models.ports import EngineError

    module = importlib.import_module(f"app.bench.{name}")
    try:
        with _standard_output_as_error():
            result = asyncio.run(module.run(args))
    except (EngineError, OSError, ValueError) as error:
        raise CommandFailed(f"The bench could not run: {error}") from error
    print_result(name, result, as_json=args.json)
    return 0


@contextmanager
def _standard_output_as_error() -> Iterator[None]:
    """Redirect output of libraries and child processes to standard error, so that the JSON stays clean."""
    sys.stdout.flush()
    original = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(original, 1)
        os.close(original)


def _doctor(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from app.doctor import examine, print_findings

    findings = examine(settings)
    print_findings(findings, as_json=args.json)
    return 0 if all(finding.ok for finding in findings) else 1


def _reset_password(args: argparse.Namespace) -> int:
    """Reset an admin's password. Anyone who can run this command owns the data anyway."""
    settings = load_settings(args)
    from app.core.clock import utc_now
    from app.core.database import Database, make_engine
    from app.users import accounts, repository, second_factor

    database = Database(make_engine(settings.resolved_database_url))
    try:
        with database.transaction() as session:
            user = repository.find_by_username(session, args.username)
            if user is None:
                raise CommandFailed(f"There is no user named {args.username!r}.")
            password = accounts.set_one_time_password(session, user=user)
            second_factor.remove(session, user_id=user.id)
            repository.end_sessions(session, user_id=user.id, now=utc_now())
            is_active = user.is_active
    finally:
        database.dispose()
    print(f"One-time password of {args.username}: {password}")
    if not is_active:
        print("The user is deactivated. An administrator must activate the account as well.")
    return 0


def _version(_args: argparse.Namespace) -> int:
    from importlib.metadata import PackageNotFoundError, version

    try:
        print(version("greenroom"))
    except PackageNotFoundError:
        raise CommandFailed("Greenroom is not installed in this Python. Run `make run` once.") from None
    return 0


if __name__ == "__main__":
    sys.exit(main())
