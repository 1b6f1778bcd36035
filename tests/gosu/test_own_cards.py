"""Card sets of one's own, however strange: refused in words, or games with them end like all games."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gosu_env import CardFileError, Game
from gosu_env.gosu.cards import DEFAULT_SET, KAMAKOR_SET, CardSet, load_cards, parse_card_set
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.ruleset import GosuRules

KEPT = ("name", "clan", "level", "provenance", "mutation", "zombie", "global")
TEXT = DEFAULT_SET.read_text(encoding="utf-8")
BOTH = TEXT + KAMAKOR_SET.read_text(encoding="utf-8")


def with_fields(text: str, wanted: str, **fields: str) -> str:
    """A set in which every card with a line ``wanted`` has these fields and no programs of its own."""
    parts = text.split("[[card]]\n")
    for i, part in enumerate(parts):
        if wanted in part.splitlines():
            kept = [line for line in part.splitlines() if line.split(" = ")[0] in KEPT]
            kept = [line for line in kept if line.split(" = ")[0] not in fields]
            parts[i] = "\n".join([*kept, *(f"{name} = {value}" for name, value in fields.items())]) + "\n\n"
    return "[[card]]\n".join(parts)


def play_all(cards: CardSet, games: int = 6, decisions: int = 400) -> Counter[str]:
    """Random games with a set; how they ended. Every position must be one."""
    endings: Counter[str] = Counter()
    for seed in range(games):
        kamakor = len(cards) > 75
        rules: Any = GosuRules(2 + seed % 3, GosuOptions(kamakor=kamakor, max_decisions=decisions), cards)
        game, pick = Game.of_rules(rules, seed), random.Random(seed)
        while not game.is_over:
            game.apply(pick.choice(game.legal_actions()))
            rules.check(game.states)
        endings[game.ending[0]] += 1
    return endings


def test_a_chain_of_jumps_without_a_decision_ends(tmp_path: Path) -> None:
    """Two Bakutos that jump when they enter, and nothing else to turn over: they would replace each other for ever."""
    path = tmp_path / "endless.toml"
    path.write_text(with_fields(BOTH, "level = 1", enters='"jump self"'), encoding="utf-8")
    cards = load_cards(path, kamakor=True)
    assert play_all(cards)["fault"] == 0
    names = [card.name for card in cards.cards if card.clan < 5 for _ in range(card.copies)]
    one, other = "Dom", "Boko"
    for name in (one, other):
        names.remove(name)
    game = Game.position(
        players=[{"hand": [one, *names[:50]]}, {"hand": names[50:]}],
        deck=[other],
        options={"cards": str(path), "kamakor": True},
    )
    game.apply(game.parse_action(f"place {one}"))
    game.rules.check(game.states)
    assert game.seat == 1
    assert game.to_json()["players"][0]["army"][0][0]["card"] in (one, other)


@pytest.mark.slow
def test_effects_that_pile_up_end_no_game() -> None:
    """More effects than the stack holds: those that find no room do not happen."""
    line = '["return 3 any; place again free; draw 1"]'
    for level in ("level = 1", "level = 2"):
        text = with_fields(TEXT, level, enters=line)
        assert play_all(parse_card_set(text, "deep.toml"))["fault"] == 0
    deep = '["jump self; draw 1"]'
    text = with_fields(with_fields(BOTH, "level = 1", enters=deep), "level = 2", enters=deep)
    assert play_all(parse_card_set(text, "deep.toml", kamakor=True))["fault"] == 0


def test_globals_that_add_up_to_more_than_a_byte_are_refused() -> None:
    text = with_fields(TEXT, "level = 2", **{"global": '"token draw +9"'})
    with pytest.raises(CardFileError, match=r"all copies together make token_draw \+31\d; at most \+100"):
        parse_card_set(text, "many.toml")
    text = with_fields(TEXT, "level = 2", **{"global": '"value level=1 -9"'})
    with pytest.raises(CardFileError, match=r"value_level_1 -31\d; at most -100"):
        parse_card_set(text, "many.toml")
    text = with_fields(TEXT, "level = 2", **{"global": '"token draw +2"'})
    assert play_all(parse_card_set(text, "some.toml"))["fault"] == 0


def test_names_that_differ_in_capitals_only_are_refused() -> None:
    with pytest.raises(CardFileError, match=r"'GARSH' and 'Garsh' differ only in case|'Garsh' and 'GARSH' differ"):
        parse_card_set(TEXT.replace('name = "Fact"', 'name = "GARSH"'), "alike.toml")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('enters = "hand >= 70000: draw 1"', "numbers go from 0 to 100, not 70000"),
        ('enters = "draw ²"', "'draw' does not take '²'"),
        ('enters = "draw ٣"', "'draw' does not take '٣'"),
        (f'enters = "draw {"9" * 5000}"', "numbers go from 1 to 15, not 999"),
        (f'enters = "pay {"9" * 5000}: draw 1"', "numbers go from 1 to 100, not 999"),
        (f'global = "hand limit {"9" * 5000}"', "numbers go from 0 to 100, not 999"),
        (f"mutation = {'9' * 5000}", "not TOML: Exceeds the limit"),
        (f"mutation = 0x{'f' * 5000}", "mutation: must be a whole number from 0 to 9, not that"),
        (f"clan = {'[' * 5000}{']' * 5000}", "lists or tables are nested too deeply"),
        (f"x{'y' * 100_000} = 1", "a key has at most"),
    ],
)
def test_strange_files_are_refused_in_words(line: str, reason: str) -> None:
    part = 'name = "Garsh"\nclan = "fire"\nlevel = 2\nprovenance = "authored"\n'
    start = TEXT.index('name = "Garsh"')
    end = TEXT.index("[[card]]", start)
    name = line.partition(" =")[0]
    text = TEXT[:start] + "".join(row + "\n" for row in part.splitlines() if not row.startswith(name)) + line + "\n"
    with pytest.raises(CardFileError, match=reason) as refused:
        parse_card_set(text + TEXT[end:], "strange.toml")
    assert len(str(refused.value)) < 1000


def test_levels_are_whole_numbers() -> None:
    text = BOTH.replace("counts_as = [", "counts_as = [2.0, ", 1)
    with pytest.raises(CardFileError, match=r"counts_as: must be a list of levels such as \[2\], not \[2.0"):
        parse_card_set(text, "strange.toml", kamakor=True)
    with pytest.raises(CardFileError, match="name must be a string, not 5"):
        parse_card_set("name = 5\n" + TEXT[TEXT.index("[[card]]") :], "strange.toml")


def test_only_files_are_read_as_card_files(tmp_path: Path) -> None:
    """Nothing that never ends or that waits for somebody to write."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(1 << 40)
    for path, reason in (
        (pipe, "not a regular file"),
        (Path("/dev/zero"), "not a regular file"),
        (tmp_path, "not a regular file"),
        (large, "more than 1048576 bytes"),
    ):
        with pytest.raises(CardFileError, match=f"cannot be read: {reason}"):
            Game("gosu", cards=str(path))
    with pytest.raises(CardFileError, match="cannot be read: embedded null byte"):
        Game("gosu", cards="a\0b")
