"""Entry point of `make run`: check the Python version, then start the installation.

This file must be valid in every Python since 3.6, so that an old one prints a message and no SyntaxError.
"""

import sys

MIN_VERSION = (3, 11)
MAX_VERSION = (3, 13)


def main() -> int:
    found = sys.version_info[:2]
    if not MIN_VERSION <= found <= MAX_VERSION:
        sys.stderr.write(
            f"Greenroom needs Python 3.11, 3.12 or 3.13, but this is {found[0]}.{found[1]}. Install one "
            "(on Debian and Ubuntu: apt install python3 python3-venv), or select it with "
            "`make run PYTHON=/path/to/python3`.\n"
        )
        return 1
    from installer.bring_up import main as bring_up

    return bring_up(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
