"""A server with one document, and the commands of backups on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli import main
from app.core.state import AppState
from models.ports import Engines
from tests.conftest import Person
from tests.documents import samples
from tests.documents.model_answers import answer
from tests.documents.uploads import upload
from tests.fakes.engines import FakeLlm, fake_engines

PASSPHRASE = "correct horse battery staple"


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(answer))


@pytest.fixture(autouse=True)
def keep_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands pass their options on to child processes by the environment."""
    monkeypatch.setenv("GREENROOM_DATA_DIR", "replaced by the command")


@pytest.fixture
def document_id(running_server: None, alice: Person) -> str:
    return str(upload(alice, samples.CV).json()["data"]["document"]["_id"])


@pytest.fixture
def passphrase_file(tmp_path: Path) -> Path:
    path = tmp_path / "passphrase"
    path.write_text(f"{PASSPHRASE}\n")
    return path


@pytest.fixture
def back_up(document_id: str, state: AppState, tmp_path: Path) -> Callable[..., Path]:
    """Back the running server up with options, and return the file."""

    def run(*options: str) -> Path:
        file = tmp_path / "server.backup"
        assert main(["backup", "--data-dir", str(state.settings.data_dir), str(file), *options]) == 0
        return file

    return run


@pytest.fixture
def backup(back_up: Callable[..., Path]) -> Path:
    """A backup of the running server that is not encrypted."""
    return back_up()


@pytest.fixture
def encrypted(back_up: Callable[..., Path], passphrase_file: Path) -> Path:
    return back_up("--passphrase-file", str(passphrase_file))


def restore(file: Path | str, target: Path, *options: str) -> int:
    return main(["restore", "--data-dir", str(target), str(file), *options])


def verify(file: Path | str, data_dir: Path, *options: str) -> int:
    return main(["verify", "--data-dir", str(data_dir), str(file), *options])
