"""The folder of a run: locked while the run writes into it, with what the run is made of in ``settings.json``."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import gosu_env
from gosu_env import DataError, OptionError
from gosu_env.agents.folders import differences, make_folder, open_locked
from gosu_env.agents.policy import file_digest, policy_file, table_options
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.rules import Rules

ROOT = Path(__file__).parents[1]
CODE = ("gosu_env/engine/*.py", "gosu_env/engine/device/*", "gosu_env/gosu/*.py", "agents/*.py", "training/*.py")
EXTENDED = {"settings decisions", "code"}  # what may be other on purpose; decisions only grow

Terms = dict[str, Any]  # what the numbers of a run depend on, as plain values


def code_version() -> str:
    """The version of this project, and a digest of the code that decides what a run learns."""
    digest = hashlib.sha256()
    for pattern in CODE:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file():
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{gosu_env.__version__} {digest.hexdigest()[:16]}"


def make_terms(kind: str, settings: Mapping[str, Any], rules: Rules, policies: Mapping[str, str], **more: Any) -> Terms:
    """What a run is made of; ``policies`` are specs of players, or names of policies, by what they are for."""
    digests = {}
    for role, spec in policies.items():
        name, _, source = spec.partition(":")
        path = policy_file(source if name == "policy" and source else spec, rules.num_players)
        if path.is_file():
            digests[role] = file_digest(path)
    return {
        "kind": kind,
        "settings": dict(settings),
        **more,
        "cards": rules.digest,
        "options": table_options(rules.options),
        "policies": digests,
        "code": code_version(),
    }


class RunFolder:
    """A folder that belongs to one run, and to one writer at a time: from the beginning until ``close``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None
        make_folder(path)
        self.hold()

    @property
    def resume(self) -> Path:
        """All that it takes to go on."""
        return self.path / "resume.safetensors"

    def hold(self) -> None:
        """Keep others from writing here."""
        if self._lock is None:
            self._lock = open_locked(self.path / "lock")

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def write(self, terms: Terms) -> None:
        write_whole(self.path / "settings.json", json.dumps(terms, indent=1, ensure_ascii=False).encode())

    def check(self, found: Any, wanted: Terms, extend: bool) -> list[str]:
        """Refuse to go on with another run than the one that is here; what is other on purpose, in words."""
        if not isinstance(found, dict):
            raise DataError(f"{self.resume}: damaged: it does not say what the run is made of")
        differ = differences({name: value for name, value in found.items() if name != "extended"}, wanted)
        if not differ:
            return []
        before, now = (terms.get("settings", {}).get("decisions") for terms in (found, wanted))
        shorter = isinstance(before, int) and now is not None and now < before
        if extend and set(differ) <= EXTENDED and not shorter:
            return list(differ.values())
        hint = "give the same ones to go on, or another folder"
        if set(differ) <= EXTENDED and not shorter:
            hint += "; --extend goes on with it on purpose, and keeps a note of that"
        raise OptionError(f"{self.path}: holds a run with other settings: {'; '.join(differ.values())}; {hint}")


def read_terms(path: Path) -> Terms:
    """What a run in a folder is made of."""
    try:
        terms = json.loads(read_whole(path / "settings.json"))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path / 'settings.json'}: damaged: {error}") from None
    if not isinstance(terms, dict) or not isinstance(terms.get("settings"), dict):
        raise DataError(f"{path / 'settings.json'}: damaged: no settings are in it")
    return terms
