"""The folder of a run: locked while the run writes to it; ``settings.json`` records what the run depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import gosu_env
from gosu_env import DataError, OptionError
from gosu_env.agents.folders import differences, make_folder, open_locked
from gosu_env.agents.policy import file_digest, policy_file, table_options
from gosu_env.agents.printed import PRINTED
from gosu_env.agents.registry import RECIPES, make_agent, policy_of
from gosu_env.agents.sources import short_path, source_files
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.rules import Rules

ROOT = Path(__file__).parents[1]
CODE = ("gosu_env/engine/*.py", "gosu_env/engine/device/*", "gosu_env/{game}/*.py", "agents/*.py", "agents/{game}/*.py")
RESUME = "resume.safetensors"  # the checkpoint of a run
EXTENDED = {"settings decisions", "code"}  # what --extend may change, besides own sources; decisions can only grow

Terms = dict[str, Any]  # what a run depends on, as plain values


def code_version(game: str) -> str:
    """The version of this project, and a digest of the code that training depends on."""
    digest = hashlib.sha256()
    for pattern in (*CODE, "training/*.py"):
        for path in sorted(ROOT.glob(pattern.format(game=game))):
            if path.is_file():
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{gosu_env.__version__} {digest.hexdigest()[:16]}"


def make_terms(
    kind: str,
    settings: Mapping[str, Any],
    rules: Rules | Sequence[Rules],
    agents: Mapping[str, str],
    network: str = "",
    **more: Any,
) -> Terms:
    """What a run depends on; ``agents`` are the names of the agents that take part, by role, ``network`` one's own.

    ``rules`` are those with every card set, if there are several.
    """
    card_sets = rules if isinstance(rules, Sequence) else (rules,)
    rules = card_sets[0]
    policies: dict[str, str] = {}
    sources = {
        short_path(path): file_digest(path)
        for path in (source_files(network, None) if network not in ("", PRINTED) else ())
    }
    for role, spec in agents.items():
        policy = policy_of(spec)
        path = None if policy is None else policy_file(policy, rules.name, rules.num_players, rules.options)
        if path is not None and path.is_file():
            policies[role] = file_digest(path)
        elif spec.partition(":")[0] not in RECIPES:
            sources |= {short_path(path): file_digest(path) for path in source_files(spec, make_agent(spec, 0))}
    return {
        "kind": kind,
        "settings": dict(settings),
        **more,
        "cards": pool_digest(card_sets),
        "options": table_options(rules.options),
        "policies": policies,
        **({"sources": sources} if sources else {}),
        "code": code_version(rules.name),
    }


def pool_digest(card_sets: Sequence[Rules]) -> str:
    """A digest of the cards of one set or several."""
    if len(card_sets) == 1:
        return card_sets[0].digest
    return hashlib.sha256(" ".join(rules.digest for rules in card_sets).encode()).hexdigest()[:16]


class RunFolder:
    """The folder of one run, with one writer at a time, until ``close``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None
        self._new = not path.exists()
        make_folder(path)
        self.hold()

    @property
    def resume(self) -> Path:
        """The checkpoint to resume from."""
        return self.path / RESUME

    def hold(self) -> None:
        """Lock the folder."""
        if self._lock is None:
            self._lock = open_locked(self.path / "lock")

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def discard(self) -> None:
        """Leave nothing of a run that did not come about, unless something was there before."""
        self.close()
        if self._new and [file.name for file in self.path.iterdir()] == ["lock"]:
            (self.path / "lock").unlink()
            self.path.rmdir()

    def write(self, terms: Terms, settings: str) -> None:
        """Write what the run depends on, and its settings as TOML."""
        write_whole(self.path / "settings.toml", settings.encode())
        write_whole(self.path / "settings.json", json.dumps(terms, indent=1, ensure_ascii=False).encode())

    def check(self, found: Any, wanted: Terms, extend: bool) -> list[str]:
        """Refuse to resume a different run; returns the changes that ``extend`` allows, in words."""
        if not isinstance(found, dict):
            raise DataError(f"{self.resume}: damaged: no settings")
        older = sorted({*found.get("settings", {})} - {*wanted["settings"]})
        if older and found.get("kind") == wanted["kind"]:
            names = ", ".join(older)
            raise OptionError(
                f"{self.path}: contains a run of another version, with settings {names}; use another folder"
            )
        differ = differences({name: value for name, value in found.items() if name != "extended"}, wanted)
        if not differ:
            return []
        before, now = (terms.get("settings", {}).get("decisions") for terms in (found, wanted))
        shorter = isinstance(before, int) and now is not None and now < before
        may_extend = all(name in EXTENDED or name.startswith("sources") for name in differ) and not shorter
        if extend and may_extend:
            return list(differ.values())
        hint = "use the same settings to resume, or another folder"
        if may_extend:
            hint += "; --extend resumes anyway and records the change"
        raise OptionError(f"{self.path}: contains a run with different settings: {'; '.join(differ.values())}; {hint}")


def read_figures(path: Path, wanted: Terms, what: str) -> Terms | None:
    """The figures in a file that also has the terms of its run; None if there is no such file.

    Those of a different run are refused: ``what`` says what the folder contains then.
    """
    if not path.exists():
        return None
    try:
        found: Terms = json.loads(read_whole(path))
        differ = differences(found["terms"], wanted)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{path}: damaged: {error}") from None
    if differ:
        raise OptionError(f"{path.parent}: contains {what}: {'; '.join(differ.values())}; use another folder")
    return found


def read_terms(path: Path) -> Terms:
    """What the run in a folder depends on."""
    try:
        terms = json.loads(read_whole(path / "settings.json"))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path / 'settings.json'}: damaged: {error}") from None
    if not isinstance(terms, dict) or not isinstance(terms.get("settings"), dict):
        raise DataError(f"{path / 'settings.json'}: damaged: no settings")
    return terms
