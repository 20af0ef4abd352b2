"""Documents in the folder ``docs/``, and who may read them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.users.tables import Role

DOCS_DIR = Path(__file__).resolve().parents[2] / "docs"


class ManualName(StrEnum):
    """Names of the documents, in the order in which they are listed."""

    OPERATIONS = "operations"
    RECRUITING = "recruiting"
    SCALING = "scaling"
    SECURITY = "security"
    PERFORMANCE = "performance"
    CONTRACT = "contract"
    JUDGEMENT = "judgement"
    GLOSSARY = "glossary"


FOR_EVERYBODY = frozenset({ManualName.RECRUITING, ManualName.JUDGEMENT, ManualName.GLOSSARY})
"""Documents for everybody who signs in. The others are for administrators."""


@dataclass(frozen=True, slots=True)
class Manual:
    name: ManualName
    title: str
    markdown: str


def list_names(role: Role) -> list[ManualName]:
    """The documents that a user of this role may read."""
    return [name for name in ManualName if role == Role.ADMIN or name in FOR_EVERYBODY]


def find_manual(name: str, *, role: Role, folder: Path = DOCS_DIR) -> Manual | None:
    """A document; None if it does not exist or is not for this role."""
    found = next((one for one in list_names(role) if one.value == name), None)
    if found is None:
        return None
    try:
        markdown = (folder / f"{found.value}.md").read_text(encoding="utf-8")
    except OSError:
        # Only an installation from a bare wheel has no documentation.
        return None
    return Manual(name=found, title=_read_title(markdown) or found.value, markdown=markdown)


def _read_title(markdown: str) -> str:
    first = markdown.partition("\n")[0]
    return first.removeprefix("# ").strip() if first.startswith("# ") else ""
