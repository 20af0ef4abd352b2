"""Language model in a worker process: llama.cpp with chat template, cached prefix, cancellable decoding."""

from __future__ import annotations

import ctypes
import secrets
import time
from typing import Any

import llama_cpp
import numpy as np
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from models.worker import frames
from models.worker.jobs import Job, JobRefused
from models.worker.passage import Passage
from models.worker.prefix_states import PrefixStates, State, Tokens, count_shared

BATCH_TOKENS = 512
PREFILL_PIECE_TOKENS = 128
"""Tokens evaluated between two checks of the cancel flag: under a second on two cores."""

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


class LlamaModel:
    """A model with one context. Only the thread of ``run`` uses the context; the vocabulary is shared."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._llm = llama_cpp.Llama(
            model_path=config["path"],
            n_ctx=config["context_window"],
            n_batch=BATCH_TOKENS,
            n_ubatch=BATCH_TOKENS,
            n_threads=config["threads"],
            n_threads_batch=config["threads"],
            n_gpu_layers=config["gpu_layers"],
            flash_attn=config["flash_attention"],
            logits_all=False,
            verbose=False,
        )
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._llm.model)
        self._memory = llama_cpp.llama_get_memory(self._llm.ctx)
        self._states: PrefixStates | None = PrefixStates(_ContextMemory(self._llm.ctx))
        metadata = self._llm.metadata
        self._bos = self._special_text(self._llm.token_bos())
        self._adds_bos = metadata.get("tokenizer.ggml.add_bos_token", "false") == "true"
        eos = self._special_text(self._llm.token_eos())
        template = metadata.get("tokenizer.chat_template") or CHATML
        self._formatters = [
            Jinja2ChatFormatter(template=text, eos_token=eos, bos_token=self._bos)
            for text in (template, CHATML)
        ]

    def describe(self) -> frames.Header:
        return {"context_window": self._llm.n_ctx()}

    def aside(self, header: frames.Header) -> frames.Header:
        return {"counts": [len(self._tokenize(text, special=False)) for text in header["texts"]]}

    def run(self, job: Job) -> frames.Header:
        started = time.monotonic()
        result = self._choose(job) if "answers" in job.header else self._complete(job)
        return {**result, "duration_ms": round((time.monotonic() - started) * 1000)}

    def _complete(self, job: Job) -> frames.Header:
        prompt = self._read_prompt(job, max_tokens=job.header["max_tokens"])
        cached = self._prefill(prompt, job)
        text, finish_reason, count = self._decode(job)
        return {
            "text": text,
            "finish_reason": finish_reason,
            "prompt_tokens": len(prompt),
            "cached_tokens": cached,
            "completion_tokens": count,
        }

    def _choose(self, job: Job) -> frames.Header:
        """Difference of the logits of two answers' first tokens, which is their log-odds."""
        first, second = (self._tokenize(answer, special=False)[0] for answer in job.header["answers"])
        if first == second:
            raise JobRefused("invalid_request", "The two answers begin with the same token.")
        prompt = self._read_prompt(job, max_tokens=0)
        cached = self._prefill(prompt, job)
        logits = llama_cpp.llama_get_logits_ith(self._llm.ctx, -1)
        return {
            "log_odds": float(logits[first] - logits[second]),
            "prompt_tokens": len(prompt),
            "cached_tokens": cached,
        }

    # --- Prompt -----------------------------------------------------------------------------

    def _read_prompt(self, job: Job, *, max_tokens: int) -> list[int]:
        """The tokens of the job's messages. Raises JobRefused if no completion of that size fits."""
        prompt = self.tokenize_chat(job.header["messages"])
        limit = self._llm.n_ctx()
        if len(prompt) + max_tokens > limit:
            raise JobRefused(
                "context_too_long",
                f"The prompt ({len(prompt)} tokens) and its completion ({max_tokens}) do not fit "
                f"the model's {limit} tokens.",
                prompt_tokens=len(prompt),
                context_window=limit,
            )
        return prompt

    def tokenize_chat(self, messages: list[dict[str, str]]) -> list[int]:
        """Tokenize a conversation so that only the template writes control tokens.

        The template is rendered with marks instead of the contents, so a CV that contains ``<|im_end|>``
        cannot end its turn.
        """
        for formatter in self._formatters:
            marks = [secrets.token_hex(16) for _ in messages]
            marked: list[Any] = [
                {"role": message["role"], "content": mark}
                for message, mark in zip(messages, marks, strict=True)
            ]
            try:
                rendered = formatter(messages=marked).prompt
            except ValueError as error:
                # Templates reject what their model was not trained on, such as a system message.
                refusal = str(error)
                continue
            if all(rendered.count(mark) == 1 for mark in marks):
                return self._tokenize_marked(rendered, marks, [message["content"] for message in messages])
            refusal = "it leaves out messages"
        raise JobRefused("invalid_request", f"The model's chat template rejects these messages: {refusal}.")

    def _tokenize_marked(self, rendered: str, marks: list[str], contents: list[str]) -> list[int]:
        tokens: list[int] = []
        if self._adds_bos and not rendered.startswith(self._bos):
            tokens.append(self._llm.token_bos())
        rest = rendered
        for mark, content in zip(marks, contents, strict=True):
            before, rest = rest.split(mark)
            tokens += self._tokenize(before, special=True)
            tokens += self._tokenize(content, special=False)
        return tokens + self._tokenize(rest, special=True)

    def _tokenize(self, text: str, *, special: bool) -> list[int]:
        if not text:
            return []
        encoded = text.encode("utf-8", "replace")
        return [int(token) for token in self._llm.tokenize(encoded, add_bos=False, special=special)]

    def _special_text(self, token: int) -> str:
        return self._piece(token, special=True).decode("utf-8", "replace") if token >= 0 else ""

    def _piece(self, token: int, *, special: bool = False) -> bytes:
        size = 64
        while True:
            buffer = ctypes.create_string_buffer(size)
            written = llama_cpp.llama_token_to_piece(self._vocabulary, token, buffer, size, 0, special)
            if written >= 0:
                return buffer.raw[:written]
            size = -written

    # --- Inference --------------------------------------------------------------------------

    def _prefill(self, prompt: list[int], job: Job) -> int:
        """Evaluate the tokens that are not cached yet; return how many were."""
        tokens = np.asarray(prompt, dtype=np.intc)
        held = self._swap_state(tokens)
        # The last token is always evaluated, since sampling needs its logits.
        cached = min(count_shared(held, tokens), len(prompt) - 1)
        if not llama_cpp.llama_memory_seq_rm(self._memory, -1, cached, -1):
            # Some architectures cannot drop part of their memory, so saved states would not help them either.
            self._states = None
            self._llm.reset()  # type: ignore[no-untyped-call]
            llama_cpp.llama_memory_clear(self._memory, True)
            cached = 0
        self._llm.n_tokens = cached
        for start in range(cached, len(prompt), PREFILL_PIECE_TOKENS):
            job.check()
            self._llm.eval(prompt[start : start + PREFILL_PIECE_TOKENS])
        return cached

    def _swap_state(self, prompt: Tokens) -> Tokens:
        """Restore the saved state that spares most of the prompt; return the tokens that the memory holds."""
        held = self._llm.input_ids[: self._llm.n_tokens]
        if self._states is None:
            return held
        restored = self._states.swap(held, prompt)
        self._llm.input_ids[: len(restored)] = restored
        return restored

    def _decode(self, job: Job) -> tuple[str, str, int]:
        request = job.header
        sampler = _make_sampler(request["temperature"], request["top_p"], request["seed"])
        passage = Passage(request["stop"])
        count = 0
        try:
            while count < request["max_tokens"]:
                job.check()
                token = llama_cpp.llama_sampler_sample(sampler, self._llm.ctx, -1)
                if llama_cpp.llama_vocab_is_eog(self._vocabulary, token):
                    return self._finish(job, passage, "stop", count)
                count += 1
                job.stream(passage.add(self._piece(token)))
                if passage.is_stopped:
                    return self._finish(job, passage, "stop", count)
                if count < request["max_tokens"]:
                    self._llm.eval([token])
        finally:
            llama_cpp.llama_sampler_free(sampler)
        return self._finish(job, passage, "length", count)

    def _finish(self, job: Job, passage: Passage, reason: str, count: int) -> tuple[str, str, int]:
        job.stream(passage.finish())
        job.flush()
        return passage.text, reason, count


class _ContextMemory:
    """The memory of a context's only sequence, as ``PrefixStates`` copies it."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def save(self, limit_bytes: int) -> State | None:
        size = llama_cpp.llama_state_seq_get_size(self._context, 0)
        if not 0 < size <= limit_bytes:
            return None
        state = np.empty(size, dtype=np.uint8)
        written = llama_cpp.llama_state_seq_get_data(self._context, _address(state), size, 0)
        return state if written == size else None

    def restore(self, state: State) -> bool:
        read = llama_cpp.llama_state_seq_set_data(self._context, _address(state), len(state), 0)
        if read == 0:
            llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self._context), True)
        return bool(read)


def _address(state: State) -> Any:
    return state.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))


def _make_sampler(temperature: float, top_p: float, seed: int) -> Any:
    """Build a llama.cpp sampler chain, which the caller frees. Temperature 0 is greedy."""
    chain = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
    if temperature <= 0:
        steps = [llama_cpp.llama_sampler_init_greedy()]
    else:
        steps = [
            llama_cpp.llama_sampler_init_top_k(40),
            llama_cpp.llama_sampler_init_top_p(top_p, 1),
            llama_cpp.llama_sampler_init_temp(temperature),
            llama_cpp.llama_sampler_init_dist(seed),
        ]
    for step in steps:
        llama_cpp.llama_sampler_chain_add(chain, step)
    return chain
