"""Trains the network that reads a line beside a prepared question.

    python -m app.question_tracking.asked_training --base FOLDER [--replies]

FOLDER holds all-MiniLM-L6-v2. The updates start from those of the comparer of claims, which already reads
two texts beside each other. Those of the epoch that is best on trades that were kept out are saved.
``pair_fit`` must be run afterwards. With ``--replies``, a network that also reads the candidate's reply
starts from those of the first one.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from app.question_tracking.asked_examples import (
    Example,
    QuestionList,
    list_session_files,
    pair_lists,
    pair_sessions,
    read_pair_lists,
    vary_lines,
)
from models.judgement.asked_encoding import encode_asked
from models.judgement.bases import load_tokenizer
from models.judgement.claims_encoding import EncodedPair
from models.judgement.encoding import Tokenizer
from models.judgement.metrics import average_precision
from models.judgement.network import CLAIM_RANK, AskedNetwork, LowRankLinear
from models.judgement.weights import (
    ASKED_FACTS_FILE,
    ASKED_WEIGHTS_FILE,
    CLAIM_WEIGHTS_FILE,
    REPLY_FACTS_FILE,
    REPLY_WEIGHTS_FILE,
)

BATCH_PAIRS = 32
SORTED_BATCHES = 20
"""Batches whose pairs are sorted by length together, so that little padding is computed."""
REPORTED_STEPS = 20
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
    draw: Callable[[random.Random], list[Example]],
    chance: random.Random,
    *,
    epochs: int,
    after_epoch: Callable[[], None],
) -> None:
    """Train the updates and the head in place. ``draw`` gives the examples of an epoch."""
    count = len(draw(random.Random(SEED)))
    parameters = [one for one in network.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.01)
    # The number of pairs changes a little from epoch to epoch.
    steps = epochs * (count // BATCH_PAIRS + SORTED_BATCHES)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=RATE, total_steps=steps, pct_start=0.1)
    for epoch in range(epochs):
        network.train()
        losses: list[float] = []
        items = [(encode_asked(tokenizer, pair), asks) for pair, asks in vary_lines(draw(chance), chance)]
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
            if len(losses) % REPORTED_STEPS == 0:
                mean = sum(losses[-REPORTED_STEPS:]) / REPORTED_STEPS
                print(f"step {len(losses)}: loss {mean:.3f}", flush=True)
        print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}", flush=True)
        after_epoch()


def draw_examples(
    lists: Sequence[QuestionList], sessions: Sequence[Path], chance: random.Random, *, with_replies: bool
) -> list[Example]:
    """Pairs of lists and sessions: those that have a reply, or all, without it."""
    foreign = [question.text for one in lists for question in one.questions]
    found = [*pair_lists(lists, chance, lists), *pair_sessions(sessions, chance, foreign)]
    if with_replies:
        return [(pair, asks) for pair, asks in found if pair.reply]
    return [(replace(pair, reply=""), asks) for pair, asks in found]


def widen_head(start: dict[str, Tensor], width: int) -> None:
    """Give a head that read no replies zeros for what a reply adds to its ``width``."""
    head = start.get("head.weight")
    if head is not None:
        start["head.weight"] = nn.functional.pad(head, (0, width - head.shape[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder of the encoder, all-MiniLM-L6-v2")
    parser.add_argument(
        "--continue-from", type=Path, help="folder with weights and card of an earlier run to start from"
    )
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument(
        "--replies", action="store_true", help="train the network that also reads the candidate's reply"
    )
    parser.add_argument("--out", type=Path, default=ASKED_WEIGHTS_FILE.parent, help="folder for the weights")
    args = parser.parse_args()
    torch.manual_seed(SEED)
    lists = read_pair_lists(with_replies=args.replies)
    weights_file, card_file = (
        (REPLY_WEIGHTS_FILE, REPLY_FACTS_FILE) if args.replies else (ASKED_WEIGHTS_FILE, ASKED_FACTS_FILE)
    )
    kept = set(random.Random(SEED).sample(sorted({one.trade for one in lists}), len(lists) // 20))
    if args.continue_from:
        card = json.loads((args.continue_from / card_file.name).read_text(encoding="utf-8"))
        kept, start = set(card["validation"]["trades"]), load_file(args.continue_from / weights_file.name)
    elif args.replies:
        start = load_file(ASKED_WEIGHTS_FILE)
    else:
        start = {name: value for name, value in load_file(CLAIM_WEIGHTS_FILE).items() if "head" not in name}
    training = [one for one in lists if one.trade not in kept]
    validation = [one for one in lists if one.trade in kept]
    tokenizer = load_tokenizer(args.base)
    network = AskedNetwork(args.base, reads_replies=args.replies)
    widen_head(start, network.head.in_features)
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
                args.out / weights_file.name,
            )
        precisions.append(precision)

    started = time.monotonic()
    sessions = list_session_files()

    def draw(chance: random.Random) -> list[Example]:
        return draw_examples(training, sessions, chance, with_replies=args.replies)

    train(network, tokenizer, draw, chance, epochs=args.epochs, after_epoch=keep_best)
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
    (args.out / card_file.name).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
