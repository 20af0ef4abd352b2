"""Trains the comparer of claims: ``python -m models.judgement.claims_training``. See docs/judgement.md."""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from models.judgement.bases import load_tokenizer
from models.judgement.claims_encoding import RELATIONS, ClaimPair, EncodedPair, Relation, encode_pair
from models.judgement.encoding import Tokenizer
from models.judgement.metrics import average_precision
from models.judgement.network import CLAIM_RANK, ClaimNetwork
from models.judgement.weights import CLAIM_FACTS_FILE, CLAIM_WEIGHTS_FILE

DATA_DIR = Path(__file__).parent / "claims"
BATCH_PAIRS = 32
UPDATE_RATE = 8e-4
HEAD_RATE = 1e-3
FOREIGN_PAIRS = 0.5
"""Pairs of statements with lines of other people, as a share of the examples: they are unrelated."""
SEED = 20261122


@dataclass(frozen=True, slots=True)
class ClaimExample:
    pair: ClaimPair
    relation: Relation
    trade: str
    source: str
    """cv or earlier."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder of the encoder, all-MiniLM-L6-v2")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--out", type=Path, default=CLAIM_WEIGHTS_FILE.parent, help="folder for the weights")
    args = parser.parse_args()
    torch.manual_seed(SEED)
    examples = read_examples(DATA_DIR)
    trades = sorted({example.trade for example in examples})
    kept = set(random.Random(SEED).sample(trades, max(1, len(trades) // 10)))
    training = [example for example in examples if example.trade not in kept]
    validation = [example for example in examples if example.trade in kept]
    print(f"{len(training)} pairs to train on, {len(validation)} to measure on", flush=True)
    tokenizer = load_tokenizer(args.base)
    network = ClaimNetwork(args.base)
    started = time.monotonic()
    train(network, tokenizer, training, epochs=args.epochs, validation=validation)
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
        "pairs": len(training),
        "trades": len({example.trade for example in training}),
        "validation": {
            "pairs": len(validation),
            "trades": sorted(kept),
            **measure(network, tokenizer, validation),
        },
        "training_minutes": round(minutes, 1),
    }
    (args.out / CLAIM_FACTS_FILE.name).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(card["validation"], indent=2))


def read_examples(folder: Path) -> list[ClaimExample]:
    """All examples of the JSON Lines files below a folder. Raises ValueError, KeyError."""
    examples: list[ClaimExample] = []
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                row = json.loads(line)
                pair = ClaimPair(row["line"], row["question"], row["statement"])
                examples.append(ClaimExample(pair, Relation(row["label"]), row["trade"], row["source"]))
    return examples


def add_foreign_pairs(examples: Sequence[ClaimExample], chance: random.Random) -> list[ClaimExample]:
    """The examples, plus statements paired with lines of other people, half of them of the same trade."""
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
    examples: Sequence[ClaimExample],
    *,
    epochs: int,
    validation: Sequence[ClaimExample],
) -> None:
    """Train the updates and the head in place."""
    chance = random.Random(SEED)
    parameters = [(n, p) for n, p in network.named_parameters() if p.requires_grad]
    heads = [p for n, p in parameters if "head" in n]
    updates = [p for n, p in parameters if "head" not in n]
    optimizer = torch.optim.AdamW(
        [{"params": updates, "lr": UPDATE_RATE}, {"params": heads, "lr": HEAD_RATE}], weight_decay=0.01
    )
    steps = epochs * (int(len(examples) * (1 + FOREIGN_PAIRS)) // BATCH_PAIRS + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=[UPDATE_RATE, HEAD_RATE], total_steps=steps, pct_start=0.1
    )
    step = 0
    for epoch in range(epochs):
        started = time.monotonic()
        network.train()
        items = [
            (encode_pair(tokenizer, example.pair), RELATIONS.index(example.relation))
            for example in add_foreign_pairs(examples, chance)
        ]
        chance.shuffle(items)
        losses = []
        for start in range(0, len(items), BATCH_PAIRS):
            batch = items[start : start + BATCH_PAIRS]
            logits = network([pair for pair, _ in batch])
            loss = nn.functional.cross_entropy(
                logits, torch.tensor([label for _, label in batch]), label_smoothing=0.05
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
