"""Trains the judge for German and French: ``python -m models.judgement.multilingual_training --base FILE``.

The file is that of multilingual-e5-small. There are few German and French exchanges, so most of what it
learns comes from English ones: the encoder gives sentences of the same meaning similar states in all its
languages. Only the upper layers are trained, so the output of the lower ones is computed once. The exchanges
of trades that the English judge keeps for validation stay kept. See docs/judgement.md.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from models.judgement.after_training import calibrate, evaluate
from models.judgement.bases import load_tokenizer
from models.judgement.encoding import Window
from models.judgement.examples import (
    DATA_DIR,
    SECOND_DATA_DIR,
    THIRD_DATA_DIR,
    Example,
    read_examples,
    vary,
)
from models.judgement.labels import CONCERNS
from models.judgement.network import RANK, Batch, JudgeNetwork
from models.judgement.training import (
    BATCH_WINDOWS,
    Item,
    LabelWeights,
    collect_items,
    compute_loss,
    make_batches,
    weigh_labels,
)
from models.judgement.weights import (
    FACTS_FILE,
    MULTILINGUAL_FACTS_FILE,
    MULTILINGUAL_LANGUAGES,
    MULTILINGUAL_WEIGHTS_FILE,
)

FROZEN_LAYERS = 7
"""Of twelve."""
EPOCHS = 3
ENGLISH_EXCHANGES = 2700
WITH_CONCERNS = 0.6
"""The share of them that hold a concern."""
RATES = (8e-4, 1e-3)
"""Largest learning rates of the updates and of the heads."""
SEED = 20261201


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="file of multilingual-e5-small")
    parser.add_argument("--out", type=Path, default=MULTILINGUAL_WEIGHTS_FILE.parent)
    args = parser.parse_args()
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    folders = (DATA_DIR, SECOND_DATA_DIR, THIRD_DATA_DIR)
    examples = [e for folder in folders for e in read_examples(sorted(folder.rglob("*.jsonl")))]
    kept = set(json.loads(FACTS_FILE.read_text(encoding="utf-8"))["validation"]["trades"])
    training = choose_examples([e for e in examples if e.trade not in kept], chance)
    validation = {
        language: [e for e in examples if e.trade in kept and e.exchange.language == language]
        for language in MULTILINGUAL_LANGUAGES
    }
    print(f"{len(training)} exchanges to train on", flush=True)
    tokenizer = load_tokenizer(args.base)
    network = JudgeNetwork(args.base, frozen_layers=FROZEN_LAYERS)
    started = time.monotonic()
    train(network, collect_items(tokenizer, training), weigh_labels(training), chance)
    minutes = (time.monotonic() - started) / 60
    own = [e for some in validation.values() for e in some]
    facts = calibrate(network, tokenizer, own)
    card = {
        "rank": RANK,
        "frozen_layers": FROZEN_LAYERS,
        **facts,
        "exchanges": len(training),
        "validation": {
            "exchanges": len(own),
            "languages": {name: evaluate(network, tokenizer, some) for name, some in validation.items()},
        },
        "training_minutes": round(minutes, 1),
    }
    weights = {name: value.half() for name, value in network.trained_state().items()}
    save_file(weights, args.out / MULTILINGUAL_WEIGHTS_FILE.name)
    text = json.dumps(card, indent=2) + "\n"
    (args.out / MULTILINGUAL_FACTS_FILE.name).write_text(text, encoding="utf-8")
    print(json.dumps(card["validation"], indent=2))


def choose_examples(examples: Sequence[Example], chance: random.Random) -> list[Example]:
    """Variations of some English examples, and the others as they are and once more as a variation."""
    by_trade: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        by_trade[example.trade].append(example)

    def change(chosen: Sequence[Example]) -> list[Example]:
        return [vary(example, by_trade[example.trade], chance) for example in chosen]

    others = [e for e in examples if e.exchange.language != "en"]
    english = [e for e in examples if e.exchange.language == "en"]
    grave = [e for e in english if any(labels & CONCERNS for labels in e.sentence_labels)]
    plain = [e for e in english if not any(labels & CONCERNS for labels in e.sentence_labels)]
    chance.shuffle(grave)
    chance.shuffle(plain)
    chosen = grave[: round(ENGLISH_EXCHANGES * WITH_CONCERNS)]
    chosen += plain[: ENGLISH_EXCHANGES - len(chosen)]
    return [*change(chosen), *others, *change(others)]


def train(network: JudgeNetwork, items: Sequence[Item], weights: LabelWeights, chance: random.Random) -> None:
    """Train the updates and the heads in place."""
    lower = _run_frozen_layers(network, [window for window, _, _ in items])
    heads = [p for n, p in network.named_parameters() if p.requires_grad and "head" in n]
    updates = [p for n, p in network.named_parameters() if p.requires_grad and "head" not in n]
    optimizer = torch.optim.AdamW(
        [{"params": updates, "lr": RATES[0]}, {"params": heads, "lr": RATES[1]}], weight_decay=0.01
    )
    steps = EPOCHS * (len(items) // BATCH_WINDOWS + 2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=list(RATES), total_steps=steps, pct_start=0.1
    )
    network.train()
    step = 0
    for epoch in range(EPOCHS):
        started = time.monotonic()
        losses: list[float] = []
        for places in make_batches(items, chance):
            batch = Batch.of([items[place][0] for place in places])
            hidden = nn.utils.rnn.pad_sequence([lower[place].float() for place in places], batch_first=True)
            logits = network.label(*network.read_hidden(hidden, batch))
            loss = compute_loss(logits, [items[place] for place in places], weights)
            optimizer.zero_grad()
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_([*updates, *heads], 1.0)
            optimizer.step()
            step += 1
            if step < steps:
                schedule.step()
            losses.append(loss.item())
        seconds = time.monotonic() - started
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, {seconds:.0f} s", flush=True)


@torch.no_grad()
def _run_frozen_layers(network: JudgeNetwork, windows: Sequence[Window]) -> list[Tensor]:
    """The output (tokens, width) of the frozen layers for each window."""
    network.eval()
    found: list[Tensor] = [torch.empty(0)] * len(windows)
    order = sorted(range(len(windows)), key=lambda place: len(windows[place].ids))
    for start in range(0, len(order), 2 * BATCH_WINDOWS):
        part = order[start : start + 2 * BATCH_WINDOWS]
        hidden = network.run_frozen_layers(Batch.of([windows[place] for place in part]))
        for row, place in enumerate(part):
            found[place] = hidden[row, : len(windows[place].ids)].half()
    return found


if __name__ == "__main__":
    main()
