"""The first thing that `make run` starts, with whatever Python the machine has.

This file must parse in every Python since 3.6, so that an old one gets a sentence instead of a SyntaxError.
"""

import sys

OLDEST = (3, 11)
NEWEST = (3, 13)


def main() -> int:
    found = sys.version_info[:2]
    if not OLDEST <= found <= NEWEST:
        sys.stderr.write(
            f"Greenroom needs Python 3.11, 3.12 or 3.13, and this is {found[0]}.{found[1]}: install one "
            "(on Debian and Ubuntu: apt install python3 python3-venv), or name it with "
            "`make run PYTHON=/path/to/python3`.\n"
        )
        return 1
    from installer.bring_up import main as bring_up

    return bring_up(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
