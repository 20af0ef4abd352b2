"""Command ``greenroom service``: a systemd unit for this installation."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.line import CommandFailed, add_command, add_data_dir, load_settings, print_result

if TYPE_CHECKING:
    from app.core.settings import Settings

DEFAULT_DATA_DIR = Path("/var/lib/greenroom")
ENVIRONMENT_FILE = "/etc/greenroom.env"
_STATE_ROOT = Path("/var/lib")
_HOMES = tuple(map(Path, ("/home", "/root", "/run/user")))
_LAST_PRIVILEGED_PORT = 1023

_UNIT = """\
[Unit]
Description=Greenroom interview server
After=network-online.target
Wants=network-online.target
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=notify
NotifyAccess=main
User={user}
WorkingDirectory={root}
Environment={data_dir_setting}
# Further settings, one GREENROOM_NAME=value a line, readable by root only.
EnvironmentFile=-{environment_file}
ExecStart={command} serve --migrate
Restart=on-failure
RestartSec=2
# The update of a large database may take long. A start that fails ends by itself.
TimeoutStartSec=infinity
TimeoutStopSec=30
WatchdogSec=60
KillMode=mixed
UMask=0077

# The service writes to its own folders only.
{storage}
ProtectSystem=strict
ProtectHome={protect_home}
PrivateTmp=yes
PrivateDevices={private_devices}
NoNewPrivileges=yes
CapabilityBoundingSet={capabilities}
AmbientCapabilities={capabilities}
ProtectClock={private_devices}
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
# Documents are opened in namespaces of their own.
RestrictNamespaces=user net ipc
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=~@clock @cpu-emulation @module @mount @obsolete @raw-io @reboot @swap
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""


def configure(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "service",
        summary="print a systemd unit for this installation",
        examples=(
            "  greenroom service > /etc/systemd/system/greenroom.service\n"
            "  greenroom service --user interviews --data-dir /srv/interviews"
        ),
        handler=_service,
    )
    parser.add_argument("--user", default="greenroom", help="user that runs the server (default: greenroom)")
    add_data_dir(parser)


def _service(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    if args.user == "root":
        raise CommandFailed("The server must not run as root. Name another user.")
    data_dir = settings.data_dir if os.environ.get("GREENROOM_DATA_DIR") else DEFAULT_DATA_DIR
    unit = write_unit(settings, user=args.user, data_dir=data_dir)
    print_result(args, {"unit": unit}, unit.rstrip("\n"))
    return 0


def write_unit(settings: Settings, *, user: str, data_dir: Path) -> str:
    """The unit as text. Raises CommandFailed if a path or the user's name are not allowed in a unit."""
    root = Path(__file__).resolve().parents[2]
    command = Path(sys.executable).parent / "greenroom"
    data_dir = data_dir.absolute()
    # A server that uses the GPU needs its devices.
    has_gpu = settings.llm_gpu_layers != 0
    in_home = any(
        path.is_relative_to(home)
        for path in (root, command, Path(sys.executable).resolve(), data_dir)
        for home in _HOMES
    )
    is_privileged = settings.port <= _LAST_PRIVILEGED_PORT
    return _UNIT.format(
        user=_plain(user),
        root=_plain(str(root)),
        data_dir_setting=_quote(f"GREENROOM_DATA_DIR={data_dir}"),
        environment_file=ENVIRONMENT_FILE,
        command=_quote(str(command)),
        storage="\n".join(_list_storage(settings, data_dir)),
        protect_home="read-only" if in_home else "yes",
        private_devices="no" if has_gpu else "yes",
        capabilities="CAP_NET_BIND_SERVICE" if is_privileged else "",
    )


def _list_storage(settings: Settings, data_dir: Path) -> Iterator[str]:
    if data_dir.parent == _STATE_ROOT:
        # systemd creates it and makes the user its owner.
        yield f"StateDirectory={_plain(data_dir.name)}\nStateDirectoryMode=0700"
    else:
        yield f"ReadWritePaths={_quote(str(data_dir))}"
    others: Iterable[Path | None] = (settings.models_dir, settings.backup_folder)
    for folder in filter(None, others):
        # The dash: the service also starts while a share is not mounted.
        yield f"ReadWritePaths=-{_quote(str(folder.absolute()))}"


def _plain(text: str) -> str:
    """Text as a complete value. A percent sign starts a placeholder in unit files."""
    if not text.isprintable() or text != text.strip() or text.endswith("\\"):
        raise CommandFailed(f"{text!r} is not allowed in a systemd unit.")
    return text.replace("%", "%%")


def _quote(text: str) -> str:
    """Text as one word of a list."""
    return '"' + _plain(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
