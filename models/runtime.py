"""Construction of the engines from their configuration."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from models.catalog import ModelKind, SpeechEngineName
from models.config import EngineConfig, EnginesConfig
from models.engines.local import LocalEngine, LocalLlm, LocalSpeech, OnDemandWorker, SmallerSpeech
from models.engines.local_encoders import LocalEmbeddings, LocalJudge
from models.engines.openai_embeddings import OpenAiEmbeddings
from models.engines.openai_llm import OpenAiLlm
from models.engines.queue import JobQueue
from models.engines.remote import RemoteEngine
from models.engines.remote_speech import RemoteSpeech
from models.errors import DamagedModel, EnginePackageMissing, ModelMissing
from models.files import hash_file
from models.judgement.weights import JUDGE_BASE, MULTILINGUAL_BASE
from models.ports import (
    EmbeddingsEngine,
    EngineHealth,
    EngineKind,
    Engines,
    JudgeEngine,
    LlmEngine,
    ModelIdentity,
    SpeechEngine,
)
from models.speech_choice import (
    choose_speech_engine,
    find_smaller_speech,
    lacks_package,
    list_known_languages,
)
from models.store import InstalledModel, ModelStore
from models.suitability import find_usable, read_path
from models.worker import frames
from models.worker.forking import ForkServer
from models.worker.process import Launcher, launch_program
from models.worker.supervisor import Supervisor

_MODEL_KINDS = {
    EngineKind.LLM: ModelKind.LLM,
    EngineKind.SPEECH: ModelKind.SPEECH,
    EngineKind.EMBEDDINGS: ModelKind.EMBEDDINGS,
    EngineKind.JUDGE: ModelKind.EMBEDDINGS,
}

BACKGROUND_NICE = 19
"""Niceness of background speech: next to a live decode it gets a few percent of the processor."""

TRANSCRIBE_CPP = "transcribe-cpp==0.4.1"
"""The package of the optional speech engine, as in pyproject.toml."""

INTERACTIVE_PAUSE_SECONDS = 0.5
"""Longer than checking and storing a question takes between two questions of a set."""


def usable_cores() -> int:
    """Number of CPU cores that this process may use."""
    return len(os.sched_getaffinity(0)) or 1


class LocalModel:
    """Finds the weights of a local engine each time its worker starts."""

    def __init__(self, kind: EngineKind, config: EngineConfig, store: ModelStore) -> None:
        self._kind = kind
        self._config = config
        self._store = store
        self._hashed: dict[tuple[str, int, int], str] = {}
        self._name = config.model or store.catalog.default(_MODEL_KINDS[kind]).name
        self._path = read_path(self._name)
        self._examined_ns = -1
        """``verified_ns`` of the files that ``examine`` has read."""
        self._damage: DamagedModel | None = None
        self.engine: LocalEngine | None = None

    @property
    def name(self) -> str:
        """The name or path in the settings."""
        return self._name

    def identity(self) -> ModelIdentity:
        """The identity, as far as known without reading the weights."""
        if self._path is not None:
            return ModelIdentity(name=self._path.stem, sha256="")
        entry = self._store.catalog.find(self._name)
        return ModelIdentity(name=self._name, sha256=entry.sha256 if entry is not None else "")

    def load_config(self) -> frames.Header:
        """Configuration for the worker. Raises StoreError."""
        found = find_usable(self._store, self._name, _MODEL_KINDS[self._kind], memory_bytes=None)
        model = self._by_path(found) if isinstance(found, Path) else found
        if self.engine is not None:
            self.engine.identify(ModelIdentity(name=model.name, sha256=model.sha256))
        return {
            "name": model.name,
            "sha256": model.sha256,
            "path": str(model.path),
            "threads": self._config.threads or usable_cores(),
            "context_window": self._config.context_window,
            "gpu_layers": self._config.gpu_layers,
            "flash_attention": True,
            "nice": self._config.nice,
            "speech_engine": self._choose_speech_engine(model),
            "multilingual_path": self._find_multilingual_path(),
        }

    def _find_multilingual_path(self) -> str | None:
        """The file of the judge's encoder for other languages, if it is installed and undamaged.

        If it is damaged, the English encoder is used instead, and the doctor reports the damage.
        """
        found = _find_multilingual_base(self._store) if self._kind is EngineKind.JUDGE else None
        if found is None:
            return None
        try:
            if self._store.needs_verification(found):
                self._store.verify(found)
        except DamagedModel:
            return None
        return str(found.path)

    def examine(self) -> None:
        """Compare the files of an installed model with their sha256, once for each installation.

        Takes seconds per gigabyte. Raises StoreError, OSError.
        """
        if self._path is not None:
            return
        model = self._store.find(self._name)
        if model.verified_ns != self._examined_ns:
            self._damage = None
            try:
                model = self._store.verify(model)
            except DamagedModel as error:
                self._damage = error
            self._examined_ns = model.verified_ns
        if self._damage is not None:
            raise self._damage

    def _choose_speech_engine(self, model: InstalledModel) -> SpeechEngineName:
        entry = self._store.catalog.find(model.name)
        if entry is not None and entry.speech_engine is not None:
            if lacks_package(entry):
                raise EnginePackageMissing(model.name, TRANSCRIBE_CPP)
            return entry.speech_engine
        if self._config.speech_engine != "auto":
            return self._config.speech_engine
        return choose_speech_engine(
            model,
            models_dir=self._store.models_dir,
            threads=self._config.threads or usable_cores(),
            gpu_layers=self._config.gpu_layers,
        )

    def _by_path(self, path: Path) -> InstalledModel:
        weights = path / "model.safetensors" if path.is_dir() else path
        status = weights.stat()
        key = (str(weights), status.st_size, status.st_mtime_ns)
        if key not in self._hashed:
            self._hashed[key] = hash_file(weights)
        return InstalledModel(
            name=path.stem,
            kind=_MODEL_KINDS[self._kind],
            path=path,
            sha256=self._hashed[key],
            size_bytes=status.st_size,
            files=(),
        )


def _find_multilingual_base(store: ModelStore) -> InstalledModel | None:
    try:
        return store.find(MULTILINGUAL_BASE)
    except ModelMissing:
        return None


def llm_model(config: EnginesConfig) -> LocalModel:
    """The weights that the local LLM engine would load."""
    return LocalModel(EngineKind.LLM, config.llm, ModelStore(config.models_dir))


def describe_speech(config: EnginesConfig) -> frames.Header:
    """The model that the local speech engine would load: name, sha256, path, engine, threads.

    Raises StoreError.
    """
    model = LocalModel(EngineKind.SPEECH, config.speech, ModelStore(config.models_dir))
    loaded = model.load_config()
    return {key: loaded[key] for key in ("name", "sha256", "path", "speech_engine", "threads")}


def _local_parts(
    kind: EngineKind,
    config: EngineConfig,
    store: ModelStore,
    *,
    pause_seconds: float = 0.0,
    launch: Launcher = launch_program,
) -> tuple[LocalModel, Supervisor, JobQueue]:
    model = LocalModel(kind, config, store)
    queue = JobQueue(limit=config.queue_limit, pause_seconds=pause_seconds)
    supervisor = Supervisor(
        kind.value, model.load_config, model=model.name, examine=model.examine, launch=launch
    )
    return model, supervisor, queue


def _build_llm(config: EngineConfig, store: ModelStore) -> LlmEngine:
    if config.provider != "local":
        return OpenAiLlm(config)
    model, supervisor, queue = _local_parts(
        EngineKind.LLM, config, store, pause_seconds=INTERACTIVE_PAUSE_SECONDS
    )
    engine = LocalLlm(supervisor, queue, model.identity(), context_window=config.context_window)
    model.engine = engine
    return engine


def _build_speech(config: EngineConfig, store: ModelStore) -> SpeechEngine:
    if config.provider != "local":
        return RemoteSpeech(config)
    model, supervisor, queue = _local_parts(EngineKind.SPEECH, config, store)
    engine = LocalSpeech(
        supervisor,
        queue,
        model.identity(),
        background=_build_background_speech(config, store),
        smaller=_build_smaller_speech(config, store),
    )
    model.engine = engine
    return engine


def _build_background_speech(config: EngineConfig, store: ModelStore) -> OnDemandWorker | None:
    """The second worker of speech. None with a GPU: decodes are short there, and its memory is scarce."""
    if config.gpu_layers:
        return None
    patient = replace(config, nice=max(config.nice, BACKGROUND_NICE))
    _, supervisor, queue = _local_parts(EngineKind.SPEECH, patient, store)
    return OnDemandWorker(supervisor, queue)


def _build_smaller_speech(config: EngineConfig, store: ModelStore) -> SmallerSpeech | None:
    """The smaller model for live speech that falls behind; None without one."""
    found = find_smaller_speech(store, config)
    if found is None:
        return None
    model, supervisor, queue = _local_parts(EngineKind.SPEECH, replace(config, model=found.name), store)
    return SmallerSpeech(OnDemandWorker(supervisor, queue), model.identity(), list_known_languages(found))


def _build_embeddings(config: EngineConfig, store: ModelStore, launch: Launcher) -> EmbeddingsEngine:
    if config.provider != "local":
        return OpenAiEmbeddings(config)
    model, supervisor, queue = _local_parts(EngineKind.EMBEDDINGS, config, store, launch=launch)
    engine = LocalEmbeddings(supervisor, queue, model.identity())
    model.engine = engine
    return engine


def _build_judge(config: EngineConfig, store: ModelStore, launch: Launcher) -> JudgeEngine:
    """The judge refines the encoder that it was trained on, whichever embeddings the server uses."""
    local = replace(config, provider="local", model=JUDGE_BASE)
    model, supervisor, queue = _local_parts(EngineKind.JUDGE, local, store, launch=launch)

    def find_multilingual() -> ModelIdentity | None:
        found = _find_multilingual_base(store)
        return ModelIdentity(name=found.name, sha256=found.sha256) if found is not None else None

    engine = LocalJudge(supervisor, queue, model.identity(), find_multilingual)
    model.engine = engine
    return engine


class _Loader:
    """Loads engines at the first sign that they will be used."""

    def __init__(self, engines: Iterable[object]) -> None:
        self._supervisors = [one.supervisor for one in engines if isinstance(one, LocalEngine)]
        self._loop: asyncio.AbstractEventLoop | None = None
        """The loop to load in; None if there is nothing more to do."""

    async def prepare(self) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.gather(*(supervisor.prepare() for supervisor in self._supervisors))

    def wake(self) -> None:
        loop, self._loop = self._loop, None
        if loop is not None:
            loop.call_soon_threadsafe(self._start)

    async def start(self) -> None:
        self._loop = None
        self._start()

    def _start(self) -> None:
        for supervisor in self._supervisors:
            supervisor.start()


def build_engines(config: EnginesConfig, *, store: ModelStore | None = None) -> Engines:
    """Build the engines of a server. LLM and speech load with ``start`` or ``wake``, or with their first job.

    The others load with their first job.

    A missing model does not stop the server: its engine reports it in ``health``, and its jobs raise
    EngineUnavailable until the model has been fetched.
    """
    used_store = store or ModelStore(config.models_dir)
    llm = _build_llm(config.llm, used_store)
    speech = _build_speech(config.speech, used_store)
    fork_server = ForkServer(nice=config.embeddings.nice)
    encoder = replace(config.embeddings, nice=0)  # A forked worker has the fork server's niceness already.
    embeddings = _build_embeddings(encoder, used_store, fork_server.launch)
    judge = _build_judge(encoder, used_store, fork_server.launch)
    engines = (llm, speech, embeddings, judge)

    loader = _Loader((llm, speech))

    async def stop() -> None:
        local = [engine.stop() for engine in engines if isinstance(engine, LocalEngine)]
        remote = [engine.close() for engine in engines if isinstance(engine, RemoteEngine)]
        await asyncio.gather(*local, *remote)
        await fork_server.stop()

    def health() -> list[EngineHealth]:
        return [e.health() for e in engines if isinstance(e, LocalEngine | RemoteEngine)]

    return Engines(
        llm=llm,
        speech=speech,
        embeddings=embeddings,
        judge=judge,
        start=loader.start,
        prepare=loader.prepare,
        wake=loader.wake,
        stop=stop,
        health=health,
    )
