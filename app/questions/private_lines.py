"""The language model's reading of a line of a CV: is it a private matter?

The trained reader (``askable_lines.py``) leaves out most private lines, but what people write about care,
illness and faith varies more than its examples, above all in German and French. So the model reads each
statement once more before a question is about it (docs/performance.md).
"""

from __future__ import annotations

import logging
import tomllib
from dataclasses import dataclass, field
from functools import cache

from app.core.config_files import CONFIG_DIR
from app.questions.facts import Fact
from models.ports import ChoiceRequest, EngineError, LlmEngine, Message, Priority

log = logging.getLogger("greenroom.questions")

ANSWERS = ("private", "work")
MAX_LOG_ODDS = -1.0
"""Highest log-odds of ``private`` at which a line is asked about. When in doubt, it is not."""
TIMEOUT_SECONDS = 15.0
_MAX_CHARACTERS = 400


@cache
def _load_messages() -> tuple[Message, ...]:
    config = tomllib.loads((CONFIG_DIR / "private-lines.toml").read_text(encoding="utf-8"))
    messages = [Message("system", config["system"].strip())]
    for line, answer in config["examples"]:
        messages += [Message("user", line), Message("assistant", answer)]
    return tuple(messages)


def make_request(line: str) -> ChoiceRequest:
    """What the model is asked about a line."""
    messages = (*_load_messages(), Message("user", line[:_MAX_CHARACTERS]))
    return ChoiceRequest(messages, ANSWERS, timeout_seconds=TIMEOUT_SECONDS)


def needs_reading(fact: Fact) -> bool:
    """Whether a line is a statement of the CV. Skills and names of positions hold no private matter."""
    return fact.source == "cv" and fact.kind in ("statement", "project")


@dataclass(slots=True)
class PrivateLines:
    """What the model says about the lines of one document; each is read once."""

    llm: LlmEngine
    priority: Priority
    _private: dict[str, bool] = field(default_factory=dict)

    async def may_ask(self, fact: Fact) -> bool:
        """Whether a question may be about the line. If the model fails, the trained reader has decided."""
        if not needs_reading(fact):
            return True
        if fact.text not in self._private:
            try:
                choice = await self.llm.choose(make_request(fact.text), priority=self.priority)
            except EngineError as error:
                log.warning("private_lines_unread kind=%s", type(error).__name__)
                return True
            self._private[fact.text] = choice.log_odds > MAX_LOG_ODDS
        return not self._private[fact.text]
