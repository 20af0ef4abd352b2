"""Checks of the machine: port, folders, disk space and tools."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path
from types import SimpleNamespace

import pytest

from installer import machine
from installer.faults import SetupFault
from installer.machine import GIB, MIB, Place


def make_place(**changes: object) -> Place:
    folder = Path("/nowhere")
    values: dict[str, object] = {"host": "127.0.0.1", "port": 8420, "data_dir": folder, "models_dir": folder}
    return Place(**{**values, "cache_dir": folder, **changes})  # type: ignore[arg-type]


def test_an_occupied_port_is_reported_with_a_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SetupFault, match=rf"Port {port} is already in use.*GREENROOM_PORT={port + 1}"):
            machine.check_port(make_place(port=port))


def test_checking_a_free_port_leaves_it_free() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    machine.check_port(make_place(port=port))
    with socket.socket() as again:
        again.bind(("127.0.0.1", port))


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(SetupFault, match="GREENROOM_HOST"):
        machine.check_port(make_place(host="192.0.2.1"))


@pytest.mark.parametrize("port", ["", "8421"])
def test_port_and_folders_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, port: str, tmp_path: Path
) -> None:
    monkeypatch.setenv("GREENROOM_PORT", port)
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("GREENROOM_MODELS_DIR", raising=False)
    found = Place.from_environment()
    assert found.port == int(port or 8420)
    assert found.models_dir == tmp_path / "models"


@pytest.mark.parametrize("port", ["abc", "0", "70000", "-1"])
def test_an_invalid_port_is_refused(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    monkeypatch.setenv("GREENROOM_PORT", port)
    with pytest.raises(SetupFault, match="from 1 to 65535"):
        Place.from_environment()


def test_a_folder_that_cannot_be_created_is_reported_with_a_remedy(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(SetupFault, match=r"cannot be written .*: choose another"):
        machine.check_writable(file / "data", remedy="choose another")


def test_a_writable_folder_is_created_private_and_left_empty(tmp_path: Path) -> None:
    machine.check_writable(tmp_path / "data", remedy="")
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert list((tmp_path / "data").iterdir()) == []


def test_space_needs_on_one_disk_are_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=2 * GIB))
    machine.check_free_space([(tmp_path / "not-yet" / "a", GIB), (tmp_path / "b", 1000 * MIB)])
    with pytest.raises(SetupFault, match=r"2\.0 GiB free but 2\.5 GiB are needed"):
        machine.check_free_space([(tmp_path / "not-yet" / "a", GIB), (tmp_path / "b", GIB + 512 * MIB)])


def test_a_missing_compiler_is_reported_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler -m64")
    with pytest.raises(SetupFault, match=r"no-such-compiler.*build-essential"):
        machine.check_compiler()


@pytest.mark.parametrize(
    ("version", "is_supported"),
    [
        ((18, 19), False),
        ((20, 18), False),
        ((20, 19), True),
        ((21, 7), False),
        ((22, 11), False),
        ((24, 0), True),
    ],
)
def test_node_must_be_a_version_that_the_bundler_supports(
    version: tuple[int, int], is_supported: bool
) -> None:
    assert machine.is_node_new_enough(version) is is_supported


def test_a_node_that_does_not_run_has_version_zero(tmp_path: Path) -> None:
    assert machine.node_version(tmp_path / "node") == (0, 0)


def test_a_processor_with_amx_is_recognized(tmp_path: Path) -> None:
    cpu_info = tmp_path / "cpuinfo"
    cpu_info.write_text("flags\t\t: fpu avx512_vnni amx_bf16 avx512_fp16 amx_tile amx_int8\n")
    assert machine.has_tiles(cpu_info)
    cpu_info.write_text("flags\t\t: fpu avx2 avx512_vnni\n")
    assert not machine.has_tiles(cpu_info)
    assert not machine.has_tiles(tmp_path / "missing")


@pytest.mark.parametrize(
    ("version", "is_gcc"),
    [
        ("c++ (Debian 12.2.0-14) 12.2.0\nCopyright (C) 2022 Free Software Foundation, Inc.", True),
        ("Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu", False),
    ],
)
def test_gcc_is_told_from_other_compilers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, is_gcc: bool
) -> None:
    compiler = tmp_path / "compiler"
    compiler.write_text(f"#!/bin/sh\necho '{version}'\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", f"{compiler} -m64")
    assert machine.compiles_with_gcc() is is_gcc
    monkeypatch.setenv("CXX", str(tmp_path / "missing"))
    assert not machine.compiles_with_gcc()
