"""Claims about what the candidate never did or used, did alone, and speaks; and their opposites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.analysis.consistency.claims import PLAIN_NO, make_claim
from app.analysis.consistency.facts import Claim, ClaimKind
from app.analysis.consistency.statements import Statement
from app.text.stemming import stem
from app.text.stop_words import load_stop_words

_FLUENT = re.compile(
    r"\bi am (?:\w+ )?fluent in (?P<a>[a-z]+)|\bi speak (?:fluent|perfect|excellent|native) (?P<b>[a-z]+)|\b(?P<c>[a-z]+) is my (?:mother tongue|native|first language)"
    r"|\bi speak (?P<d>[a-z]+) (?:fluently|perfectly|like a native)|\bmy (?P<e>[a-z]+) is (?:\w+ )?(?:fluent|perfect|excellent|native)"
)
_BASIC = re.compile(
    r"\bmy (?P<a>[a-z]+) is (?:really |very |quite |pretty |a bit |rather |only |still )*(?:basic|rusty|poor|bad|weak|limited|not (?:very |that |so )?good|school level|beginner)"
    r"|\bi (?:only |just )(?:speak|know|have) (?:a little |a bit of |a few words of |basic |some |school )+(?P<b>[a-z]+)"
)
_ALONE = re.compile(
    r"\bi (?:have |had |actually |basically )*(?P<v>[a-z]+) (?:up )?(?:the |a |an |our |that |this |their |whole |entire |complete )+(?P<o>(?:[a-z]+ ){1,3}?)"
    r"(?:(?:all |completely |entirely |more or less )?(?:by myself|myself|on my own|alone|single handed|singlehanded|single handedly|from scratch))\b"
)
_BY_OTHERS = re.compile(
    r"\b(?:colleague|manager|boss|consultants?|agency|contractor|vendor|supplier|department|predecessor|somebody else|someone else|another team|intern|freelancer|he|she|they)"
    r" (?:had |have |has |actually |already |then )*(?:built|wrote|written|made|designed|did|done|set|created|developed|planned|drew|put)\b"
    r"|\bi (?:had |have )?inherited\b|\b(?:was|were) already (?:there|in place)\b|\balready (?:existed|had)\b"
)
_HAD_ONE = r"\b(?:there (?:was|were|have been|has been)|i (?:have )?(?:had|got|received)|we (?:have )?(?:had|got|received)) (?:a |an |one |two |#\S+ |this |that |my first |my only |the )(?:\w+ )??"
_NEVER_USED = [
    re.compile(pattern)
    for pattern in (
        r"\bi (?:have |had )?(?:never|not|have not|had not|did not) (?:actually |really |ever |personally )?(?:used|use|worked with|work with|touched|touch|programmed in|worked in|driven|operated|spoken|learned|learnt) (?P<x>[a-z0-9][\w+#. ]{0,40}?)(?: (?:before|myself|at all|ever|in my life|yet|so far|personally|anywhere))?(?= ?(?:$|[.,;:?]))",
        r"\bi (?:have |have got )?(?:no|zero) (?:real |actual |practical )?(?:experience|knowledge) (?:with|of|in|using) (?P<x>[a-z0-9][\w+#. ]{0,40}?)(?: (?:at all|yet|so far))?(?= ?(?:$|[.,;:?]))",
        r"\bi do not (?:actually |really )?(?:speak|know) (?:any )?(?!(?:about|of|if|whether|how|what|why|who|where|when|that)\b)(?P<x>[a-z0-9][\w+#. ]{0,40}?)(?: (?:at all|yet|myself))?(?= ?(?:$|[.,;:?]))",
        r"(?:^|[.,;] )(?:so |well |okay |and |but )*(?P<x>[a-z0-9][\w+#.]*(?: [\w+#.]+)?) (?:is|would be|will be) (?:completely |entirely |totally |all )?new to me\b",
    )
]
_HAVE_YOU_USED = re.compile(
    r"\b(?:have you|do you|did you|are you) (?:ever |actually |also )?(?:used?|work(?:ed)? (?:with|in|on)|have (?:any )?experience (?:with|in|of)|speak|know|driven?|operated?|hold|have|got|familiar with|certified in) "
    r"(?:a |an |the |your |any )?(?P<x>[a-z0-9@][\w+#.@' ]{0,40}?)(?: (?:before|yourself|at all|yet|certificate|licence|license|too))?(?= ?(?:$|[.,;:?]))"
)
_IRREGULAR = {
    "drove": "drive", "driven": "drive", "wrote": "write", "written": "write", "ran": "run", "led": "lead", "took": "take",
    "taken": "take", "gave": "give", "given": "give", "lost": "lose", "broke": "break", "broken": "break", "had": "have",
    "leads": "lead", "manages": "manage", "supervises": "supervise", "runs": "run", "did": "do", "done": "do", "taught": "teach", "built": "build", "sold": "sell", "bought": "buy", "held": "hold",
    "missed": "miss", "made": "make", "flew": "fly", "flown": "fly", "went": "go", "gone": "go", "kept": "keep", "left": "leave",
    "dealt": "deal", "spoke": "speak", "spoken": "speak", "been": "be", "was": "be", "cut": "cut", "got": "get", "gotten": "get",
}  # fmt: skip
_HAVING = frozenset({"have", "get", "receiv"})
_NEVER = re.compile(
    r"\bi (?:have |had )?never (?:once |ever |actually |personally |had to )?(?P<v>[a-z]+) (?P<p>without )?(?:a |an |the |any |my |with |in |on |at |for |to |from |single )*(?P<o>[a-z]+(?: [a-z]+)?)(?= ?(?:$|[.,;:?])| (?:in my|before|at all|myself|in|on|at|for|so|and|with|to)\b)"
)


def find_denials(statement: Statement) -> Iterator[Claim]:
    """Claims never to have used or done something."""
    for pattern in _NEVER_USED:
        match = pattern.search(statement.text)
        is_new = match is not None and "new to me" in match.group()
        if match is not None and (is_new or statement.is_real(match.start(), match.end())):
            yield make_claim(statement, ClaimKind.SKILL, text=match["x"].strip(), is_positive=False)
    if statement.is_first and PLAIN_NO.search(statement.text):
        asked = _HAVE_YOU_USED.search(statement.question)
        if asked is not None:
            yield make_claim(statement, ClaimKind.SKILL, text=asked["x"].strip(), is_positive=False)
    match = _NEVER.search(statement.text)
    if match is not None and statement.is_real(match.start(), match.end()):
        verb = _IRREGULAR.get(match["v"], match["v"])
        yield make_claim(
            statement,
            ClaimKind.NEVER,
            subject=stem(verb),
            text=(match["p"] or "") + match["o"],
            is_positive=False,
        )


def did_it(never: Claim, statement: Statement) -> bool:
    """Whether a sentence says that the candidate did what they say they never did."""
    if (
        " never " in f" {statement.text} "
        or " not " in f" {statement.text} "
        or " no " in f" {statement.text} "
    ):
        return False
    lacks = never.text.startswith("without ")
    words = never.text.removeprefix("without ").split()
    if any(word in load_stop_words("en") for word in words) or len(words[-1]) < 4:
        return False
    if never.subject in _HAVING and re.search(_HAD_ONE + re.escape(never.text) + r"s?\b", statement.text):
        return True
    for match in re.finditer(
        r"\b(?:i|we) (?:have |had |once |actually |even |also |then |only |personally )*(?P<v>[a-z]+) ",
        statement.text,
    ):
        verb = match["v"]
        if (
            not (verb in _IRREGULAR or verb.endswith("ed"))
            or stem(_IRREGULAR.get(verb, verb)) != never.subject
        ):
            continue
        if not statement.is_real(match.start(), match.end()):
            continue
        following = re.split(r"[,.;:]", statement.text[match.end() :])[0].split()[:6]
        if lacks != ("without" in following):
            continue
        stems = [stem(word) for word in following]
        target = [stem(word) for word in words]
        for index in range(len(stems) - len(target) + 1):
            after = following[index + len(target)] if index + len(target) < len(following) else ""
            if stems[index : index + len(target)] == target and (not after or after in load_stop_words("en")):
                return True
    return False


_USES = re.compile(
    r"\b(?:i|we) (?:have |had |also |always |mostly |usually |then )*(?:used|use|worked with|work with|worked in|programmed in"
    r"|operated|drove|operate|drive|speak|spoke|wrote|built) (?:it |that |them |everything |all )?(?:in |with |on )?(?:a |an |the |my |some )?(?P<x>[a-z0-9#_+ .]{2,60})"
)


def uses_skill(denial: Claim, statement: Statement) -> bool:
    """Whether a sentence says that the candidate used what they say they never used."""
    sought = [stem(word) for word in denial.text.split() if word not in load_stop_words("en")]
    if not sought or re.search(r"\b(?:not|never|no)\b", statement.text):
        return False
    for match in _USES.finditer(statement.text):
        words = [stem(word) for word in match["x"].split()]
        if words[: len(sought)] == sought and statement.is_real(match.start(), match.end()):
            return len(words) == len(sought) or match["x"].split()[len(sought)] in load_stop_words("en")
    return False


_SAME_VERBS = {stem(verb): stem("manage") for verb in ("lead", "supervise", "oversee", "manage", "run")}


def did_on_cv(never: Claim, marked_line: str) -> bool:
    """Whether a marked line of a CV says that the candidate did what they say they never did."""
    target = [stem(word) for word in never.text.split()]
    sought = _SAME_VERBS.get(never.subject, never.subject)
    words = marked_line.split()
    for index, word in enumerate(words):
        verb = stem(_IRREGULAR.get(word, word))
        if not (word.endswith("ed") or word in _IRREGULAR) or _SAME_VERBS.get(verb, verb) != sought:
            continue
        stems = [stem(other) for other in words[index + 1 : index + 7]]
        if any(stems[start : start + len(target)] == target for start in range(len(stems))):
            return True
    return False


def find_languages(statement: Statement) -> Iterator[Claim]:
    """How well the candidate speaks a language."""
    for pattern, is_fluent in ((_FLUENT, True), (_BASIC, False)):
        match = pattern.search(statement.text)
        if match is not None and statement.is_real(match.start(), match.end()):
            language = next(name for name in match.groups() if name)
            yield make_claim(statement, ClaimKind.LANGUAGE, text=language, is_positive=is_fluent)


def find_own_work(statement: Statement) -> Iterator[Claim]:
    """What the candidate says they did alone."""
    match = _ALONE.search(statement.text)
    if match is not None and statement.is_real(match.start(), match.end()):
        yield make_claim(statement, ClaimKind.OWN_WORK, text=match["o"].strip())


def was_done_by_others(claim: Claim, statement: Statement) -> bool:
    """Whether a sentence says that others did what the candidate says they did alone."""
    sought = [stem(word) for word in claim.text.split() if word not in load_stop_words("en")]
    if not sought or (" i " in f" {statement.text} " and " inherited " not in statement.text):
        return False
    stems = {stem(word) for word in re.findall(r"[a-z]{3,}", statement.text)}
    return sought[-1] in stems and _BY_OTHERS.search(statement.text) is not None
