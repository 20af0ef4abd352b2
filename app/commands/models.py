"""Commands ``greenroom models list | fetch | verify | import | remove``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.line import (
    CommandFailed,
    Handler,
    add_command,
    add_data_dir,
    load_settings,
    print_result,
)
from app.commands.progress_line import StagedProgress
from models.catalog import ModelKind
from models.errors import DamagedModel, ImportRefused, InternalAddress, StoreError
from models.formats import SUFFIXES, read_machine_memory
from models.importing import import_path
from models.outbound import OutboundPolicy
from models.suitability import require_room
from models.url_models import fetch_from_url, make_source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from models.store import InstalledModel, ModelStore

_MIB = 1024 * 1024


def configure(subparsers: Any) -> None:
    """Add the subcommands."""
    _add(
        subparsers,
        "list",
        summary="list all known models and whether they are installed",
        examples="  greenroom models list\n  greenroom models list --json",
        handler=_list,
    )
    fetch = _add(
        subparsers,
        "fetch",
        summary="download models and verify them; without names, the default ones",
        examples=(
            "  greenroom models fetch\n"
            "  greenroom models fetch qwen2.5-7b-instruct\n"
            "  greenroom models fetch --kind llm --url https://models.example.com/model.gguf --sha256 …\n"
            "  greenroom models fetch --kind llm --url http://10.0.5.7/model.gguf --sha256 … \\\n"
            "      --allow-internal 10.0.5.7                 from a server of the internal network"
        ),
        handler=_fetch,
    )
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
    _add_gpu(fetch)
    verify = _add(
        subparsers,
        "verify",
        summary="compute the sha256 of installed models; without names, of all",
        examples="  greenroom models verify\n  greenroom models verify whisper-base",
        handler=_verify,
    )
    verify.add_argument("names", nargs="*", metavar="NAME")
    importing = _add(
        subparsers,
        "import",
        summary="install models from a file or folder",
        examples=(
            "  greenroom models import /media/usb            the models of the catalog in that folder\n"
            "  greenroom models import model.gguf --name my-model --kind llm"
        ),
        handler=_import,
    )
    importing.add_argument("path", type=Path, metavar="FILE_OR_FOLDER")
    importing.add_argument("--name", help="name for a model that is not in the catalog")
    importing.add_argument(
        "--kind", type=ModelKind, choices=[ModelKind.LLM, ModelKind.SPEECH, ModelKind.EMBEDDINGS]
    )
    _add_gpu(importing)
    remove = _add(
        subparsers,
        "remove",
        summary="delete the files of models",
        examples="  greenroom models remove qwen2.5-7b-instruct",
        handler=_remove,
    )
    remove.add_argument("names", nargs="+", metavar="NAME")


def _add(subparsers: Any, name: str, *, summary: str, examples: str, handler: Handler) -> Any:
    def handle(args: argparse.Namespace) -> int:
        try:
            return handler(args)
        except StoreError as error:
            raise CommandFailed(str(error)) from None

    parser = add_command(subparsers, name, summary=summary, examples=examples, handler=handle)
    add_data_dir(parser)
    return parser


def _add_gpu(parser: Any) -> None:
    parser.add_argument("--gpu", action="store_true", help="the model runs on a GPU: do not check the memory")


def _read_memory(args: argparse.Namespace) -> int | None:
    """Bytes of memory that a model may use; None if it is not checked."""
    return None if args.gpu else read_machine_memory()


def _open_store(args: argparse.Namespace) -> ModelStore:
    from models.store import ModelStore

    if args.data_dir is not None:
        return ModelStore(args.data_dir / "models")
    return ModelStore(load_settings(args).resolved_models_dir)


def _list(args: argparse.Namespace) -> int:
    lines = _open_store(args).listing()
    models = [
        {
            "name": line.name,
            "kind": line.kind.value,
            "sizeBytes": line.size_bytes,
            "memoryMib": line.entry.memory_mib if line.entry else None,
            "license": line.entry.license if line.entry else None,
            "role": line.entry.role if line.entry else "",
            "isInstalled": line.is_present,
        }
        for line in lines
    ]
    text = "\n".join(
        f"{line.name:<30} {line.kind.value:<15} {line.size_bytes // _MIB:>6} MiB  "
        f"{line.entry.license if line.entry else 'imported':<11} "
        f"{line.entry.role if line.entry else '':<8} {'installed' if line.is_present else '-'}"
        for line in lines
    )
    print_result(args, {"models": models}, text)
    return 0


def _fetch(args: argparse.Namespace) -> int:
    store = _open_store(args)
    if args.url is not None:
        return _fetch_url(store, args)
    if args.sha256 or args.kind or args.name:
        raise ImportRefused("--sha256, --kind and --name describe the model at an address; add --url URL.")
    names = args.names or [entry.name for entry in store.catalog.defaults()]
    lines, models = [], []
    entries = [store.catalog.get(name) for name in names]
    memory_bytes = _read_memory(args)
    if memory_bytes is not None:
        for entry in entries:
            require_room(store, entry.name, entry.kind, entry.size_bytes, memory_bytes=memory_bytes)
    for entry in entries:
        if store.is_present(entry):
            lines.append(f"{entry.name} is already installed.")
            models.append(store.find(entry.name))
            continue
        with StagedProgress(entry.name) as progress:
            models.append(store.fetch(entry, progress.show))
        lines.append(f"{entry.name} is installed and verified.")
    print_result(args, _describe(models), "\n".join(lines))
    return 0


def _fetch_url(store: ModelStore, args: argparse.Namespace) -> int:
    if args.names or not args.sha256 or args.kind is None:
        raise ImportRefused("A model at an address needs --url, --sha256 and --kind, and no other name.")
    source = make_source(store, url=args.url, sha256=args.sha256, kind=args.kind, name=args.name)
    policy = OutboundPolicy(is_restricted=True, internal_hosts=tuple(args.allow_internal))
    memory_bytes = _read_memory(args)
    try:
        with StagedProgress(source.name) as progress:
            model = fetch_from_url(
                store, source, policy=policy, memory_bytes=memory_bytes, progress=progress.show
            )
    except InternalAddress as error:
        raise CommandFailed(
            f"{error.host} is on the internal network, so nothing is downloaded from there. To allow it, add "
            f"--allow-internal {error.host}"
        ) from None
    setting = "llm_model" if model.kind is ModelKind.LLM else "speech_model"
    text = (
        f"{model.name} is installed and verified. To use it, choose it on the Models page, or set "
        f"GREENROOM_{setting.upper()}={model.name}, and restart the server."
    )
    print_result(args, _describe([model]), text)
    return 0


def _verify(args: argparse.Namespace) -> int:
    store = _open_store(args)
    models = [store.find(name) for name in args.names] if args.names else store.installed()
    damaged = {}
    for model in models:
        with StagedProgress(model.name) as progress:
            try:
                store.verify(model, progress.show)
            except DamagedModel as error:
                damaged[model.name] = str(error)
    results = [
        {"name": model.name, "sha256": model.sha256, "isDamaged": model.name in damaged} for model in models
    ]
    lines = [
        f"FAIL  {damaged[model.name]}" if model.name in damaged else f"ok    {model.name} is undamaged."
        for model in models
    ]
    print_result(args, {"models": results}, "\n".join(lines) or "No model is installed.")
    return 1 if damaged else 0


def _import(args: argparse.Namespace) -> int:
    store = _open_store(args)
    with StagedProgress(args.name or args.path.name) as progress:
        models = import_path(
            store,
            args.path,
            name=args.name,
            kind=args.kind,
            memory_bytes=_read_memory(args),
            progress=progress.show,
        )
    text = "\n".join(f"{model.name} is installed and verified." for model in models)
    print_result(args, _describe(models), text)
    return 0


def _remove(args: argparse.Namespace) -> int:
    store = _open_store(args)
    for name in args.names:
        store.remove(name)
    text = "\n".join(f"{name} was removed." for name in args.names)
    print_result(args, {"removed": args.names}, text)
    return 0


def _describe(models: Iterable[InstalledModel]) -> dict[str, object]:
    return {
        "models": [
            {
                "name": model.name,
                "kind": model.kind.value,
                "path": str(model.path),
                "sha256": model.sha256,
                "sizeBytes": model.size_bytes,
            }
            for model in models
        ]
    }
