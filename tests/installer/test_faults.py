"""Explanations of installation failures."""

from __future__ import annotations

import pytest

from installer.faults import explain_output


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "disk is full",
        ),
        ("npm error code ENOSPC", "disk is full"),
        ("binding.cpp:2:10: fatal error: Python.h: No such file or directory", "python3-dev"),
        ("CMake Error: No CMAKE_CXX_COMPILER could be found.", "build-essential"),
        ("c++: fatal error: Killed signal terminated program cc1plus", "out of memory"),
        ("NewConnectionError('<pip._vendor...>: Failed to establish a new connection')", "network"),
        ("npm error code EAI_AGAIN\nnpm error network request to somewhere failed", "network"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]'))", "PIP_CERT"),
        ("npm error code EACCES", "cannot be written"),
        ("ERROR: No matching distribution found for torch==2.13.0", "torch==2.13.0"),
    ],
)
def test_a_known_failure_is_explained_in_one_sentence(output: str, words: str) -> None:
    sentence = explain_output(f"some line\n{output}\nanother line\n")
    assert sentence is not None
    assert words in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_an_unknown_failure_gets_no_explanation() -> None:
    assert explain_output("error: something unknown") is None


def test_a_full_disk_is_preferred_over_the_network_error_it_causes() -> None:
    sentence = explain_output("Connection broken\nOSError: [Errno 28] No space left on device")
    assert sentence is not None
    assert "disk is full" in sentence
