"""Metrics in Prometheus's text format: counters and histograms of requests, and gauges read when asked."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

BUCKETS_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)

Labels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sample:
    """One value of a metric."""

    value: float
    labels: Labels


def write_metric(name: str, kind: str, explanation: str, samples: Iterable[Sample], suffix: str = "") -> str:
    """A metric with its ``# HELP`` and ``# TYPE`` lines. ``kind`` is ``gauge``, ``counter`` …"""
    head = f"# HELP {name} {explanation}\n# TYPE {name} {kind}\n"
    return head + "".join(write_sample(f"{name}{suffix}", sample) for sample in samples)


def write_sample(name: str, sample: Sample) -> str:
    labels = ",".join(f'{key}="{_escape(value)}"' for key, value in sample.labels.items())
    return f"{name}{{{labels}}} {sample.value:.10g}\n" if labels else f"{name} {sample.value:.10g}\n"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


class RequestMetrics:
    """Counts and durations of HTTP requests by method, pattern of the route and class of status.

    Patterns, never paths: a path may contain a token, and anyone could make up any number of paths.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, str, str], int] = defaultdict(int)
        self._buckets: dict[str, list[int]] = defaultdict(lambda: [0] * (len(BUCKETS_SECONDS) + 1))
        self._sums: dict[str, float] = defaultdict(float)

    def observe(self, *, method: str, route: str, status: int, seconds: float) -> None:
        bucket = sum(seconds > bound for bound in BUCKETS_SECONDS)
        with self._lock:
            self._counts[method, route, f"{status // 100}xx"] += 1
            self._buckets[route][bucket] += 1
            self._sums[route] += seconds

    def write(self) -> str:
        with self._lock:
            counts = dict(self._counts)
            buckets = {route: list(values) for route, values in self._buckets.items()}
            sums = dict(self._sums)
        text = write_metric(
            "greenroom_http_requests_total",
            "counter",
            "HTTP requests.",
            (
                Sample(count, {"method": method, "route": route, "status": status})
                for (method, route, status), count in sorted(counts.items())
            ),
        )
        name = "greenroom_http_request_duration_seconds"
        text += f"# HELP {name} Time from the request to the end of its response.\n# TYPE {name} histogram\n"
        for route in sorted(buckets):
            total = 0
            for bound, count in zip((*BUCKETS_SECONDS, "+Inf"), buckets[route], strict=True):
                total += count
                text += write_sample(f"{name}_bucket", Sample(total, {"route": route, "le": str(bound)}))
            text += write_sample(f"{name}_sum", Sample(sums[route], {"route": route}))
            text += write_sample(f"{name}_count", Sample(total, {"route": route}))
        return text


request_metrics = RequestMetrics()
"""The metrics of this process. Like the log, they exist once."""
