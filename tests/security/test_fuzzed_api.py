"""Generated requests to every operation of the OpenAPI document, over HTTP, as a recruiter and as an admin.

No answer is a 5xx, and none has a status that the document does not list. The short form tries the same
few examples in every run; FUZZ_FACTOR=50 tries fifty times as many, and others each time.
"""

from __future__ import annotations

import json
import logging
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

# Schemathesis imports it at its first example, deep in a stack where Python 3.11 sometimes cannot compile it.
import schemathesis.generation.dictionaries  # noqa: F401
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from hypothesis import given, seed, settings
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis.core.result import Ok
from schemathesis.generation.case import Case
from schemathesis.generation.stateful import run_state_machine_as_test
from schemathesis.schemas import APIOperation, BaseSchema

from app.core.state import AppState
from app.users.tables import Role
from models.ports import Engines
from tests.conftest import Person
from tests.contract.records import create_records
from tests.fakes.engines import FakeLlm, FakeSpeech, fake_engines
from tests.security.api_server import Caller, bounded, make_machine, serving
from tests.security.fuzzing import LONG

log = logging.getLogger(__name__)

pytestmark = [
    pytest.mark.timeout(900 * LONG),
    # Of the libraries that generate and send the requests.
    pytest.mark.filterwarnings("ignore"),
]

PAST_FAILURES = Path(__file__).with_name("past_failures.jsonl")
EXAMPLES = 2
PASSES = 4
SCENARIOS = 6
"""In each pass."""
STEPS = 12
MIN_OPERATIONS = 12
"""That succeed at least once in sequences."""


@pytest.fixture
def engines() -> Engines:
    """Models that have an answer to everything."""
    words = "Plain words without any meaning."
    return fake_engines(llm=FakeLlm(lambda _request: words), speech=FakeSpeech(lambda _request: words))


@pytest.fixture
def url(api: FastAPI, portal: BlockingPortal) -> Iterator[str]:
    with serving(api, portal) as url:
        yield url


@pytest.fixture(params=[Role.RECRUITER, Role.ADMIN])
def caller(
    request: pytest.FixtureRequest, state: AppState, enroll: Callable[..., Person], url: str
) -> Iterator[Caller]:
    del url  # The server runs before records are made.
    person = enroll("alice", request.param)
    caller = Caller(state, person.id, request.param, create_records(state, person))
    yield caller
    answers: Counter[int] = Counter()
    for (_, status), count in caller.statuses.items():
        answers[status] += count
    log.info("answers to %s: %s", request.param, sorted(answers.items()))


@pytest.fixture
def schema(caller: Caller, api: FastAPI, url: str) -> BaseSchema:
    return caller.load(api, url)


def list_operations(schema: BaseSchema) -> list[APIOperation[Any, Any, Any, Any]]:
    """All operations; those that delete records come last, so that the others find them."""
    results = list(schema.get_all_operations())
    operations = [result.ok() for result in results if isinstance(result, Ok)]
    assert len(operations) == len(results)
    return sorted(operations, key=lambda operation: operation.method == "delete")


def test_no_operation_fails_or_surprises(schema: BaseSchema, caller: Caller) -> None:
    operations = list_operations(schema)
    for operation in operations:

        @bounded(EXAMPLES)
        @given(case=operation.as_strategy())
        def send(case: Case[Any]) -> None:
            caller.check(case, caller.call(case))

        send()
    assert not caller.failures, "\n\n".join(caller.failures)
    assert {label for label, _ in caller.statuses} == {operation.label for operation in operations}


def test_no_sequence_of_calls_fails_or_surprises(schema: BaseSchema, caller: Caller) -> None:
    """Calls that take the ids of the answers before them."""
    machine = make_machine(caller, schema)
    # More passes, not longer ones: most end early, see below.
    options = settings(bounded(SCENARIOS, stateful_step_count=STEPS), max_examples=SCENARIOS)
    for number in range(PASSES * LONG):
        seed(number if LONG == 1 else random.randrange(2**32))(machine)
        try:
            run_state_machine_as_test(machine, settings=options)
        except* FlakyStrategyDefinition:
            # The answers depend on what earlier sequences stored. Hypothesis ends a pass when it notices.
            pass
    assert not caller.failures, "\n\n".join(caller.failures)
    succeeded = {label for label, status in caller.statuses if status < 400}
    assert len(succeeded) > MIN_OPERATIONS


def test_what_failed_once_does_not_fail_again(caller: Caller, api: FastAPI, url: str) -> None:
    """Requests that were answered with a 5xx. Add each that a long run finds."""
    paths = api.openapi()["paths"]
    with httpx.Client(base_url=url, timeout=60) as http:
        for line in PAST_FAILURES.read_text(encoding="utf-8").splitlines():
            failure = json.loads(line)
            path = failure["route"].format(**caller.ids)
            headers = caller.prepare() | {"Content-Type": "application/json"}
            answer = http.request(
                failure["method"],
                f"{path}?{failure.get('query', '')}",
                content=failure.get("body"),
                headers=headers,
            )
            documented = paths[failure["route"]][failure["method"].lower()]["responses"]
            assert answer.status_code < 500, line
            assert str(answer.status_code) in documented, line
