"""Free loops: the search finds those of the cards as they were, and none in the cards as they are."""

from __future__ import annotations

import dataclasses
import random

import pytest

from gosu_env.agents.balance.runs import count_runs
from gosu_env.agents.gosu.balance import loops
from gosu_env.agents.gosu.balance.loops import Law, Table, find_loops, gains, may_return, sets_of
from gosu_env.gosu.cards import CardSet, load_cards, parse_card_set
from tests.twins import run_script

BEFORE = """
base = "default"
card = [
    {name = "Sprig", mutation = 0},
    {name = "Bloom", mutation = 3, enters = ["count X own clan=alpha up to 4; draw X"]},
    {name = "Cog", mutation = 1},
    {name = "Jester", mutation = 0},
    {name = "Ditto", mutation = 0},
    {name = "Fetch", mutation = 1},
    {name = "Bodhran", mutation = 2},
    {name = "Slop", colon = ["imprison self: draw 1"]},
    {name = "Croak", colon = ["imprison self: look 2 keep 1"]},
    {name = "Mire", colon = ["sacrifice 1: imprison 1 enemy"], activated = []},
]
"""
NO_LAW = Law(floor=0, jump_at_risk=False)
IMPRISONING = (("Mum", "Duwal", "Trsck"), ("Mum", "Kataclysm", "Trsck"))
ZOMBIES, NADIR, KISEI = ("Mum", "Kataclysm", "Duwal"), ("Nadir", "Eclipse"), ("Kisei", "Sprig", "Grint")

# The rules as they were: each change is taken out of the source of the function that has it.
PLAYED = f"""
import inspect
from gosu_env.agents.gosu.balance import loops
from gosu_env.agents.gosu.balance.loops import Table
from gosu_env.gosu import kamakor, legal, rules, targets
from gosu_env.gosu.cards import parse_card_set

def without(module, name, law, nothing):
    source = inspect.getsource(getattr(module, name))
    assert source.count(law) == 1
    exec(source.replace(law, nothing), vars(module))
    for user in (rules, legal):
        if hasattr(user, name):
            setattr(user, name, getattr(module, name))

cards = parse_card_set('''{BEFORE}''', "before", kamakor=True)
for found in ({ZOMBIES}, {NADIR}):
    print(Table(cards, found).circle() is not None)
without(targets, "mutation_price", "1 if printed > 0 else 0", "0")
without(kamakor, "jump", "source == place or ", "")
for found in ({ZOMBIES}, {NADIR}):
    print(Table(cards, found).circle())
for found in {IMPRISONING}:
    table = Table(cards, found)
    table.held = [table.held[0][:1], table.held[1][:4], table.held[2]]  # others have one card that can be imprisoned
    print(table.circle())
"""


@pytest.fixture(scope="module")
def before() -> CardSet:
    return parse_card_set(BEFORE, "before", kamakor=True)


@pytest.fixture(scope="module")
def today() -> CardSet:
    return load_cards(kamakor=True)


def chosen(cards: CardSet, *names: str) -> list:
    return [card for card in cards.cards if card.name in names]


@pytest.mark.slow
def test_play_finds_circles_that_come_back_where_the_rules_allow_them() -> None:
    """Trsck never closed one: each time it enters, it imprisons a card, at last one of its own army or itself.

    Nothing turns that card up before the round ends, so no position comes back; such a turn ends with the last victim.
    """
    lines = run_script(PLAYED, True)
    assert lines[:2] == ["False", "False"]
    assert "'mutate 2.1 (Kataclysm)'" in lines[2]
    assert lines[3] == "['mutate 3.1 (Eclipse)']"
    assert lines[4:] == ["None", "None"]


@pytest.mark.parametrize("names", IMPRISONING, ids=" ".join)
def test_only_play_tells_that_imprisoning_ends(before: CardSet, names: tuple[str, ...]) -> None:
    assert may_return(chosen(before, *names), NO_LAW)


def test_a_set_that_is_not_played_to_the_end_counts_as_found(before: CardSet, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("Jigo", "Gauge", "Mum")
    cards = dataclasses.replace(before, cards=tuple(chosen(before, *names)))
    monkeypatch.setattr(loops, "sets_of", lambda cards: [tuple(cards)])
    monkeypatch.setattr(loops, "Table", lambda _, names: Table(before, names, most=1))
    (found,) = find_loops(cards)
    assert set(found.cards) == set(names)
    assert found.how == "not played to the end: more than 1 positions of Jigo, Gauge, Mum"


def test_arithmetic_finds_circles_that_gain(before: CardSet, today: CardSet) -> None:
    """Sprig draws two beside Boko and Grint one, each time that they replace each other."""
    found = gains(chosen(before, *KISEI), NO_LAW)
    assert found is not None
    assert (found.gain, found.how) == (2, "Grint and Sprig replace each other")
    assert gains(chosen(before, "Sprig", "Grint")) is not None  # the floor alone is not enough
    for names in (("Jester", "Bogle"), ("Slop", "Newt", "Gloam"), ("Cog", "Turbine", "Grint"), ("Mire", "Sparx")):
        assert gains(chosen(before, *names)) is not None
        assert gains(chosen(today, *names)) is None
    assert gains(chosen(today, *KISEI)) is None


@pytest.mark.parametrize("names", [ZOMBIES, NADIR], ids=" ".join)
def test_the_law_rules_out_what_comes_back(before: CardSet, names: tuple[str, ...]) -> None:
    assert may_return(chosen(before, *names), NO_LAW)
    assert not may_return(chosen(before, *names))


@pytest.mark.parametrize("names", [ZOMBIES, KISEI, NADIR], ids=" ".join)
def test_no_known_loop_is_passed_over(before: CardSet, names: tuple[str, ...]) -> None:
    assert frozenset(names) in {frozenset(card.name for card in each) for each in sets_of(chosen(before, *names))}


@pytest.mark.slow
@pytest.mark.parametrize("kamakor", [False, True])
def test_no_pair_or_triple_of_cards_can_go_round_for_nothing(kamakor: bool) -> None:
    assert list(find_loops(load_cards(kamakor=kamakor))) == []


@pytest.mark.slow
def test_what_arithmetic_rules_out_is_not_found_by_play(before: CardSet) -> None:
    """The bounds are bounds: cards drawn by chance, played by the rules."""
    sets = [each for each in sets_of(before.cards) if not gains(each) and not may_return(each)]
    for each in random.Random(0).sample(sets, 60):
        assert Table(before, [card.name for card in each]).circle() is None


@pytest.mark.slow
def test_greedy_games_of_four_with_kamakor_end() -> None:
    """Six of 300 were cut off at 2,000 decisions, and seats took over a hundred turns in a row."""
    runs = count_runs(4, 200, kamakor=True)
    assert not any(runs.truncated)
    assert max(runs.longest) <= 60


def test_runs_are_counted() -> None:
    runs = count_runs(2, 20, seed=3, max_decisions=10)
    assert len(runs.seeds) == 20
    assert all(runs.truncated)
    assert max(runs.decisions) <= 10
    assert all(1 <= run <= 10 for run in runs.longest)
    assert "20 games, 20 truncated; longest run of turns by one seat: " in str(runs)
