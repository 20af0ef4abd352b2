"""Prompts are files in ``config/prompts``, so that an admin can read and change what the model is told.

A file is front matter with a version, then sections. ``# system`` and ``# template`` make the
prompt; other sections hold pieces that the code puts into a placeholder::

    ---
    version: 1
    ---
    # system
    You write …
    # template
    {{cv}}
    Write {{what}}.
    # technical
    It asks how …

What changes from slot to slot belongs at the end of the template: the engine serves what stays
equal at its beginning from the cache.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from app.core.config_files import CONFIG_DIR
from models.ports import Message

_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_HEADING = re.compile(r"^# ([a-z][a-z0-9_-]*)$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{\{([a-z][a-z0-9_]*)\}\}")


class PromptError(Exception):
    """A prompt file is missing or malformed, or a placeholder and its value do not match."""


@dataclass(frozen=True, slots=True)
class Prompt:
    name: str
    version: str
    system: str
    template: str
    sections: Mapping[str, str] = field(default_factory=dict)
    """Every other section by its name."""

    @property
    def label(self) -> str:
        """What a result records: name and version, for example ``question-generate@1``."""
        return f"{self.name}@{self.version}"

    def fill(self, **values: str) -> str:
        """The template with every placeholder replaced, in one pass: a value is never read as template.

        Raises PromptError when a placeholder has no value or a value no placeholder.
        """
        return fill(self.template, values, name=self.name)

    def section(self, name: str) -> str:
        """Raises PromptError where the file has no such section."""
        try:
            return self.sections[name]
        except KeyError:
            raise PromptError(f"prompt {self.name}: there is no section {name}") from None

    def messages(self, **values: str) -> tuple[Message, Message]:
        """The system message and the filled template as a user message. Raises as ``fill`` does."""
        return Message("system", self.system), Message("user", self.fill(**values))


def fill(template: str, values: Mapping[str, str], *, name: str = "text") -> str:
    """Replace ``{{placeholder}}`` by its value. Raises PromptError when the two sets of names differ."""
    wanted = set(_PLACEHOLDER.findall(template))
    if wanted != values.keys():
        missing = ", ".join(sorted(wanted - values.keys())) or "none"
        unknown = ", ".join(sorted(values.keys() - wanted)) or "none"
        raise PromptError(f"prompt {name}: missing values: {missing}; values without a place: {unknown}")
    return _PLACEHOLDER.sub(lambda match: values[match.group(1)], template)


def parse_prompt(name: str, text: str) -> Prompt:
    """Read the text of a prompt file. Raises PromptError."""
    text = text.replace("\r\n", "\n")
    front = _FRONT_MATTER.match(text)
    if front is None:
        raise PromptError(f"prompt {name}: it does not begin with front matter")
    version = ""
    for line in front.group(1).splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "version":
            version = value.strip()
    if not version:
        raise PromptError(f"prompt {name}: the front matter gives no version")
    pieces = _HEADING.split(text[front.end() :])
    sections = {pieces[i]: pieces[i + 1].strip() for i in range(1, len(pieces) - 1, 2)}
    if pieces[0].strip() or len(sections) != (len(pieces) - 1) // 2:
        raise PromptError(f"prompt {name}: text outside of a section, or a section twice")
    try:
        system, template = sections.pop("system"), sections.pop("template")
    except KeyError as error:
        raise PromptError(f"prompt {name}: there is no section {error.args[0]}") from None
    return Prompt(name=name, version=version, system=system, template=template, sections=sections)


@lru_cache(maxsize=64)
def load_prompt(name: str, *, folder: Path = CONFIG_DIR / "prompts") -> Prompt:
    """The prompt in ``config/prompts/<name>.md``; read once per process. Raises PromptError."""
    try:
        text = (folder / f"{name}.md").read_text(encoding="utf-8")
    except OSError as error:
        raise PromptError(f"prompt {name}: the file cannot be read ({error.strerror})") from error
    return parse_prompt(name, text)
