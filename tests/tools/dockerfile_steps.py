"""Print the instructions of a Dockerfile for ``tests/tools/image.sh``, one a line: word, tab, arguments.

Comments are left out and continued lines joined. CMD and HEALTHCHECK are printed as shell words.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path


def list_steps(text: str) -> list[tuple[str, str]]:
    """Instructions with their arguments, in order."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    joined = lines.replace("\\\n", " ").splitlines()
    words = [line.partition(" ") for line in joined if line.strip()]
    return [(word, rest.strip()) for word, _, rest in words]


def to_shell(word: str, rest: str) -> str:
    """The arguments as the shell reads them."""
    if word == "HEALTHCHECK":
        rest = rest.partition("CMD ")[2]
    if word in {"CMD", "HEALTHCHECK"}:
        return shlex.join(json.loads(rest))
    return rest


def main() -> None:
    for word, rest in list_steps(Path(sys.argv[1]).read_text(encoding="utf-8")):
        print(word, to_shell(word, rest), sep="\t")


if __name__ == "__main__":
    main()
