"""The local certificate authority: what it issues, for which names, and how it is renewed."""

from __future__ import annotations

import ssl
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from app.core.settings import Settings
from app.tls.authority import (
    AUTHORITY_DAYS,
    AuthorityFiles,
    UncoveredNames,
    clean_names,
    issue_certificate,
    read_fingerprint,
    renew_certificate,
)
from app.tls.certificate import CertificateProblem, read_certificate
from app.tls.serving import ServedCertificate, read_local_authority


def verify(files: AuthorityFiles, name: str, *, at: datetime) -> None:
    """Check the server's certificate as a client does that trusts the authority alone."""
    authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
    leaf = x509.load_pem_x509_certificate(files.server.read_bytes())
    builder = PolicyBuilder().store(Store([authority])).time(at)
    builder.build_server_verifier(x509.DNSName(name)).verify(leaf, [])


class TestIssuing:
    def test_a_client_that_trusts_the_authority_accepts_the_certificate(
        self, files: AuthorityFiles, now: datetime
    ) -> None:
        verify(files, "interviews.example.lan", at=now)
        verify(files, "localhost", at=now)
        with pytest.raises(VerificationError):
            verify(files, "bank.example.com", at=now)

    def test_keys_are_readable_by_their_owner_only(self, files: AuthorityFiles) -> None:
        assert files.authority_key.stat().st_mode & 0o777 == 0o600
        assert files.server.stat().st_mode & 0o777 == 0o600
        assert files.folder.stat().st_mode & 0o777 == 0o700

    def test_the_authority_is_limited_to_its_names(self, files: AuthorityFiles) -> None:
        """A stolen key must not imitate other sites to the devices that trust the authority."""
        authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
        constraints = authority.extensions.get_extension_for_class(x509.NameConstraints)
        assert constraints.critical
        permitted = {str(one.value) for one in constraints.value.permitted_subtrees or []}
        assert permitted == {
            *("interviews.example.lan", "localhost", "192.0.2.20/32", "127.0.0.1/32", "::1/128"),
        }

    def test_another_certificate_comes_from_the_same_authority(
        self, files: AuthorityFiles, now: datetime
    ) -> None:
        fingerprint = read_fingerprint(files)
        issue_certificate(files, ["room.interviews.example.lan"], now=now)
        assert read_fingerprint(files) == fingerprint
        verify(files, "room.interviews.example.lan", at=now)

    @pytest.mark.parametrize("name", ["hr.example.com", "192.0.2.21", "notinterviews.example.lan"])
    def test_other_names_need_another_authority(
        self, files: AuthorityFiles, now: datetime, name: str
    ) -> None:
        before = files.server.read_bytes()
        with pytest.raises(UncoveredNames, match="--new-authority"):
            issue_certificate(files, [name], now=now)
        assert files.server.read_bytes() == before
        fingerprint = read_fingerprint(files)
        issue_certificate(files, [name], now=now, new_authority=True)
        assert read_fingerprint(files) != fingerprint
        assert name in read_certificate(files.server).names

    def test_a_damaged_authority_is_reported(self, files: AuthorityFiles, now: datetime) -> None:
        files.authority_key.write_text("no key")
        with pytest.raises(CertificateProblem, match="damaged"):
            issue_certificate(files, ["localhost"], now=now)
        files.authority_key.unlink()
        with pytest.raises(CertificateProblem, match="incomplete"):
            issue_certificate(files, ["localhost"], now=now)

    def test_an_expired_authority_is_reported(self, files: AuthorityFiles, now: datetime) -> None:
        with pytest.raises(CertificateProblem, match="expired"):
            issue_certificate(files, ["localhost"], now=now + timedelta(days=AUTHORITY_DAYS))


class TestNames:
    def test_names_are_written_in_their_usual_form(self) -> None:
        names = clean_names(
            ["Interviews.Example.LAN.", "bücher.example", "[2001:DB8::1]", "127.0.0.1", "*.a.lan"]
        )
        assert names == (
            *("interviews.example.lan", "xn--bcher-kva.example", "2001:db8::1", "127.0.0.1", "*.a.lan"),
            *("localhost", "::1"),
        )

    @pytest.mark.parametrize(
        "name",
        [
            "",
            ".",
            "https://a.lan",
            "a.lan:8420",
            "a b",
            "a..b",
            "-a.lan",
            "a*.lan",
            "300.1.1.1",
            "x" * 300,
            "a/b",
        ],
    )
    def test_anything_else_is_refused(self, name: str) -> None:
        with pytest.raises(CertificateProblem, match="neither a host name nor an IP address"):
            clean_names([name])

    def test_names_are_counted(self) -> None:
        with pytest.raises(CertificateProblem, match="at most"):
            clean_names([f"host{number}.lan" for number in range(60)])


class TestRenewal:
    def test_a_renewed_certificate_has_the_same_names_and_a_later_end(
        self, files: AuthorityFiles, now: datetime
    ) -> None:
        before = read_certificate(files.server)
        renew_certificate(files, now=now + timedelta(days=100))
        after = read_certificate(files.server)
        assert set(after.names) == set(before.names)
        assert after.ends_at - before.ends_at == timedelta(days=100)

    def test_there_must_be_one_to_renew(self, tmp_path: Path, now: datetime) -> None:
        with pytest.raises(CertificateProblem, match="Name the host names"):
            renew_certificate(AuthorityFiles.of(tmp_path), now=now)

    @pytest.fixture
    def served(self, files: AuthorityFiles, tmp_path: Path, now: datetime) -> ServedCertificate:
        return ServedCertificate(Settings(data_dir=tmp_path / "data", tls_cert=files.server), now=now)

    def test_a_running_server_renews_its_local_certificate(
        self, files: AuthorityFiles, served: ServedCertificate, now: datetime
    ) -> None:
        before = files.server.read_bytes()
        served.refresh(now + timedelta(days=300))
        assert files.server.read_bytes() == before
        served.refresh(now + timedelta(days=350))
        assert files.server.read_bytes() != before
        assert served.certificate == read_certificate(files.server)

    def test_a_certificate_that_ends_with_its_authority_is_not_issued_again_and_again(
        self, files: AuthorityFiles, served: ServedCertificate, now: datetime
    ) -> None:
        served.refresh(now + timedelta(days=AUTHORITY_DAYS - 30))
        before = files.server.read_bytes()
        served.refresh(now + timedelta(days=AUTHORITY_DAYS - 29))
        assert files.server.read_bytes() == before

    def test_the_certificate_of_an_operator_is_never_renewed(
        self, files: AuthorityFiles, tmp_path: Path, now: datetime
    ) -> None:
        own = tmp_path / "own.pem"
        own.write_bytes(files.server.read_bytes())
        served = ServedCertificate(Settings(data_dir=tmp_path / "data", tls_cert=own), now=now)
        before = (own.read_bytes(), files.server.read_bytes())
        served.refresh(now + timedelta(days=390))
        assert (own.read_bytes(), files.server.read_bytes()) == before

    def test_a_running_server_keeps_its_certificate_if_the_new_file_is_bad(
        self,
        files: AuthorityFiles,
        served: ServedCertificate,
        now: datetime,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        before = served.certificate
        files.server.write_text("half a file")
        served.refresh(now)
        assert served.certificate is before
        assert "certificate_not_renewed error=CertificateProblem" in caplog.text


def test_the_ca_certificate_is_offered_while_the_server_uses_it(
    files: AuthorityFiles, tmp_path: Path
) -> None:
    data_dir = tmp_path / "data"
    own = tmp_path / "own.pem"
    assert read_local_authority(Settings(data_dir=data_dir)) is None
    assert read_local_authority(Settings(data_dir=data_dir, tls_cert=own)) is None
    offered = read_local_authority(Settings(data_dir=data_dir, tls_cert=files.server))
    assert offered == files.authority.read_bytes()
    assert b"PRIVATE KEY" not in offered
    ssl.create_default_context(cadata=offered.decode())
