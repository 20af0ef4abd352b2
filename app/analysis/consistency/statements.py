"""The candidate's sentences, prepared for the grammar: values and employers marked, context known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from app.analysis.consistency.employers import EmployerNames
from app.analysis.consistency.profile import Profile, is_self_employed
from app.analysis.consistency.spoken import mark_values
from app.analysis.exchanges import Exchange
from app.analysis.sentences import Sentence

MAX_QUESTION_CHARACTERS = 600
_EMPLOYER = re.compile(r"@(\d+)")
_ARTICLE = re.compile(r"\bthe @")
_THERE = re.compile(
    r"\b(at |from |with |for )?(there|that (?:company|job|place|firm|employer))\b"
    r"(?!(?:'s| (?:was|were|is|are|has|had|have|would|will|could|may|might|used|will|needs?|to be|being|been))\b)"
)
_WITH_THEM = re.compile(r"\b(?:with|for) them\b(?= (?:for|since|until|from|in|now|as)\b| ?[!&])")
_CURRENT = re.compile(
    r"\b(?:in |at |with |for )?(?:my (?:current|present) (?:job|role|position|employer|company|place|firm|post)"
    r"|where i (?:am|work) (?:right )?now)\b"
)
_PREVIOUS = re.compile(
    r"\b(?:in |at |with |for )?my (?:last|previous|most recent) (?:job|role|position|employer|company|place|firm|post)\b"
)
_WENT_FREELANCE = re.compile(
    r"\b(?:went|became|turned|started) (?:out )?(?:freelance|freelancing|self employed|independent|on my own)\b"
    r"|\bstarted my own (?:business|company|firm)\b"
)
_BEEN_FREELANCE = re.compile(
    r"\bbeen (?:working )?(?:freelance|freelancing|self employed|independent|a freelancer)\b"
)
_REFERS_BACK = re.compile(r"\b(?:there|that (?:job|role|company|place|firm|position)|them|they)\b")
_SOFTENERS = re.compile(
    r"\b(?:i would say|i would have to say|i would guess|i could say|if i remember (?:correctly|rightly|right|well)?"
    r"|if i am (?:honest|being honest|not mistaken)|let us say|to be honest|as i said|like i said)\b"
)
_HEDGE = re.compile(
    r"\b(?:about|around|roughly|approximately|approx|probably|maybe|perhaps|something like|or so|ish|give or take"
    r"|i think|i guess|i believe|nearly|almost|close to|more or less|in the region of|if i remember|i would say"
    r"|i would guess|let us say|from memory|off the top of my head|some|ballpark|not exactly|can not remember exactly)\b"
)
_UNREAL = re.compile(
    r"\b(?:if|would|could|should|might|imagine|suppose|supposing|hypothetically|ideally|wish|plan(?:ning)? to"
    r"|hop(?:e|ing) to|want(?:ed)? to|wanting to|going to|will|aim(?:ing)? to|looking to|like to|unless|whether"
    r"|offered|applied|applying|supposed to|meant to|due to|i thought|almost joined|nearly joined|when i leave)\b"
)
_CORRECTION = re.compile(
    r"(?:^|, |\. )(?:oh |no |ah )?(?:, )?(?:sorry|wait|actually no|hang on|hold on)\b|\b(?:correction|i meant|correct(?:ing)? myself|let me correct|or rather|i misspoke|scratch that"
    r"|no actually|make (?:that|it) (?=[#!&])|i got that wrong|that was wrong|that is wrong|my mistake|i mixed)\b"
    r"|(?:, |^)no ,? ?(?:it was |it is |more like |that was )?[#!&]"
)
_LOOKS_BACK = re.compile(
    r"\b(?:earlier|before|just now|a moment ago)\b[^.]{0,30}\bi (?:had )?(?:said|told|mentioned)\b"
    r"|\bi (?:had )?(?:said|told you|mentioned)\b[^.]{0,40}\b(?:earlier|before|just now|a moment ago|but)\b"
)
_ON_THE_CV = re.compile(r"\b(?:cv|resume|linkedin|application form|my application)\b")
_CLAUSE_END = re.compile(
    r"[,.;:?]| (?:but|because|so|although|though|while|whereas|and (?=i |we |they |he |she ))\b"
)


_SUBJECT = re.compile(
    r"\b(my (?:\w+ )?(?:manager|boss|colleague|wife|husband|father|mother|dad|mum|mom|brother|sister|friend|partner|supervisor"
    r"|director|predecessor|mentor)|i|we|my|me|he|she|they|you|his|her|their|who|has)\b"
)
_OWN_SUBJECTS = frozenset({"i", "we", "my", "me"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of the candidate."""

    index: int
    exchange: int
    is_first: bool
    """The first sentence of its answer."""
    sentence: Sentence
    text: str
    """With marked values and employers."""
    question: str
    """The question before the answer, marked likewise."""
    context: int | None
    """The employer that the conversation is about when the sentence begins."""
    is_hedged: bool
    is_correction: bool
    looks_back: bool
    """Corrects what was said in an earlier answer."""

    def employer_before(self, position: int) -> int | None:
        """The employer that a clause without one refers to."""
        found = [int(match[1]) for match in _EMPLOYER.finditer(self.text, 0, position)]
        return found[-1] if found else self.context

    def is_real(self, start: int, end: int) -> bool:
        """Whether the clause around this part of the text states a fact about the speaker.

        No condition, plan or wish, and not about another person.
        """
        subjects = _SUBJECT.findall(self.text, 0, end)
        if subjects and subjects[-1] not in _OWN_SUBJECTS:
            return False
        return _UNREAL.search(self.clause(start, end)) is None

    def clause(self, start: int, end: int) -> str:
        """The clause around this part of the text."""
        first = 0
        for match in _CLAUSE_END.finditer(self.text, 0, start):
            first = match.end()
        following = _CLAUSE_END.search(self.text, end)
        return self.text[first : following.start() if following else len(self.text)]


def prepare_statements(
    exchanges: Sequence[Exchange], profile: Profile, names: EmployerNames, today: date
) -> list[Statement]:
    """Every sentence of the candidate, in order; sentences that explain the CV are left out."""
    current = [i for i, employer in enumerate(profile.employers) if employer.is_current]
    ended = [i for i, employer in enumerate(profile.employers) if not employer.is_current]
    now = current[0] if len(current) == 1 else None
    previous = ended[0] if ended else None
    own = next(
        (
            index
            for index, employer in enumerate(profile.employers)
            if is_self_employed(employer.name, " ".join(p.title for p in employer.positions))
        ),
        None,
    )
    statements: list[Statement] = []
    context: int | None = None
    for exchange in exchanges:
        question = _mark(exchange.question[-MAX_QUESTION_CHARACTERS:], names, today)
        asked = {int(number) for number in _EMPLOYER.findall(question)}
        if len(asked) == 1:
            context = asked.pop()
        elif asked or not _REFERS_BACK.search(question):
            context = None
        answer: list[Statement] = []
        for position, sentence in enumerate(exchange.sentences):
            text = _mark(sentence.text, names, today)
            is_hedged = _HEDGE.search(text) is not None
            text = _SOFTENERS.sub(" ", text)
            if "@" not in text:
                if now is not None:
                    text = _CURRENT.sub(f"at @{now}", text)
                if previous is not None:
                    text = _PREVIOUS.sub(f"at @{previous}", text)
                if context is not None:
                    text = _WITH_THEM.sub(_at(context), _THERE.sub(_at(context), text))
            if own is not None:
                text = _WENT_FREELANCE.sub(f"joined @{own}", text)
                text = _BEEN_FREELANCE.sub(f"been at @{own}", text)
            answer.append(
                Statement(
                    index=len(statements) + len(answer),
                    exchange=exchange.index,
                    is_first=position == 0,
                    sentence=sentence,
                    text=" ".join(text.split()),
                    question=question,
                    context=context,
                    is_hedged=is_hedged,
                    is_correction=_CORRECTION.search(text) is not None,
                    looks_back=_LOOKS_BACK.search(text) is not None,
                )
            )
            mentioned = _EMPLOYER.findall(text)
            if mentioned:
                context = int(mentioned[-1])
        if not any(_ON_THE_CV.search(item.text) for item in answer):
            statements += answer
    return [replace(item, index=index) for index, item in enumerate(statements)]


def _at(employer: int) -> str:
    return f"at @{employer}"


def _mark(text: str, names: EmployerNames, today: date) -> str:
    text = text.replace("@", " ")
    is_shouted = text.isupper()
    marked = names.mark(text.lower() if is_shouted else text, may_add=not is_shouted)
    return _ARTICLE.sub("@", mark_values(marked, today))
