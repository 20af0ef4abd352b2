"""Every command with --json, really called: what it prints on standard output is one JSON document."""

from __future__ import annotations

import argparse
import json
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from app import cli
from app.bench.commands import BENCHES
from app.core.settings import Settings
from tests.cli.command_list import list_commands
from tests.cli.health_server import answering
from tests.models.model_files import GGUF

pytestmark = pytest.mark.sqlite


@dataclass(frozen=True, slots=True)
class Place:
    """The folders of one call."""

    folder: Path
    """Empty, except for the data folder."""
    settings: Settings

    def run(self, *words: str) -> int:
        return cli.main([*words, "--data-dir", str(self.settings.data_dir)])

    def write_weights(self) -> str:
        path = self.folder / "mine.gguf"
        path.write_bytes(GGUF)
        return str(path)

    def install_model(self) -> None:
        assert self.run("models", "import", self.write_weights(), "--name", "mine", "--kind", "llm") == 0

    def create_user(self) -> None:
        assert self.run("user", "create", "ada", "--role", "admin") == 0

    def back_up(self) -> str:
        self.run("migrate")
        # A key, as a server that has run once.
        self.create_user()
        file = str(self.folder / "server.backup")
        assert self.run("backup", file) == 0
        return file


def words(*fixed: str) -> Callable[[Place], list[str]]:
    return lambda _place: list(fixed)


def after_model(*fixed: str) -> Callable[[Place], list[str]]:
    def prepare(place: Place) -> list[str]:
        place.install_model()
        return list(fixed)

    return prepare


def after_user(*fixed: str) -> Callable[[Place], list[str]]:
    def prepare(place: Place) -> list[str]:
        place.create_user()
        return list(fixed)

    return prepare


def write_setup(place: Place) -> list[str]:
    file = place.folder / "setup.toml"
    file.write_text('[billing]\nbilling_mode = "off"\n')
    return ["--from", str(file), "--offline"]


CALLS: dict[str, tuple[Callable[[Place], list[str]], int]] = {
    "migrate": (words(), 0),
    "models list": (words(), 0),
    # Nothing is downloaded in a test: the model is installed already, or there is no such model.
    "models fetch": (words("no-such-model"), 1),
    "models verify": (after_model("mine"), 0),
    "models import": (lambda place: [place.write_weights(), "--name", "mine", "--kind", "llm"], 0),
    "models remove": (after_model("mine"), 0),
    # No models are installed here, so the doctor finds problems.
    "doctor": (words(), 1),
    # Speech is recognized on another server, so there is nothing to measure.
    "measure-speech": (words(), 0),
    "setup": (write_setup, 0),
    "certificate": (words("interviews.example.com"), 0),
    "service": (words(), 0),
    "health": (words(), 0),
    # Without weights, nothing can be bundled.
    "bundle": (lambda place: ["--output", str(place.folder / "bundle.tar")], 1),
    "backup": (lambda place: [place.back_up() + "-2"], 0),
    "verify": (lambda place: [place.back_up()], 0),
    "restore": (lambda place: [place.back_up(), "--rehearse"], 0),
    "upgrade": (words(), 0),
    "support": (lambda place: [str(place.folder / "support.zip")], 0),
    "rotate-key": (after_user(), 0),
    "user list": (after_user(), 0),
    "user create": (words("bob"), 0),
    "user reset-password": (after_user("ada"), 0),
    "user set-role": (after_user("ada", "admin"), 0),
    "version": (words(), 0),
}
"""For each command, its arguments and exit status. Benches have a test of their own."""


@pytest.fixture
def place(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    for name in ("DATA_DIR", "PORT"):
        # The commands pass their options on in the environment.
        monkeypatch.setenv(f"GREENROOM_{name}", "")
    monkeypatch.setenv("GREENROOM_SPEECH_PROVIDER", "whisper_cpp")
    monkeypatch.setenv("GREENROOM_SPEECH_BASE_URL", "http://127.0.0.1:1")
    monkeypatch.setattr("models.store.default_cache_dir", lambda: tmp_path / "cache")
    folder = tmp_path / "call"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Place(folder, settings)


@pytest.mark.parametrize("command", CALLS)
def test_a_real_call_prints_json(command: str, place: Place, capfd: pytest.CaptureFixture[str]) -> None:
    make_arguments, status = CALLS[command]
    arguments = [*command.split(), *make_arguments(place), "--json"]
    parser = dict(list_commands(cli.build_parser(["models"])))[f"greenroom {command}"]
    if any("--data-dir" in action.option_strings for action in parser._actions):
        arguments += ["--data-dir", str(place.settings.data_dir)]
    capfd.readouterr()
    if command == "health":
        with answering() as port:
            found = cli.main([*arguments, "--port", str(port)])
    else:
        found = cli.main(arguments)
    captured = capfd.readouterr()
    printed = json.loads(captured.out)
    assert found == status, captured.err
    assert printed
    assert ("error" in printed) is (status == 1 and command != "doctor")


@pytest.mark.parametrize("bench", BENCHES)
def test_a_bench_prints_json(
    bench: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its measurement takes minutes; the call of the command is real."""

    async def run(_args: argparse.Namespace) -> dict[str, object]:
        print("noise of a library")  # noqa: T201
        return {"seconds": 1.5}

    module = types.ModuleType(f"app.bench.{bench}")
    module.configure = lambda _parser: None  # type: ignore[attr-defined]
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert cli.main(["bench", bench, "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == {"seconds": 1.5}


def test_no_command_is_left_out() -> None:
    with_json = {
        path.removeprefix("greenroom ")
        for path, parser in list_commands(cli.build_parser(["models"]))
        if any("--json" in action.option_strings for action in parser._actions)
    }
    assert with_json == CALLS.keys() | {f"bench {name}" for name in BENCHES}
