"""Errors of the model store. Each message is one sentence that tells the admin what to do."""

from __future__ import annotations


class StoreError(Exception):
    """Base of all errors of the model store; the message is for the admin."""


class UnknownModel(StoreError):
    """Neither the catalog nor the imported models have this name."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"There is no model {name}; choose one of: {', '.join(known)}.")


class ModelMissing(StoreError):
    """The files of a known model are not in the models folder."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The model {name} is not in the models folder yet; run `greenroom models fetch {name}`."
        )


class NoNetwork(StoreError):
    """The network did not respond to a download."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} could not be downloaded because the network did not respond; connect and run the "
            "command again (it resumes where it stopped), or import the files with "
            "`greenroom models import`."
        )


class DownloadRefused(StoreError):
    """The server responded, but not with the file."""


class DiskFull(StoreError):
    """There is not enough disk space for the files."""

    def __init__(self, folder: str, needed_bytes: int | None = None) -> None:
        need = f"; about {needed_bytes / 1e9:.1f} GB are needed" if needed_bytes else ""
        super().__init__(f"The disk with {folder} is full{need}. Free some space and run the command again.")


class CorruptFile(StoreError):
    """The size or sha256 of a file differs from the catalog."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} differs from the file in the catalog (sha256 mismatch) and was discarded; run the "
            "command again to download a new copy."
        )


class ImportRefused(StoreError):
    """The file or folder to import is not a model that Greenroom can use."""
