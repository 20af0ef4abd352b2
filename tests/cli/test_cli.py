"""Commands of `greenroom`: output, exit status and error messages."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import sys
import types
from pathlib import Path

import pytest

from app import cli
from app.commands.line import load_settings
from tests.cli.command_list import list_commands


@pytest.fixture(autouse=True)
def restored_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the environment, through which the command line passes its options on."""
    for name in ("HOST", "PORT", "DATA_DIR"):
        monkeypatch.setenv(f"GREENROOM_{name}", "")


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    module = types.ModuleType("app.bench.llm")

    def configure(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=1)

    async def run(args: argparse.Namespace) -> dict[str, object]:
        sys.stdout.write("loading …\n")
        os.write(1, b"native noise\n")
        return {"rounds": args.rounds}

    module.configure = configure  # type: ignore[attr-defined]
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "app.bench.llm", module)
    return module


@pytest.mark.usefixtures("bench")
def test_a_bench_prints_only_its_json_on_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "llm", "--rounds", "3", "--json"]) == 0
    captured = capfd.readouterr()
    assert json.loads(captured.out) == {"rounds": 3}
    assert "loading" in captured.err
    assert "native noise" in captured.err


def test_a_bench_that_fails_prints_one_sentence(
    bench: types.ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    async def run(_args: argparse.Namespace) -> dict[str, object]:
        raise FileNotFoundError(2, "No such file or directory", "cv.pdf")

    bench.run = run  # type: ignore[attr-defined]
    assert cli.main(["bench", "llm"]) == 1
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "cv.pdf" in captured.err
    assert "Traceback" not in captured.err


def test_every_command_has_examples_that_can_be_parsed_and_explains_its_exit_status() -> None:
    commands = dict(list_commands(cli.build_parser(["models"])))
    assert {"greenroom serve", "greenroom models fetch", "greenroom user create"} <= commands.keys()
    assert {"greenroom bench llm", "greenroom upgrade"} <= commands.keys()
    for words, parser in commands.items():
        text = parser.epilog or ""
        assert "Exit status: 0 done, 1 failed" in text, words
        examples = [line for line in re.sub(r"\\\n *", "", text).splitlines() if words in line]
        assert examples, words
        for line in examples:
            # An explanation follows the example after two spaces.
            command = re.split(r" {2,}|[>|#)]", line.strip().removeprefix("source <("))[0]
            arguments = shlex.split(command)[1:]
            cli.build_parser(arguments).parse_args(arguments)


@pytest.mark.parametrize("words", [words for words, _ in list_commands(cli.build_parser(["models"]))])
def test_every_command_prints_json(words: str) -> None:
    """Except the server and what prints a document or a script."""
    parser = dict(list_commands(cli.build_parser(["models"])))[words]
    has_json = any("--json" in action.option_strings for action in parser._actions)
    assert has_json != (words in {"greenroom serve", "greenroom openapi", "greenroom completion"})


@pytest.mark.parametrize("arguments", [[], ["bench"], ["no-such-command"], ["serve", "--port", "many"]])
def test_invalid_arguments_print_the_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        cli.main(arguments)
    assert exited.value.code == 2
    assert "usage: greenroom" in capsys.readouterr().err


def test_only_the_requested_bench_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "app.bench.llm", None)
    cli.build_parser(["serve"])
    with pytest.raises(ImportError):
        cli.build_parser(["bench", "llm"])


def test_the_command_line_overrides_the_environment(tmp_path: Path) -> None:
    args = cli.build_parser().parse_args(["serve", "--port", "9000", "--data-dir", str(tmp_path)])
    settings = load_settings(args)
    assert settings.port == 9000
    assert settings.data_dir == tmp_path


def test_an_invalid_setting_is_named_in_the_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GREENROOM_PORT", "many")
    assert cli.main(["migrate"]) == 1
    assert "GREENROOM_PORT is invalid" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("127.0.0.1", ["127.0.0.1"]),
        ("mail.corp.local, 10.0.5.0/24", ["mail.corp.local", "10.0.5.0/24"]),
        ('["mail.corp.local", "::1"]', ["mail.corp.local", "::1"]),
    ],
)
def test_a_list_in_the_environment_is_separated_by_commas_or_json(
    text: str, items: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREENROOM_INTERNAL_HOSTS", text)
    assert load_settings(cli.build_parser().parse_args(["serve"])).internal_hosts == items


@pytest.mark.parametrize(
    ("name", "text"), [("ICE_SERVERS", "stun:stun.example.net"), ("INTERNAL_HOSTS", '["mail.corp.local"')]
)
def test_an_unreadable_list_is_named_in_the_error(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"GREENROOM_{name}", text)
    assert cli.main(["migrate"]) == 1
    assert f"GREENROOM_{name} is invalid: This must be a JSON list." in capsys.readouterr().err


def test_printing_the_openapi_document_creates_no_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(tmp_path / "data"))
    assert cli.main(["openapi"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["info"]["title"] == "Greenroom"
    assert "/api/health" in document["paths"]
    assert not (tmp_path / "data").exists()
