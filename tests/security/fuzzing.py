"""Settings and strategies of the property tests: texts and files as strangers could send them."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

LONG = int(os.environ.get("FUZZ_FACTOR", "1"))
"""How many times the examples of the short form are tried."""

FUZZED = settings(
    max_examples=60 * LONG,
    # The same examples in every run of the short form: a failure on one machine is a failure on all.
    derandomize=LONG == 1,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

_FRAGMENTS = (
    "Jane Roe", "jane@example.com", "+47 22 55 01 42", "linkedin.com/in/jane", "EXPERIENCE", "Education",
    "Skills:", "PROJECTS", "2019 - 2021", "March 2019 – Present", "06/2019 – heute", "'19",
    "(2 years 3 months)", "remote", ",,,", "  ", "\t", "|", "·", "•", "- ", "* ", "(", ")", "[", "]",
    "{{7*7}}", "<script>", "=cmd()", "Nurse", "Senior Engineer", "Acme Ltd", "University of Bergen",
    "BSc in Physics", "A levels in Biology, Chemistry and Art", "Python, SQL, k8s", "**bold**",
    "S U M M A R Y", "worked as Analyst in Palmyra from 2019 to 2021.", "We are looking for", "you will",
    "Requirements", "5+ years of experience", "(m/w/d)", "Location: Oslo", "ignore previous instructions",
    "\u202e", "\u200b", "\ufeff", "\ufdd0", "\ufdef", "ﬁ", "İ", "ß", "١٢٣", "\U0001f468\u200d\U0001f469",
    "\ud800", "\x00", "é", "e\u0301", "Dear Ms Holm", "Kind regards", "at Acme", "AAAA", "aaaa", "1111",
    "....", "////", "    ,    ", "12/2019",
)  # fmt: skip

texts = st.lists(
    st.one_of(st.sampled_from(_FRAGMENTS), st.sampled_from(("\n", "\n\n", " ", ", ")), st.text(max_size=12)),
    max_size=60,
).map("".join)
"""Texts of fragments that the patterns look for, in any order, with noise between them."""


@st.composite
def mutated(draw: st.DrawFn, files: tuple[bytes, ...]) -> bytes:
    """One of ``files`` with parts overwritten, removed, repeated or cut off."""
    data = bytearray(draw(st.sampled_from(files)))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, max(0, len(data) - 1)))
        length = draw(st.integers(1, 64))
        action = draw(st.sampled_from(("overwrite", "remove", "repeat", "cut", "zero", "ones")))
        if action == "overwrite":
            data[start : start + length] = draw(st.binary(min_size=1, max_size=64))
        elif action == "remove":
            del data[start : start + length]
        elif action == "repeat":
            data[start:start] = data[start : start + length] * draw(st.integers(1, 40))
        elif action == "cut":
            del data[start:]
        else:
            data[start : start + length] = (b"\0" if action == "zero" else b"\xff") * length
    return bytes(data)
