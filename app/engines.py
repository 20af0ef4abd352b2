"""Engine configuration from the settings."""

from __future__ import annotations

from pydantic import SecretStr

from app.core.settings import Settings
from models.config import EngineConfig, EnginesConfig


def make_engines_config(settings: Settings) -> EnginesConfig:
    """Build the configuration of the engines. Nice values and queue limits come from ``models.config``."""
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
        ),
        speech=EngineConfig(
            provider=settings.speech_provider,
            model=settings.speech_model,
            base_url=settings.speech_base_url,
            api_key=_plain(settings.speech_api_key),
            threads=settings.speech_threads,
            gpu_layers=settings.llm_gpu_layers,
            queue_limit=defaults.speech.queue_limit,
            nice=defaults.speech.nice,
        ),
        embeddings=EngineConfig(
            provider=settings.embeddings_provider,
            model=settings.embeddings_model,
            base_url=settings.embeddings_base_url,
            api_key=_plain(settings.embeddings_api_key),
            queue_limit=defaults.embeddings.queue_limit,
            nice=defaults.embeddings.nice,
        ),
    )


def _plain(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret is not None else None
