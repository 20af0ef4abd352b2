"""Commands ``greenroom models list | fetch | import | remove``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from models.catalog import ModelKind
from models.errors import StoreError
from models.importing import import_path
from models.store import ModelStore, ProgressListener

_MIB = 1024 * 1024


def configure(subparsers: Any) -> None:
    """Add the subcommands. Each sets ``handler``, which takes the arguments and returns an exit status."""
    listing = subparsers.add_parser("list", help="list all known models and whether they are installed")
    fetch = subparsers.add_parser("fetch", help="download models; without names, the default ones")
    fetch.add_argument("names", nargs="*", metavar="NAME")
    importing = subparsers.add_parser("import", help="import models from a file or folder")
    importing.add_argument("path", type=Path, metavar="FILE_OR_FOLDER")
    importing.add_argument("--name", help="name for a model that is not in the catalog")
    importing.add_argument(
        "--kind", type=ModelKind, choices=[ModelKind.LLM, ModelKind.SPEECH, ModelKind.EMBEDDINGS]
    )
    remove = subparsers.add_parser("remove", help="delete the files of a model")
    remove.add_argument("names", nargs="+", metavar="NAME")
    for parser, run in (
        (listing, _list),
        (fetch, _fetch),
        (importing, _import),
        (remove, _remove),
    ):
        parser.add_argument("--data-dir", type=Path, help="data folder (GREENROOM_DATA_DIR)")
        parser.set_defaults(handler=_handler(run))


def _handler(run: Any) -> Any:
    def handle(args: argparse.Namespace) -> int:
        try:
            run(_open_store(args), args)
        except StoreError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        return 0

    return handle


def _open_store(args: argparse.Namespace) -> ModelStore:
    # The same rule as in the server's settings, which this package must not import.
    named = os.environ.get("GREENROOM_MODELS_DIR")
    if named and args.data_dir is None:
        return ModelStore(Path(named))
    data_dir = args.data_dir or os.environ.get("GREENROOM_DATA_DIR")
    base = Path(data_dir) if data_dir else Path.home() / ".local" / "share" / "greenroom"
    return ModelStore(base / "models")


def _list(store: ModelStore, _args: argparse.Namespace) -> None:
    for line in store.listing():
        state = "installed" if line.is_present else "-"
        license_name = line.entry.license if line.entry else "imported"
        role = line.entry.role if line.entry else ""
        sys.stdout.write(
            f"{line.name:<30} {line.kind.value:<15} {line.size_bytes // _MIB:>6} MiB  {license_name:<11} "
            f"{role:<8} {state}\n"
        )


def _fetch(store: ModelStore, args: argparse.Namespace) -> None:
    names = args.names or [entry.name for entry in store.catalog.defaults()]
    for entry in [store.catalog.get(name) for name in names]:
        if store.is_present(entry):
            sys.stdout.write(f"{entry.name} is already installed.\n")
            continue
        model = store.fetch(entry, _show_progress(entry.name))
        sys.stderr.write("\n")
        sys.stdout.write(f"{model.name} is installed and verified.\n")


def _import(store: ModelStore, args: argparse.Namespace) -> None:
    for model in import_path(store, args.path, name=args.name, kind=args.kind):
        sys.stdout.write(f"{model.name} is installed and verified.\n")


def _remove(store: ModelStore, args: argparse.Namespace) -> None:
    for name in args.names:
        store.remove(name)
        sys.stdout.write(f"{name} was removed.\n")


def _show_progress(name: str) -> ProgressListener:
    """Print progress: on a terminal one line that is overwritten, else one line per stage."""
    last = ""

    def show(stage: str, done: int, total: int) -> None:
        nonlocal last
        share = f"{100 * done // max(total, 1):3d} %"
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{name}: {stage:<9} {share} of {total // _MIB} MiB ")
        elif stage != last:
            sys.stderr.write(f"{name}: {stage}\n")
        last = stage
        sys.stderr.flush()

    return show
