"""Trains the comparer of claims: ``python -m models.judgement.claims_training``. See docs/judgement.md.

The first stage trains on single pairs. With ``--continue-from`` the second trains the weights of the first
further, on the profiles and the same pairs.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor, nn
from transformers import AutoTokenizer

from models.judgement.claims_encoding import RELATIONS, ClaimPair, EncodedPair, Relation, encode_pair
from models.judgement.encoding import Tokenizer
from models.judgement.metrics import average_precision
from models.judgement.network import CLAIM_RANK, ClaimNetwork
from models.judgement.weights import CLAIM_FACTS_FILE, CLAIM_WEIGHTS_FILE

PAIRS_DIR = Path(__file__).parent / "claims" / "en"
"""Single pairs, a file for each trade."""
PROFILES_DIR = Path(__file__).parent / "claims" / "profiles"
"""CVs with statements beside them, of which the lines are named that they contradict or agree with."""
BATCH_PAIRS = 32
SORTED_BATCHES = 8
"""Batches whose pairs are sorted by length, so that little is padded."""
UPDATE_RATE = 8e-4
HEAD_RATE = 1e-3
SECOND_STAGE_RATES = 0.4
"""What the rates are multiplied with in the second stage."""
FOREIGN_PAIRS = 0.5
"""Pairs of statements with lines of other people, as a share of the examples: they are unrelated."""
SEED = 20261122


@dataclass(frozen=True, slots=True)
class ClaimExample:
    pair: ClaimPair
    relation: Relation
    trade: str


@dataclass(frozen=True, slots=True)
class Profile:
    """A CV, and what its owner said about it."""

    trade: str
    related: tuple[ClaimExample, ...]
    """Statements beside the lines that they contradict or agree with."""
    unrelated: tuple[tuple[ClaimExample, ...], ...]
    """For each statement the pairs with all other lines, that with the most common words first."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder of the encoder, all-MiniLM-L6-v2")
    parser.add_argument("--epochs", type=int, help="default: 5, or 2 in the second stage")
    parser.add_argument("--continue-from", type=Path, metavar="FOLDER", help="folder of weights to train on")
    parser.add_argument("--out", type=Path, default=CLAIM_WEIGHTS_FILE.parent, help="folder for the weights")
    args = parser.parse_args()
    torch.manual_seed(SEED)
    examples = read_examples(PAIRS_DIR)
    profiles = read_profiles(PROFILES_DIR) if args.continue_from else []
    # Each kind by itself, so that the second stage keeps the same pairs out as the first.
    kept_examples = choose_kept(example.trade for example in examples)
    kept_profiles = choose_kept(profile.trade for profile in profiles)
    data = TrainingData(
        [example for example in examples if example.trade not in kept_examples],
        [profile for profile in profiles if profile.trade not in kept_profiles],
    )
    validation = [example for example in examples if example.trade in kept_examples]
    for profile in profiles:
        if profile.trade in kept_profiles:
            validation += [*profile.related, *(pair for pairs in profile.unrelated for pair in pairs[:2])]
    print(f"{data.count()} pairs to train on, {len(validation)} to measure on", flush=True)
    tokenizer = AutoTokenizer.from_pretrained(str(args.base), local_files_only=True)
    network = ClaimNetwork(args.base)
    started = time.monotonic()
    if args.continue_from:
        network.load_trained(args.continue_from / CLAIM_WEIGHTS_FILE.name)
        before = {name: value.clone() for name, value in network.trained_state().items()}
        train(network, tokenizer, data, args.epochs or 2, validation, rates=SECOND_STAGE_RATES)
        # The mean of both is less sure of what the profiles alone suggest.
        network.average_with(before)
    else:
        train(network, tokenizer, data, args.epochs or 5, validation)
    minutes = (time.monotonic() - started) / 60
    logits = predict_logits(network, [encode_pair(tokenizer, example.pair) for example in validation])
    own = torch.tensor([RELATIONS.index(example.relation) for example in validation])
    losses = {t / 10: float(nn.functional.cross_entropy(logits / (t / 10), own)) for t in range(5, 61)}
    save_file(
        {name: value.half() for name, value in network.trained_state().items()},
        args.out / CLAIM_WEIGHTS_FILE.name,
    )
    card = {
        "rank": CLAIM_RANK,
        "temperature": min(losses, key=losses.__getitem__),
        "pairs": data.count(),
        "trades": len(
            {example.trade for example in data.examples} | {profile.trade for profile in data.profiles}
        ),
        "validation": {
            "pairs": len(validation),
            "trades": sorted(kept_examples | kept_profiles),
            **measure(network, tokenizer, validation),
        },
        "training_minutes": round(minutes, 1),
    }
    (args.out / CLAIM_FACTS_FILE.name).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(card["validation"], indent=2))


def choose_kept(trades: Iterable[str]) -> set[str]:
    """About every tenth trade, by a seed: it is measured on and not trained on."""
    distinct = sorted(set(trades))
    return set(random.Random(SEED).sample(distinct, len(distinct) // 10))


def read_examples(folder: Path) -> list[ClaimExample]:
    """All examples of the JSON Lines files of a folder. Raises ValueError, KeyError."""
    return [
        ClaimExample(
            ClaimPair(row["line"], row["question"], row["statement"]), Relation(row["label"]), row["trade"]
        )
        for row in _read_rows(folder)
    ]


def read_profiles(folder: Path) -> list[Profile]:
    """All profiles of the JSON Lines files of a folder. Raises ValueError, KeyError, IndexError."""
    return [_read_profile(row) for row in _read_rows(folder)]


def _read_rows(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def _read_profile(row: Mapping[str, Any]) -> Profile:
    related: list[ClaimExample] = []
    unrelated: list[tuple[ClaimExample, ...]] = []
    lines: list[str] = row["cv"]
    for said in row["said"]:
        named = dict.fromkeys(said["contradicts"], Relation.CONTRADICTS)
        named |= dict.fromkeys(said["agrees"], Relation.AGREES)
        words = _words(f"{said['q']} {said['s']}")

        def pair_with(index: int, relation: Relation, said: Mapping[str, Any] = said) -> ClaimExample:
            return ClaimExample(ClaimPair(lines[index], said["q"], said["s"]), relation, row["trade"])

        related += [pair_with(index, relation) for index, relation in named.items()]
        others = [index for index in range(len(lines)) if index not in named]
        others.sort(key=lambda index: -len(words & _words(lines[index])))
        unrelated.append(tuple(pair_with(index, Relation.UNRELATED) for index in others))
    return Profile(row["trade"], tuple(related), tuple(unrelated))


@dataclass(frozen=True, slots=True)
class TrainingData:
    """What the comparer is trained on."""

    examples: Sequence[ClaimExample]
    profiles: Sequence[Profile]

    def count(self) -> int:
        """Pairs whose relation somebody wrote down."""
        return len(self.examples) + sum(len(profile.related) for profile in self.profiles)

    def draw(self, chance: random.Random) -> list[ClaimExample]:
        """The pairs of one epoch: all that are related, and others by chance."""
        drawn = add_foreign_pairs(self.examples, chance)
        for profile in self.profiles:
            drawn += profile.related
            for first, *others in profile.unrelated:
                drawn += [first, chance.choice(others)]
        return drawn


def add_foreign_pairs(examples: Sequence[ClaimExample], chance: random.Random) -> list[ClaimExample]:
    """The examples, and statements beside lines of other people, half of them of the same trade."""
    by_trade: dict[str, list[ClaimExample]] = {}
    for example in examples:
        by_trade.setdefault(example.trade, []).append(example)
    added: list[ClaimExample] = []
    for example in chance.sample(list(examples), int(FOREIGN_PAIRS * len(examples))):
        pool = by_trade[example.trade] if chance.random() < 0.5 else examples
        line = chance.choice(pool).pair.line
        # Another line of the same person may be about the same thing: only other words are surely unrelated.
        if len(_words(line) & _words(example.pair.line)) <= 2:
            added.append(replace(example, pair=replace(example.pair, line=line), relation=Relation.UNRELATED))
    return [*examples, *added]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{3,}", text.lower()))


def train(
    network: ClaimNetwork,
    tokenizer: Tokenizer,
    data: TrainingData,
    epochs: int,
    validation: Sequence[ClaimExample],
    *,
    rates: float = 1.0,
) -> None:
    """Train the updates and the head in place, at the usual rates times ``rates``."""
    chance = random.Random(SEED)
    parameters = [(n, p) for n, p in network.named_parameters() if p.requires_grad]
    heads = [p for n, p in parameters if "head" in n]
    updates = [p for n, p in parameters if "head" not in n]
    optimizer = torch.optim.AdamW(
        [{"params": updates, "lr": rates * UPDATE_RATE}, {"params": heads, "lr": rates * HEAD_RATE}],
        weight_decay=0.01,
    )
    steps = epochs * (len(data.draw(random.Random(SEED))) // BATCH_PAIRS + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=[rates * UPDATE_RATE, rates * HEAD_RATE], total_steps=steps, pct_start=0.1
    )
    step = 0
    for epoch in range(epochs):
        started = time.monotonic()
        network.train()
        items = [
            (encode_pair(tokenizer, example.pair), RELATIONS.index(example.relation))
            for example in data.draw(chance)
        ]
        losses = []
        for batch in make_batches(items, chance):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = network([pair for pair, _ in batch])
            loss = nn.functional.cross_entropy(
                logits.float(), torch.tensor([label for _, label in batch]), label_smoothing=0.05
            )
            optimizer.zero_grad()
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_([*updates, *heads], 1.0)
            optimizer.step()
            if step < steps - 1:
                schedule.step()
            step += 1
            losses.append(loss.item())
        print(
            f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f},"
            f" {time.monotonic() - started:.0f} s {json.dumps(measure(network, tokenizer, validation))}",
            flush=True,
        )


def make_batches(
    items: Sequence[tuple[EncodedPair, int]], chance: random.Random
) -> list[list[tuple[EncodedPair, int]]]:
    """All items in batches of similar length, in an order by chance."""
    shuffled = chance.sample(list(items), len(items))
    batches: list[list[tuple[EncodedPair, int]]] = []
    for start in range(0, len(shuffled), BATCH_PAIRS * SORTED_BATCHES):
        part = sorted(
            shuffled[start : start + BATCH_PAIRS * SORTED_BATCHES], key=lambda item: len(item[0].ids)
        )
        batches += [part[at : at + BATCH_PAIRS] for at in range(0, len(part), BATCH_PAIRS)]
    chance.shuffle(batches)
    return batches


@torch.no_grad()
def predict_logits(network: ClaimNetwork, pairs: Sequence[EncodedPair]) -> Tensor:
    """(pairs, relations)."""
    network.eval()
    parts = [network(pairs[start : start + 64]) for start in range(0, len(pairs), 64)]
    return torch.cat(parts)


def measure(
    network: ClaimNetwork, tokenizer: Tokenizer, examples: Sequence[ClaimExample]
) -> dict[str, float]:
    """Accuracy, average precision of contradictions, and their recall at a precision of 0.9."""
    logits = predict_logits(network, [encode_pair(tokenizer, example.pair) for example in examples])
    scores = logits.softmax(1)[:, RELATIONS.index(Relation.CONTRADICTS)].tolist()
    truth = [example.relation is Relation.CONTRADICTS for example in examples]
    guesses = [RELATIONS[index] for index in logits.argmax(1).tolist()]
    right = sum(guess is example.relation for guess, example in zip(guesses, examples, strict=True))
    return {
        "accuracy": round(right / len(examples), 3),
        "contradictions": round(average_precision(truth, scores), 3),
        "recall_at_precision_0.9": round(_find_recall(truth, scores, precision=0.9), 3),
    }


def _find_recall(truth: Sequence[bool], scores: Sequence[float], *, precision: float) -> float:
    """The largest share of true items among the first ones in which at least ``precision`` are true."""
    best = hits = 0
    ranked = sorted(zip(scores, truth, strict=True), reverse=True)
    for count, (_, is_true) in enumerate(ranked, start=1):
        hits += is_true
        if hits / count >= precision:
            best = hits
    return best / max(1, sum(truth))


if __name__ == "__main__":
    main()
