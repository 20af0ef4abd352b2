"""Engine configuration from the settings."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import SecretStr

from app.core.outbound import make_outbound_policy
from app.core.settings import Settings
from models.catalog import ModelKind
from models.config import EngineConfig, EnginesConfig
from models.formats import read_machine_memory
from models.outbound import UNRESTRICTED, OutboundPolicy


def make_engines_config(settings: Settings, *, base: Settings | None = None) -> EnginesConfig:
    """Build the configuration of the engines. Nice values and queue limits come from ``models.config``.

    ``base`` are the settings of the environment; without them, everything counts as set there.
    """
    defaults = EnginesConfig(models_dir=settings.resolved_models_dir)
    return EnginesConfig(
        models_dir=settings.resolved_models_dir,
        llm=EngineConfig(
            provider=settings.llm_provider,
            model=settings.llm_model,
            base_url=settings.llm_base_url,
            api_key=_plain(settings.llm_api_key),
            threads=settings.llm_threads,
            context_window=settings.llm_context_window,
            gpu_layers=settings.llm_gpu_layers,
            queue_limit=defaults.llm.queue_limit,
            nice=defaults.llm.nice,
            outbound=_make_policy(settings, base, "llm_base_url"),
        ),
        speech=EngineConfig(
            provider=settings.speech_provider,
            model=settings.speech_model,
            base_url=settings.speech_base_url,
            api_key=_plain(settings.speech_api_key),
            threads=settings.speech_threads,
            speech_engine=settings.speech_engine,
            gpu_layers=settings.llm_gpu_layers,
            queue_limit=defaults.speech.queue_limit,
            nice=defaults.speech.nice,
            outbound=_make_policy(settings, base, "speech_base_url"),
        ),
        embeddings=EngineConfig(
            provider=settings.embeddings_provider,
            model=settings.embeddings_model,
            base_url=settings.embeddings_base_url,
            api_key=_plain(settings.embeddings_api_key),
            queue_limit=defaults.embeddings.queue_limit,
            nice=defaults.embeddings.nice,
            outbound=_make_policy(settings, base, "embeddings_base_url"),
        ),
    )


def list_chosen_models(settings: Settings) -> Iterator[tuple[ModelKind, str, str | None]]:
    """Kind, provider and chosen model of each engine that the settings configure."""
    yield ModelKind.LLM, settings.llm_provider, settings.llm_model
    yield ModelKind.SPEECH, settings.speech_provider, settings.speech_model
    yield ModelKind.EMBEDDINGS, settings.embeddings_provider, settings.embeddings_model


def read_model_memory(settings: Settings) -> int | None:
    """Bytes of memory that a model may use; None with a GPU, whose memory is not measured."""
    return None if settings.llm_gpu_layers else read_machine_memory()


def _make_policy(settings: Settings, base: Settings | None, key: str) -> OutboundPolicy:
    return UNRESTRICTED if base is None else make_outbound_policy(settings, base=base, key=key)


def _plain(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret is not None else None
