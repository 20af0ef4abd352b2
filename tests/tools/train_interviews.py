"""Trains what finds strengths, concerns, limits, evasions and contradictions to the CV in whole interviews.

    python -m tests.tools.train_interviews --readings FOLDER [--heads limit] [--multilingual FILE]

Reads the invented interviews of ``tests/bench/judgement*``, whose findings were planted; the limits that the
candidates name were marked by readers (``tests/bench/limits.jsonl``). Writes the heads to
``models/judgement/interviews.safetensors`` and those of the signs to ``config/analysis/interviews.toml``.
Prints how often what was planted is among the first ones of its interview, for each group of sets with the
weights that the others give. ``--heads`` trains these only and keeps the weights of the others. FOLDER keeps
what the judge read: a run that was ended goes on from there. ``--multilingual`` trains the heads for German
and French on the interviews in these languages, with that encoder.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from sklearn.linear_model import LogisticRegression

from app.analysis.concerns import MIN_CONCERN_WORDS
from app.analysis.consistency.side_by_side import MIN_STATEMENT_WORDS
from app.analysis.exchanges import find_exchanges
from app.analysis.interview_signs import (
    MULTILINGUAL_WEIGHTS_PATH,
    WEIGHTS_PATH,
    list_concern_signs,
    list_contradiction_signs,
    list_evasion_signs,
    list_limit_signs,
    list_strength_signs,
)
from app.analysis.judging import JudgedAnswer, judge_answers
from app.analysis.requirements import relate_requirements
from app.analysis.selection import MAX_PASSAGE_WORDS
from app.analysis.text_cache import TextCache
from app.bench.judgement_twins import as_lines, load_words, make_background
from app.core.settings import Settings
from app.engines import make_engines_config
from app.text.fillers import remove_fillers
from app.text.words import count_words
from models.engines.local_encoders import read_judgments
from models.files import hash_file
from models.judgement.bases import load_tokenizer
from models.judgement.encoding import Exchange, encode_exchange
from models.judgement.network import Batch, JudgeNetwork
from models.judgement.weights import (
    FACTS_FILE,
    INTERVIEW_WEIGHTS_FILE,
    JUDGE_BASE,
    MULTILINGUAL_FACTS_FILE,
    MULTILINGUAL_INTERVIEW_WEIGHTS_FILE,
    MULTILINGUAL_WEIGHTS_FILE,
    WEIGHTS_FILE,
    read_facts,
)
from models.ports import Engines, ModelIdentity, Priority
from models.runtime import build_engines
from models.worker.exchange_reader import read_multilingual
from models.worker.jobs import Job
from tests.fakes.engines import FakeJudge

SETS = Path(__file__).parents[1] / "bench"
LIMITS = SETS / "limits.jsonl"
FOREIGN_SETS = tuple(f"judgement-{language}-{number}" for language in ("de", "fr") for number in (1, 2, 3, 4))
"""In German and French."""
OTHER_SETS = ("judgement-7", "judgement-34", "judgement-35")
"""In German and French, and not for training."""
FIRST = (1, 2, 3, 5)
GROUPS = 7
"""Sets are left out in this many groups."""
SHARED_WORDS = 5
"""A sentence is planted if it has this many words in a row of the planted quote, or all of a shorter one."""
STATE_SCALE = 5.0
STATE_PENALTY = 1.0
SIGN_PENALTY = 0.1
MAX_ITERATIONS = 40
CONCERN_KINDS = ("concern", "denial")

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Judge:
    """The files of a judge."""

    base: Path
    facts: Path
    weights: Path
    heads: Path
    signs: Path
    """The weights of the signs."""


@dataclass(frozen=True, slots=True)
class Items:
    """The sentences, or the answers, of one interview."""

    source: str
    names: tuple[str, ...]
    """Of the signs."""
    signs: Array
    """(items, signs)"""
    states: Array
    """(items, width) of the judge."""
    exchanges: NDArray[np.int64]
    """The exchange of each item."""
    is_planted: NDArray[np.bool_]
    is_other: NDArray[np.bool_]
    """Items that are certainly not planted: not beside a planted one either."""


@dataclass(frozen=True, slots=True)
class Weights:
    signs: NDArray[np.float64]
    states: NDArray[np.float64]
    offset: float

    def rate(self, items: Items) -> NDArray[np.float64]:
        """Log-odds (items,)."""
        rated: NDArray[np.float64] = items.signs @ self.signs + items.states @ self.states + self.offset
        return rated


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--readings", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--heads", nargs="+", choices=COLLECTORS, default=list(COLLECTORS))
    parser.add_argument("--multilingual", type=Path, metavar="FILE", help="file of multilingual-e5-small")
    args = parser.parse_args()
    labeled = {item["interview"].partition("/")[0] for item in read_limits()}
    base = Settings().resolved_models_dir / JUDGE_BASE
    judge = Judge(base, FACTS_FILE, WEIGHTS_FILE, INTERVIEW_WEIGHTS_FILE, WEIGHTS_PATH)
    english = {folder.name for folder in SETS.glob("judgement*")} - {*FOREIGN_SETS, *OTHER_SETS}
    sets = labeled if args.heads == ["limit"] else english
    if args.multilingual:
        judge = Judge(
            args.multilingual,
            MULTILINGUAL_FACTS_FILE,
            MULTILINGUAL_WEIGHTS_FILE,
            MULTILINGUAL_INTERVIEW_WEIGHTS_FILE,
            MULTILINGUAL_WEIGHTS_PATH,
        )
        sets = set(FOREIGN_SETS)
    interviews = asyncio.run(read_interviews(Readings(args.readings, judge), sets))
    heads = load_file(judge.heads)
    signs = {name: dict(weights) for name, weights in tomllib.loads(judge.signs.read_text("utf-8")).items()}
    for name in args.heads:
        known = [item for item in interviews if name != "limit" or item.source in {*labeled, *FOREIGN_SETS}]
        items = [COLLECTORS[name](interview) for interview in known]
        fitted = fit_calibrated(items)
        heads[f"{name}.weight"] = torch.tensor(fitted.states[None], dtype=torch.float32)
        signs[name] = dict(zip(items[0].names, fitted.signs.tolist(), strict=True)) | {
            "offset": fitted.offset
        }
    save_file(heads, judge.heads)
    lines = ["# Weights of app/analysis/interview_signs.py, written by tests.tools.train_interviews."]
    for name, weights in signs.items():
        lines += ["", f"[{name}]", *(f"{sign} = {value:.4f}" for sign, value in weights.items())]
    judge.signs.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_limits() -> list[dict[str, Any]]:
    """The marks of the readers: interview, turn, and the first words of a sentence that names a limit."""
    return [json.loads(line) for line in LIMITS.read_text(encoding="utf-8").splitlines()]


def fit_calibrated(interviews: Sequence[Items]) -> Weights:
    """Weights of all interviews, so scaled that the log-odds of sets that were left out are right."""
    left_out = rate_left_out(interviews)
    first = [_list_first(items, rated) for items, rated in zip(interviews, left_out, strict=True)]
    scores = np.concatenate([rated[places] for places, rated in zip(first, left_out, strict=True)])
    planted = np.concatenate(
        [items.is_planted[places] for places, items in zip(first, interviews, strict=True)]
    )
    scaling = LogisticRegression(C=1e6).fit(scores[:, None], planted)
    slope, offset = float(scaling.coef_[0, 0]), float(scaling.intercept_[0])
    fitted = fit(interviews)
    return Weights(fitted.signs * slope, fitted.states * slope, fitted.offset * slope + offset)


def _list_first(items: Items, rated: NDArray[np.float64]) -> list[int]:
    """The item of each exchange that is rated highest, without those that stand beside a planted one."""
    best: dict[int, int] = {}
    for at in np.flatnonzero(items.is_planted | items.is_other):
        exchange = int(items.exchanges[at])
        if exchange not in best or rated[at] > rated[best[exchange]]:
            best[exchange] = int(at)
    return list(best.values())


def rate_left_out(interviews: Sequence[Items]) -> list[NDArray[np.float64]]:
    """Log-odds by the weights of the groups of sets that an interview is not in; prints what they find."""
    sources = sorted({items.source for items in interviews})
    group = {source: at % GROUPS for at, source in enumerate(sources)}
    rated: dict[int, NDArray[np.float64]] = {}
    for one in range(GROUPS):
        fitted = fit([items for items in interviews if group[items.source] != one])
        for at, items in enumerate(interviews):
            if group[items.source] == one:
                rated[at] = fitted.rate(items)
    places = [place for at, items in enumerate(interviews) for place in _rank_planted(items, rated[at])]
    found = {count: sum(place < count for place in places) for count in FIRST}
    print(f"of {len(places)} planted ones, among the first: {found}", flush=True)
    return [rated[at] for at in range(len(interviews))]


def _rank_planted(items: Items, rated: NDArray[np.float64]) -> list[int]:
    """The place, from 0, of each exchange with a planted item among all exchanges."""
    order = list(dict.fromkeys(int(items.exchanges[at]) for at in np.argsort(-rated)))
    return [order.index(exchange) for exchange in sorted(set(items.exchanges[items.is_planted].tolist()))]


def fit(interviews: Sequence[Items]) -> Weights:
    """Weights by which what was planted is the first of its interview (listwise logistic loss)."""
    signs = np.concatenate([items.signs for items in interviews])
    states = np.concatenate([items.states for items in interviews])
    sign_mean, sign_scale = signs.mean(0), signs.std(0) + 0.05
    state_mean, state_scale = states.mean(0), states.std(0).mean() * STATE_SCALE
    cases = [
        (
            torch.tensor((items.signs - sign_mean) / sign_scale),
            torch.tensor((items.states - state_mean) / state_scale),
            torch.tensor(items.is_planted),
            torch.tensor(items.is_other),
        )
        for items in interviews
        if items.is_planted.any()
    ]
    of_signs = torch.zeros(signs.shape[1], requires_grad=True)
    of_states = torch.zeros(states.shape[1], requires_grad=True)
    optimizer = torch.optim.LBFGS(
        [of_signs, of_states], max_iter=MAX_ITERATIONS, line_search_fn="strong_wolfe"
    )

    def compute_loss() -> torch.Tensor:
        optimizer.zero_grad()
        loss = SIGN_PENALTY * (of_signs**2).sum() + STATE_PENALTY * (of_states**2).sum()
        for own_signs, own_states, planted, others in cases:
            scores = own_signs @ of_signs + own_states @ of_states
            rest = torch.logsumexp(scores[others], 0)
            loss = loss + torch.nn.functional.softplus(rest - scores[planted]).mean()
        torch.autograd.backward(loss)
        return loss

    optimizer.step(compute_loss)
    by_sign = of_signs.detach().numpy().astype(np.float64) / sign_scale
    by_state = of_states.detach().numpy().astype(np.float64) / state_scale
    return Weights(by_sign, by_state, -float(sign_mean @ by_sign + state_mean @ by_state))


@dataclass(frozen=True, slots=True)
class Interview:
    """An interview with what the judge read in it."""

    source: str
    name: str
    data: dict[str, Any]
    answers: Sequence[JudgedAnswer]
    sentence_states: Sequence[Array]
    """For each answer (sentences, 2 * width): their own tokens, then the window."""
    answer_states: Sequence[Array]
    """For each answer (2 * width,)."""


class Readings:
    """What the judge read, kept in a folder."""

    def __init__(self, folder: Path, judge: Judge) -> None:
        self.judge = judge
        self._folder = folder
        self._weights = hash_file(judge.weights)
        folder.mkdir(parents=True, exist_ok=True)
        self._texts = folder / "texts.jsonl"
        lines = self._texts.read_text(encoding="utf-8").splitlines() if self._texts.exists() else []
        self.cache = TextCache(dict(json.loads(line) for line in lines), keep=self._keep)

    async def _keep(self, key: str, text: str) -> None:
        with self._texts.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, text]) + "\n")

    def find_states(self, exchange: Exchange, read: Callable[[Exchange], tuple[Array, Array]]) -> list[Array]:
        """The states of the sentences and of the answer, read if they are not in the folder."""
        parts = [self._weights, exchange.question, *exchange.sentences, exchange.requirement]
        key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
        path = self._folder / f"{key}.npz"
        if not path.exists():
            sentences, answer = read(exchange)
            unfinished = path.with_name("unfinished.npz")
            np.savez(unfinished, sentences=sentences.astype(np.float16), answer=answer.astype(np.float16))
            unfinished.rename(path)
        with np.load(path) as kept:
            return [kept[name].astype(np.float32) for name in ("sentences", "answer")]


async def read_interviews(readings: Readings, sets: Set[str]) -> list[Interview]:
    """The interviews of these sets."""
    engines = build_engines(make_engines_config(Settings()))
    judge = readings.judge
    if judge.base.is_file():
        engines = replace(engines, judge=make_multilingual_judge(judge.base))
    read = _make_reader(judge)
    found: list[Interview] = []
    try:
        for folder in sorted(SETS.glob("judgement*")):
            if folder.name not in sets:
                continue
            for path in sorted((folder / "interviews").glob("*.json")):
                data = json.loads(path.read_text(encoding="utf-8"))
                judged = await _judge(engines, data, readings.cache)
                states = [readings.find_states(_list_texts(answer), read) for answer in judged]
                own, whole = [item[0] for item in states], [item[1] for item in states]
                found.append(Interview(folder.name, path.stem, data, judged, own, whole))
    finally:
        await engines.stop()
    return found


async def _judge(engines: Engines, data: dict[str, Any], cache: TextCache) -> list[JudgedAnswer]:
    def priority() -> Priority:
        return Priority.BACKGROUND

    lexicon = load_words(data.get("language", "en"))
    exchanges = find_exchanges(as_lines(data["turns"]), lexicon)
    # The judge needs only the requirement that each exchange is about: no other sentences, and no CV.
    relations = await relate_requirements(
        engines,
        [replace(item, sentences=item.sentences[:1]) for item in exchanges],
        replace(make_background(data), cv_text=""),
        language=lexicon.language,
        priority=priority,
        cache=cache,
    )
    return await judge_answers(
        engines, exchanges, relations.find_nearest(), lexicon=lexicon, priority=priority, cache=cache
    )


def _list_texts(answer: JudgedAnswer) -> Exchange:
    language = answer.exchange.language
    texts = tuple(remove_fillers(item.sentence.text, language=language) for item in answer.sentences)
    return Exchange(answer.exchange.question, texts, answer.requirement, language)


def make_multilingual_judge(base: Path) -> FakeJudge:
    """The multilingual judge in this process. It compares no claims."""
    reader = read_multilingual(base)
    job = Job({"job": 0}, b"", is_cancelled=lambda _: False, send=lambda _: None)
    judge = FakeJudge(lambda exchanges: read_judgments(reader.judge(job, exchanges)))
    judge.identity = ModelIdentity(name=base.stem, sha256=hash_file(base))
    weights = MULTILINGUAL_WEIGHTS_FILE
    judge.trained = (ModelIdentity(name=weights.name, sha256=hash_file(weights)),)
    return judge


def _make_reader(judge: Judge) -> Callable[[Exchange], tuple[Array, Array]]:
    tokenizer = load_tokenizer(judge.base)
    facts = read_facts(judge.facts)
    network = JudgeNetwork(judge.base, rank=facts.rank, frozen_layers=facts.frozen_layers)
    network.load_trained(judge.weights)
    network.merge()
    network.eval()

    @torch.no_grad()
    def read(exchange: Exchange) -> tuple[Array, Array]:
        """The states of the sentences and of the answer."""
        own: list[Array] = []
        whole: list[Array] = []
        for window in encode_exchange(tokenizer, exchange):
            sentences, answers = network.read(Batch.of([window]))
            own.append(sentences[window.context :].numpy())
            whole.append(answers[0].numpy())
        return np.concatenate(own), whole[0]

    return read


def collect_concerns(interview: Interview) -> Items:
    """The sentences that can be concerns."""
    answers = interview.answers
    places = [
        (at, row)
        for at, row in _list_statements(answers, MIN_CONCERN_WORDS)
        if count_words(answers[at].sentences[row].sentence.text) <= MAX_PASSAGE_WORDS
    ]
    signs = [list_concern_signs(answers[at].sentences[row]) for at, row in places]
    return _collect(interview, places, signs, CONCERN_KINDS, doubtful=("contradiction",), own_tokens=True)


def collect_contradictions(interview: Interview) -> Items:
    """The sentences that can contradict the CV."""
    answers = interview.answers
    places = _list_statements(answers, MIN_STATEMENT_WORDS)
    signs = [
        list_contradiction_signs(answers, at, answers[at].sentences[row].sentence.text) for at, row in places
    ]
    return _collect(interview, places, signs, ("contradiction",))


def collect_strengths(interview: Interview) -> Items:
    """The sentences that can be strengths."""
    answers = interview.answers
    places = _list_statements(answers, MIN_STATEMENT_WORDS)
    signs = [list_strength_signs(answers[at], answers[at].sentences[row]) for at, row in places]
    return _collect(interview, places, signs, ("strength",), own_tokens=True)


def collect_limits(interview: Interview) -> Items:
    """All sentences, of which readers marked those that name a limit, or an author planted them.

    Those beside one count neither way.
    """
    answers = interview.answers
    marked = {"limit": set[tuple[int, int]](), "minor": set[tuple[int, int]]()}
    for item in read_limits():
        if item["interview"] == f"{interview.source}/{interview.name}":
            marked[item["kind"]].update(_find_sentences(answers, item["turn"], item["words"]))
    for at, quote in _find_planted(interview, ("limit",)):
        marked["limit"].update(
            (at, row) for row, item in enumerate(answers[at].sentences) if is_part(item.sentence.text, quote)
        )
    beside = {at for at, _ in marked["limit"] | marked["minor"]}
    places = [(at, row) for at, answer in enumerate(answers) for row in range(len(answer.sentences))]
    return _make_items(
        interview.source,
        [list_limit_signs(answers[at], row) for at, row in places],
        [interview.sentence_states[at][row] for at, row in places],
        [at for at, _ in places],
        [place in marked["limit"] for place in places],
        [at not in beside for at, _ in places],
    )


def _find_sentences(answers: Sequence[JudgedAnswer], turn: int, words: str) -> list[tuple[int, int]]:
    """Where sentences of this turn start with these words."""
    return [
        (at, row)
        for at, answer in enumerate(answers)
        for row, item in enumerate(answer.sentences)
        if f"s{turn}" in item.sentence.segment_ids and item.sentence.text.startswith(words)
    ]


def _collect(
    interview: Interview,
    places: Sequence[tuple[int, int]],
    signs: Sequence[dict[str, float]],
    kinds: Sequence[str],
    *,
    doubtful: Sequence[str] = (),
    own_tokens: bool = False,
) -> Items:
    """The sentences at (answer, sentence), of which those with a finding of ``kinds`` are planted.

    Sentences beside one of these, or of ``doubtful`` kinds, count neither way. ``own_tokens`` leaves the
    state of the window out.
    """
    planted = _find_planted(interview, kinds)
    beside = {place for place, _ in [*planted, *_find_planted(interview, doubtful)]}
    states = [interview.sentence_states[at][row] for at, row in places]
    return _make_items(
        interview.source,
        signs,
        [state[: state.size // 2] for state in states] if own_tokens else states,
        [at for at, _ in places],
        _mark_planted(interview.answers, places, planted),
        [at not in beside for at, _ in places],
    )


def collect_evasions(interview: Interview) -> Items:
    """All answers. Those next to a planted evasion count neither way: the question may be the same."""
    evasions = {place for place, _ in _find_planted(interview, ("evasion",))}
    every = range(len(interview.answers))
    return _make_items(
        interview.source,
        [list_evasion_signs(interview.answers, at) for at in every],
        interview.answer_states,
        every,
        [at in evasions for at in every],
        [not evasions & {at - 1, at, at + 1} for at in every],
    )


COLLECTORS = {
    "concern": collect_concerns,
    "evasion": collect_evasions,
    "contradiction": collect_contradictions,
    "strength": collect_strengths,
    "limit": collect_limits,
}


def _list_statements(answers: Sequence[JudgedAnswer], min_words: int) -> list[tuple[int, int]]:
    """(answer, sentence) of what the candidate stated in at least so many words."""
    return [
        (at, row)
        for at, answer in enumerate(answers)
        for row, item in enumerate(answer.sentences)
        if count_words(item.sentence.text) >= min_words and not item.sentence.text.rstrip().endswith("?")
    ]


def _mark_planted(
    answers: Sequence[JudgedAnswer], places: Sequence[tuple[int, int]], planted: Sequence[tuple[int, str]]
) -> list[bool]:
    return [
        any(
            at == place and is_part(answers[at].sentences[row].sentence.text, quote)
            for place, quote in planted
        )
        for at, row in places
    ]


def _make_items(
    source: str,
    signs: Sequence[dict[str, float]],
    states: Sequence[Array],
    exchanges: Sequence[int],
    is_planted: Sequence[bool],
    is_other: Sequence[bool],
) -> Items:
    return Items(
        source,
        tuple(signs[0]),
        np.array([list(own.values()) for own in signs], dtype=np.float32),
        np.array(states, dtype=np.float32),
        np.array(exchanges),
        np.array(is_planted),
        np.array(is_other),
    )


def _find_planted(interview: Interview, kinds: Sequence[str]) -> list[tuple[int, str]]:
    """(place of the answer, quote) of every planted finding of these kinds that was judged."""
    places = {line.id: at for at, answer in enumerate(interview.answers) for line in answer.exchange.answered}
    return [
        (places[f"s{fact['turn']}"], fact["quote"])
        for fact in interview.data["planted"]
        if fact["kind"] in kinds and f"s{fact['turn']}" in places
    ]


def is_part(sentence: str, quote: str) -> bool:
    """Whether a sentence and a quote share a row of words."""
    said, quoted = (_split(text) for text in (sentence, quote))
    size = min(SHARED_WORDS, len(said), len(quoted))
    return bool(size) and bool(_list_rows(said, size) & _list_rows(quoted, size))


def _list_rows(words: Sequence[str], size: int) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + size]) for at in range(len(words) - size + 1)}


def _split(text: str) -> list[str]:
    return re.findall(r"[\w']+", text.lower().replace("’", "'"))


if __name__ == "__main__":
    main()
