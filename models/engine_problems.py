"""Why an engine does not work: a code with parameters, for which the browser has the words.

They are under ``models.problems`` in its catalog ``admin``, in each language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class EngineProblemCode(StrEnum):
    MODEL_MISSING = "model_missing"
    """The files of a known model are not in the models folder. Parameter: ``model``."""
    MODEL_UNKNOWN = "model_unknown"
    """No model has the name in the settings. Parameter: ``model``."""
    WEIGHTS_NOT_FOUND = "weights_not_found"
    """The path in the settings does not exist. Parameter: ``model``, the path."""
    MODEL_UNREADABLE = "model_unreadable"
    """The operating system refuses to read the files. Parameter: ``model``."""
    MODEL_DAMAGED = "model_damaged"
    """The sha256 of an installed file is wrong. Parameter: ``model``."""
    MODEL_WRONG_KIND = "model_wrong_kind"
    """The model is one of another kind or form. Parameter: ``model``."""
    PACKAGE_MISSING = "package_missing"
    """The engine of the model is an optional package. Parameters: ``model``, ``requirement``."""
    MODEL_TOO_LARGE = "model_too_large"
    """Parameters: ``model``, ``needed_gb`` and ``available_gb`` of memory, in tenths."""
    JUDGE_MISSING = "judge_missing"
    """The trained weights, which come with Greenroom, are not there. Parameter: ``path``."""
    MODEL_UNUSABLE = "model_unusable"
    """Any other problem with the files of a model. Parameter: ``model``."""

    LOADING_TIMEOUT = "loading_timeout"
    """Parameter: ``seconds``."""
    WORKER_ENDED = "worker_ended"
    """Parameter: ``status``."""
    WORKER_KILLED = "worker_killed"
    """The system sent SIGKILL, usually because memory ran out."""
    WORKER_CRASHED = "worker_crashed"
    """Ended by another signal. Parameter: ``signal``, its name or number."""
    WORKER_HUNG = "worker_hung"
    """It did not stop a job that was cancelled or ran past its time limit, so it was killed."""

    REMOTE_TIMEOUT = "remote_timeout"
    REMOTE_UNREACHABLE = "remote_unreachable"
    REMOTE_INTERNAL = "remote_internal"
    """The address is on the internal network, and the operator has not allowed it. Parameter: ``host``."""
    REMOTE_INCOMPLETE = "remote_incomplete"
    """The connection or the answer ended early."""
    REMOTE_INVALID = "remote_invalid"
    """The response has not the expected form."""
    REMOTE_REDIRECTS = "remote_redirects"
    REMOTE_KEY_REFUSED = "remote_key_refused"
    """Parameter: ``status``."""
    REMOTE_NOT_FOUND = "remote_not_found"
    """Status 404: the server does not know the address or the model. Parameter: ``status``."""
    REMOTE_REFUSED = "remote_refused"
    """Parameter: ``status``."""


@dataclass(frozen=True, slots=True)
class EngineProblem:
    code: EngineProblemCode
    reason: str
    """An English sentence, for exceptions and the terminal. The browser does not get it."""
    params: Mapping[str, int | float | str] = field(default_factory=dict)
    technical_text: str = ""
    """Verbatim text of the operating system or a library; may be empty. Contains no personal data."""
