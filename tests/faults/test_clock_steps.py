"""The wall clock of a running server is set by an hour, forward and back (fault 19)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from aiosmtpd.controller import Controller

from tests.fakes.postbox import Postbox
from tests.faults.conftest import Faults
from tests.faults.recruiter import Recruiter, eventually
from tests.server_process import find_free_port

HOUR = 3600.0


@pytest.fixture
def postbox() -> Postbox:
    return Postbox()


@pytest.fixture
def server_settings(postbox: Postbox) -> Iterator[dict[str, str]]:
    controller = Controller(postbox, hostname="127.0.0.1", port=find_free_port())
    controller.start()
    yield {
        "GREENROOM_SMTP_HOST": "127.0.0.1",
        "GREENROOM_SMTP_PORT": str(controller.port),
        "GREENROOM_SMTP_SECURITY": "none",
        "GREENROOM_MAIL_FROM": "greenroom@agency.example",
    }
    controller.stop()


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
async def test_a_step_of_the_clock_is_survived(
    recruiter: Recruiter, faults: Faults, postbox: Postbox, seconds: float
) -> None:
    """Sessions stay, sign-in works, no interview becomes longer, and scheduled jobs go on."""
    interview = await recruiter.start_interview()
    await asyncio.sleep(1)
    # The server notices running interviews every two seconds.
    await recruiter.read_interview(interview)
    faults.step_clock(seconds)
    assert 1 <= (await recruiter.read_interview(interview))["elapsedSeconds"] < 60
    assert (await recruiter.sign_in()).status_code == 200
    assert (await recruiter.append(interview, "line")).is_success
    (line,) = await recruiter.read_lines(interview)
    assert 1 <= line["startSeconds"] < 60
    await asyncio.sleep(2)
    new_user = {
        "username": "nora",
        "name": "Nora",
        "email": "nora@agency.example",
        "role": "recruiter",
        "delivery": "invite_link",
    }
    created = await recruiter.http.post("/api/admin/users", json=new_user)
    assert created.status_code == 200, created.text

    async def is_delivered() -> bool:
        return len(postbox.received) == 1

    await eventually(is_delivered, seconds=30)
    completed = (await recruiter.complete(interview)).json()["interview"]
    assert 1 <= completed["duration"] < 60
