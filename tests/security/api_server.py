"""The API behind a port of this machine, and the callers that fuzz it with generated requests."""

from __future__ import annotations

import time
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import schemathesis
import uvicorn
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case
from schemathesis.generation.stateful.state_machine import APIStateMachine
from schemathesis.hooks import HookContext
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import status_code_conformance
from sqlalchemy import update

from app.core.state import AppState
from app.users.tables import Role, User
from tests import factories
from tests.contract.records import Ids
from tests.security.fuzzing import LONG
from tests.server_process import find_free_port

CHECKS = [not_a_server_error, status_code_conformance]
_SECONDS_PER_CALL = 30


def bounded(examples: int, **options: Any) -> settings:
    """Settings with which every run of the short form tries the same examples."""
    return settings(
        max_examples=examples * LONG,
        derandomize=LONG == 1,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        **options,
    )


@contextmanager
def serving(api: FastAPI, portal: BlockingPortal) -> Iterator[str]:
    """Serve ``api`` on a free port of the loopback interface; its address."""
    port = find_free_port()
    server = uvicorn.Server(uvicorn.Config(api, port=port, log_config=None, timeout_graceful_shutdown=10))
    running = portal.start_task_soon(server.serve)
    try:
        while not server.started:
            assert not running.done(), "the server exited by itself"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        running.result(timeout=60)


@dataclass
class Caller:
    """One user whose requests are generated. Each request has a session of its own.

    Generated requests sign out, deactivate users and change settings; the caller is put right before
    each request, so that the requests after it still reach more than the sign-in.
    """

    state: AppState
    user_id: str
    role: Role
    ids: Ids
    """Ids of records by the names of route parameters. Half of the generated ids become these."""
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By operation and status: the number of answers."""
    failures: list[str] = field(default_factory=list)

    def load(self, api: FastAPI, url: str) -> BaseSchema:
        """The operations of the OpenAPI document, with generated ids replaced by real ones."""
        schema = schemathesis.openapi.from_dict(api.openapi())
        schema.config.update(base_url=url)

        @schema.hook
        def map_path_parameters(
            _context: HookContext, path_parameters: dict[str, Any] | None
        ) -> dict[str, Any] | None:
            if path_parameters is None:
                return None
            return {name: self._choose(name, value) for name, value in path_parameters.items()}

        return schema

    def _choose(self, name: str, value: object) -> object:
        is_real = zlib.crc32(repr(value).encode("utf-8", "replace")) % 2 == 0
        return self.ids[name] if is_real and name in self.ids else value

    def prepare(self) -> dict[str, str]:
        """Undo what requests did to the caller and the settings; the headers of the next request."""
        self.state.settings = self.state.settings_at_start
        with self.state.database.transaction() as session:
            session.execute(
                update(User)
                .where(User.id == self.user_id)
                .values(is_active=True, role=self.role, must_change_password=False)
            )
        return {"Authorization": f"Bearer {factories.sign_in(self.state, self.user_id)}"}

    def call(self, case: Case[Any]) -> Response:
        """Send a generated request."""
        return case.call(**self.options())

    def options(self) -> dict[str, Any]:
        return {"headers": self.prepare(), "allow_redirects": False, "timeout": _SECONDS_PER_CALL}

    def check(self, case: Case[Any], response: Response) -> None:
        """Note the status of an answer, and a failure if it is a 5xx or not documented."""
        self.statuses[case.operation.label, response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as group:
            self.failures += [f"{case.operation.label}: {failure}" for failure in group.exceptions]


def make_machine(caller: Caller, schema: BaseSchema) -> type[APIStateMachine]:
    """A state machine that follows the ids of answers to the operations that take them."""

    class Machine(schema.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, _case: Case[Any]) -> dict[str, Any]:
            return caller.options()

        def validate_response(self, response: Response, case: Case[Any], **_options: Any) -> None:
            caller.check(case, response)

    return Machine
