"""Routes of the setup for admins. The account itself is created in ``app.users.entry_router``."""

from __future__ import annotations

from datetime import datetime

from fastapi import APIRouter
from sqlalchemy.orm import Session

from app.core.capacity import MeasuredCapacity, load_capacity
from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import AppState, StateDep
from app.setup import address_probe, progress, self_test
from app.setup.browser_https import is_restart_pending
from app.setup.checks import check_step
from app.setup.jurisdictions import load_jurisdictions
from app.setup.schemas import (
    CapacityView,
    JurisdictionView,
    SettingDependency,
    SetupFinding,
    SetupStepView,
    SetupView,
    StepCheck,
    StepDecision,
    WrittenTest,
)
from app.setup.steps import DEPENDENCIES, SETTINGS, Step
from app.users.dependencies import AdminUser

router = APIRouter(prefix="/api/admin/setup", tags=["setup"])


@router.get("")
def read_setup(_admin: AdminUser, session: SessionDep, state: StateDep) -> Data[SetupView]:
    """The steps of the setup, their state, and the measured capacity of this machine."""
    return Data(data=_describe(session, state))


@router.put("")
def record_outcome(
    body: StepDecision, _admin: AdminUser, session: SessionDep, state: StateDep
) -> Data[SetupView]:
    """Record a step as done or skipped. ``finish`` ends the setup."""
    progress.record_outcome(session, step=body.step, outcome=body.outcome)
    return Data(data=_describe(session, state))


@router.post("/check")
async def check(body: StepCheck, _admin: AdminUser, state: StateDep) -> Data[list[SetupFinding]]:
    """Check the saved settings of a step, for example whether the mail server accepts the password."""
    found = await check_step(body.step, state.settings, base=state.base_settings)
    if body.step is Step.ADDRESS and not is_restart_pending(state):
        found += await address_probe.probe_address(state.settings, base=state.base_settings)
    return Data(data=[SetupFinding.model_validate(finding) for finding in found])


@router.post("/write")
async def write_sentence(admin: AdminUser, state: StateDep) -> Data[WrittenTest]:
    """Let the language model write a sentence, as a test of its function and speed."""
    async with state.turns.take("self-test", admin.id):
        return Data(data=await self_test.write_sentence(state.engines.llm))


@router.post("/measure", responses=refuses(409))
async def measure_machine(admin: AdminUser, state: StateDep) -> Data[CapacityView]:
    """Measure how many interviews this machine can run at once; further ones are then refused.

    409 ``INTERVIEWS_RUNNING`` while one runs, ``SPEECH_ELSEWHERE`` if another server transcribes,
    ``SPEECH_MODEL_MISSING``.
    """
    async with state.turns.take("self-test", admin.id):
        return Data(data=_describe_capacity(await self_test.measure_machine(state, now=state.now())))


def _describe_capacity(measured: MeasuredCapacity) -> CapacityView:
    return CapacityView(
        interviews=measured.interviews,
        model=measured.model,
        measured_at=datetime.fromisoformat(measured.measured_at),
    )


def _list_jurisdictions() -> list[JurisdictionView]:
    return [JurisdictionView(key=key, values=dict(values)) for key, values in load_jurisdictions().items()]


def _describe(session: Session, state: AppState) -> SetupView:
    outcomes = progress.read_outcomes(session)
    measured = load_capacity(state.settings.data_dir)
    return SetupView(
        steps=[
            SetupStepView(
                key=step,
                settings=list(SETTINGS[step]),
                jurisdictions=_list_jurisdictions() if step is Step.PRIVACY else [],
                dependencies=[
                    SettingDependency.model_validate(dependency)
                    for dependency in DEPENDENCIES
                    if dependency.key in SETTINGS[step]
                ],
                outcome=outcomes.get(step),
            )
            for step in Step
        ],
        is_unfinished=progress.is_unfinished(outcomes),
        capacity=None if measured is None else _describe_capacity(measured),
    )
