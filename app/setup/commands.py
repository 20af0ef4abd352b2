"""Command ``greenroom setup``: the first-run setup without a browser, in a terminal or from a file."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.line import CommandFailed, add_command, add_data_dir, load_settings, print_result
from app.commands.progress_line import StagedProgress

if TYPE_CHECKING:
    from app.core.settings import Settings
    from app.core.state import AppState
    from app.setup.findings import Finding
    from app.setup.plan import SetupPlan


_SAVED = "The settings are saved. Start the server with `make run` or `greenroom serve`."


def configure(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "setup",
        summary="create the first administrator and save settings, while the server is stopped",
        examples=(
            "  greenroom setup                                asks in the terminal\n"
            "  greenroom setup --from setup.toml --check      says what is wrong, and changes nothing\n"
            "  greenroom setup --from setup.toml\n"
            "  greenroom setup --from setup.toml --offline    does not connect to the servers that it names"
        ),
        handler=_set_up,
    )
    parser.add_argument("--from", dest="file", type=Path, metavar="FILE", help="TOML file with the answers")
    parser.add_argument("--check", action="store_true", help="only check the file")
    parser.add_argument(
        "--offline",
        action="store_true",
        help="do not check whether mail server, identity provider, payments and models work",
    )
    add_data_dir(parser)


def _set_up(args: argparse.Namespace) -> int:
    base = load_settings(args)
    from app.core.clock import utc_now
    from app.setup.model_sources import describe_source
    from app.setup.plan import SetupFileInvalid
    from app.setup.unattended import carry_out
    from models.errors import StoreError

    if args.file is None:
        return _ask(args, base)
    try:
        plan, findings = asyncio.run(
            _prepare(base, file=args.file, is_offline=args.offline, is_check=args.check)
        )
    except SetupFileInvalid as error:
        raise CommandFailed(f"{args.file} cannot be used:\n{error}") from None
    except StoreError as error:
        raise CommandFailed(f"Nothing was changed. {error}") from None
    problems = [finding for finding in findings if finding.is_problem]
    lines = [f"{'FAIL' if finding.is_problem else 'ok  '}  {finding.sentence}" for finding in findings]
    is_first = None
    if args.check:
        lines += [f"ok    {describe_source(source)}" for source in plan.sources]
        lines.append("The file is valid." + (" Some of its settings do not work yet." if problems else ""))
    elif problems:
        lines.append("Nothing was changed. Correct what fails, or add --offline to save it all the same.")
    else:
        if plan.certificate_names:
            plan, made = _add_certificate(base, plan)
            lines += made
        with _open_stopped(base) as state:
            is_first = carry_out(state, plan, now=utc_now())
        lines.append(_SAVED)
        if plan.account is not None and not is_first:
            lines.append("There is an administrator already, so no account was created.")
    result = {
        "is_saved": is_first is not None,
        "is_account_created": bool(is_first and plan.account),
        "findings": [
            {"code": found.code, "is_problem": found.is_problem, "detail": found.english_detail}
            for found in findings
        ],
    }
    print_result(args, result, "\n".join(lines))
    return 1 if problems else 0


def _add_certificate(base: Settings, plan: SetupPlan) -> tuple[SetupPlan, list[str]]:
    """The plan with a new certificate of the local authority, and what to do next."""
    from app.setup.terminal_https import choose_storable, make_certificate
    from app.tls.certificate import CertificateProblem

    try:
        values, lines = make_certificate(base, plan.certificate_names, public_url=plan.settings.public_url)
    except (CertificateProblem, OSError) as error:
        raise CommandFailed(f"Nothing was changed. {error}") from None
    storable, more = choose_storable(values, base)
    return replace(plan, values=plan.values | storable), [*lines, *more]


def _ask(args: argparse.Namespace, base: Settings) -> int:
    if args.check or args.offline or args.json or not sys.stdin.isatty():
        raise CommandFailed("Name a file with --from, or run `greenroom setup` in a terminal.")
    from app.core.clock import utc_now
    from app.setup.console import Console
    from app.setup.terminal import ask_setup
    from app.setup.terminal_restore import has_no_admin, offer_restore
    from app.setup.unattended import carry_out
    from app.users.repository import has_admin

    console = Console(show_progress=StagedProgress("model").show)
    try:
        if has_no_admin(base, partial(_open_stopped, base)) and offer_restore(console, base):
            print_result(args, {}, "Start the server with `make run` or `greenroom serve`.")
            return 0
    except EOFError:
        raise CommandFailed("The input has ended. Nothing was changed.") from None
    with _open_stopped(base) as state:
        with state.database.reading() as session:
            is_set_up = has_admin(session)
        try:
            plan = asyncio.run(
                ask_setup(
                    console,
                    base=base,
                    saved=_read_saved_values(base),
                    has_admin=is_set_up,
                )
            )
        except EOFError:
            raise CommandFailed("The input has ended. Nothing was changed.") from None
        carry_out(state, plan, now=utc_now())
    print_result(args, {}, _SAVED)
    return 0


async def _prepare(
    base: Settings, *, file: Path, is_offline: bool, is_check: bool
) -> tuple[SetupPlan, list[Finding]]:
    """The plan and its findings. Installs the models, unless only checking the file."""
    from app.setup.checks import check_step
    from app.setup.model_sources import install_sources
    from app.setup.plan import SetupFileInvalid, make_plan, read_document
    from app.setup.steps import Step
    from models.file_models import FileSource

    document = read_document(file)
    plan = await make_plan(document, base=base, saved=_read_saved_values(base), folder=file.parent)
    if is_offline and not all(isinstance(source, FileSource) for source in plan.sources):
        raise SetupFileInvalid([("models", "With --offline, no model is downloaded.")])
    if plan.sources and not is_check:
        with StagedProgress("models") as progress:
            install_sources(plan.sources, settings=plan.settings, progress=progress.show)
    findings: list[Finding] = []
    # A model that is not installed yet would be missing.
    left_out = {Step.MODELS} if plan.sources and is_check else set()
    if not is_offline:
        for step in plan.steps:
            if step not in left_out:
                findings += await check_step(step, plan.settings, base=base)
    return plan, findings


def _read_saved_values(base: Settings) -> dict[str, Any]:
    """The settings that were saved in the admin panel, if there is a database."""
    from app.doctor.checks import read_saved

    effective = read_saved(base)
    return {key: getattr(effective, key) for key in effective.model_fields_set - base.model_fields_set}


@contextmanager
def _open_stopped(base: Settings) -> Iterator[AppState]:
    """The state of a server that does not run, on an updated database that no other program uses."""
    from app.serving.data_folder import DataFolderInUse, lock_data_folder
    from app.serving.installation import ServeFailed, migrate

    try:
        migrate(base)
        with lock_data_folder(base.data_dir):
            # Imported by name: `app.main` is in a higher layer. Engines are not started.
            state: AppState = importlib.import_module("app.main").create_api(base).state.greenroom
            try:
                yield state
            finally:
                state.database.dispose()
    except (ServeFailed, DataFolderInUse) as failure:
        raise CommandFailed(str(failure)) from None
