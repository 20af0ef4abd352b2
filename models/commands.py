"""Commands ``greenroom models list | fetch | import | remove``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from models.catalog import ModelKind
from models.errors import ImportRefused, StoreError
from models.formats import SUFFIXES, read_machine_memory
from models.importing import import_path
from models.outbound import OutboundPolicy
from models.store import ModelStore, ProgressListener
from models.url_models import fetch_from_url, make_source

_MIB = 1024 * 1024


def configure(subparsers: Any) -> None:
    """Add the subcommands. Each sets ``handler``, which takes the arguments and returns an exit status."""
    listing = subparsers.add_parser("list", help="list all known models and whether they are installed")
    fetch = subparsers.add_parser("fetch", help="download models; without names, the default ones")
    fetch.add_argument("names", nargs="*", metavar="NAME")
    fetch.add_argument("--url", help="address of a language or speech model that is not in the catalog")
    fetch.add_argument("--sha256", help="the sha256 of that file, from its publisher")
    fetch.add_argument(
        "--kind", type=ModelKind, choices=list(SUFFIXES), help="kind of the model at that address"
    )
    fetch.add_argument("--name", help="name for the model at that address")
    fetch.add_argument(
        "--allow-internal",
        action="append",
        default=[],
        metavar="HOST",
        help="name, address or network of the internal network that the download may connect to",
    )
    fetch.add_argument("--gpu", action="store_true", help="the model runs on a GPU: do not check the memory")
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
    if args.url is not None:
        _fetch_url(store, args)
        return
    if args.sha256 or args.kind or args.name:
        raise ImportRefused("--sha256, --kind and --name describe the model at an address; add --url URL.")
    names = args.names or [entry.name for entry in store.catalog.defaults()]
    for entry in [store.catalog.get(name) for name in names]:
        if store.is_present(entry):
            sys.stdout.write(f"{entry.name} is already installed.\n")
            continue
        model = store.fetch(entry, _show_progress(entry.name))
        sys.stderr.write("\n")
        sys.stdout.write(f"{model.name} is installed and verified.\n")


def _fetch_url(store: ModelStore, args: argparse.Namespace) -> None:
    if args.names or not args.sha256 or args.kind is None:
        raise ImportRefused("A model at an address needs --url, --sha256 and --kind, and no other name.")
    source = make_source(store, url=args.url, sha256=args.sha256, kind=args.kind, name=args.name)
    model = fetch_from_url(
        store,
        source,
        policy=OutboundPolicy(is_restricted=True, internal_hosts=tuple(args.allow_internal)),
        memory_bytes=None if args.gpu else read_machine_memory(),
        progress=_show_progress(source.name),
    )
    sys.stderr.write("\n")
    setting = "llm_model" if model.kind is ModelKind.LLM else "speech_model"
    sys.stdout.write(
        f"{model.name} is installed and verified. To use it, choose it on the Models page, or set "
        f"GREENROOM_{setting.upper()}={model.name}, and restart the server.\n"
    )


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
