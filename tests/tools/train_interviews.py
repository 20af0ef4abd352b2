"""Trains what finds concerns and evasions in whole interviews.

    python -m tests.tools.train_interviews

Reads the invented interviews of ``tests/bench/judgement*``, whose findings were planted. Writes the heads to
``models/judgement/interviews.safetensors`` and those of the signs to ``config/analysis/interviews.toml``.
Prints how often what was planted is among the first ones of its interview, for each group of sets with the
weights that the others give.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from sklearn.linear_model import LogisticRegression
from transformers import AutoTokenizer

from app.analysis.concerns import MIN_CONCERN_WORDS
from app.analysis.exchanges import find_exchanges
from app.analysis.interview_signs import list_concern_signs, list_evasion_signs
from app.analysis.judging import JudgedAnswer, judge_answers
from app.analysis.requirements import relate_requirements
from app.analysis.selection import MAX_PASSAGE_WORDS
from app.bench.judgement_twins import as_lines, load_english, make_background
from app.core.config_files import CONFIG_DIR
from app.core.settings import Settings
from app.engines import make_engines_config
from app.text.fillers import remove_fillers
from app.text.words import count_words
from models.judgement.encoding import Exchange, Tokenizer, encode_exchange
from models.judgement.network import Batch, JudgeNetwork
from models.judgement.weights import INTERVIEW_WEIGHTS_FILE, JUDGE_BASE, WEIGHTS_FILE
from models.ports import Engines, Priority
from models.runtime import build_engines

SETS = Path(__file__).parents[1] / "bench"
FOREIGN_SETS = ("judgement-7",)
"""In German and French."""
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
class Items:
    """The sentences, or the answers, of one interview."""

    source: str
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
    sentences, answers, names = asyncio.run(read_interviews())
    heads: dict[str, torch.Tensor] = {}
    lines = ["# Weights of app/analysis/interview_signs.py, written by tests.tools.train_interviews."]
    for name, items in (("concern", sentences), ("evasion", answers)):
        fitted = fit_calibrated(items)
        heads[f"{name}.weight"] = torch.tensor(fitted.states[None], dtype=torch.float32)
        lines += ["", f"[{name}]"]
        lines += [f"{sign} = {value:.4f}" for sign, value in zip(names[name], fitted.signs, strict=True)]
        lines.append(f"offset = {fitted.offset:.4f}")
    save_file(heads, INTERVIEW_WEIGHTS_FILE)
    target = CONFIG_DIR / "analysis" / "interviews.toml"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


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


async def read_interviews() -> tuple[list[Items], list[Items], dict[str, list[str]]]:
    """The sentences and the answers of every interview, and the names of the signs of both."""
    engines = build_engines(make_engines_config(Settings()))
    base = Settings().resolved_models_dir / JUDGE_BASE
    tokenizer = AutoTokenizer.from_pretrained(str(base), local_files_only=True)
    network = JudgeNetwork(base)
    network.load_trained(WEIGHTS_FILE)
    network.eval()
    sentences: list[Items] = []
    answers: list[Items] = []
    names: dict[str, list[str]] = {}
    try:
        for folder in sorted(SETS.glob("judgement*")):
            if folder.name in FOREIGN_SETS:
                continue
            for path in sorted((folder / "interviews").glob("*.json")):
                data = json.loads(path.read_text(encoding="utf-8"))
                judged = await _judge(engines, data)
                states = [_read_states(network, tokenizer, answer) for answer in judged]
                sentences.append(collect_sentences(folder.name, data, judged, [own for own, _ in states]))
                answers.append(collect_answers(folder.name, data, judged, [whole for _, whole in states]))
                names = {
                    "concern": list(list_concern_signs(judged[0].sentences[0])),
                    "evasion": list(list_evasion_signs(judged, 0)),
                }
    finally:
        await engines.stop()
    return sentences, answers, names


async def _judge(engines: Engines, data: dict[str, Any]) -> list[JudgedAnswer]:
    def priority() -> Priority:
        return Priority.BACKGROUND

    lexicon = load_english()
    exchanges = find_exchanges(as_lines(data["turns"]), lexicon)
    relations = await relate_requirements(
        engines, exchanges, make_background(data), language="en", priority=priority
    )
    return await judge_answers(
        engines, exchanges, relations.find_nearest(), lexicon=lexicon, priority=priority
    )


@torch.no_grad()
def _read_states(network: JudgeNetwork, tokenizer: Tokenizer, answer: JudgedAnswer) -> tuple[Array, Array]:
    """The states of the sentences, without that of the window, and of the answer."""
    texts = tuple(remove_fillers(item.sentence.text, language="en") for item in answer.sentences)
    exchange = Exchange(answer.exchange.question, texts, answer.requirement, "en")
    own: list[Array] = []
    whole: list[Array] = []
    for window in encode_exchange(tokenizer, exchange):
        sentences, answers = network.read(Batch.of([window]))
        own.append(sentences[window.context :, : network.width].numpy())
        whole.append(answers.numpy())
    return np.concatenate(own), whole[0]


def collect_sentences(
    source: str, data: dict[str, Any], answers: Sequence[JudgedAnswer], states: Sequence[Array]
) -> Items:
    """The sentences that can be concerns. Those beside a planted one count neither way."""
    concerns = _find_planted(data, answers, CONCERN_KINDS)
    doubtful = {place for place, _ in [*concerns, *_find_planted(data, answers, ("contradiction",))]}
    places = [
        (at, row)
        for at, answer in enumerate(answers)
        for row, item in enumerate(answer.sentences)
        if MIN_CONCERN_WORDS <= count_words(item.sentence.text) <= MAX_PASSAGE_WORDS
        and not item.sentence.text.rstrip().endswith("?")
    ]
    planted = [
        any(
            at == place and is_part(answers[at].sentences[row].sentence.text, quote)
            for place, quote in concerns
        )
        for at, row in places
    ]
    return _make_items(
        source,
        [list_concern_signs(answers[at].sentences[row]) for at, row in places],
        [states[at][row] for at, row in places],
        [at for at, _ in places],
        planted,
        [at not in doubtful for at, _ in places],
    )


def collect_answers(
    source: str, data: dict[str, Any], answers: Sequence[JudgedAnswer], states: Sequence[Array]
) -> Items:
    """All answers. Those next to a planted evasion count neither way: the question may be the same."""
    evasions = {place for place, _ in _find_planted(data, answers, ("evasion",))}
    every = range(len(answers))
    return _make_items(
        source,
        [list_evasion_signs(answers, at) for at in every],
        [states[at][0] for at in every],
        every,
        [at in evasions for at in every],
        [not evasions & {at - 1, at, at + 1} for at in every],
    )


def _make_items(
    source: str,
    signs: Iterable[dict[str, float]],
    states: Sequence[Array],
    exchanges: Sequence[int],
    is_planted: Sequence[bool],
    is_other: Sequence[bool],
) -> Items:
    return Items(
        source,
        np.array([list(own.values()) for own in signs], dtype=np.float32),
        np.array(states, dtype=np.float32),
        np.array(exchanges),
        np.array(is_planted),
        np.array(is_other),
    )


def _find_planted(
    data: dict[str, Any], answers: Sequence[JudgedAnswer], kinds: Sequence[str]
) -> list[tuple[int, str]]:
    """(place of the answer, quote) of every planted finding of these kinds that was judged."""
    places = {line.id: at for at, answer in enumerate(answers) for line in answer.exchange.answered}
    return [
        (places[f"s{fact['turn']}"], fact["quote"])
        for fact in data["planted"]
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
    return re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))


if __name__ == "__main__":
    main()
