"""Write the hashes of all files of every pinned release into lock files: ``python lock.py requirements.lock``.

The files are those of PyPI, for every system. torch is taken out: among files with hashes, pip would not choose the
build that fits the machine. pyproject.toml pins its version.
"""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote
from urllib.request import urlopen

from pip._internal.models.index import PyPI

PIN = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>\S+)(?: \\\n    --hash=\S+)*", re.MULTILINE)
TORCH = re.compile(r"^torch==.*\n(?: .*\n)*", re.MULTILINE)
LINK = re.compile(r'href="([^"#]+)#sha256=([0-9a-f]{64})')


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def is_of(file: str, name: str, version: str) -> bool:
    """Whether a file is of a release."""
    if file.endswith(".whl"):
        project, release = file.split("-")[:2]
    else:
        project, _, release = re.sub(r"\.(tar\.gz|zip)$", "", file).rpartition("-")
    return normal(project) == normal(name) and release == version


def hashes_of(name: str, version: str) -> list[str]:
    with urlopen(f"{PyPI.simple_url}/{normal(name)}/", timeout=60) as answer:
        links = LINK.findall(answer.read().decode())
    found = {digest for url, digest in links if is_of(unquote(url).rpartition("/")[2], name, version)}
    if not found:
        raise SystemExit(f"{name} {version}: PyPI has no such release")
    return sorted(found)


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        text = TORCH.sub("", path.read_text(encoding="utf-8"))
        pins = list(PIN.finditer(text))
        with ThreadPoolExecutor(8) as pool:
            hashes = dict(zip(pins, pool.map(lambda pin: hashes_of(pin["name"], pin["version"]), pins), strict=True))
        for pin, found in hashes.items():
            lines = [f"{pin['name']}=={pin['version']}", *(f"    --hash=sha256:{each}" for each in found)]
            text = text.replace(f"{pin[0]}\n", " \\\n".join(lines) + "\n", 1)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
