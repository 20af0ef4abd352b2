"""Trains the network that reads a line beside a prepared question.

    python -m app.question_tracking.asked_training --base FOLDER

FOLDER holds all-MiniLM-L6-v2. The updates start from those of the comparer of claims, which already reads
two texts beside each other. Those of the epoch that is best on trades that were kept out are saved.
``pair_fit`` must be run afterwards.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import AutoTokenizer

from app.question_tracking.asked_examples import (
    QuestionList,
    list_session_files,
    mishear,
    pair_lists,
    pair_sessions,
    read_pair_lists,
)
from models.judgement.asked_encoding import encode_asked
from models.judgement.claims_encoding import EncodedPair
from models.judgement.encoding import Tokenizer
from models.judgement.metrics import average_precision
from models.judgement.network import CLAIM_RANK, AskedNetwork, LowRankLinear
from models.judgement.weights import ASKED_FACTS_FILE, ASKED_WEIGHTS_FILE, CLAIM_WEIGHTS_FILE

BATCH_PAIRS = 32
SORTED_BATCHES = 20
"""Batches whose pairs are sorted by length together, so that little padding is computed."""
RATE = 6e-4
TARGETS = (0.02, 0.97)
SEED = 20261128


def make_batches(
    items: Sequence[tuple[EncodedPair, bool]], chance: random.Random
) -> list[list[tuple[EncodedPair, bool]]]:
    """All items in mixed order, with similar lengths in a batch."""
    mixed = list(items)
    chance.shuffle(mixed)
    batches: list[list[tuple[EncodedPair, bool]]] = []
    for start in range(0, len(mixed), BATCH_PAIRS * SORTED_BATCHES):
        part = sorted(mixed[start : start + BATCH_PAIRS * SORTED_BATCHES], key=lambda item: len(item[0].ids))
        batches += [part[at : at + BATCH_PAIRS] for at in range(0, len(part), BATCH_PAIRS)]
    chance.shuffle(batches)
    return batches


@torch.no_grad()
def predict(network: AskedNetwork, pairs: Sequence[EncodedPair]) -> Tensor:
    """(pairs,)"""
    network.eval()
    with torch.autocast("cpu", torch.bfloat16):
        return torch.cat([network(pairs[start : start + 64]) for start in range(0, len(pairs), 64)]).float()


def train(
    network: AskedNetwork,
    tokenizer: Tokenizer,
    lists: Sequence[QuestionList],
    chance: random.Random,
    *,
    epochs: int,
    after_epoch: Callable[[], None],
) -> None:
    """Train the updates and the head in place."""
    sessions = list_session_files()
    count = len(pair_lists(lists, random.Random(SEED), lists))
    count += len(pair_sessions(sessions, random.Random(SEED)))
    parameters = [one for one in network.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.01)
    # The number of pairs changes a little from epoch to epoch.
    steps = epochs * (count // BATCH_PAIRS + SORTED_BATCHES)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=RATE, total_steps=steps, pct_start=0.1)
    for epoch in range(epochs):
        network.train()
        losses: list[float] = []
        examples = [*pair_lists(lists, chance, lists), *pair_sessions(sessions, chance)]
        items = [(encode_asked(tokenizer, pair), asks) for pair, asks in mishear(examples, chance)]
        for batch in make_batches(items, chance):
            with torch.autocast("cpu", torch.bfloat16):
                logits = network([pair for pair, _ in batch])
            targets = torch.tensor([TARGETS[asks] for _, asks in batch])
            loss = nn.functional.binary_cross_entropy_with_logits(logits.float(), targets)
            optimizer.zero_grad()
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}", flush=True)
        after_epoch()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder of the encoder, all-MiniLM-L6-v2")
    parser.add_argument(
        "--continue-from", type=Path, help="folder with weights and card of an earlier run to start from"
    )
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ASKED_WEIGHTS_FILE.parent, help="folder for the weights")
    args = parser.parse_args()
    torch.manual_seed(SEED)
    lists = read_pair_lists()
    if args.continue_from:
        card = json.loads((args.continue_from / ASKED_FACTS_FILE.name).read_text(encoding="utf-8"))
        kept, start = (
            set(card["validation"]["trades"]),
            load_file(args.continue_from / ASKED_WEIGHTS_FILE.name),
        )
    else:
        kept = set(random.Random(SEED).sample(sorted({one.trade for one in lists}), len(lists) // 20))
        start = {name: value for name, value in load_file(CLAIM_WEIGHTS_FILE).items() if "head" not in name}
    training = [one for one in lists if one.trade not in kept]
    validation = [one for one in lists if one.trade in kept]
    tokenizer = AutoTokenizer.from_pretrained(str(args.base), local_files_only=True)
    network = AskedNetwork(args.base)
    network.load_state_dict(start, strict=False)
    for module in network.modules():
        if isinstance(module, LowRankLinear):
            # The frozen layers in the precision in which they are computed: no conversion at each step.
            module.base.to(torch.bfloat16)
    chance = random.Random(SEED)
    unseen = pair_lists(validation, chance, validation)
    unseen = [(pair, asks) for pair, asks in unseen if pair.question != pair.line]
    encoded = [encode_asked(tokenizer, pair) for pair, _ in unseen]
    precisions: list[float] = []

    def keep_best() -> None:
        precision = average_precision([asks for _, asks in unseen], predict(network, encoded))
        print(f"average precision of {len(unseen)} unseen pairs: {precision:.3f}", flush=True)
        if precision >= max(precisions, default=0.0):
            save_file(
                {name: value.half() for name, value in network.trained_state().items()},
                args.out / ASKED_WEIGHTS_FILE.name,
            )
        precisions.append(precision)

    started = time.monotonic()
    train(network, tokenizer, training, chance, epochs=args.epochs, after_epoch=keep_best)
    card = {
        "rank": CLAIM_RANK,
        "lists": len(training),
        "questions": sum(len(one.questions) for one in training),
        "validation": {
            "trades": sorted(kept),
            "pairs": len(unseen),
            "average_precision": [round(one, 3) for one in precisions],
        },
        "training_minutes": round((time.monotonic() - started) / 60, 1),
    }
    (args.out / ASKED_FACTS_FILE.name).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
