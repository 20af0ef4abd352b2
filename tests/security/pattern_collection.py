"""All regular expressions of the project: module globals, dynamic ones, and literals in calls of ``re``."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.questions.wording import lists

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "models")
_FLAGS_POSITION = {
    "compile": 1, "search": 2, "match": 2, "fullmatch": 2, "sub": 4, "subn": 4, "split": 3, "findall": 2,
    "finditer": 2,
}  # fmt: skip
"""The functions of ``re`` that take a pattern, and the position of their flags."""
_NOT_IMPORTED = (
    "app.migrations.", "app.bench.raw_llama", "app.question_tracking.asked_training", "models.worker.",
    "models.judgement.claims_training",
    "models.judgement.network", "models.judgement.training",
)  # fmt: skip
"""Modules that act when they are imported, or load large libraries: only their source is read."""


class Use(StrEnum):
    """How a pattern is used. A search tries every position, so it takes the longest."""

    SEARCH = "search"
    MATCH = "match"
    FULLMATCH = "fullmatch"


@dataclass(frozen=True, slots=True)
class Found:
    """One pattern and the modules that use it."""

    modules: frozenset[str]
    pattern: str
    flags: int
    use: Use

    def compile(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self.flags)


class PatternSpy:
    """Records the patterns that modules of the project compile while it is active."""

    def __init__(self) -> None:
        self.found: set[tuple[str, str, int]] = set()
        self._compiler: Any = re._compiler  # type: ignore[attr-defined]
        self._original: Callable[..., Any] = self._compiler.compile

    def __enter__(self) -> PatternSpy:
        self._compiler.compile = self._compile
        return self

    def __exit__(self, *_: object) -> None:
        self._compiler.compile = self._original

    def _compile(self, pattern: Any, flags: int = 0) -> Any:
        compiled = self._original(pattern, flags)
        frame = inspect.currentframe()
        while frame is not None:
            module = str(frame.f_globals.get("__name__"))
            if module.partition(".")[0] in PACKAGES:
                if isinstance(compiled.pattern, str):
                    self.found.add((module, compiled.pattern, compiled.flags))
                break
            if module.partition(".")[0] not in {"re", __name__.partition(".")[0], "functools"}:
                break
            frame = frame.f_back
        return compiled


def list_sources() -> dict[str, Path]:
    """All modules of the project, and their files."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def collect() -> list[Found]:
    """Every pattern of the project. Imports all its modules."""
    re.purge()
    with PatternSpy() as spy:
        sources = list_sources()
        modules = [importlib.import_module(name) for name in sources if not name.startswith(_NOT_IMPORTED)]
        for module in modules:
            _call_cached_functions(module)
        _read_samples()
    uses: dict[tuple[str, int], set[Use]] = {}
    for module in modules:
        for pattern in _patterns_in(vars(module).values()):
            spy.found.add((module.__name__, pattern.pattern, pattern.flags))
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                uses.setdefault((value.pattern, value.flags), set()).update(_list_uses(module, name))
    literals = [found for name, path in sources.items() for found in _literals(name, path)]
    for found in literals:
        uses.setdefault((found.pattern, found.flags), set()).add(found.use)
    every = {*spy.found, *((name, f.pattern, f.flags) for f in literals for name in f.modules)}
    for name in ("generic", "leaks"):
        every |= {("config/questions.toml", text, re.compile(text).flags) for text in lists()[name]}
    merged: dict[tuple[str, int], set[str]] = {}
    for name, text, flags in sorted(every):
        merged.setdefault((text, flags), set()).add(name)
    return [
        Found(frozenset(names), text, flags, _choose_use(uses.get((text, flags), set())))
        for (text, flags), names in merged.items()
    ]


def _choose_use(uses: set[Use]) -> Use:
    """The use that tries most. A pattern whose uses are not known may be searched for."""
    if uses in ({Use.MATCH}, {Use.FULLMATCH}):
        return next(iter(uses))
    return Use.FULLMATCH if uses == {Use.MATCH, Use.FULLMATCH} else Use.SEARCH


def _list_uses(module: Any, name: str) -> set[Use]:
    """How ``module`` uses its global pattern ``name``."""
    nodes = list(ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))))
    called = {
        id(node.value): _to_use(node.attr)
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
    }
    loaded = [n for n in nodes if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]
    return {called.get(id(node), Use.SEARCH) for node in loaded}


def _to_use(function: str) -> Use:
    return Use(function) if function in {"match", "fullmatch"} else Use.SEARCH


def _call_cached_functions(module: Any) -> None:
    """Call the cached functions without parameters: many compile the patterns of a word list."""
    for function in vars(module).values():
        if not hasattr(function, "cache_info") or function.__module__ != module.__name__:
            continue
        if not inspect.signature(function).parameters:
            function()


def _read_samples() -> None:
    """Run what compiles patterns by name, so that the spy sees them."""
    from app.analysis.lexicon import load_lexicon
    from app.documents.extraction.instructions import compiled_patterns
    from app.documents.parsing.cv import parse_cv
    from app.documents.parsing.job import parse_job
    from app.documents.parsing.kind import detect_type
    from app.text.stop_words import LANGUAGES
    from tests.documents import samples

    for language in LANGUAGES:
        load_lexicon(language)
    compiled_patterns()
    for text in (samples.CV, samples.JOB, samples.LETTER):
        detect_type(text)
        parse_cv(text)
        parse_job(text)


def _patterns_in(values: Any) -> Iterator[re.Pattern[str]]:
    """Patterns among ``values`` and in the containers and dataclasses among them."""
    for value in values:
        if isinstance(value, re.Pattern):
            if isinstance(value.pattern, str):
                yield value
        elif isinstance(value, dict):
            yield from _patterns_in(value.values())
        elif isinstance(value, (list, tuple, set, frozenset)):
            yield from _patterns_in(value)


def _literals(module: str, path: Path) -> Iterator[Found]:
    """Patterns that are written in calls such as ``re.sub(r"…", …)``."""
    for call in _calls(path):
        owner, function = call.func.value, call.func.attr  # type: ignore[attr-defined]
        is_re = isinstance(owner, ast.Name) and owner.id == "re" and function in _FLAGS_POSITION
        if not (is_re and call.args and isinstance(call.args[0], ast.Constant)):
            continue
        pattern = call.args[0].value
        flags = next((keyword.value for keyword in call.keywords if keyword.arg == "flags"), None)
        if flags is None and len(call.args) > _FLAGS_POSITION[function]:
            flags = call.args[_FLAGS_POSITION[function]]
        value = 0 if flags is None else int(eval(ast.unparse(flags), {"re": re}))  # noqa: S307
        if isinstance(pattern, str) and (function != "compile" or module.startswith(_NOT_IMPORTED)):
            compiled = re.compile(pattern, value)
            yield Found(frozenset([module]), compiled.pattern, compiled.flags, _to_use(function))


def _calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node
