"""Installation steps from a fresh clone to a running server, or to an environment for the tests.

Finished steps are stamped and skipped the next time. Interrupted steps are resumed.
"""

from __future__ import annotations

import argparse
import ctypes
import fcntl
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NoReturn

from installer import machine
from installer.commands import Commands, Stopped
from installer.faults import SetupFault, explain_output
from installer.progress import Percentage, Progress
from installer.python_environment import PythonEnvironment
from installer.required_models import models_for_tests, select_models, space_needed
from installer.stamps import is_stamped, write_stamp
from installer.web_client import WebClient
from models.catalog import ModelEntry, load_catalog

ROOT = Path(__file__).resolve().parents[1]
STATE = ROOT / ".greenroom"

ENVIRONMENT_BYTES = 2600 * machine.MIB
"""Python environment (1.9 GiB) and pip's package cache."""
TEMPORARY_BYTES = 900 * machine.MIB
"""Temporary files of pip and the compiler (TMPDIR)."""
HALF_ENVIRONMENT_BYTES = 500 * machine.MIB
"""To update an existing environment."""
WEB_BYTES = 600 * machine.MIB
"""node_modules, npm's cache and the build."""
DATA_BYTES = 100 * machine.MIB
"""The database and the first documents."""

Step = tuple[str, Callable[[], None]]


@dataclass(frozen=True, slots=True)
class BringUp:
    place: machine.Place
    progress: Progress
    commands: Commands
    python: PythonEnvironment
    web: WebClient

    def run(self, *, for_tests: bool, with_weights: bool = True) -> None:
        """Run the steps that are not finished. Raises SetupFault at the first step that fails."""
        self._check_folders()
        models = self._models(for_tests=for_tests) if with_weights else []
        is_python_ready = self.python.is_ready()
        # A built client needs no packages; its tests and checks do.
        is_web_ready = self.web.is_ready() and (self.web.has_packages() or not for_tests)
        self._check_space(is_python_ready=is_python_ready, is_web_ready=is_web_ready, models=models)
        if not is_python_ready:
            self._step("Preparing the Python environment", self.python.prepare)
        steps: list[Step] = []
        if models:
            steps.append(("Model weights", lambda: self._fetch_weights(for_tests=for_tests)))
        if not is_python_ready:
            steps.append(("Compiling the language-model engine", self.python.build_from_source))
            steps.append(("Installing the Python packages", self.python.install_others))
        if not is_web_ready:
            steps.append(("Web client", self._bring_web))
        if steps:
            self._side_by_side(steps, quiet=is_python_ready and is_web_ready)
        if not is_python_ready:
            self._step("Finishing the Python environment", self.python.finish)
        if models and not for_tests and "CI" not in os.environ:
            self._measure_machine()

    def _check_folders(self) -> None:
        data_remedy = "change its owner, or choose another with GREENROOM_DATA_DIR"
        machine.check_writable(STATE, remedy="change the owner of this checkout")
        machine.check_writable(self.place.data_dir, remedy=data_remedy)
        machine.check_writable(self.place.models_dir, remedy=data_remedy)
        machine.check_writable(self.place.cache_dir, remedy="change the owner of your home folder")

    @staticmethod
    def _models(*, for_tests: bool) -> list[ModelEntry]:
        catalog = load_catalog()
        return models_for_tests(catalog) if for_tests else select_models(catalog, os.environ)

    def _check_space(self, *, is_python_ready: bool, is_web_ready: bool, models: list[ModelEntry]) -> None:
        needs = space_needed(models, models_dir=self.place.models_dir, cache_dir=self.place.cache_dir)
        if not is_python_ready:
            size = ENVIRONMENT_BYTES if not self.python.folder.exists() else HALF_ENVIRONMENT_BYTES
            needs.append((self.python.folder, size))
            needs.append((Path(tempfile.gettempdir()), TEMPORARY_BYTES))
        if not is_web_ready:
            needs.append((self.web.folder, WEB_BYTES))
        # The server itself must be able to write its database.
        needs.append((self.place.data_dir, DATA_BYTES))
        machine.check_free_space(needs)

    def _fetch_weights(self, *, for_tests: bool) -> None:
        percentage = Percentage(self.progress, "Model weights")

        def on_line(line: str) -> bool:
            words = line.split()
            if len(words) != 3 or words[0] != "weights-progress":
                return False
            percentage.update(int(words[1]), int(words[2]))
            return True

        self.commands.run(
            [
                *(self.python.python, "-m", "installer.weights", self.place.models_dir),
                *(["--for-tests"] if for_tests else []),
            ],
            name="weights",
            doing="Fetching the model weights",
            cwd=ROOT,
            on_line=on_line,
        )

    def _measure_machine(self) -> None:
        """Measure the speech engines and the capacity, once. The server also works without the result."""
        stamp = STATE / "measured"
        models_dir = str(self.place.models_dir)
        if is_stamped(stamp, models_dir):
            return
        self.progress.say("Measuring this machine, for at most 40 s …")
        try:
            self.commands.run(
                [self.python.folder / "bin" / "greenroom", "measure-speech", "--new-machine"],
                name="measurement",
                doing="Measuring this machine",
                cwd=ROOT,
                on_line=self._say,
            )
        except SetupFault as fault:
            self.progress.say(f"{fault} `greenroom doctor --measure` measures it later.")
        write_stamp(stamp, models_dir)

    def _say(self, line: str) -> bool:
        self.progress.say(line.strip())
        return True

    def _bring_web(self) -> None:
        self.web.bring_node(self.python.python)
        self.web.install_packages()
        if not self.web.is_ready():
            self.web.build()

    def _step(self, name: str, work: Callable[[], None], *, quiet: bool = False) -> None:
        if quiet:
            work()
            return
        self.progress.say(f"{name} …")
        with self.progress.running(name):
            work()
        self.progress.say(f"{name}: done")

    def _side_by_side(self, steps: Sequence[Step], *, quiet: bool) -> None:
        """Downloads, the compiler and npm wait for different resources, so they run in parallel."""
        with ThreadPoolExecutor(max_workers=len(steps)) as pool:
            futures: list[Future[None]] = [
                pool.submit(self._step, name, work, quiet=quiet) for name, work in steps
            ]
            try:
                done, _ = wait(futures, return_when=FIRST_EXCEPTION)
                failures = [error for future in done if (error := future.exception()) is not None]
            except BaseException:
                self.commands.stop()
                raise
            if failures:
                self.commands.stop()
                raise next((error for error in failures if not isinstance(error, Stopped)), failures[0])


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make", description="Bring Greenroom up.")
    parser.add_argument("target", choices=["run", "install", "tests", "image"])
    target = parser.parse_args(arguments).target
    _end_with_parent()
    signal.signal(signal.SIGTERM, _raise_interrupt)
    progress = Progress()
    try:
        place = machine.Place.from_environment()
        if target == "run":
            machine.check_port(place)
        with _lock_checkout(progress) as lock:
            _prepare(place, progress, lock.fileno(), target=target)
    except SetupFault as fault:
        print(f"\nGreenroom could not start: {fault}", file=sys.stderr)
        return 1
    except OSError as error:
        sentence = explain_output(str(error)) or f"{error}."
        print(f"\nGreenroom could not start: {sentence}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, Stopped):
        print("\nStopped. Run the same command again to continue.", file=sys.stderr)
        return 130
    if target == "run":
        _serve()
    return 0


def _prepare(place: machine.Place, progress: Progress, lock: int, *, target: str) -> None:
    commands = Commands(log_dir=STATE / "logs", kept_descriptor=lock)
    for_tests = target == "tests"
    python = PythonEnvironment(ROOT, STATE / "wheels", commands, for_tests=for_tests)
    web = WebClient(ROOT, STATE, commands)
    try:
        # An image is the same for every data folder, so it contains no weights.
        BringUp(place, progress, commands, python, web).run(
            for_tests=for_tests, with_weights=target != "image"
        )
    finally:
        commands.stop()


def _serve() -> NoReturn:
    # Replaces this process, so that the server receives signals and controls the terminal.
    greenroom = ROOT / ".venv" / "bin" / "greenroom"
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.stdout.flush()
    os.execv(greenroom, [str(greenroom), "serve", "--migrate"])  # noqa: S606


def _lock_checkout(progress: Progress) -> IO[str]:
    """Allow one installation at a time per checkout, including child processes of a killed one."""
    STATE.mkdir(exist_ok=True)
    lock = (STATE / "lock").open("w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        progress.say("Another installation is running in this folder. Waiting for it to finish …")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def _raise_interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _end_with_parent() -> None:
    """Receive SIGTERM when make exits, so that a killed `make run` leaves no server behind (Linux only)."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
