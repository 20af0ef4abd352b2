"""Software bill of materials (SBOM) of the bundle, in the CycloneDX 1.5 JSON format."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from installer.bundle.wheels import read_wheel_name
from models.catalog import ModelEntry

Component = dict[str, Any]


def write_bill_of_materials(
    *,
    version: str,
    made_at: datetime,
    wheels: Mapping[Path, str],
    package_lock: Path,
    weights: Iterable[ModelEntry],
) -> str:
    """The SBOM as JSON. ``wheels`` maps each wheel to its SHA-256."""
    components = [
        *(_describe_wheel(path, checksum) for path, checksum in wheels.items()),
        *_list_web_packages(package_lock),
        *map(_describe_weights, weights),
    ]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid4()}",
        "version": 1,
        "metadata": {
            "timestamp": made_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": f"greenroom@{version}",
                "name": "greenroom",
                "version": version,
            },
        },
        "components": components,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _describe_wheel(path: Path, checksum: str) -> Component:
    name, version = read_wheel_name(path)
    purl = f"pkg:pypi/{quote(name)}@{quote(version)}"
    return _component(
        name, version, purl=purl, algorithm="SHA-256", checksum=checksum, license_name=_read_license(name)
    )


def _read_license(name: str) -> str | None:
    """The license that an installed package names, at most its first line."""
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    for field in ("License-Expression", "License"):
        if field in found and found[field].strip():
            return found[field].strip().partition("\n")[0][:200]
    return None


def _list_web_packages(package_lock: Path) -> Iterable[Component]:
    """The packages in the web client. Those needed only to build and test it are left out."""
    packages = json.loads(package_lock.read_text(encoding="utf-8"))["packages"]
    for place, package in sorted(packages.items()):
        if not place or package.get("dev") or "version" not in package:
            continue
        name = package.get("name") or place.rpartition("node_modules/")[2]
        scope, _, plain = name.rpartition("/")
        path = f"{quote(scope, safe='')}/{quote(plain)}" if scope else quote(plain)
        algorithm, _, encoded = package.get("integrity", "").partition(" ")[0].partition("-")
        yield _component(
            name,
            package["version"],
            purl=f"pkg:npm/{path}@{quote(package['version'])}",
            algorithm={"sha512": "SHA-512", "sha256": "SHA-256"}.get(algorithm),
            checksum=base64.b64decode(encoded).hex(),
            license_name=package.get("license"),
        )


def _describe_weights(entry: ModelEntry) -> Component:
    component = _component(
        entry.name,
        entry.sha256[:12],
        purl=None,
        algorithm="SHA-256",
        checksum=entry.sha256,
        license_name=entry.license,
    )
    return {**component, "type": "machine-learning-model", "publisher": entry.publisher}


def _component(
    name: str,
    version: str,
    *,
    purl: str | None,
    algorithm: str | None,
    checksum: str,
    license_name: str | None,
) -> Component:
    component: Component = {
        "type": "library",
        "bom-ref": purl or f"{name}@{version}",
        "name": name,
        "version": version,
    }
    if purl:
        component["purl"] = purl
    if algorithm and checksum:
        component["hashes"] = [{"alg": algorithm, "content": checksum}]
    if license_name:
        component["licenses"] = [{"license": {"name": license_name}}]
    return component
