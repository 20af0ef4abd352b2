"""Check of docs/security.md: each ASVS requirement and fault has a row, each named test and document exists.

Usage: ``python -m tests.tools.check_security_doc [--results junit.xml …]``. With the results of test runs
(``pytest --junitxml``), the named Python tests must have run and passed as well, but those that need the
models, which run apart.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "security.md"
STATES = {"met", "by design", "partly", "open", "operator", "not applicable"}

REQUIREMENTS = {
    "1.1": "1-2", "1.2": "1-9", "1.3": "1-11", "1.4": "1-3", "1.5": "1-2",
    "2.1": "1-3", "2.2": "1-3", "2.3": "1-4", "2.4": "1",
    "3.2": "1-2", "3.3": "1-4", "3.4": "1-6", "3.5": "1-5", "3.7": "1-2",
    "4.1": "1-3", "4.2": "1", "4.3": "1-2", "4.4": "1-4",
    "5.1": "1", "5.2": "1-3", "5.3": "1-2", "5.4": "1-3",
    "6.1": "1-3", "6.2": "1-12", "6.3": "1-4", "6.4": "1-4", "6.5": "1-5", "6.6": "1-3", "6.8": "1-4",
    "7.1": "1-3", "7.2": "1-4", "7.3": "1-2", "7.4": "1-5", "7.5": "1-2", "7.6": "1-2",
    "8.1": "1-2", "8.2": "1-3", "8.3": "1", "8.4": "1",
    "9.1": "1-3", "9.2": "1-4",
    "10.1": "1-2", "10.2": "1-2", "10.3": "1-4", "10.4": "1-11", "10.5": "1-5", "10.6": "1-2", "10.7": "1-3",
    "11.1": "1-2", "11.2": "1-3", "11.3": "1-3", "11.4": "1-4", "11.5": "1", "11.6": "1",
    "12.1": "1-3", "12.2": "1-2", "12.3": "1-4",
    "13.1": "1", "13.2": "1-5", "13.3": "1-2", "13.4": "1-5",
    "14.1": "1-2", "14.2": "1-4", "14.3": "1-3",
    "15.1": "1-3", "15.2": "1-3", "15.3": "1-7",
    "16.1": "1", "16.2": "1-5", "16.3": "1-4", "16.4": "1-3", "16.5": "1-3",
    "17.1": "1", "17.2": "1-4", "17.3": "1-2",
}  # fmt: skip
"""Numbers of the requirements of levels 1 and 2 in each section of ASVS 5.0.0."""

FAULTS = 25

_NOT_PASSED = ("failure", "error", "skipped")
_ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \|([^|]*)\|([^|]*)\|([^|]*)\|$", re.MULTILINE)
_FAULT_ROW = re.compile(r"^\| (F\d+) \|([^|]*)\|([^|]*)\|$", re.MULTILINE)
_REFERENCE = re.compile(r"`((?:tests|web|docs|config)/[^`:]+)(?:::([^`]+))?`")


@dataclass(frozen=True)
class Row:
    """One requirement of the table."""

    number: str
    state: str
    evidence: str

    @property
    def references(self) -> list[tuple[str, str]]:
        """Files and names within them; the name is empty for a whole file."""
        return _REFERENCE.findall(self.evidence)


def read_rows(text: str) -> list[Row]:
    """The rows of both tables; a fault counts as a requirement that must be met."""
    rows = [Row(number, state.strip(), evidence.strip()) for number, _, state, evidence in _ROW.findall(text)]
    return rows + [Row(number, "met", evidence.strip()) for number, _, evidence in _FAULT_ROW.findall(text)]


def list_requirements() -> list[str]:
    numbers = []
    for section, span in REQUIREMENTS.items():
        first, _, last = span.partition("-")
        numbers += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return numbers + [f"F{number}" for number in range(1, FAULTS + 1)]


def list_faults(text: str) -> dict[tuple[str, str], list[int]]:
    """By file and name of a Python test: the numbers of the faults that it is named for."""
    faults: dict[tuple[str, str], list[int]] = {}
    for row in read_rows(text):
        if row.number.startswith("F"):
            for reference in row.references:
                faults.setdefault(reference, []).append(int(row.number[1:]))
    return faults


@cache
def list_tests(path: Path) -> frozenset[str]:
    """Names of the tests of a Python file: ``test_x`` and ``TestY::test_z``."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names |= {
                f"{node.name}::{member.name}"
                for member in node.body
                if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return frozenset(name for name in names if name.rpartition("::")[2].startswith("test_"))


def find_problems(rows: Sequence[Row]) -> list[str]:
    problems = []
    numbers = [row.number for row in rows]
    problems += [f"{number}: no row" for number in list_requirements() if number not in numbers]
    problems += [f"{number}: no such requirement" for number in numbers if number not in list_requirements()]
    problems += [f"{number}: more than one row" for number in set(numbers) if numbers.count(number) > 1]
    for row in rows:
        if row.state not in STATES:
            problems.append(f"{row.number}: unknown state {row.state!r}")
        if row.state == "met" and not row.references:
            problems.append(f"{row.number}: met without a test or document")
        if not row.evidence:
            problems.append(f"{row.number}: no test and no reason")
        problems += [
            f"{row.number}: {path}{'::' + name if name else ''} does not exist"
            for path, name in row.references
            if not exists(path, name)
        ]
    return problems


def exists(path: str, name: str) -> bool:
    file = ROOT / path
    if not file.is_file():
        return False
    if not name:
        return True
    if file.suffix == ".py":
        return name in list_tests(file)
    return f'"{name}"' in file.read_text(encoding="utf-8")


@cache
def needs_models(path: Path) -> bool:
    """Whether all tests of a file run the real models."""
    return "\npytestmark = pytest.mark.models\n" in path.read_text(encoding="utf-8")


def find_unproven(rows: Iterable[Row], results: Iterable[Path]) -> list[str]:
    """Named Python tests that no result file lists as passed."""
    passed: set[tuple[str, str]] = set()
    failed: set[tuple[str, str]] = set()
    for result in results:
        for case in ET.parse(result).iter("testcase"):  # noqa: S314  (written by our own test run)
            module = case.get("classname", "")
            key = (module, case.get("name", "").partition("[")[0])
            (failed if any(case.find(outcome) is not None for outcome in _NOT_PASSED) else passed).add(key)
    problems = []
    for row in rows:
        for path, name in row.references:
            if not path.endswith(".py") or not name or needs_models(ROOT / path):
                continue
            owner, _, test = name.rpartition("::")
            module = ".".join(part for part in (path.removesuffix(".py").replace("/", "."), owner) if part)
            if (module, test) not in passed - failed:
                problems.append(f"{row.number}: {path}::{name} did not run or did not pass")
    return problems


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", nargs="*", type=Path, default=[], help="files of pytest --junitxml")
    options = parser.parse_args(arguments)
    rows = read_rows(DOCUMENT.read_text(encoding="utf-8"))
    problems = find_problems(rows)
    if options.results:
        problems += find_unproven(rows, options.results)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        counts = {state: sum(row.state == state for row in rows) for state in sorted(STATES)}
        print(", ".join(f"{number} {state}" for state, number in counts.items()))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
