"""The server's certificate: what is refused at the start, and with which words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from app.core.settings import Settings
from app.doctor.checks import examine
from app.serving.installation import ServeFailed
from app.serving.server import serve
from app.tls.authority import AuthorityFiles, issue_certificate
from app.tls.certificate import Certificate, CertificateProblem, check_certificate, read_certificate
from app.tls.serving import local_url


def make_certificate(*names: str) -> Certificate:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    return Certificate(names=names, starts_at=start, ends_at=start + timedelta(days=90))


class TestCertificateFiles:
    def test_names_and_end_are_read(self, files: AuthorityFiles, now: datetime) -> None:
        certificate = read_certificate(files.server)
        assert certificate.names == ("interviews.example.lan", "localhost", "192.0.2.20", "127.0.0.1", "::1")
        assert certificate.starts_at < now < certificate.ends_at

    def test_the_key_may_be_in_a_file_of_its_own(self, files: AuthorityFiles, tmp_path: Path) -> None:
        key, mark, certificate = files.server.read_text().partition("-----BEGIN CERTIFICATE")
        (tmp_path / "server.key").write_text(key)
        (tmp_path / "server.crt").write_text(mark + certificate)
        assert read_certificate(tmp_path / "server.crt", tmp_path / "server.key").names

    def test_a_missing_file_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(CertificateProblem, match=r"nowhere\.pem cannot be read"):
            read_certificate(tmp_path / "nowhere.pem")

    @pytest.mark.parametrize(
        "content", [b"", b"\xff\x00", b"-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----"]
    )
    def test_a_file_without_a_certificate_is_refused(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "server.pem").write_bytes(content)
        with pytest.raises(CertificateProblem, match="contains no valid certificate"):
            read_certificate(tmp_path / "server.pem")

    def test_the_key_of_another_certificate_is_refused(self, files: AuthorityFiles) -> None:
        with pytest.raises(CertificateProblem, match="does not belong to the certificate"):
            read_certificate(files.server, files.authority_key)

    def test_a_file_without_a_key_is_refused(self, files: AuthorityFiles) -> None:
        with pytest.raises(CertificateProblem, match=r"ca\.pem contains no private key"):
            read_certificate(files.server, files.authority)

    def test_a_key_with_a_passphrase_is_refused_with_the_remedy(
        self, files: AuthorityFiles, tmp_path: Path
    ) -> None:
        key = load_pem_private_key(files.authority_key.read_bytes(), password=None)
        sealed = tmp_path / "sealed.key"
        sealed.write_bytes(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
        )
        with pytest.raises(CertificateProblem, match=r"passphrase.*openssl pkey"):
            read_certificate(files.server, sealed)

    def test_a_key_of_another_kind_is_refused(self, files: AuthorityFiles, tmp_path: Path) -> None:
        key = rsa.generate_private_key(65537, 2048)
        other = tmp_path / "rsa.key"
        other.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        with pytest.raises(CertificateProblem, match="does not belong"):
            read_certificate(files.server, other)


class TestNames:
    @pytest.mark.parametrize(
        ("name", "host"),
        [
            ("interviews.example.com", "Interviews.Example.com"),
            ("interviews.example.com", "interviews.example.com."),
            ("*.example.com", "interviews.example.com"),
            ("xn--bcher-kva.example", "bücher.example"),
            ("192.0.2.20", "192.0.2.20"),
            ("2001:db8::1", "[2001:0db8::0001]"),
        ],
    )
    def test_covered(self, name: str, host: str) -> None:
        assert make_certificate(name).covers(host)

    @pytest.mark.parametrize(
        ("name", "host"),
        [
            ("example.com", "interviews.example.com"),
            ("*.example.com", "example.com"),
            ("*.example.com", ".example.com"),
            ("*.example.com", "a.b.example.com"),
            ("192.0.2.20", "192.0.2.21"),
            ("example.com", ""),
        ],
    )
    def test_not_covered(self, name: str, host: str) -> None:
        assert not make_certificate(name).covers(host)


class TestCheck:
    def test_the_public_address_must_be_covered(self) -> None:
        certificate = make_certificate("interviews.example.com")
        at = certificate.starts_at
        check_certificate(certificate, public_url="https://interviews.example.com/", now=at)
        with pytest.raises(
            CertificateProblem, match=r"interviews\.example\.com, but not for hr\.example\.com"
        ):
            check_certificate(certificate, public_url="https://hr.example.com:8420", now=at)

    def test_the_public_address_must_be_https(self) -> None:
        certificate = make_certificate("interviews.example.com")
        with pytest.raises(CertificateProblem, match="HTTPS only"):
            check_certificate(
                certificate, public_url="http://interviews.example.com", now=certificate.starts_at
            )

    def test_an_expired_certificate_is_refused_from_its_last_second(self) -> None:
        certificate = make_certificate("interviews.example.com")
        check_certificate(certificate, public_url=None, now=certificate.ends_at - timedelta(seconds=1))
        with pytest.raises(CertificateProblem, match="expired on 2026-04-01"):
            check_certificate(certificate, public_url=None, now=certificate.ends_at)

    def test_a_certificate_of_the_future_is_refused(self) -> None:
        certificate = make_certificate("interviews.example.com")
        with pytest.raises(CertificateProblem, match="clock"):
            check_certificate(certificate, public_url=None, now=certificate.starts_at - timedelta(seconds=1))


class TestStart:
    def test_a_key_without_a_certificate_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ServeFailed, match="Set both"):
            serve(Settings(data_dir=tmp_path / "data", tls_key=tmp_path / "server.key"))

    def test_a_certificate_for_another_address_is_refused(
        self, files: AuthorityFiles, tmp_path: Path
    ) -> None:
        settings = Settings(
            data_dir=tmp_path / "data", tls_cert=files.server, public_url="https://interviews.example.com"
        )
        with pytest.raises(ServeFailed, match="GREENROOM_PUBLIC_URL"):
            serve(settings)

    @pytest.mark.parametrize(
        ("host", "names", "expected"),
        [
            ("0.0.0.0", ("localhost", "*.example.lan", "a.example.lan"), "https://a.example.lan:8420"),  # noqa: S104
            ("0.0.0.0", ("*.example.lan",), "https://localhost:8420"),  # noqa: S104
            ("::", ("2001:db8::1",), "https://[2001:db8::1]:8420"),
            ("127.0.0.1", ("a.example.lan",), "https://127.0.0.1:8420"),
        ],
    )
    def test_the_printed_address_is_one_of_the_certificate(
        self, tmp_path: Path, host: str, names: tuple[str, ...], expected: str
    ) -> None:
        settings = Settings(data_dir=tmp_path, host=host)
        assert local_url(settings, make_certificate(*names)) == expected


class TestDoctor:
    def examine(self, settings: Settings) -> tuple[bool, str]:
        return next((found.ok, found.detail) for found in examine(settings) if found.name == "certificate")

    def test_none(self, tmp_path: Path) -> None:
        ok, detail = self.examine(Settings(data_dir=tmp_path / "data"))
        assert ok
        assert "greenroom certificate" in detail

    def test_a_good_one_is_described(self, files: AuthorityFiles, tmp_path: Path) -> None:
        ok, detail = self.examine(Settings(data_dir=tmp_path / "data", tls_cert=files.server))
        assert ok
        assert "interviews.example.lan" in detail

    def test_one_that_ends_within_30_days_is_reported(
        self, files: AuthorityFiles, tmp_path: Path, now: datetime
    ) -> None:
        issue_certificate(files, ["interviews.example.lan"], now=now - timedelta(days=370))
        ok, detail = self.examine(Settings(data_dir=tmp_path / "data", tls_cert=files.server))
        assert not ok
        assert "renew it now" in detail

    def test_one_that_cannot_be_used_is_reported(self, tmp_path: Path) -> None:
        ok, detail = self.examine(Settings(data_dir=tmp_path / "data", tls_cert=tmp_path / "nowhere.pem"))
        assert not ok
        assert "cannot be read" in detail
