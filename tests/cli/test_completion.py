"""`greenroom completion`: scripts that complete commands and options."""

from __future__ import annotations

import subprocess

import pytest

from app.cli import main


def complete(script: str, *words: str) -> set[str]:
    """What bash offers for the last of ``words``, with the script loaded."""
    quoted = " ".join(f"'{word}'" for word in words)
    call = f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _greenroom"
    lines = f"{call}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{lines}"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return set(done.stdout.split())


def test_bash_completes_commands_subcommands_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    assert {"backup", "restore", "serve", "support"} <= complete(script, "greenroom", "")
    assert complete(script, "greenroom", "ver") == {"verify", "version"}
    assert complete(script, "greenroom", "restore", "--re") == {"--rehearse", "--replace"}
    assert complete(script, "greenroom", "models", "f") == {"fetch"}
    assert complete(script, "greenroom", "models", "import", "--k") == {"--kind"}
    assert "--heartbeat" not in complete(script, "greenroom", "serve", "--")
    assert "--passphrase-file" in complete(script, "greenroom", "backup", "monday.backup", "--")


@pytest.mark.parametrize(("shell", "line"), [("zsh", "bashcompinit"), ("fish", "-l replace")])
def test_other_shells_have_scripts_too(shell: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert line in capsys.readouterr().out
