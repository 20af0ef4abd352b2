"""Installation failures, each explained in one sentence that says what to do."""

from __future__ import annotations

import re


class SetupFault(Exception):
    """The installation cannot continue. The message says what to do."""


RUN_AGAIN = "run the same command again. Finished steps are kept"

# The first pattern that matches names the cause, so the order matters.
_CAUSES: tuple[tuple[str, str], ...] = (
    (
        r"No space left on device|ENOSPC|\[Errno 28\]|Disk quota exceeded",
        f"The disk is full. Free some space and {RUN_AGAIN}.",
    ),
    (
        r"Python\.h: No such file|fatal error: .?Python\.h|Could NOT find Python3? .*Development",
        "Python's C header (Python.h) is missing. Install it "
        f"(on Debian and Ubuntu: apt install python3-dev) and {RUN_AGAIN}.",
    ),
    (
        r"No CMAKE_(C|CXX)_COMPILER could be found|CMAKE_(C|CXX)_COMPILER not set|"
        r"(gcc|g\+\+|cc|c\+\+)['\"]?: (command )?not found|Unknown compiler",
        "A C and C++ compiler is missing. Install one "
        f"(on Debian and Ubuntu: apt install build-essential) and {RUN_AGAIN}.",
    ),
    (
        r"Killed signal terminated program|out of memory|Cannot allocate memory|MemoryError",
        f"The machine ran out of memory. Close other programs (4 GiB free suffice) and {RUN_AGAIN}.",
    ),
    (
        r"NewConnectionError|Failed to establish a new connection|ConnectTimeoutError|"
        r"Name or service not known|Temporary failure in name resolution|Network is unreachable|"
        r"Connection refused|ReadTimeoutError|Read timed out|Connection (aborted|broken|reset)|"
        r"RemoteDisconnected|ProxyError|ProtocolError|IncompleteRead|"
        r"EAI_AGAIN|ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT|"
        r"npm (ERR!|error) network",
        "The network or the package index is unreachable. Check the connection and the proxy settings "
        f"(see docs/operations.md for machines without internet) and {RUN_AGAIN}.",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED|SSLError|SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|unable to verify",
        "The package index uses a certificate that this machine does not trust. Set your network's own "
        f"certificate authority in PIP_CERT and NODE_EXTRA_CA_CERTS and {RUN_AGAIN}.",
    ),
    (
        r"Permission denied|EACCES|EPERM|Operation not permitted",
        f"A file cannot be written. Check the owner of this folder and of your home folder, and {RUN_AGAIN}.",
    ),
)


def explain_output(output: str) -> str | None:
    """Explain the failure that the output of pip, npm or a compiler reports; None if unknown."""
    for pattern, sentence in _CAUSES:
        if re.search(pattern, output):
            return sentence
    missing = re.search(r"No matching distribution found for ([^\s]+)", output)
    if missing:
        return (
            f"The package index has no build of {missing[1]} for this Python and machine. "
            "Try Python 3.11 (`make run PYTHON=python3.11`)."
        )
    return None
