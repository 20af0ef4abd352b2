"""The language model's reading of a line of a CV: is it a private matter?

The trained reader (``askable_lines.py``) leaves out most private lines, but what people write about care,
illness and faith varies more than its examples, above all in German and French. So the model reads each
statement and position once more before a question is about it (docs/performance.md).
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
MAX_LOG_ODDS = -0.5
"""Highest log-odds of ``private`` at which a statement is asked about. When in doubt, it is not."""
MAX_LOG_ODDS_OF_POSITION = 0.5
"""The same for a position: a name says less than a statement, and few are private ("Family caregiver")."""
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
    """Whether a line may hold a private matter: all of the CV but its skills."""
    return fact.source == "cv" and fact.kind != "skill"


def _is_position(fact: Fact) -> bool:
    return fact.kind in ("career", "move")


@dataclass(slots=True)
class PrivateLines:
    """What the model says about the lines of one document; each is read once."""

    llm: LlmEngine
    priority: Priority
    _private: dict[str, bool] = field(default_factory=dict)
    _has_failed: bool = False
    """Then no further line waits for the model, such as a server that reports no probabilities."""

    async def may_ask(self, fact: Fact) -> bool:
        """Whether a question may be about the line. If the model fails, the trained reader has decided."""
        if self._has_failed or not needs_reading(fact):
            return True
        # The line of a change of employer has dates, too.
        line = fact.where if fact.kind == "move" else fact.text
        if line not in self._private:
            try:
                choice = await self.llm.choose(make_request(line), priority=self.priority)
            except EngineError as error:
                log.warning("private_lines_unread kind=%s", type(error).__name__)
                self._has_failed = True
                return True
            limit = MAX_LOG_ODDS_OF_POSITION if _is_position(fact) else MAX_LOG_ODDS
            self._private[line] = choice.log_odds > limit
        return not self._private[line]
