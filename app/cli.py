"""The command ``greenroom``.

Imports are inside the commands: `greenroom version` must not wait for the server's packages, and
`greenroom bench llm` must not wait for the speech bench's.
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
    "report": "the analysis of one transcript, with time and peak memory",
    "documents": "facts of CVs and job descriptions against answers by hand, with times and memory",
    "llm": "tokens per second of the language model",
    "lists": "sign-in and lists with thousands of records, in milliseconds",
}

Handler = Callable[[argparse.Namespace], int]


class CommandFailed(Exception):
    """What a person can mend; the message is one sentence that says how."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. 2: wrong arguments, 130: stopped by Ctrl-C."""
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
        # The reader (head, less) has gone: nothing is left to say, and no traceback helps.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def build_parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser for ``words``; only the command that they name loads its module's own options."""
    parser = argparse.ArgumentParser(prog="greenroom", description="Self-hosted interview platform.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    serve = commands.add_parser("serve", help="start the server")
    _add_place(serve)
    serve.add_argument("--host", help="address to listen on (GREENROOM_HOST)")
    serve.add_argument("--port", type=int, help="port to listen on (GREENROOM_PORT)")
    serve.add_argument("--migrate", action="store_true", help="bring the database up to date first")
    serve.set_defaults(handler=_serve)

    migrate = commands.add_parser("migrate", help="bring the database up to date")
    _add_place(migrate)
    migrate.set_defaults(handler=_migrate)

    openapi = commands.add_parser("openapi", help="print the OpenAPI document of the HTTP calls")
    openapi.set_defaults(handler=_openapi)

    bench = commands.add_parser("bench", help="measure what this machine carries")
    benches = bench.add_subparsers(title="benches", metavar="BENCH", required=True)
    for name, explanation in BENCHES.items():
        _add_bench(benches, name, explanation, is_asked=list(words[:2]) == ["bench", name])

    models = commands.add_parser("models", help="list, fetch, import or remove model weights")
    if list(words[:1]) == ["models"]:
        importlib.import_module("models.commands").configure(
            models.add_subparsers(title="commands", metavar="COMMAND", required=True)
        )

    doctor = commands.add_parser("doctor", help="check this machine and this installation")
    _add_place(doctor)
    doctor.add_argument("--json", action="store_true", help="print JSON")
    doctor.set_defaults(handler=_doctor)

    reset = commands.add_parser(
        "reset-password", help="let a user in again: a one-time password, and no second factor"
    )
    _add_place(reset)
    reset.add_argument("username")
    reset.set_defaults(handler=_reset_password)

    version = commands.add_parser("version", help="print the version")
    version.set_defaults(handler=_version)
    return parser


def _add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data-dir", type=Path, help="folder of database, files and weights (GREENROOM_DATA_DIR)"
    )


def _add_bench(benches: Any, name: str, explanation: str, *, is_asked: bool) -> None:
    parser: argparse.ArgumentParser = benches.add_parser(name, help=explanation, description=explanation)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on standard output")
    if is_asked:
        importlib.import_module(f"app.bench.{name}").configure(parser)
    parser.set_defaults(handler=lambda args: _bench(name, args))


def load_settings(args: argparse.Namespace) -> Settings:
    """The settings of the environment, with the command line's on top (also for child processes)."""
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
            f"GREENROOM_{name.upper()} is not valid ({first['msg']}): see docs/operations.md."
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
    """Keeps what libraries (also native ones and children) print out of the bench's JSON."""
    sys.stdout.flush()
    answer = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(answer, 1)
        os.close(answer)


def _doctor(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from app.doctor import examine, print_findings

    findings = examine(settings)
    print_findings(findings, as_json=args.json)
    return 0 if all(finding.ok for finding in findings) else 1


def _reset_password(args: argparse.Namespace) -> int:
    """For the only administrator who has lost the way in: whoever may run this owns the data anyway."""
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
        print("The user is deactivated: an administrator has to activate the account as well.")
    return 0


def _version(_args: argparse.Namespace) -> int:
    from importlib.metadata import PackageNotFoundError, version

    try:
        print(version("greenroom"))
    except PackageNotFoundError:
        raise CommandFailed("Greenroom is not installed in this Python: run `make run` once.") from None
    return 0


if __name__ == "__main__":
    sys.exit(main())
