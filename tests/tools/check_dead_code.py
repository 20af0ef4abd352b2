"""Dead-code check: fail if the product has unused functions, methods, classes or imports.

Use in tests does not count. Fields are not checked: clients use them through JSON and queries through
columns, which no static check can see.
"""

from __future__ import annotations

import sys
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = [str(ROOT / name) for name in ("app", "models", "installer")]

KINDS = frozenset({"function", "method", "class", "property", "import", "unreachable_code"})

CALLED_BY_DECORATOR = [
    *("@*router.*", "@*.get", "@*.post", "@*.listens_for", "@*.exception_handler", "@*.middleware"),
    *("@*validator*", "@*serializer*", "@computed_field"),
]

CALLED_FROM_OUTSIDE = [
    # SQLAlchemy and Pydantic call these by name.
    *("process_bind_param", "process_result_value", "model_post_init"),
    # io.BufferedReader reads by these.
    *("readable", "readinto"),
    # smtplib opens its connection by this name.
    "_get_socket",
    # `greenroom bench` and `greenroom models` import their modules by name.
    *("configure", "run", "main"),
    # Alembic loads revisions and env.py by file.
    *("upgrade", "downgrade"),
    # ASGI and logging interfaces.
    *("file_response", "emit", "format", "formatException", "formatMessage"),
    # Developers call this by hand: see the docstring of app/migrations/upgrade.py.
    "make_revision",
]


def find_unused() -> list[str]:
    vulture = Vulture(ignore_names=CALLED_FROM_OUTSIDE, ignore_decorators=CALLED_BY_DECORATOR)
    vulture.scavenge(PRODUCT)
    return [
        f"{item.filename.relative_to(ROOT)}:{item.first_lineno}: unused {item.typ} {item.name}"
        for item in vulture.get_unused_code(min_confidence=60)
        if item.typ in KINDS
    ]


def main() -> int:
    lines = find_unused()
    print("\n".join(lines) if lines else "No dead code.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
