"""Conventions of the code that no linter checks."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import pytest

from app.core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]

BOUNDARIES = {
    "app/core/clock.py",
    "app/core/cluster.py",
    "app/core/errors.py",
    "app/core/notices.py",
    "app/files/work.py",
    "app/interviews/jobs.py",
    "app/realtime/dispatcher.py",
    "app/scheduled_jobs/runner.py",
    "app/transcription/pipeline/finals.py",
    "app/work_queue/queue.py",
    "app/work_queue/workers.py",
    "app/documents/pipeline/workers.py",
}
"""The only files that may catch any exception: HTTP handler, socket dispatcher, scheduled jobs (one item must
not keep the others from their turn), work queue, the rounds of the work on files, the hooks that announce
document progress, and the listeners to steps of the clock and to other server processes."""

LOCKS = {"web/package-lock.json", "requirements.lock", "requirements-dev.lock"}


IGNORED = [line for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines() if line]


def is_ignored(path: Path) -> bool:
    """Whether ``.gitignore`` excludes a file or folder: a pattern with an inner or leading slash by its
    path from the root, any other one by its name."""
    return any(
        name(path) == pattern.strip("/") if "/" in pattern.rstrip("/") else path.match(pattern.rstrip("/"))
        for pattern in IGNORED
    )


def tracked(*suffixes: str) -> list[Path]:
    """Files of the project, without locks and what ``.gitignore`` excludes. Needs no git."""
    found: list[Path] = []
    for folder, folders, files in os.walk(ROOT):
        here = Path(folder)
        folders[:] = sorted(one for one in folders if one != ".git" and not is_ignored(here / one))
        found += [here / one for one in sorted(files) if not is_ignored(here / one)]
    skipped = LOCKS | {".git"}
    return [path for path in found if name(path) not in skipped and (not suffixes or path.suffix in suffixes)]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


PRODUCT_PYTHON = [
    path for path in tracked(".py") if name(path).split("/")[0] in {"app", "models", "installer"}
]


def test_no_path_of_a_build_machine_and_no_registry_is_named() -> None:
    # Split, so that this file does not match itself.
    forbidden = re.compile(
        "|".join(
            [
                r"/wor" + r"k/(main|shared)",
                r"/roo" + r"t/\.",
                r"/op" + r"t/(wheels|pypi)",
                "pypi" + r"\.org",
                "pythonhosted" + r"\.org",
                "npmjs" + r"\.(org|com)",
            ]
        )
    )
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{name(path)}: {match[0]}" for match in forbidden.finditer(text)]
    assert found == []


@pytest.mark.parametrize("field", sorted(Settings.model_fields))
def test_every_setting_is_explained(field: str) -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert f"| `GREENROOM_{field.upper()}` |" in page


def test_every_setting_that_is_explained_exists() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `GREENROOM_(\w+)` \|", page, re.MULTILINE))
    assert explained == {field.upper() for field in Settings.model_fields}


def test_the_changelog_has_an_entry_for_this_version() -> None:
    version = re.search(
        r'^version = "([^"]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert version is not None
    assert f"## {version[1]}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", ["run", "test", "check", "format"])
def test_the_makefile_has_the_targets_in_the_readme(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_links_between_documents_are_not_broken() -> None:
    broken = []
    for page in tracked(".md"):
        if name(page).startswith("config/"):
            continue
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            is_address = "://" in target or target.startswith("mailto:")
            if not is_address and not (page.parent / target).exists():
                broken.append(f"{name(page)}: {target}")
    assert broken == []


def test_only_boundaries_catch_every_exception() -> None:
    catches = set()
    for path in PRODUCT_PYTHON:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and (
                node.type is None or (isinstance(node.type, ast.Name) and node.type.id == "Exception")
            ):
                catches.add(name(path))
    assert catches <= BOUNDARIES


def test_no_file_has_a_catch_all_name() -> None:
    bags = re.compile(r"(^|_|-)(utils?|helpers?|managers?|misc|common)$")
    assert [name(path) for path in tracked(".py", ".ts", ".tsx") if bags.search(path.stem)] == []


def test_no_test_imports_another_test_module() -> None:
    """What tests share is in a helper module, or one of them cannot change without the other."""
    pattern = re.compile(r"^(?:from|import) tests\.(?:\w+\.)*test_\w+", re.MULTILINE)
    files = [path for path in tracked(".py") if name(path).startswith("tests/")]
    assert [name(path) for path in files if pattern.search(path.read_text(encoding="utf-8"))] == []


USES_OF_THE_BENCH = {
    # Counts the calls of the real judge as `greenroom bench report` does.
    "tests/analysis/test_live_readings_models.py",
    # Every bench is a command with --json.
    "tests/cli/test_json.py",
    # Floods the server with the inputs of `greenroom bench hostile`.
    "tests/faults/test_network.py",
    # Fit to, or label, the CVs that `greenroom bench documents` reads.
    "tests/tools/fit_name_weights.py",
    "tests/tools/label_cv_lines.py",
    # Train from the interviews that `greenroom bench judgement` reads.
    "tests/tools/train_interviews.py",
    "tests/tools/train_passages.py",
    "tests/tools/train_practical_topics.py",
}


def test_only_tests_of_the_bench_import_it() -> None:
    pattern = re.compile(r"^\s*(?:from|import) app\.bench\b", re.MULTILINE)
    files = [path for path in tracked(".py") if name(path).startswith("tests/")]
    found = {name(path) for path in files if pattern.search(path.read_text(encoding="utf-8"))}
    assert {path for path in found if not path.startswith("tests/bench/")} == USES_OF_THE_BENCH


def test_product_code_has_no_open_notes() -> None:
    notes = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    product = [path for path in tracked(".py", ".ts", ".tsx") if not name(path).startswith("tests/")]
    # Tests are excluded because this pattern contains the words.
    assert [name(path) for path in product if notes.search(path.read_text(encoding="utf-8"))] == []


def test_standard_sqlite_is_never_imported() -> None:
    """The SQLite of the distribution may have the WAL-reset bug: only the pinned build opens the database."""
    importers = []
    for path in PRODUCT_PYTHON:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            importers += [name(path) for module in modules if module.partition(".")[0] == "sqlite3"]
    assert importers == []


def test_the_server_starts_no_heavy_library() -> None:
    """Importing torch and similar libraries takes seconds, so only workers and training import them."""
    workers = (
        "models/worker/",
        "models/engines/",
        "models/judgement/bases.py",
        "models/judgement/multilingual_encoder.py",
        "models/judgement/network.py",
        "models/judgement/rereading.py",
    )
    heavy = {"torch", "sentence_transformers", "llama_cpp", "pywhispercpp", "transformers"}
    importers = []
    for path in PRODUCT_PYTHON:
        if name(path).startswith(workers) or name(path).endswith("training.py"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            importers += [name(path) for module in modules if module.partition(".")[0] in heavy]
    assert importers == []
