"""Whether the model that a setting names can be used: its kind, and the memory that it needs."""

from __future__ import annotations

from pathlib import Path

from models.catalog import ModelKind
from models.errors import ModelMissing, TooLittleMemory, UnknownModel, WeightsNotFound, WrongKind
from models.formats import estimate_memory, require_file_kind
from models.store import InstalledModel, ModelStore

_MIB = 1024 * 1024


def read_path(chosen: str) -> Path | None:
    """The path in a setting that names weights by path; None for the name of an installed model."""
    return Path(chosen) if "/" in chosen or chosen.endswith((".gguf", ".bin")) else None


def find_usable(
    store: ModelStore, chosen: str, kind: ModelKind, *, memory_bytes: int | None
) -> InstalledModel | Path:
    """The installed model or the path that a setting names.

    ``memory_bytes`` is the memory that the model may use; None: it is not checked, as for a GPU. Raises
    StoreError.
    """
    path = read_path(chosen)
    if path is None:
        model = store.find(chosen)
        if model.kind is not kind:
            raise WrongKind(
                f"{chosen} is a {model.kind.value} model, not one for {kind.value}; choose another."
            )
        size_bytes = model.size_bytes
    else:
        if not path.exists():
            raise WeightsNotFound(str(path))
        require_file_kind(path, kind)
        size_bytes = sum(one.stat().st_size for one in _list_files(path))
    if memory_bytes is not None:
        require_room(store, chosen, kind, size_bytes, memory_bytes=memory_bytes)
    return model if path is None else path


def require_room(
    store: ModelStore, name: str, kind: ModelKind, size_bytes: int, *, memory_bytes: int
) -> None:
    """Raise TooLittleMemory if a model does not fit: by its figure in the catalog, else by its size."""
    entry = store.catalog.find(name)
    needed = estimate_memory(kind, size_bytes) if entry is None else entry.memory_mib * _MIB
    if needed > memory_bytes:
        raise TooLittleMemory(name, needed_bytes=needed, memory_bytes=memory_bytes)


def find_unusable(
    store: ModelStore, chosen: str, kind: ModelKind, *, memory_bytes: int | None
) -> WrongKind | TooLittleMemory | None:
    """The reason why a model that is there cannot be used. A model that is missing can be installed later."""
    try:
        find_usable(store, chosen, kind, memory_bytes=memory_bytes)
    except (WrongKind, TooLittleMemory) as error:
        return error
    except (ModelMissing, UnknownModel, WeightsNotFound):
        return None
    return None


def _list_files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
