"""Errors of the model store. Each message is one sentence that says what the admin can do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from models.engine_problems import EngineProblem, EngineProblemCode


class StoreError(Exception):
    """Base of all errors of the model store; the message is for the admin."""

    code = "MODEL_FAILED"
    engine_problem = EngineProblemCode.MODEL_UNUSABLE
    """Why an engine that needs this model does not work."""
    problem_params: Mapping[str, float | str] = MappingProxyType({})
    """Parameters of ``engine_problem``, besides the name of the model."""


class UnknownModel(StoreError):
    """Neither the catalog nor the imported models have this name."""

    engine_problem = EngineProblemCode.MODEL_UNKNOWN

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"There is no model {name}; choose one of: {', '.join(known)}.")


class ModelMissing(StoreError):
    """The files of a known model are not in the models folder."""

    engine_problem = EngineProblemCode.MODEL_MISSING

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The model {name} is not in the models folder yet; run `greenroom models fetch {name}`."
        )


class EnginePackageMissing(StoreError):
    """The engine of a speech model is an optional package."""

    engine_problem = EngineProblemCode.PACKAGE_MISSING

    def __init__(self, name: str, requirement: str) -> None:
        self.problem_params = {"requirement": requirement}
        super().__init__(
            f"The speech model {name} needs a package that is not installed; run `.venv/bin/pip install "
            f"{requirement}`, and start the server again."
        )


class WeightsNotFound(StoreError):
    """A setting names a path where nothing is."""

    engine_problem = EngineProblemCode.WEIGHTS_NOT_FOUND

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} does not exist; correct the path in the settings.")


class DamagedModel(StoreError):
    """The sha256 of an installed file is no longer the one with which it was installed."""

    engine_problem = EngineProblemCode.MODEL_DAMAGED

    def __init__(self, name: str, path: str, *, is_known: bool) -> None:
        again = f"`greenroom models fetch {name}`" if is_known else "install it again"
        super().__init__(
            f"{path} of the model {name} has changed on the disk (sha256 mismatch): run `greenroom models "
            f"remove {name}`, then {again}, and check the disk."
        )


class NoNetwork(StoreError):
    """The network did not respond to a download."""

    code = "MODEL_NO_NETWORK"

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} could not be downloaded because the network did not respond; connect and try "
            "again (the download resumes where it stopped), or import the files with "
            "`greenroom models import`."
        )


class DownloadRefused(StoreError):
    """The server responded, but not with the file."""

    code = "MODEL_DOWNLOAD_REFUSED"


class InternalAddress(StoreError):
    """The address of a download is on the internal network, and the operator has not allowed it."""

    code = "MODEL_INTERNAL_ADDRESS"

    def __init__(self, host: str) -> None:
        self.host = host
        super().__init__(
            f"{host} is on the internal network, so nothing is downloaded from there. The operator of the "
            "server can allow it with GREENROOM_INTERNAL_HOSTS."
        )


class DiskFull(StoreError):
    """There is not enough disk space for the files."""

    code = "MODEL_DISK_FULL"

    def __init__(self, folder: str, needed_bytes: int | None = None) -> None:
        need = f"; about {needed_bytes / 1e9:.1f} GB are needed" if needed_bytes else ""
        super().__init__(f"The disk with {folder} is full{need}. Free some space and try again.")


class CorruptFile(StoreError):
    """The size or sha256 of a file differs from the catalog."""

    code = "MODEL_CORRUPT"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} differs from the file in the catalog (sha256 mismatch) and was discarded; run the "
            "command again to download a new copy."
        )


class WrongHash(StoreError):
    """A downloaded file does not have the sha256 that was entered for it."""

    code = "MODEL_WRONG_HASH"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} has another sha256 than the one that was entered, so it was discarded. Check the "
            "address and the sha256 at the publisher, and try again."
        )


class ImportRefused(StoreError):
    """The file or folder to import is not a model that Greenroom can use."""

    code = "MODEL_REFUSED"


class WrongKind(ImportRefused):
    """The file is no model, or one of another kind."""

    code = "MODEL_WRONG_KIND"
    engine_problem = EngineProblemCode.MODEL_WRONG_KIND


class TooLittleMemory(StoreError):
    """The model does not fit into the memory of this machine."""

    code = "MODEL_TOO_LARGE"
    engine_problem = EngineProblemCode.MODEL_TOO_LARGE

    def __init__(self, name: str, *, needed_bytes: int, memory_bytes: int) -> None:
        needed_gb, available_gb = round(needed_bytes / 1e9, 1), round(memory_bytes / 1e9, 1)
        self.problem_params = {"needed_gb": needed_gb, "available_gb": available_gb}
        super().__init__(
            f"{name} needs about {needed_gb:.1f} GB of memory, and this machine has {available_gb:.1f} GB. "
            "Choose a smaller model."
        )


class InvalidSource(ImportRefused):
    """An address, sha256, kind or name that cannot be used. ``field`` says which.

    ``code`` and ``params`` are those of the sentence's translations.
    """

    def __init__(self, field: str, sentence: str, *, code: str = "MODEL_REFUSED", **params: str) -> None:
        super().__init__(sentence)
        self.field = field
        self.code = code
        self.params = params


def explain_problem(error: StoreError | OSError, model: str) -> EngineProblem:
    """Why an engine cannot use ``model``: a name, or a path from the settings."""
    params = {"model": model}
    if isinstance(error, OSError):
        return EngineProblem(
            EngineProblemCode.MODEL_UNREADABLE,
            f"The model {model} cannot be read: {error}",
            params,
            technical_text=str(error),
        )
    return EngineProblem(error.engine_problem, str(error), {**params, **error.problem_params})
