"""Requests and responses of the setup."""

from __future__ import annotations

from app.admin.health import EngineProblemView
from app.core.schemas import ApiSchema, UtcTime
from app.integrations.email.schemas import EmailFailureView
from app.setup.findings import FindingCode
from app.setup.steps import Step
from app.setup.tables import StepOutcome


class SettingDependency(ApiSchema):
    """The setting ``key`` is relevant only while ``on`` has one of ``values``."""

    key: str
    on: str
    values: list[str]


class JurisdictionView(ApiSchema):
    """A profile of settings for a jurisdiction, to start from."""

    key: str
    values: dict[str, bool | int]


class SetupStepView(ApiSchema):
    key: Step
    settings: list[str]
    """Keys of the settings that the step asks for."""
    jurisdictions: list[JurisdictionView]
    """Only in the step ``privacy``."""
    dependencies: list[SettingDependency]
    outcome: StepOutcome | None
    """Null while the step is to do."""


class CapacityView(ApiSchema):
    """Measured number of interviews this machine can run at once."""

    interviews: int
    model: str
    measured_at: UtcTime


class SetupView(ApiSchema):
    steps: list[SetupStepView]
    is_unfinished: bool
    """Whether the setup was begun and not finished."""
    capacity: CapacityView | None
    """Null if nothing was measured."""


class WrittenTest(ApiSchema):
    """A sentence that the language model wrote."""

    text: str
    model: str
    seconds: float
    """From the request to the last word, including the wait for the model."""


class StepDecision(ApiSchema):
    step: Step
    outcome: StepOutcome


class StepCheck(ApiSchema):
    step: Step


class SetupFinding(ApiSchema):
    """Result of one check. The browser has the words for the codes."""

    code: FindingCode
    is_problem: bool
    detail: str
    """Subject of the sentence: an address or the name of a model, or names of settings."""
    model_problem: EngineProblemView | None
    """Only with ``model_missing``."""
    email_failure: EmailFailureView | None
    """Only with ``mail_failed``."""
