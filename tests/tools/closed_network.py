"""Run a command on a machine without other machines: ``python -m tests.tools.closed_network COMMAND…``

The command runs in a network namespace of its own. Whatever it sends anywhere but to the loopback interface
ends in a device that leads nowhere, and is counted: one packet, a DNS query included, is a failure. Multicast
is not counted, because browsers find each other by it. Needs root on Linux, with ``unshare`` and ``ip``
(Debian's ``util-linux`` and ``iproute2``).
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

INSIDE = "GREENROOM_CLOSED_NETWORK"
DEVICE, SINK = "out", "sink"
SET_UP = f"""
ip link set lo up
ip link add {DEVICE} type veth peer name {SINK}
ip link set {DEVICE} up
ip link set {SINK} up
ip address add 10.99.0.2/24 dev {DEVICE}
ip neighbor add 10.99.0.1 lladdr 02:00:00:00:00:01 dev {DEVICE}
ip route add default via 10.99.0.1 dev {DEVICE}
"""
EVERY_PROTOCOL = socket.htons(0x0003)
IPV4 = b"\x08\x00"
UDP = 17
DNS_PORT = b"\x00\x35"


class Sniffer:
    """Counts the packets that arrive at the sink, by their destination."""

    def __init__(self) -> None:
        self.destinations: Counter[str] = Counter()
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, EVERY_PROTOCOL)
        self._socket.bind((SINK, 0))
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while True:
            frame = self._socket.recv(65_536)
            if frame[12:14] != IPV4:
                self.destinations[f"0x{frame[12:14].hex()}"] += 1
            elif not (destination := ip_address(frame[30:34])).is_multicast:
                name = read_dns_name(frame[14:])
                self.destinations[f"{destination} for {name}" if name else str(destination)] += 1


def read_dns_name(packet: bytes) -> str | None:
    """The name that an IPv4 packet asks a DNS server for; None for any other packet."""
    datagram = packet[(packet[0] & 0x0F) * 4 :]
    if packet[9] != UDP or datagram[2:4] != DNS_PORT:
        return None
    labels = []
    rest = datagram[20:]
    while rest and (length := rest[0]):
        labels.append(rest[1 : 1 + length].decode("ascii", "replace"))
        rest = rest[1 + length :]
    return ".".join(labels)


def main(command: Sequence[str]) -> int:
    if not command:
        print("Name the command to run.", file=sys.stderr)
        return 2
    if INSIDE not in os.environ:
        os.environ[INSIDE] = "1"
        # The namespace, its devices and its routes end with the process.
        again = ["unshare", "--net", sys.executable, "-m", __spec__.name, *command]
        os.execvp(again[0], again)  # noqa: S606 - itself
    for name in ("all", "default"):
        # Otherwise the kernel looks for routers by itself.
        Path(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6").write_text("1")
    Path("/proc/sys/net/ipv6/conf/lo/disable_ipv6").write_text("0")
    subprocess.run(["sh", "-ec", SET_UP], check=True)
    sniffer = Sniffer()
    status = subprocess.run(command, check=False).returncode
    total = sniffer.destinations.total()
    print(f"Packets to other machines: {total} {dict(sniffer.destinations) if total else ''}".rstrip())
    return status or int(total > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
