"""Prompt files: load, parse and fill the templates in ``config/prompts``, which an admin can edit.

A file has front matter with a version, then sections. ``# system`` and ``# template`` make up the
prompt; other sections hold text that the code inserts into a placeholder::

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

Put text that changes from slot to slot at the end of the template: the engine serves an unchanged
beginning from its cache.
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
    """One prompt file: system message, template and further sections."""

    name: str
    version: str
    system: str
    template: str
    sections: Mapping[str, str] = field(default_factory=dict)
    """All other sections by name."""

    @property
    def label(self) -> str:
        """Name and version as stored with a result, for example ``question-generate@1``."""
        return f"{self.name}@{self.version}"

    def fill(self, **values: str) -> str:
        """Replace every placeholder of the template in one pass; values are never parsed as template.

        Raises PromptError when a placeholder has no value or a value has no placeholder.
        """
        return fill(self.template, values, name=self.name)

    def section(self, name: str) -> str:
        """The text of a section. Raises PromptError if the file has no such section."""
        try:
            return self.sections[name]
        except KeyError:
            raise PromptError(f"prompt {self.name}: there is no section {name}") from None

    def messages(self, **values: str) -> tuple[Message, Message]:
        """The system message and the filled template as a user message. Raises like ``fill``."""
        return Message("system", self.system), Message("user", self.fill(**values))


def fill(template: str, values: Mapping[str, str], *, name: str = "text") -> str:
    """Replace each ``{{placeholder}}`` by its value. Raises PromptError if the two sets of names differ."""
    placeholders = set(_PLACEHOLDER.findall(template))
    if placeholders != values.keys():
        missing = ", ".join(sorted(placeholders - values.keys())) or "none"
        unknown = ", ".join(sorted(values.keys() - placeholders)) or "none"
        raise PromptError(
            f"prompt {name}: missing values: {missing}; values without a placeholder: {unknown}"
        )
    return _PLACEHOLDER.sub(lambda match: values[match.group(1)], template)


def parse_prompt(name: str, text: str) -> Prompt:
    """Parse the text of a prompt file. Raises PromptError."""
    text = text.replace("\r\n", "\n")
    front = _FRONT_MATTER.match(text)
    if front is None:
        raise PromptError(f"prompt {name}: the file does not start with front matter")
    version = ""
    for line in front.group(1).splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "version":
            version = value.strip()
    if not version:
        raise PromptError(f"prompt {name}: the front matter has no version")
    pieces = _HEADING.split(text[front.end() :])
    sections = {pieces[i]: pieces[i + 1].strip() for i in range(1, len(pieces) - 1, 2)}
    if pieces[0].strip() or len(sections) != (len(pieces) - 1) // 2:
        raise PromptError(f"prompt {name}: text outside a section, or a section that appears twice")
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
