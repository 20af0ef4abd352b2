"""What can go wrong with the files of a model. Each message is one sentence that says what to do."""

from __future__ import annotations


class StoreError(Exception):
    """The store of model weights could not do what it was asked; the message is for the admin."""


class UnknownModel(StoreError):
    """The catalogue has no model of that name, and none was imported under it."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"No model is called {name}; choose one of: {', '.join(known)}.")


class ModelMissing(StoreError):
    """The model is known but its files are not in the models folder."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The model {name} is not in the models folder yet; run `greenroom models fetch {name}`."
        )


class NoNetwork(StoreError):
    """Nothing could be downloaded."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} could not be downloaded because the network did not answer; connect and run the "
            "command again (it carries on where it stopped), or bring the files by hand with "
            "`greenroom models import`."
        )


class DownloadRefused(StoreError):
    """The server answered, but not with the file."""


class DiskFull(StoreError):
    """There is no room for the files."""

    def __init__(self, folder: str, needed_bytes: int | None = None) -> None:
        need = f"; about {needed_bytes / 1e9:.1f} GB are needed" if needed_bytes else ""
        super().__init__(f"The disk that holds {folder} is full{need}; free some space and run it again.")


class CorruptFile(StoreError):
    """A file's size or sha256 is not what the catalogue says."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} is not the file that the catalogue names (its sha256 differs); it was set aside, "
            "run the command again to fetch a fresh copy."
        )


class ImportRefused(StoreError):
    """What was to be imported is not a model that Greenroom can use."""
