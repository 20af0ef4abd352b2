"""Installation steps: order, stamps and failures."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import pytest

from installer.bring_up import BringUp
from installer.commands import Commands, Stopped
from installer.faults import SetupFault
from installer.machine import Place
from installer.progress import Percentage, Progress
from installer.python_environment import PythonEnvironment
from installer.web_client import WebClient


@pytest.fixture
def output() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def bring_up(tmp_path: Path, output: io.StringIO) -> BringUp:
    commands = Commands(log_dir=tmp_path / "logs")
    return BringUp(
        Place("127.0.0.1", 8420, tmp_path, tmp_path / "models", tmp_path / "cache"),
        Progress(output),
        commands,
        PythonEnvironment(tmp_path, tmp_path / "wheels", commands),
        WebClient(tmp_path, tmp_path, commands),
    )


def test_steps_run_in_parallel(bring_up: BringUp, output: io.StringIO) -> None:
    both = threading.Barrier(2, timeout=60)

    def meet() -> None:
        both.wait()

    bring_up._side_by_side([("One", meet), ("Two", meet)], quiet=False)
    assert "One: done" in output.getvalue()
    assert "Two: done" in output.getvalue()


def test_a_failure_stops_the_other_steps_and_is_reported(bring_up: BringUp) -> None:
    is_up = threading.Event()

    def wait() -> None:
        def on_line(_line: str) -> bool:
            is_up.set()
            return True

        bring_up.commands.run(
            ["sh", "-c", "echo up; exec cat /dev/zero >/dev/null"],
            name="waits",
            doing="Waiting",
            cwd=Path("/"),
            on_line=on_line,
        )

    def fail() -> None:
        assert is_up.wait(timeout=60)
        raise SetupFault("The disk is full.")

    with pytest.raises(SetupFault, match="The disk is full"):
        bring_up._side_by_side([("Wait", wait), ("Fail", fail)], quiet=False)
    with pytest.raises(Stopped):
        bring_up.commands.run(["true"], name="later", doing="Later", cwd=Path("/"))


def test_quiet_steps_print_nothing(bring_up: BringUp, output: io.StringIO) -> None:
    bring_up._side_by_side([("One", lambda: None)], quiet=True)
    assert output.getvalue() == ""


def test_a_machine_is_measured_once_and_may_fail_to_be(
    bring_up: BringUp, output: io.StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("installer.bring_up.STATE", tmp_path / "state")
    command = tmp_path / ".venv" / "bin" / "greenroom"
    command.parent.mkdir(parents=True)
    command.write_text('#!/bin/sh\necho "$@" >> "$0.calls"\necho "Interviews at once: 4"\nexit 1\n')
    command.chmod(0o755)
    bring_up._measure_machine()
    bring_up._measure_machine()
    assert (command.parent / "greenroom.calls").read_text() == "measure-speech --new-machine\n"
    assert "Interviews at once: 4" in output.getvalue()
    assert "`greenroom doctor --measure` measures it later" in output.getvalue()


def test_a_long_step_prints_its_progress_in_steps_of_ten_percent(output: io.StringIO) -> None:
    percentage = Percentage(Progress(output), "Weights")
    for done in range(0, 1001, 7):
        percentage.update(done, 1000)
    percentage.update(1000, 1000)
    shares = [line.split()[-2] for line in output.getvalue().splitlines()]
    assert shares == ["10", "20", "30", "40", "50", "60", "70", "80", "90", "100"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_log_says_what_is_still_running_and_for_how_long(output: io.StringIO) -> None:
    now = [100.0]
    progress = Progress(output, clock=lambda: now[0])
    with progress.running("Compiling"), progress.running("Model weights"):
        Percentage(progress, "Model weights").update(42, 1000)
        now[0] += 83
        progress.show_running()
    progress.show_running()
    assert output.getvalue() == "[ 1:23] Still running: Compiling (1:23), Model weights (4 %, 1:23)\n"


def test_a_terminal_shows_running_steps_in_a_line_below_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    terminal = Terminal()
    progress = Progress(terminal, clock=lambda: 0.0)
    with progress.running("Compiling the language-model engine"):
        progress.say("Web client: done")
        lines = terminal.getvalue().split("\r\x1b[K")
        assert lines[1:] == ["[ 0:00] Web client: done\n", "[ 0:00] Compiling the language-model e…"]
    assert terminal.getvalue().endswith("\r\x1b[K"), "the line is removed with the last step"


def test_running_steps_are_shown_again_and_again(output: io.StringIO) -> None:
    progress = Progress(output, seconds=0.001)
    with progress.running("Compiling"):
        while output.getvalue().count("Still running: Compiling") < 2:
            pass
    assert "Compiling" in output.getvalue()


def test_a_step_is_shown_while_it_runs(bring_up: BringUp, output: io.StringIO) -> None:
    bring_up._side_by_side([("One", bring_up.progress.show_running)], quiet=False)
    assert "Still running: One (0:0" in output.getvalue()
