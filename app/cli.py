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
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import app.backup.commands as backup_commands
import app.bench.commands as bench_commands
import app.setup.commands as setup_commands
import app.tls.commands as tls_commands
from app.commands import bundle, completion, health, key, service, support, upgrade, user
from app.commands.line import (
    CommandFailed,
    Handler,
    add_command,
    add_data_dir,
    load_settings,
    print_result,
    standard_output_as_error,
)
from app.commands.progress_line import ElapsedTime, StagedProgress

if TYPE_CHECKING:
    from app.core.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. 2: invalid arguments, 130: stopped by Ctrl-C."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    args = build_parser(words).parse_args(words)
    handler: Handler = args.handler
    try:
        return handler(args)
    except CommandFailed as failure:
        if getattr(args, "json", False):
            print(json.dumps({"error": str(failure)}, ensure_ascii=False))
        print(f"greenroom: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The program reading the output (head, less) has exited, so a traceback would not help.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def build_parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser for ``words``. Only the module of the named command is loaded."""
    parser = argparse.ArgumentParser(prog="greenroom", description="Self-hosted interview platform.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    serve = add_command(
        commands,
        "serve",
        summary="start the server",
        examples=(
            "  greenroom serve --migrate\n"
            "  greenroom serve --host 0.0.0.0 --tls-cert server.pem --tls-key server.key"
        ),
        handler=_serve,
        has_json=False,
    )
    add_data_dir(serve)
    serve.add_argument("--host", help="address to listen on (GREENROOM_HOST)")
    serve.add_argument("--port", type=int, help="port to listen on (GREENROOM_PORT)")
    serve.add_argument(
        "--tls-cert", metavar="FILE", help="certificate for HTTPS, in PEM (GREENROOM_TLS_CERT)"
    )
    serve.add_argument("--tls-key", metavar="FILE", help="its private key, in PEM (GREENROOM_TLS_KEY)")
    serve.add_argument("--migrate", action="store_true", help="update the database first")
    # The watchdog passes the pipe for the heartbeat to the server that it starts.
    serve.add_argument("--heartbeat", type=int, help=argparse.SUPPRESS)

    migrate = add_command(
        commands,
        "migrate",
        summary="update the database, while the server is stopped",
        examples="  greenroom migrate",
        handler=_migrate,
    )
    add_data_dir(migrate)

    add_command(
        commands,
        "openapi",
        summary="print the OpenAPI document of the HTTP API",
        examples="  greenroom openapi > openapi.json",
        handler=_openapi,
        has_json=False,
    )

    bench_commands.configure(commands, words)

    models = commands.add_parser("models", help="list, fetch, verify, import or remove model weights")
    if list(words[:1]) == ["models"]:
        importlib.import_module("app.commands.models").configure(
            models.add_subparsers(title="commands", metavar="COMMAND", required=True)
        )

    doctor = add_command(
        commands,
        "doctor",
        summary="check this machine and this installation",
        examples=(
            "  greenroom doctor\n"
            "  greenroom doctor --verify      also compute the sha256 of all models in use, now\n"
            "  greenroom doctor --measure"
        ),
        handler=_doctor,
    )
    add_data_dir(doctor)
    doctor.add_argument(
        "--verify",
        action="store_true",
        help="compute the sha256 of the models in use; without this, if the last one is older than a week "
        "or a file was touched since",
    )
    doctor.add_argument(
        "--measure",
        action="store_true",
        help="measure how many interviews this machine can run at once (some seconds of full load)",
    )

    measure = add_command(
        commands,
        "measure-speech",
        summary="measure both speech engines on this machine, for GREENROOM_SPEECH_ENGINE=auto",
        examples="  greenroom measure-speech",
        handler=_measure_speech,
    )
    add_data_dir(measure)
    measure.add_argument(
        "--new-machine",
        action="store_true",
        help="also measure the capacity, skip anything already measured, and stop after 40 s",
    )

    setup_commands.configure(commands)
    tls_commands.configure(commands)
    service.configure(commands)
    health.configure(commands)
    bundle.configure(commands)
    backup_commands.configure(commands)
    upgrade.configure(commands)
    support.configure(commands)
    key.configure(commands)
    user.configure(commands)
    completion.configure(commands, read_parser=partial(build_parser, ["models"]))

    add_command(
        commands, "version", summary="print the version", examples="  greenroom version", handler=_version
    )
    return parser


def _serve(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    if args.heartbeat is None and settings.watchdog_seconds:
        return _watch_server(args, frozen_seconds=settings.watchdog_seconds)
    # Before NumPy is imported. OpenBLAS waits for its threads when a process forks, and that can deadlock:
    # the server would freeze if it started a worker while another thread multiplied matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from app.serving import collections_at_start

    collections_at_start.postpone()
    from app.serving.installation import ServeFailed
    from app.serving.server import serve

    try:
        if args.migrate:
            _migrate_database(settings)
        status = serve(settings, heartbeat=args.heartbeat)
    except ServeFailed as failure:
        raise CommandFailed(str(failure)) from None
    from app.serving.watchdog import RESTART_STATUS, make_environment

    if status == RESTART_STATUS and args.heartbeat is None:
        # Without a watchdog, nothing would restart the server.
        os.execve(sys.executable, _make_server_command(args), make_environment())  # noqa: S606 - itself
    return status


def _watch_server(args: argparse.Namespace, *, frozen_seconds: int) -> int:
    """Run the server in a child process, which is restarted when it freezes or is killed."""
    from app.serving.watchdog import Watchdog

    return Watchdog([*_make_server_command(args), "--heartbeat"], frozen_seconds=frozen_seconds).run()


def _make_server_command(args: argparse.Namespace) -> list[str]:
    """The command of a server that inherits the settings of this process through the environment."""
    # -P: do not import a folder named `app` in the working directory.
    return [sys.executable, "-P", "-m", "app.cli", "serve", *(["--migrate"] if args.migrate else [])]


def _migrate(args: argparse.Namespace) -> int:
    _migrate_database(load_settings(args))
    print_result(args, {"isUpToDate": True}, "The database is up to date.")
    return 0


def _migrate_database(settings: Settings) -> None:
    from app.serving.installation import ServeFailed, migrate

    try:
        with ElapsedTime("Updating the database"):
            migrate(settings)
    except ServeFailed as failure:
        raise CommandFailed(str(failure)) from None


def _openapi(_args: argparse.Namespace) -> int:
    from app.serving.server import openapi_document

    json.dump(openapi_document(), sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
    return 0


def _doctor(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from app.doctor.checks import examine, print_findings, read_saved
    from app.doctor.models import Hashing

    base, settings = settings, read_saved(settings)
    if args.measure:
        _measure_capacity(settings)
    with StagedProgress("models") as progress:
        findings = examine(
            settings,
            base=base,
            hashing=Hashing.ALWAYS if args.verify else Hashing.WHEN_DUE,
            progress=progress.show,
        )
    print_findings(findings, as_json=args.json)
    return 0 if all(finding.ok for finding in findings) else 1


def _measure_speech(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    if args.new_machine:
        return _measure_new_machine(args, settings)
    from app.engines import make_engines_config
    from models.errors import StoreError
    from models.ports import EngineError
    from models.speech_measurement import measure_speech_engines

    try:
        with standard_output_as_error(), ElapsedTime("Measuring the speech engines"):
            seconds = asyncio.run(measure_speech_engines(make_engines_config(settings)))
    except (StoreError, EngineError) as error:
        raise CommandFailed(f"The speech engines could not be measured: {error}") from error
    text = "\n".join(f"{name:<12} {taken:.2f} s" for name, taken in seconds.items())
    nothing = "Only one speech engine can run this configuration, so nothing was measured."
    print_result(args, {"seconds": seconds}, text or nothing)
    return 0


def _measure_new_machine(args: argparse.Namespace, settings: Settings) -> int:
    from app.core.clock import utc_now
    from app.setup_measurement import measure_new_machine
    from models.errors import StoreError
    from models.ports import EngineError

    try:
        with standard_output_as_error(), ElapsedTime("Measuring this machine"):
            sentences = asyncio.run(measure_new_machine(settings, now=utc_now()))
    except (StoreError, EngineError, OSError) as error:
        raise CommandFailed(f"This machine could not be measured: {error}") from error
    print_result(args, {"measured": sentences}, "\n".join(sentences))
    return 0


def _measure_capacity(settings: Settings) -> None:
    from app.capacity_measurement import measure_capacity
    from app.core.capacity import save_capacity
    from app.core.clock import utc_now
    from models.ports import EngineError

    if settings.speech_provider != "local":
        raise CommandFailed("Speech is recognized on another server, so there is nothing to measure here.")
    try:
        with standard_output_as_error(), ElapsedTime("Measuring this machine"):
            capacity = asyncio.run(measure_capacity(settings, now=utc_now()))
        save_capacity(settings.data_dir, capacity)
    except (EngineError, OSError) as error:
        raise CommandFailed(f"The capacity could not be measured. {error}") from None


def _version(args: argparse.Namespace) -> int:
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("greenroom")
    except PackageNotFoundError:
        raise CommandFailed("Greenroom is not installed in this Python. Run `make run` once.") from None
    print_result(args, {"version": found}, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
