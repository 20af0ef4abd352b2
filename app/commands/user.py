"""Commands ``greenroom user …``: accounts, for an operator on the machine."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from app.commands.line import CommandFailed, Handler, add_command, add_data_dir, load_settings, print_result

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.core.state import AppState
    from app.security_events.tables import EventType
    from app.users.tables import User

_ROLES = ("recruiter", "admin")


def configure(commands: Any) -> None:
    """Add the command and its subcommands. All of them may run beside the server."""
    parser = commands.add_parser("user", help="list and create user accounts, and reset passwords")
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, summary: str, examples: str, handler: Handler, *, has_user: bool = True) -> Any:
        action = add_command(actions, name, summary=summary, examples=examples, handler=handler)
        add_data_dir(action)
        if has_user:
            action.add_argument("username", metavar="USERNAME")
        return action

    add(
        "list",
        "list all accounts",
        "  greenroom user list\n  greenroom user list --json",
        _list,
        has_user=False,
    )
    create = add(
        "create",
        "create an account and print its one-time password",
        '  greenroom user create alice --name "Alice Baker" --email alice@example.com\n'
        "  greenroom user create ada --role admin",
        _create,
    )
    create.add_argument("--role", choices=_ROLES, default="recruiter", help="default: recruiter")
    create.add_argument("--name", default="", help="full name (default: the username)")
    create.add_argument("--email", help="email address")
    add(
        "reset-password",
        "give a user a one-time password and remove the second factor",
        "  greenroom user reset-password ada",
        _reset_password,
    )
    set_role = add(
        "set-role",
        "make a user a recruiter or an administrator",
        "  greenroom user set-role alice admin",
        _set_role,
    )
    set_role.add_argument("role", choices=_ROLES)


@contextmanager
def _transaction(args: argparse.Namespace) -> Iterator[tuple[AppState, Session]]:
    """The state of a server that is not started, and a transaction. Raises CommandFailed."""
    settings = load_settings(args)
    from sqlalchemy.exc import DatabaseError

    from app.core.database import find_file
    from app.core.errors import AppError
    from app.core.postgresql import DatabaseUnsuitable
    from app.serving.installation import ServeFailed, check_database_version, explain_database_error

    file = find_file(settings.resolved_database_url)
    if file is not None and not file.is_file():
        raise CommandFailed(f"There is no database in {settings.data_dir}. Start the server once.")
    try:
        check_database_version(settings)
        # Imported by name: `app.main` is in a higher layer. Engines are not started.
        state: AppState = importlib.import_module("app.main").create_api(settings).state.greenroom
        try:
            with state.database.transaction() as session:
                yield state, session
        finally:
            state.database.dispose()
    except (ServeFailed, DatabaseUnsuitable, AppError) as error:
        raise CommandFailed(str(error)) from None
    except DatabaseError as error:
        raise CommandFailed(explain_database_error(error, settings)) from None


def _find(session: Session, username: str) -> User:
    from app.users import repository

    user = repository.find_by_username(session, username)
    if user is None:
        raise CommandFailed(f"There is no user named {username!r}.")
    return user


def _record(state: AppState, session: Session, event: EventType, user: User, **details: str) -> None:
    from app.security_events.service import COMMAND_LINE, describe_user, record

    record(
        session,
        event,
        origin=COMMAND_LINE,
        at=state.now(),
        subject=describe_user(user.id),
        details=details,
    )


def _describe(user: User) -> dict[str, object]:
    return {
        "username": user.username,
        "name": user.name,
        "email": user.email,
        "role": user.role,
        "isActive": user.is_active,
        "lastSignedInAt": None if user.last_signed_in_at is None else user.last_signed_in_at.isoformat(),
    }


def _list(args: argparse.Namespace) -> int:
    from app.users import repository

    with _transaction(args) as (_, session):
        users = [_describe(user) for user in repository.list_users(session)]
    width = max([len(str(user["username"])) for user in users], default=0)
    lines = [
        f"{user['username']:<{width}}  {user['role']:<9}  {'active' if user['isActive'] else 'inactive':<8}  "
        f"{user['name']}"
        for user in users
    ]
    print_result(args, {"users": users}, "\n".join(lines) or "There are no accounts yet.")
    return 0


def _create(args: argparse.Namespace) -> int:
    from pydantic import ValidationError

    from app.admin.users.schemas import Delivery, NewUser
    from app.core.invalid_values import explain_problem
    from app.security_events.tables import EventType
    from app.users.accounts import OneTimePassword, create_user, set_one_time_password

    try:
        new = NewUser(
            username=args.username,
            name=args.name or args.username,
            email=args.email,
            role=args.role,
            delivery=Delivery.ONE_TIME_PASSWORD,
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise CommandFailed(f"{first['loc'][0]}: {explain_problem(first)}") from None
    password = OneTimePassword.make()
    with _transaction(args) as (state, session):
        user = create_user(session, username=new.username, role=new.role, name=new.name, email=new.email)
        for hook in state.hooks.user_created:
            hook(session, user.id)
        set_one_time_password(session, user=user, password=password)
        _record(state, session, EventType.USER_CREATED, user, role=user.role, delivery="command line")
        result = {**_describe(user), "oneTimePassword": password.text}
    print_result(args, result, f"One-time password of {args.username}: {password.text}")
    return 0


def _reset_password(args: argparse.Namespace) -> int:
    """Reset a password, also an administrator's. Anyone who can run this command owns the data anyway."""
    from app.security_events.tables import EventType
    from app.users import repository, second_factor
    from app.users.accounts import OneTimePassword, set_one_time_password

    password = OneTimePassword.make()
    with _transaction(args) as (state, session):
        user = _find(session, args.username)
        set_one_time_password(session, user=user, password=password)
        second_factor.remove(session, user_id=user.id)
        repository.end_sessions(session, user_id=user.id, now=state.now())
        _record(state, session, EventType.PASSWORD_RESET, user, delivery="command line")
        result = {**_describe(user), "oneTimePassword": password.text}
    text = f"One-time password of {args.username}: {password.text}"
    if not result["isActive"]:
        text += "\nThe user is deactivated. An administrator must activate the account as well."
    print_result(args, result, text)
    return 0


def _set_role(args: argparse.Namespace) -> int:
    from app.security_events.tables import EventType
    from app.users.accounts import set_role
    from app.users.tables import Role

    with _transaction(args) as (state, session):
        user = _find(session, args.username)
        before = user.role
        user = set_role(session, user_id=user.id, role=Role(args.role))
        if user.role != before:
            _record(state, session, EventType.ROLE_CHANGED, user, before=before, after=user.role)
        result = _describe(user)
    role = "an administrator" if args.role == "admin" else "a recruiter"
    print_result(args, result, f"{args.username} is {role}.")
    return 0
