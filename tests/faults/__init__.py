"""Faults thrown at a running server: kills, full disks, locked databases, clocks that are set."""
