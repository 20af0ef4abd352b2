"""Command ``greenroom certificate``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.line import CommandFailed, add_command, add_data_dir, load_settings, print_result

if TYPE_CHECKING:
    from app.core.settings import Settings
    from app.tls.authority import AuthorityFiles


def configure(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "certificate",
        summary="create or renew a certificate for HTTPS, with a local certificate authority (CA)",
        examples=(
            "  greenroom certificate interviews.example.lan 192.168.1.20\n"
            "  greenroom certificate                    # renew, for the same names\n"
            "  greenroom certificate --instructions     # how devices install the CA certificate"
        ),
        handler=_certificate,
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="host name or IP address at which devices reach the server",
    )
    parser.add_argument(
        "--new-authority",
        action="store_true",
        help="create a new CA as well; it must be installed on every device again",
    )
    parser.add_argument(
        "--instructions", action="store_true", help="print how to install the CA certificate, then exit"
    )
    add_data_dir(parser)


def _certificate(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from app.core.clock import utc_now
    from app.serving.data_folder import make_private
    from app.tls.authority import (
        AuthorityFiles,
        choose_name,
        issue_certificate,
        read_fingerprint,
        renew_certificate,
    )
    from app.tls.certificate import CertificateProblem, read_certificate
    from app.tls.instructions import INSTALLATION

    files = AuthorityFiles.of(settings.data_dir)
    try:
        if not args.instructions:
            make_private(settings.data_dir)
            if args.names:
                issue_certificate(files, args.names, now=utc_now(), new_authority=args.new_authority)
            elif args.new_authority:
                raise CommandFailed("Name the host names and addresses of the server after --new-authority.")
            else:
                renew_certificate(files, now=utc_now())
        certificate = read_certificate(files.server)
        fingerprint = read_fingerprint(files)
    except CertificateProblem as problem:
        raise CommandFailed(str(problem)) from None
    except OSError as error:
        raise CommandFailed(f"{error.filename} cannot be written ({error.strerror}).") from None
    result = {
        "certificate": str(files.server),
        "authority": str(files.authority),
        "fingerprint": fingerprint,
        "names": list(certificate.names),
        "endsAt": certificate.ends_at.isoformat(),
    }
    text = (
        f"Certificate:     {files.server}\n"
        f"Valid for:       {', '.join(certificate.names)}\n"
        f"Valid until:     {certificate.ends_at:%Y-%m-%d}; a running server renews it automatically\n"
        f"CA certificate:  {files.authority}\n"
        f"Fingerprint:     {fingerprint}\n\n"
    )
    text += (
        INSTALLATION
        if args.instructions
        else _describe_next_steps(settings, files, choose_name(certificate.names))
    )
    print_result(args, result, text.rstrip("\n"))
    return 0


def _describe_next_steps(settings: Settings, files: AuthorityFiles, name: str) -> str:
    url = f"https://{f'[{name}]' if ':' in name else name}:{settings.port}"
    if settings.tls_cert is not None and Path(settings.tls_cert).absolute() == files.server.absolute():
        return "The running server uses it within a minute.\n"
    return (
        "Next:\n"
        "1. Set these variables for the server and start it:\n"
        "     GREENROOM_HOST=0.0.0.0\n"
        f"     GREENROOM_TLS_CERT={files.server}\n"
        f"     GREENROOM_PUBLIC_URL={url}\n"
        "2. Give every device the CA certificate. It is not secret, and the server offers it at\n"
        f"     {url}/api/site/certificate-authority\n"
        "3. Install it there: `greenroom certificate --instructions` says how.\n"
    )
