"""Documentation in the product: who reads what, and that it ships."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.manual.documents import DOCS_DIR, FOR_EVERYBODY, ManualName, find_manual
from app.users.tables import Role
from installer.bundle.build import PROGRAM
from tests.conftest import Person

ROOT = Path(__file__).parents[2]
FOR_ADMINS = sorted(set(ManualName) - FOR_EVERYBODY)


def test_an_administrator_reads_everything(ada: Person) -> None:
    listed = ada.get("/api/manual").json()["data"]
    assert [one["name"] for one in listed] == [name.value for name in ManualName]
    assert listed[0]["title"] == "Operating Greenroom"
    for name in ManualName:
        manual = ada.get(f"/api/manual/{name.value}").json()["data"]
        assert manual["markdown"] == (DOCS_DIR / f"{name.value}.md").read_text(encoding="utf-8")


def test_a_recruiter_reads_what_is_for_everybody(alice: Person) -> None:
    listed = {one["name"] for one in alice.get("/api/manual").json()["data"]}
    assert listed == {name.value for name in FOR_EVERYBODY}
    for name in FOR_EVERYBODY:
        assert alice.get(f"/api/manual/{name.value}").status_code == 200


@pytest.mark.parametrize("name", [*FOR_ADMINS, "adr", "../pyproject", "..%2Fpyproject", "nothing"])
def test_the_rest_is_not_found_for_a_recruiter(alice: Person, name: str) -> None:
    assert alice.get(f"/api/manual/{name}").status_code == 404


@pytest.mark.parametrize("name", ManualName)
def test_a_link_to_another_document_leads_to_one_in_the_product(name: ManualName) -> None:
    markdown = (DOCS_DIR / f"{name.value}.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([a-z-]+)\.md[)#]", markdown))
    assert linked <= {one.value for one in ManualName}


def test_without_the_folder_there_is_no_document(tmp_path: Path) -> None:
    assert find_manual("operations", role=Role.ADMIN, folder=tmp_path) is None


def test_the_documents_are_in_the_bundle_and_in_the_container() -> None:
    assert "docs" in PROGRAM
    assert "COPY --from=build /opt/greenroom/docs docs" in (ROOT / "Dockerfile").read_text(encoding="utf-8")
