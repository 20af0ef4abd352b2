"""Saved states of prompts: when one is kept, which one is restored, and what goes."""

from __future__ import annotations

import numpy as np

from models.worker.prefix_states import (
    MIN_LOST_TOKENS,
    MIN_SPARED_TOKENS,
    PrefixStates,
    State,
    Tokens,
    count_shared,
)

BYTES_PER_TOKEN = 10
LENGTH = MIN_LOST_TOKENS * 2


class FakeMemory:
    """Holds a prompt's tokens; a state is ten bytes for each."""

    def __init__(self) -> None:
        self.tokens = np.empty(0, dtype=np.intc)
        self.restored = 0
        self.fails = False

    def save(self, limit_bytes: int) -> State | None:
        size = len(self.tokens) * BYTES_PER_TOKEN
        return np.zeros(size, dtype=np.uint8) if size <= limit_bytes else None

    def restore(self, state: State) -> bool:
        self.restored += 1
        return not self.fails


class Model:
    """A model that reads what is missing of a prompt, as the worker does."""

    def __init__(self, limit_tokens: int = 10 * LENGTH) -> None:
        self.memory = FakeMemory()
        self.states = PrefixStates(self.memory, limit_bytes=limit_tokens * BYTES_PER_TOKEN)

    def read(self, prompt: Tokens) -> int:
        """Returns how many tokens had to be read."""
        held = self.states.swap(self.memory.tokens, prompt)
        kept = count_shared(held, prompt)
        self.memory.tokens = prompt
        return len(prompt) - kept


def make_prompt(first: int, length: int = LENGTH) -> Tokens:
    """A prompt that differs from others from its first token."""
    return np.arange(first * 10_000, first * 10_000 + length, dtype=np.intc)


def test_two_alternating_prompts_are_read_once_each() -> None:
    model = Model()
    assert [model.read(make_prompt(number)) for number in (1, 2, 1, 2, 1)] == [LENGTH, LENGTH, 0, 0, 0]


def test_a_prompt_that_continues_a_saved_one_reads_only_its_end() -> None:
    model = Model()
    model.read(make_prompt(1))
    model.read(make_prompt(2))
    longer = np.concatenate([make_prompt(1), make_prompt(3, 7)])
    assert model.read(longer) == 7


def test_the_state_that_shares_most_is_restored() -> None:
    model = Model()
    start, ends = make_prompt(1), [make_prompt(2), make_prompt(3)]
    for end in ends:
        model.read(np.concatenate([start, end]))
        model.read(make_prompt(4))
    assert model.read(np.concatenate([start, ends[0], make_prompt(5, 3)])) == 3


def test_a_short_prompt_is_not_saved() -> None:
    model = Model()
    short = MIN_LOST_TOKENS - 1
    assert [model.read(make_prompt(number, short)) for number in (1, 2, 1)] == [short] * 3
    assert model.memory.restored == 0


def test_a_state_that_spares_few_tokens_is_not_restored() -> None:
    model = Model()
    model.read(make_prompt(1))
    model.read(make_prompt(2))
    few = np.concatenate([make_prompt(1, MIN_SPARED_TOKENS - 1), make_prompt(3)])
    assert model.read(few) == len(few)
    more = np.concatenate([make_prompt(1, MIN_SPARED_TOKENS), make_prompt(4)])
    model.read(make_prompt(2))
    assert model.read(more) == LENGTH


def test_a_prompt_unlike_all_saved_ones_restores_none() -> None:
    model = Model()
    assert [model.read(make_prompt(number)) for number in (1, 2, 3)] == [LENGTH] * 3
    assert model.memory.restored == 0


def test_prompts_with_the_same_start_need_no_state() -> None:
    model = Model()
    model.read(make_prompt(2))
    for question in range(5, 9):
        model.read(np.concatenate([make_prompt(1), make_prompt(question, 20)]))
    assert model.memory.restored == 0


def test_the_prompt_left_longest_ago_goes_first() -> None:
    model = Model(limit_tokens=2 * LENGTH)
    for number in (1, 2, 1, 3):
        model.read(make_prompt(number))
    # Saved so far: 2, then 1. Saving 3 drops 2.
    assert model.read(make_prompt(1)) == 0
    assert model.read(make_prompt(2)) == LENGTH


def test_a_state_replaces_the_one_it_continues() -> None:
    """Otherwise two alternating prompts would fill the memory and push out the third one."""
    model = Model(limit_tokens=4 * LENGTH)
    for number in (3, 1, 2, 1, 2, 1, 2):
        model.read(make_prompt(number))
    assert model.read(make_prompt(3)) == 0


def test_a_state_above_the_limit_is_not_saved_and_others_stay() -> None:
    model = Model(limit_tokens=LENGTH)
    large = make_prompt(2, 2 * LENGTH)
    for prompt in (make_prompt(1), large, make_prompt(3, 50)):
        model.read(prompt)
    assert [model.read(make_prompt(1)), model.read(large)] == [0, len(large)]


def test_after_a_failed_restore_no_state_is_tried_again() -> None:
    model = Model()
    model.read(make_prompt(1))
    model.read(make_prompt(2))
    model.memory.fails = True
    assert [model.read(make_prompt(number)) for number in (1, 2)] == [LENGTH, LENGTH]
    assert model.memory.restored == 1
