"""All commands of a parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator


def list_commands(
    parser: argparse.ArgumentParser, path: str = "greenroom"
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command that does something, with its words."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    for group in groups:
        for word, child in group.choices.items():
            yield from list_commands(child, f"{path} {word}")
    if not groups:
        yield path, parser
