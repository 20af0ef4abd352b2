"""Composition of demo transcripts: exchanges from a scenario's topics and the interview's own questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from app.demo.material import Material, Scenario, Topic
from app.questions.tables import QuestionCategory
from app.text.words import count_words
from app.transcription.pipeline.events import Speaker

_WORDS_PER_SECOND = 2.5
_PAUSE_SECONDS = (0.4, 2.8)
"""Shortest and longest pause between two lines."""
_GAP_SHARE = 0.25
"""Share of strong answers whose follow-up question reveals a gap."""
_DEFAULT_SKILL = "the tools that you use"


@dataclass(frozen=True, slots=True)
class DemoBrief:
    """Subject of a demo transcript."""

    scenario: Scenario
    role: str
    company: str
    """Empty if no job description names one."""
    skills: tuple[str, ...]
    questions: tuple[tuple[str, QuestionCategory], ...]
    """Prepared questions to ask, in order."""


@dataclass(frozen=True, slots=True)
class DemoLine:
    speaker: Speaker
    text: str
    started_seconds: float
    ended_seconds: float


def compose_transcript(
    brief: DemoBrief, *, line_count: int, material: Material, random: Random
) -> list[DemoLine]:
    """Exactly ``line_count`` lines (an even number), alternating between interviewer and candidate.

    Prepared questions come first, as many as fit between opening and closing; topics fill the rest.
    """
    composer = _Composer(brief, material=material, random=random)
    texts = [composer.fill(text) for pair in composer.compose(line_count // 2) for text in pair]
    return place_in_time(texts, random=random)


class _Composer:
    def __init__(self, brief: DemoBrief, *, material: Material, random: Random) -> None:
        self._brief = brief
        self._material = material
        self._random = random
        self._styles: list[str] = []
        self._skills: list[str] = []
        self._left: dict[tuple[str, ...], list[str]] = {}
        """Texts of each list that have not been used yet."""

    def compose(self, pair_count: int) -> list[tuple[str, str]]:
        opening, closing = self._material.opening, self._material.closing
        pairs = [(self._pick(opening.interviewer), self._pick(opening.candidate))]
        room = pair_count - len(pairs)
        asked = self._brief.questions[:room]
        pairs += [(question, self._pick(self._material.answers[category])) for question, category in asked]
        # A closing needs at least one exchange before it.
        has_closing = pair_count - len(pairs) >= 1 and pair_count > 2
        for pair in self._compose_topics():
            if len(pairs) >= pair_count - has_closing:
                break
            pairs.append(pair)
        if has_closing:
            pairs.append((self._pick(closing.interviewer), self._pick(closing.candidate)))
        return pairs

    def fill(self, text: str) -> str:
        """Put role, company and a skill of the job into a text."""
        if "{skill}" in text:
            text = text.replace("{skill}", self._next_skill())
        company = self._brief.company or "your company"
        return text.replace("{role}", self._brief.role).replace("{company}", company)

    def _compose_topics(self) -> Iterator[tuple[str, str]]:
        topics = [topic for topic in self._material.topic if topic.belongs_to(self._brief.scenario)]
        own = [topic for topic in topics if len(topic.scenarios) < len(Scenario)]
        shared = [topic for topic in topics if len(topic.scenarios) == len(Scenario)]
        self._random.shuffle(own)
        self._random.shuffle(shared)
        for topic in self._mix(own, shared):
            style = self._next_style()
            yield topic.question, getattr(topic, style)
            if style == "strong":
                has_gap = self._random.random() < _GAP_SHARE
                yield topic.follow_up, topic.follow_thin if has_gap else topic.follow_strong
            else:
                probe = self._material.probe
                yield self._pick(probe.interviewer), self._pick(probe.candidate)

    @staticmethod
    def _mix(own: Sequence[Topic], shared: Sequence[Topic]) -> Iterator[Topic]:
        """Two topics of the scenario, then one that fits every scenario, until both are used up."""
        own_left, shared_left = list(own), list(shared)
        while own_left or shared_left:
            yield from own_left[:2]
            yield from shared_left[:1]
            del own_left[:2], shared_left[:1]

    def _pick(self, texts: tuple[str, ...]) -> str:
        """A text of the list; none is repeated before all have been used."""
        left = self._left.get(texts) or list(texts)
        chosen = left.pop(self._random.randrange(len(left)))
        self._left[texts] = left
        return chosen

    def _next_style(self) -> str:
        """Three strong answers out of five, one with a gap and one evasion, in random order."""
        if not self._styles:
            self._styles = ["strong", "strong", "strong", "thin", "evasive"]
            self._random.shuffle(self._styles)
        return self._styles.pop()

    def _next_skill(self) -> str:
        if not self._skills:
            self._skills = list(self._brief.skills or (_DEFAULT_SKILL,))
        return self._skills.pop(0)


def place_in_time(texts: Sequence[str], *, random: Random) -> list[DemoLine]:
    """Lines spoken in turn, starting with the interviewer, at the speed of speech and with pauses."""
    lines: list[DemoLine] = []
    now = 0.0
    for index, text in enumerate(texts):
        now += random.uniform(*_PAUSE_SECONDS) if index else 0.0
        end = now + max(1.0, count_words(text) / _WORDS_PER_SECOND)
        speaker = Speaker.CANDIDATE if index % 2 else Speaker.INTERVIEWER
        lines.append(DemoLine(speaker, text, round(now, 2), round(end, 2)))
        now = end
    return lines
