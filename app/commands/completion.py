"""Command ``greenroom completion``: a script that lets a shell complete commands and options."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from app.commands.line import add_command

_BASH = """\
# Completion of greenroom for bash. Load it with: source <(greenroom completion bash)
_greenroom() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" path="" word words=""
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$word" in
            -*) ;;
            *) path="${{path:+$path }}$word" ;;
        esac
    done
    case "$path" in
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _greenroom greenroom
"""
_ZSH = """\
# Completion of greenroom for zsh. Load it with: source <(greenroom completion zsh)
autoload -U +X bashcompinit && bashcompinit
"""
_FISH = "# Completion of greenroom for fish. Load it with: greenroom completion fish | source\n"


def configure(commands: Any, *, read_parser: Callable[[], argparse.ArgumentParser]) -> None:
    """Add the command. ``read_parser`` builds the parser whose commands are completed."""
    parser = add_command(
        commands,
        "completion",
        summary="print a script that lets a shell complete the commands and options of greenroom",
        examples="  source <(greenroom completion bash)\n  greenroom completion fish | source",
        handler=partial(_print, read_parser),
        has_json=False,
    )
    parser.add_argument("shell", choices=["bash", "zsh", "fish"])


def _print(read_parser: Callable[[], argparse.ArgumentParser], args: argparse.Namespace) -> int:
    parser = read_parser()
    sys.stdout.write(_write_fish(parser) if args.shell == "fish" else _write_bash(parser, shell=args.shell))
    return 0


def _write_bash(parser: argparse.ArgumentParser, *, shell: str) -> str:
    cases = []
    for path, one in _walk(parser):
        # The words after the command are its arguments, for example a file name.
        pattern = shlex.quote(" ".join(path)) + (" | " + shlex.quote(" ".join(path) + " ") + "*") * bool(path)
        words = " ".join([*_find_commands(one), *_find_options(one)])
        cases.append(f"        {pattern}) words={shlex.quote(words)} ;;")
    # Longest path first, because bash takes the first match.
    script = _BASH.format(cases="\n".join(reversed(cases)))
    return _ZSH + script.partition("\n")[2] if shell == "zsh" else script


def _write_fish(parser: argparse.ArgumentParser) -> str:
    lines = []
    for path, one in _walk(parser):
        seen = [f"__fish_seen_subcommand_from {word}" for word in path]
        below = " ".join(_find_commands(one))
        condition = "; and ".join([*seen, *([f"not __fish_seen_subcommand_from {below}"] if below else [])])
        prefix = "complete -c greenroom" + (f" -n {shlex.quote(condition)}" if condition else "")
        for word, explanation in _find_commands(one).items():
            lines.append(f"{prefix} -f -a {word} -d {shlex.quote(explanation)}")
        lines += [f"{prefix} -l {option.removeprefix('--')}" for option in _find_options(one)]
    return _FISH + "\n".join(lines) + "\n"


def _walk(
    parser: argparse.ArgumentParser, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """The parser of every command, each after the parser of its parent command."""
    yield path, parser
    for action in _find_subparsers(parser):
        for name, child in action.choices.items():
            yield from _walk(child, (*path, name))


def _find_subparsers(parser: argparse.ArgumentParser) -> list[Any]:
    return [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]


def _find_commands(parser: argparse.ArgumentParser) -> dict[str, str]:
    return {
        choice.dest: choice.help or ""
        for action in _find_subparsers(parser)
        for choice in action._choices_actions
    }


def _find_options(parser: argparse.ArgumentParser) -> list[str]:
    return sorted(
        option
        for action in parser._actions
        if action.help != argparse.SUPPRESS
        for option in action.option_strings
        if option.startswith("--")
    )
