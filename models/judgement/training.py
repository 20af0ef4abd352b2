"""Trains the judge: ``python -m models.judgement.training``. See docs/judgement.md.

With ``--continue-from`` it runs a further stage: it trains weights on new exchanges, mixed with a sample of
those that they were trained on, so that they do not forget them. Trades that earlier stages kept for
validation stay kept.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from models.judgement.after_training import calibrate, evaluate
from models.judgement.bases import load_tokenizer
from models.judgement.encoding import Tokenizer, Window, encode_exchange
from models.judgement.examples import (
    DATA_DIR,
    LANGUAGES,
    SECOND_DATA_DIR,
    Example,
    read_examples,
    vary,
)
from models.judgement.labels import ANSWER_LABELS, SENTENCE_LABELS
from models.judgement.network import RANK, Batch, JudgeNetwork
from models.judgement.weights import FACTS_FILE, WEIGHTS_FILE

BATCH_WINDOWS = 16
MAX_POSITIVE_WEIGHT = 8.0
MAX_ANSWER_WEIGHT = 4.0
ANSWER_LOSS_WEIGHT = 0.5
RATES = (6e-4, 1e-3)
"""Largest learning rates of the updates and of the heads."""
SECOND_RATES = (3e-4, 5e-4)
"""Those of the second stage."""
REPLAYED = 2
"""Earlier exchanges per new one in each epoch of the second stage."""
SEED = 20261122


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder of the encoder, all-MiniLM-L6-v2")
    parser.add_argument(
        "--data", type=Path, nargs="+", default=[DATA_DIR], help="folders of labeled exchanges"
    )
    parser.add_argument("--epochs", type=int, help="default: 4, or 1 in the second stage")
    parser.add_argument("--continue-from", type=Path, metavar="FOLDER", help="folder of weights to train on")
    parser.add_argument("--new", type=Path, default=SECOND_DATA_DIR, help="new exchanges of a later stage")
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE.parent, help="folder for the weights")
    args = parser.parse_args()
    torch.manual_seed(SEED)
    examples = [example for folder in args.data for example in _read_folder(folder)]
    replay: list[Example] = []
    if args.continue_from:
        card = json.loads((args.continue_from / FACTS_FILE.name).read_text(encoding="utf-8"))
        kept = set(card["validation"]["trades"])
        replay = [example for example in examples if example.trade not in kept]
        training, validation = split_by_trade(_read_folder(args.new))
        validation += [example for example in examples if example.trade in kept]
    else:
        training, validation = split_by_trade(examples)
    print(f"{len(training)} exchanges to train on, {len(validation)} to calibrate on", flush=True)
    tokenizer = load_tokenizer(args.base)
    network = JudgeNetwork(args.base)
    if args.continue_from:
        network.load_trained(args.continue_from / WEIGHTS_FILE.name)
    epochs = args.epochs or (1 if args.continue_from else 4)
    started = time.monotonic()
    before = {name: value.clone() for name, value in network.trained_state().items()}
    train(network, tokenizer, training, epochs=epochs, replay=replay, validation=validation)
    if args.continue_from:
        # The mean of both forgets less of what the new exchanges do not contain, other languages above all.
        network.average_with(before)
    minutes = (time.monotonic() - started) / 60
    facts = calibrate(network, tokenizer, validation)
    metrics = evaluate(network, tokenizer, validation)
    by_language = {
        language: evaluate(network, tokenizer, own)
        for language in LANGUAGES
        if (own := [example for example in validation if example.exchange.language == language])
    }
    save_file(
        {name: value.half() for name, value in network.trained_state().items()}, args.out / WEIGHTS_FILE.name
    )
    trained = [*replay, *training]
    card = {
        "rank": RANK,
        **facts,
        "exchanges": len(trained),
        "sentences": sum(len(example.sentence_labels) for example in trained),
        "trades": len({example.trade for example in trained}),
        "second_stage_exchanges": len(training) if replay else 0,
        "validation": {
            "exchanges": len(validation),
            "trades": sorted({e.trade for e in validation}),
            **metrics,
            "languages": by_language,
        },
        "training_minutes": round(minutes, 1),
    }
    (args.out / FACTS_FILE.name).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(card["validation"], indent=2))


def _read_folder(folder: Path) -> list[Example]:
    return read_examples(sorted(folder.rglob("*.jsonl")))


def split_by_trade(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Training and validation examples. About every tenth trade, chosen by a seed, is for validation only."""
    trades = sorted({example.trade for example in examples})
    kept = set(random.Random(SEED).sample(trades, max(1, len(trades) // 10)))
    return (
        [example for example in examples if example.trade not in kept],
        [example for example in examples if example.trade in kept],
    )


Item = tuple[Window, Tensor, int]
"""A window, the labels (sentences, labels) that its sentences have, and the place of the answer's label."""


def collect_items(tokenizer: Tokenizer, examples: Sequence[Example]) -> list[Item]:
    """Windows with their targets; the answer label counts for the first window only (-100 elsewhere)."""
    items: list[Item] = []
    for example in examples:
        for window in encode_exchange(tokenizer, example.exchange):
            labels = example.sentence_labels[window.first : window.first + len(window.spans)]
            targets = torch.tensor([[float(label in own) for label in SENTENCE_LABELS] for own in labels])
            answer = ANSWER_LABELS.index(example.answer_label) if window.first == 0 else -100
            items.append((window, targets, answer))
    return items


def make_batches(items: Sequence[Item], chance: random.Random) -> list[list[int]]:
    """Places of items of similar length, in random order."""
    order = list(range(len(items)))
    chance.shuffle(order)
    batches: list[list[int]] = []
    for start in range(0, len(order), BATCH_WINDOWS * 16):
        part = sorted(order[start : start + BATCH_WINDOWS * 16], key=lambda place: len(items[place][0].ids))
        batches += [part[at : at + BATCH_WINDOWS] for at in range(0, len(part), BATCH_WINDOWS)]
    chance.shuffle(batches)
    return batches


@dataclass(frozen=True, slots=True)
class LabelWeights:
    """How much the labels count in the loss: rare ones more."""

    sentences: Tensor
    """(labels,), for sentences that have the label."""
    answers: Tensor
    """(answer labels,)"""


def weigh_labels(examples: Sequence[Example]) -> LabelWeights:
    counts = np.zeros(len(SENTENCE_LABELS))
    total = 0
    for example in examples:
        for labels in example.sentence_labels:
            total += 1
            counts += [label in labels for label in SENTENCE_LABELS]
    weight = np.minimum(MAX_POSITIVE_WEIGHT, np.sqrt((total - counts) / np.maximum(1, counts)))
    answers = np.bincount(
        [ANSWER_LABELS.index(example.answer_label) for example in examples], minlength=len(ANSWER_LABELS)
    )
    answer_weight = np.minimum(MAX_ANSWER_WEIGHT, np.sqrt(answers.max() / np.maximum(1, answers)))
    return LabelWeights(torch.tensor(weight).float(), torch.tensor(answer_weight).float())


def compute_loss(logits: tuple[Tensor, Tensor], items: Sequence[Item], weights: LabelWeights) -> Tensor:
    """The loss of the logits of the sentences and of the answers of these items."""
    of_sentences, of_answers = (values.float() for values in logits)
    targets = torch.cat([labels for _, labels, _ in items])
    loss = nn.functional.binary_cross_entropy_with_logits(of_sentences, targets, pos_weight=weights.sentences)
    answer = torch.tensor([label for _, _, label in items])
    if (answer >= 0).any():
        own = nn.functional.cross_entropy(of_answers, answer, weight=weights.answers, ignore_index=-100)
        loss = loss + ANSWER_LOSS_WEIGHT * own
    return loss


def train(
    network: JudgeNetwork,
    tokenizer: Tokenizer,
    examples: Sequence[Example],
    *,
    epochs: int,
    replay: Sequence[Example] = (),
    validation: Sequence[Example] = (),
) -> None:
    """Train the updates and the heads in place.

    With ``replay``, the exchanges that the network was trained on before, each epoch adds a sample of them.
    """
    replayed = min(len(replay), REPLAYED * len(examples))
    known = [*examples, *replay]
    update_rate, head_rate = SECOND_RATES if replay else RATES
    chance = random.Random(SEED)
    by_trade: dict[str, list[Example]] = defaultdict(list)
    for example in known:
        by_trade[example.trade].append(example)
    weights = weigh_labels(known)
    heads = [p for n, p in network.named_parameters() if p.requires_grad and "head" in n]
    updates = [p for n, p in network.named_parameters() if p.requires_grad and "head" not in n]
    optimizer = torch.optim.AdamW(
        [{"params": updates, "lr": update_rate}, {"params": heads, "lr": head_rate}], weight_decay=0.01
    )
    steps = epochs * ((len(examples) + replayed) // BATCH_WINDOWS + 8)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=[update_rate, head_rate], total_steps=steps, pct_start=0.1
    )
    step = 0
    for epoch in range(epochs):
        started = time.monotonic()
        network.train()
        varied = [
            vary(example, by_trade[example.trade], chance)
            for example in [*examples, *chance.sample(replay, replayed)]
        ]
        items = collect_items(tokenizer, varied)
        losses = []
        for places in make_batches(items, chance):
            batch = [items[place] for place in places]
            with torch.autocast("cpu", dtype=torch.bfloat16):
                sentence_logits, answer_logits = network(Batch.of([window for window, _, _ in batch]))
            loss = compute_loss((sentence_logits, answer_logits), batch, weights)
            optimizer.zero_grad()
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_([*updates, *heads], 1.0)
            optimizer.step()
            if step < steps - 1:
                schedule.step()
            step += 1
            losses.append(loss.item())
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, {time.monotonic() - started:.0f} s", flush=True
        )
        if validation:
            print(json.dumps(evaluate(network, tokenizer, validation)), flush=True)


if __name__ == "__main__":
    main()
