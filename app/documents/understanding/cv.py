"""CVs: names that patterns did not find, and the assessment of the facts."""

from __future__ import annotations

import re
from dataclasses import replace

from app.candidates.schemas import CvParsed, CvProfile
from app.candidates.service import CandidateFacts
from app.documents.parsing.support import make_support_check
from app.documents.sandbox.requests import UnderstoodText, UnnamedPosition
from app.documents.understanding.checks import check_label, check_verbatim
from app.documents.understanding.questioner import OnStage, Questioner, prose_rule, start_at
from app.llm.fencing import neutralize
from app.llm.prompts import load_prompt
from app.text.folding import plain
from models.ports import LlmEngine, Priority, QueueListener

MAX_STRENGTHS = 4
_HEAD_LINES = 25
"""Non-blank lines at the top of a CV in which the model looks for the person's name."""


async def understand_cv(
    llm: LlmEngine | None,
    understood: UnderstoodText,
    *,
    on_stage: OnStage,
    with_assessment: bool = True,
    priority: Priority = Priority.INTERACTIVE,
    on_queue: QueueListener | None = None,
) -> CandidateFacts:
    """The facts of a CV, with the names that patterns did not find; ``with_assessment`` also adds what
    ``assess_cv`` writes.

    Without assessment, the model is asked only for a name, title or employer that patterns do not find. With
    ``llm`` None it is not asked at all. Raises the errors of the engine.
    """
    share = 0.35 if with_assessment else 1.0
    on_stage("understanding", 0.0)
    facts, text = understood.facts, understood.text
    assert isinstance(facts, CandidateFacts), "the facts of a CV are those of a candidate"
    if llm is not None:
        questioner = _questioner(llm, text, priority=priority, on_queue=on_queue)
        facts = await _name_unnamed(questioner, facts, understood)
        facts = replace(facts, generation=questioner.note())
    on_stage("understanding", share)
    if llm is None or not with_assessment:
        return facts
    return await assess_cv(
        llm, text, facts, on_stage=start_at(on_stage, share), priority=priority, on_queue=on_queue
    )


async def assess_cv(
    llm: LlmEngine,
    text: str,
    facts: CandidateFacts,
    *,
    on_stage: OnStage,
    priority: Priority = Priority.BACKGROUND,
    on_queue: QueueListener | None = None,
) -> CandidateFacts:
    """``facts`` with the summary and key strengths that the model writes. Raises the errors of the engine."""
    parsed = CvParsed.model_validate(facts.cv_parsed or {})
    profile = CvProfile.model_validate(facts.cv_profile or {})
    questioner = _questioner(llm, text, priority=priority, on_queue=on_queue)
    on_stage("assessing", 0.0)
    await questioner.condense(text)
    years = profile.total_experience_years
    stated = f"about {round(years)} years of work" if years and years >= 1.5 else "as far as the CV says"
    assessment = await questioner.ask(
        "summary",
        prose_rule(text, max_words=75, allowed_numbers=stated),
        max_tokens=140,
        accept_cut=True,
        years=stated,
    )
    on_stage("assessing", 0.5)
    strengths: dict[str, str] = {}
    lines = concrete_lines(parsed)[:MAX_STRENGTHS]
    for number, line in enumerate(lines, start=1):
        label = await questioner.ask(
            "strength",
            lambda answer: check_label(answer, document=text),
            max_tokens=16,
            line=neutralize(line).replace('"', "'").replace("\n", " "),
        )
        # Code selects and copies the lines; the model names the strength that they show.
        is_new = bool(label) and label not in strengths and plain(label or "") not in plain(line)
        strengths[label if label and is_new else line] = f"{label}: {line}" if is_new else line
        on_stage("assessing", 0.5 + 0.5 * number / len(lines))
    assessed = profile.model_copy(
        update={"summary": assessment or profile.summary, "key_strengths": list(strengths.values())}
    )
    on_stage("assessing", 1.0)
    return replace(facts, cv_profile=assessed.to_wire(), generation=questioner.note(facts.generation))


def concrete_lines(parsed: CvParsed) -> list[str]:
    """Lines of work and projects, most concrete and most recent first.

    Numbers and names make a line concrete; older work counts less.
    """
    scored: list[tuple[float, str]] = []
    for age, entry in enumerate(parsed.experience):
        for line in entry.description.split("\n"):
            names = len(re.findall(r"(?<!^)(?<![.!?] )\b[A-Z][\w+#.]+", line))
            figures = bool(re.search(r"\d", line))
            scored.append((1.2 * figures + 0.3 * min(3, names) - 0.6 * age, line))
    scored += [(-0.5, line) for line in parsed.projects]
    usable = [(score, line) for score, line in scored if 3 <= len(line.split()) <= 40]
    return [line for _, line in sorted(usable, key=lambda pair: -pair[0])]


def _questioner(
    llm: LlmEngine, text: str, *, priority: Priority, on_queue: QueueListener | None
) -> Questioner:
    return Questioner(llm, load_prompt("profile-assess"), "cv", text, priority, on_queue)


async def _name_unnamed(
    questioner: Questioner, facts: CandidateFacts, understood: UnderstoodText
) -> CandidateFacts:
    """``facts`` with the person's name, and with titles and employers that patterns did not find.

    Each question contains only the lines that it is about, which takes seconds instead of minutes per batch.
    """
    is_supported = make_support_check(understood.text)
    name: str | None = facts.name
    if not name:
        head = "\n".join([line for line in understood.text.split("\n") if line.strip()][:_HEAD_LINES])
        name = await questioner.ask(
            "name",
            lambda answer: check_verbatim(answer, document=head, max_words=5),
            max_tokens=24,
            document=head,
        )
    parsed = CvParsed.model_validate(facts.cv_parsed or {})
    for position in understood.unnamed:
        title, organization = await _name_position(questioner, position)
        entry = parsed.experience[position.entry]
        entry.title = entry.title or (title if is_supported(title) else "")
        entry.company = entry.company or (organization if is_supported(organization) else "")
    return replace(facts, name=name or "", cv_parsed=parsed.to_wire())


async def _name_position(questioner: Questioner, position: UnnamedPosition) -> tuple[str, str]:
    """Title and employer of a position: those that patterns found, and the missing ones from the model."""
    named = {"title": position.title, "organization": position.organization}
    document = " ".join(position.header)
    for part, other_part in (("title", "organization"), ("organization", "title")):
        other = named[other_part]
        if named[part] or (other and len(document.replace(other, "").strip(" ,|-–/")) < 3):
            continue
        value = await questioner.ask(
            part,
            lambda answer: check_verbatim(answer, document=document),
            max_tokens=30,
            document="\n".join(position.header),
            header=" / ".join(position.header)[:200].replace('"', "'"),
        )
        if value and value != other:
            named[part] = value
    return named["title"], named["organization"]
