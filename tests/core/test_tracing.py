"""Traces for OpenTelemetry: what a collector receives, and that its absence costs nothing."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from app.core import tracing
from app.core.tracing import SpanExporter, SpanKind, tracer
from models.ports import Engines
from tests.conftest import Person
from tests.fakes.engines import FakeLlm, fake_engines

Json = dict[str, Any]


class Collector(httpx.AsyncBaseTransport):
    """Takes spans as a collector does, or fails."""

    def __init__(self) -> None:
        self.status = 200
        self.spans: list[Json] = []
        self.resources: list[Json] = []
        self.url = ""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.url = str(request.url)
        if self.status == 0:
            raise httpx.ConnectError("refused", request=request)
        if self.status == 200:
            for group in json.loads(await request.aread())["resourceSpans"]:
                self.resources.append(read(group["resource"]))
                self.spans += [span for scope in group["scopeSpans"] for span in scope["spans"]]
        return httpx.Response(self.status, json={})


def read(of: Json) -> Json:
    """The attributes of a span or resource."""
    return {one["key"]: next(iter(one["value"].values())) for one in of["attributes"]}


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(["Welcome to this interview."]))


@pytest.fixture
def collector() -> Collector:
    return Collector()


@pytest.fixture
async def exporter(collector: Collector) -> AsyncIterator[SpanExporter]:
    exporter = SpanExporter("http://127.0.0.1:4318/", transport=collector)
    exporter.start()
    yield exporter
    await exporter.stop()


@pytest.fixture
def ended() -> Iterator[list[tracing.Span]]:
    """Spans that ended, without a collector."""
    spans: list[tracing.Span] = []
    tracer.listener = spans.append
    yield spans
    tracer.listener = None


async def test_spans_arrive_within_each_other_with_their_times(
    exporter: SpanExporter, collector: Collector
) -> None:
    with tracer.span("outer", kind=SpanKind.SERVER) as outer:
        assert outer is not None
        outer.attributes["lines"] = 3
        with pytest.raises(ValueError, match="no"), tracer.span("inner"):
            raise ValueError("no")
    await exporter.flush()
    inner_sent, outer_sent = collector.spans
    assert collector.url == "http://127.0.0.1:4318/v1/traces"
    assert collector.resources[0]["service.name"] == "greenroom"
    assert (outer_sent["name"], outer_sent["kind"], outer_sent["parentSpanId"]) == ("outer", 2, "")
    assert read(outer_sent) == {"lines": "3"}
    assert inner_sent["parentSpanId"] == outer_sent["spanId"]
    assert inner_sent["traceId"] == outer_sent["traceId"]
    assert (len(outer_sent["traceId"]), len(outer_sent["spanId"])) == (32, 16)
    assert (inner_sent["status"], outer_sent["status"]) == ({"code": 2}, {})
    assert int(outer_sent["endTimeUnixNano"]) >= int(outer_sent["startTimeUnixNano"])


@pytest.mark.parametrize("failure", [0, 503])
async def test_without_a_collector_the_newest_spans_wait_and_one_line_is_logged(
    exporter: SpanExporter,
    collector: Collector,
    failure: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    collector.status = failure
    for number in range(tracing._MAX_WAITING + 10):
        with tracer.span(f"span {number}"):
            pass
    with caplog.at_level(logging.WARNING):
        await exporter.flush()
        await exporter.flush()
    assert [one.getMessage().split()[0] for one in caplog.records] == ["traces_not_sent"]
    collector.status = 200
    await exporter.flush()
    names = [span["name"] for span in collector.spans]
    assert names == [f"span {number}" for number in range(10, tracing._MAX_WAITING + 10)]


def test_a_request_is_a_span_of_its_route_that_continues_the_trace_of_the_proxy(
    alice: Person, ended: list[tracing.Span]
) -> None:
    interview = alice.post("/api/interviews", json={}).json()["interview"]
    ended.clear()
    trace, parent = "a" * 32, "b" * 16
    alice.get(
        f"/api/interviews/{interview['_id']}",
        headers={"traceparent": f"00-{trace}-{parent}-01", "X-Request-Id": "proxy-7"},
    )
    (span,) = ended
    assert (span.name, span.kind) == ("GET /api/interviews/{interview_id}", SpanKind.SERVER)
    assert (span.trace_id, span.parent_id) == (trace, parent)
    assert span.attributes["http.response.status_code"] == 200
    assert span.attributes["greenroom.request_id"] == "proxy-7"
    assert interview["_id"] not in str(span.describe())


def test_an_engine_call_is_a_span_within_its_request_without_texts_or_users(
    ada: Person, ended: list[tracing.Span]
) -> None:
    answer = ada.post("/api/admin/setup/write").json()["data"]
    call, request = ended
    assert (call.name, call.parent_id) == ("llm call", request.span_id)
    assert call.attributes["greenroom.outcome"] == "succeeded"
    sent = json.dumps([one.describe() for one in ended])
    assert answer["text"] not in sent
    assert ada.id not in sent


def test_nothing_is_recorded_without_an_endpoint() -> None:
    with tracer.span("request") as span:
        assert span is None


def test_a_malformed_traceparent_begins_a_new_trace(ended: list[tracing.Span]) -> None:
    with tracer.span("request", traceparent="00-zz-1-01"):
        pass
    assert ended[0].parent_id == ""
