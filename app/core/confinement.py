"""Confinement of child processes that open untrusted files: no network, no other files, few resources.

Nothing here needs privileges. Protections that the kernel or a container refuses are left out;
``find_available`` returns those in force on this machine, and the server prints them at start-up. Standard
library only, because the processes that use it import nothing else of the server.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import struct
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SOURCE_ROOT = Path(__file__).resolve().parents[2]
_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_CLONE_NEWIPC, _CLONE_NEWUSER, _CLONE_NEWNET = 0x0800_0000, 0x1000_0000, 0x4000_0000
# Numbers of the Landlock system calls, identical on every architecture that Greenroom runs on.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_RULE_PATH_BENEATH = 1
_VERSION_REQUEST = 1
# Rights of Landlock, by the version of its interface that introduced them (linux/landlock.h).
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
_NETWORK_SINCE, _TCP_RIGHTS = 4, 0b11
_SCOPES_SINCE, _SCOPES = 6, 0b11
"""Abstract sockets and signals reach only processes under the same restriction."""
_CODE = ("app", "config", "models")
_SYSTEM = (
    "/usr", "/lib", "/lib32", "/lib64", "/bin", "/opt/homebrew", "/nix/store", "/etc/ld.so.cache",
    "/etc/alternatives", "/etc/localtime", "/etc/fonts", "/sys/devices/system/cpu", "/proc/cpuinfo",
    "/proc/meminfo",
)  # fmt: skip
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


@dataclass(frozen=True, slots=True)
class Confinement:
    """The protections in force in a process that opens untrusted files."""

    no_new_privileges: bool
    """Programs started by the process gain no privileges."""
    is_offline: bool
    """The process has its own network namespace, without any network."""
    landlock: int
    """Version of the kernel's Landlock; 0: the process can open every file that the server can."""

    @property
    def is_complete(self) -> bool:
        """Whether the process can reach neither the server's files nor other machines."""
        is_offline = self.is_offline or self.landlock >= _NETWORK_SINCE
        return self.no_new_privileges and is_offline and self.landlock > 0

    def describe(self) -> str:
        """One line for the log and for ``greenroom doctor``."""
        if self.is_offline:
            network = "no network"
        elif self.landlock >= _NETWORK_SINCE:
            network = "no TCP (Landlock), but UDP: the system allows no network namespace"
        else:
            network = "NETWORK OPEN: the system allows no network namespace"
        files = (
            f"no files but its own (Landlock {self.landlock})"
            if self.landlock
            else "ALL FILES OF THE SERVER READABLE: the kernel has no Landlock"
        )
        rights = "no new privileges" if self.no_new_privileges else "PRIVILEGES NOT LOCKED"
        return f"{network}; {files}; {rights}; limited memory, processor time and file size"


def limit_resources(*, memory_bytes: int, processor_seconds: int, open_files: int) -> None:
    """Limit the resources of this process and its children. They cannot write any file."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))


def end_with_parent(signal_number: int) -> None:
    """Receive this signal when the thread that started this process ends."""
    _prctl(_PR_SET_PDEATHSIG, signal_number)


def forbid_new_privileges() -> bool:
    """Ignore set-user-id bits from now on, in this process and its children."""
    return _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def leave_network() -> bool:
    """Move this process, which must be single-threaded, to namespaces without network and shared memory.

    False if the system forbids it, as most containers do.
    """
    if sys.platform != "linux":
        return False
    alone = _CLONE_NEWNET | _CLONE_NEWIPC
    # In a user namespace, root would lose the right to read a program that belongs to another user.
    for flags in (alone, alone | _CLONE_NEWUSER) if os.geteuid() == 0 else (alone | _CLONE_NEWUSER,):
        if int(_libc().unshare(flags)) == 0:
            return True
    return False


def restrict_files(paths: Iterable[Path]) -> bool:
    """Allow this process to read only ``paths``, the program and the system's libraries, and write nothing.

    Needs ``forbid_new_privileges`` first. False if the kernel has no Landlock.
    """
    version = landlock_version()
    if not version:
        return False
    handled = sum(rights for since, rights in _FILE_RIGHTS.items() if since <= version)
    network = _TCP_RIGHTS if version >= _NETWORK_SINCE else 0
    scopes = _SCOPES if version >= _SCOPES_SINCE else 0
    ruleset_size = 24 if version >= _SCOPES_SINCE else 16 if version >= _NETWORK_SINCE else 8
    attributes = struct.pack("=QQQ", handled, network, scopes)[:ruleset_size]
    try:
        ruleset = _system_call(_CREATE_RULESET, attributes, ruleset_size, 0)
    except OSError:
        return False
    try:
        for path in [*_program_paths(), *paths]:
            _allow(ruleset, path, _EXECUTE | _READ_FILE | _READ_DIR)
        for path in map(Path, _DEVICES):
            _allow(ruleset, path, _READ_FILE | _WRITE_FILE)
        _system_call(_RESTRICT_SELF, ruleset, 0)
    except OSError:
        return False
    finally:
        os.close(ruleset)
    return True


def landlock_version() -> int:
    """Version of the kernel's Landlock interface; 0 if it is missing or switched off."""
    if sys.platform != "linux":
        return 0
    try:
        return _system_call(_CREATE_RULESET, None, 0, _VERSION_REQUEST)
    except OSError:
        return 0


def find_available() -> Confinement:
    """The protections that this machine allows, tested in a separate process."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from app.core import confinement as c; "
        "print(int(c.forbid_new_privileges()), int(c.leave_network()), "
        "c.landlock_version() if c.restrict_files([]) else 0)"
    )
    try:
        tried = subprocess.run(
            [sys.executable, "-I", "-S", "-c", script, str(SOURCE_ROOT)],
            capture_output=True,
            timeout=30,
            check=True,
            env={},
        )
        locked, offline, landlock = map(int, tried.stdout.split())
    except (OSError, subprocess.SubprocessError, ValueError):
        return Confinement(no_new_privileges=False, is_offline=False, landlock=0)
    return Confinement(no_new_privileges=bool(locked), is_offline=bool(offline), landlock=landlock)


def _program_paths() -> list[Path]:
    """Folders of the program, its packages, the interpreter and the system's libraries."""
    packages = [Path(entry) for entry in sys.path if "site-packages" in entry or "dist-packages" in entry]
    interpreter = [Path(prefix) for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix)]
    own = [SOURCE_ROOT / name for name in _CODE]
    recognition = [Path(os.environ["TESSDATA_PREFIX"])] if os.environ.get("TESSDATA_PREFIX") else []
    return [*own, *interpreter, *packages, *recognition, *map(Path, _SYSTEM)]


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112 - Path would resolve the link
            rights &= ~_READ_DIR
        # Packed: eight bytes of rights and four of the descriptor.
        _system_call(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, struct.pack("=Qi", rights, descriptor), 0)
    finally:
        os.close(descriptor)


def _prctl(option: int, value: int) -> bool:
    return sys.platform == "linux" and int(_libc().prctl(option, value, 0, 0, 0)) == 0


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _system_call(number: int, *arguments: int | bytes | None) -> int:
    """Result of a system call. Raises OSError."""
    converted = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = int(_libc().syscall(ctypes.c_long(number), *converted))
    if result < 0:
        code = ctypes.get_errno() or errno.EINVAL
        raise OSError(code, os.strerror(code))
    return result
