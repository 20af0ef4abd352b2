"""Child processes of the installation: logs, failures and stopping."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from installer.commands import Commands, Stopped
from installer.faults import SetupFault


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(log_dir=tmp_path / "logs")


def run(commands: Commands, code: str, tmp_path: Path, **options: object) -> None:
    commands.run([sys.executable, "-c", code], name="step", doing="The step", cwd=tmp_path, **options)  # type: ignore[arg-type]


def test_output_is_logged_except_lines_that_the_listener_takes(commands: Commands, tmp_path: Path) -> None:
    seen: list[str] = []

    def on_line(line: str) -> bool:
        if line.startswith("progress"):
            seen.append(line.strip())
            return True
        return False

    run(commands, "print('progress 1'); print('plain')", tmp_path, on_line=on_line)
    assert seen == ["progress 1"]
    assert (tmp_path / "logs" / "step.log").read_text() == "plain\n"


def test_a_known_failure_names_its_cause_and_the_log(commands: Commands, tmp_path: Path) -> None:
    with pytest.raises(SetupFault, match=r"The disk is full.*step\.log"):
        run(commands, "print('[Errno 28] No space left on device'); raise SystemExit(1)", tmp_path)


def test_an_unknown_failure_names_the_step_and_the_log(commands: Commands, tmp_path: Path) -> None:
    with pytest.raises(SetupFault, match=r"The step failed \(exit status 3\).*step\.log"):
        run(commands, "raise SystemExit(3)", tmp_path)


def test_an_error_message_of_the_step_is_passed_on(commands: Commands, tmp_path: Path) -> None:
    with pytest.raises(SetupFault, match="Bring the file"):
        run(commands, "print('setup-error Bring the file.'); raise SystemExit(1)", tmp_path)


def test_a_missing_program_is_named(commands: Commands, tmp_path: Path) -> None:
    with pytest.raises(SetupFault, match="no-such-program is missing"):
        commands.run(["no-such-program"], name="step", doing="The step", cwd=tmp_path)


def test_stopping_ends_the_child_and_its_own_children(commands: Commands, tmp_path: Path) -> None:
    grandchild = "import signal; signal.pause()"
    child = (
        "import subprocess, sys; "
        f"below = subprocess.Popen([sys.executable, '-c', {grandchild!r}]); print('up', flush=True); "
        "below.wait()"
    )
    is_up = threading.Event()
    outcome: list[type[BaseException]] = []

    def on_line(_line: str) -> bool:
        is_up.set()
        return True

    def work() -> None:
        try:
            run(commands, child, tmp_path, on_line=on_line)
        except Stopped as stopped:
            outcome.append(type(stopped))

    # The output pipe closes only when the grandchild has ended too; `run` does not return before.
    thread = threading.Thread(target=work)
    thread.start()
    assert is_up.wait(timeout=60)
    commands.stop()
    thread.join(timeout=60)
    assert outcome == [Stopped]


def test_nothing_starts_after_a_stop(commands: Commands, tmp_path: Path) -> None:
    commands.stop()
    with pytest.raises(Stopped):
        run(commands, "open('started', 'w')", tmp_path)
    assert not (tmp_path / "started").exists()
