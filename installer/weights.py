"""Downloads the model weights that the settings require into the models folder.

``python -m installer.weights MODELS_DIR [--for-tests]`` needs little more than the standard library
(no settings package, no server), so it can run while the rest is being compiled. Prints lines
``weights-progress DONE TOTAL`` (bytes) for the caller and one line per finished model.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from installer.required_models import models_for_tests, select_models
from models.catalog import ModelEntry, load_catalog
from models.errors import StoreError
from models.store import ModelStore


def fetch(store: ModelStore, entries: list[ModelEntry], say: Callable[[str], None]) -> None:
    """Download the missing models. Raises StoreError; models finished by then are kept."""
    missing = [entry for entry in entries if not store.is_present(entry)]
    total = sum(entry.size_bytes for entry in missing)
    before = 0
    for entry in missing:
        store.fetch(entry, _scale_progress(entry, before, total, say))
        before += entry.size_bytes
        say(f"weights-progress {before} {total}")
        say(f"{entry.name} is in {store.models_dir}")


def _scale_progress(
    entry: ModelEntry, before: int, total: int, say: Callable[[str], None]
) -> Callable[[str, int, int], None]:
    def listen(stage: str, done: int, stage_total: int) -> None:
        # Nearly all of the time is spent on the download; joining and verifying take seconds.
        if stage == "download" and stage_total:
            say(f"weights-progress {before + entry.size_bytes * done // stage_total} {total}")

    return listen


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="installer.weights")
    parser.add_argument("models_dir", type=Path)
    parser.add_argument("--for-tests", action="store_true", help="the defaults and the tiny models")
    args = parser.parse_args(arguments)
    catalog = load_catalog()
    entries = models_for_tests(catalog) if args.for_tests else select_models(catalog, os.environ)
    try:
        fetch(ModelStore(args.models_dir), entries, lambda line: print(line, flush=True))
    except StoreError as error:
        print(f"setup-error {error}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
