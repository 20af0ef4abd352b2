"""Prices of engine calls, in integers: one US dollar is 100,000,000 microcents."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from app.core.settings import Settings
from models.ports import EngineKind

MICROCENTS_PER_DOLLAR = 100_000_000
_MS_PER_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Prices:
    """Microcents per 1,000 tokens, and per minute of audio."""

    llm_input: int
    llm_output: int
    embeddings: int
    speech_minute: int

    @classmethod
    def of(cls, settings: Settings) -> Prices:
        """The prices that the admin set, in dollars; all 0 by default."""
        return cls(
            llm_input=_to_microcents(settings.llm_input_price),
            llm_output=_to_microcents(settings.llm_output_price),
            embeddings=_to_microcents(settings.embeddings_price),
            speech_minute=_to_microcents(settings.speech_price),
        )

    def cost(self, kind: EngineKind, *, input_tokens: int, output_tokens: int, audio_ms: int) -> int:
        """Cost of one call in microcents, rounded half up. The judge only exists locally and is free."""
        match kind:
            case EngineKind.LLM:
                return _divide(input_tokens * self.llm_input + output_tokens * self.llm_output, 1000)
            case EngineKind.EMBEDDINGS:
                return _divide(input_tokens * self.embeddings, 1000)
            case EngineKind.SPEECH:
                return _divide(audio_ms * self.speech_minute, _MS_PER_MINUTE)
            case EngineKind.JUDGE:
                return 0


def to_dollars(microcents: int) -> float:
    """US dollars for the wire; sums stay in integers until here."""
    return microcents / MICROCENTS_PER_DOLLAR


def _to_microcents(dollars: Decimal) -> int:
    return int((dollars * MICROCENTS_PER_DOLLAR).to_integral_value(rounding=ROUND_HALF_UP))


def _divide(amount: int, by: int) -> int:
    """Integer division, rounded half up."""
    return (2 * amount + by) // (2 * by)
