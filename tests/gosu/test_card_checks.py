"""What is wrong with a card set, found without people: cards that decide games, cards that make others useless."""

from __future__ import annotations

import pytest

from gosu_env import OptionError
from gosu_env.agents.balance import CardCheck, Verdict, check_cards, check_sets
from gosu_env.agents.balance.check import LIMIT, CardRate
from gosu_env.cards import superior
from gosu_env.engine.rules import find_rules
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import Card, generated_cards
from gosu_env.gosu.language import parse_global, parse_line
from gosu_env.gosu.superior import as_good, superior_cards

OWN = """
base = "default"

[[card]]
name = "Wisp"
enters_and_mutates = ["vp 2"]
provenance = "made for a test"
"""


def card(*lines: str, mutation: int | None = 1, rule: str = "", **about: object) -> Card:
    """A Hero by its lines: ``enters draw 1``."""
    programs: dict[int, tuple[object, ...]] = {}
    for line in lines:
        word, _, text = line.partition(" ")
        place = v.TRIGGERS.index(word)
        programs[place] = (*programs.get(place, ()), *parse_line(text))
    bound = (parse_global(rule),) if rule else ()
    return Card("Any", 4, 2, mutation, False, programs, bound, "made for a test", **about)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("enters draw 2", "enters draw 1"),
        ("enters draw 1 (+1)", "enters draw 1"),
        ("enters draw 1", "enters draw 1 opponents"),
        ("enters draw 2", "enters discard 1; draw 2"),
        ("enters discard 1; draw 2", "enters discard 2; draw 2"),
        ("enters draw 2", "enters advantage: draw 2"),
        ("enters cards 4: draw 2", "enters cards 5: draw 2"),
        ("enters hand <= 3: draw 2", "enters hand <= 2: draw 2"),
        ("enters draw 2", "enters pay 1: draw 2"),
        ("enters pay 1: draw 2", "enters pay 2: draw 2"),
        ("enters draw 1; token back 1", "enters draw 1"),
        ("enters token back all", "enters token back 1"),
        ("enters destroy 1 enemy", "enters destroy 1 level=1-2 enemy"),
        ("enters destroy 1 level=1-2 enemy", "enters destroy 1 level=1 enemy"),
        ("enters place again free", "enters place again"),
        ("enters discard to 3 opponents", "enters discard to 4 opponents"),
        ("enters may: discard 1", "enters discard 1"),
    ],
)
def test_a_card_that_says_more_is_better(better: str, worse: str) -> None:
    assert as_good(card(better), card(worse))
    assert not as_good(card(worse), card(better))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("enters draw 1", "activated draw 1"),
        ("enters draw 1", "enters steal 1"),
        ("enters destroy 1", "enters destroy 1 enemy"),  # may have to aim at one's own
        ("enters destroy 1", "enters destroy 1 level=1"),
        ("enters search 1", "enters search 1 level=2"),  # takes what comes first
        ("enters draw 1; sacrifice 1 me", "enters draw 1 opponents"),
        ("enters discard 1; draw 2", "enters advantage: discard 1; draw 2"),
        ("enters count X own clan=fire up to 2; draw X", "enters draw 1"),
    ],
)
def test_cards_are_not_compared_where_words_do_not_tell(one: str, other: str) -> None:
    assert not as_good(card(one), card(other))
    assert not as_good(card(other), card(one))


def test_what_a_card_may_do_besides_counts_if_it_cannot_hurt() -> None:
    plain = card("enters draw 1")
    assert as_good(card("enters draw 1", "destroyed draw 1"), plain)
    assert as_good(card("enters draw 1", "activated discard 1"), plain)  # nobody has to
    assert not as_good(card("enters draw 1", "destroyed discard 1"), plain)
    assert as_good(plain, card("enters draw 1", "destroyed discard 1"))


def test_lines_that_depend_on_those_before_are_the_same_or_not_compared() -> None:
    hit = card("enters discard 1 opponents", "enters hit: draw 2")
    assert not as_good(hit, card("enters discard 1 opponents"))
    assert not as_good(card("enters discard 1 opponents", "enters draw 2"), hit)
    assert as_good(hit, card("enters discard 1 opponents", "enters hit: draw 2", mutation=2))


def test_mutation_and_globals() -> None:
    line = "enters draw 1"
    cheap, dear, none = (card(line, mutation=cost) for cost in (0, 2, None))
    for one, other in ((cheap, dear), (dear, none), (cheap, none)):
        assert as_good(one, other)
        assert not as_good(other, one)
    assert not as_good(card("enters draw 2", mutation=2), card(line, mutation=1))
    assert not as_good(card(line, rule="hand limit 6"), card(line))  # binds everybody
    assert not as_good(card(line), card(line, rule="hand limit 6"))


def test_pairs_of_a_set() -> None:
    names = [(one.name, other.name) for one, other in superior_cards(generated_cards(7))]
    rules = find_rules("gosu", 2, {"cards": "generated:7"})
    assert superior(rules) == names
    by_name = {each.name: each for each in generated_cards(7).cards}
    assert names
    for one, other in names:
        assert (by_name[one].clan, by_name[one].level) == (by_name[other].clan, by_name[other].level)
    assert superior(find_rules("gosux", 2, {})) == []


def test_a_dominant_card_is_flagged(tmp_path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    found = check_cards(str(path), games=300, seed=1)
    assert [rate.card for rate in found.dominant] == ["Wisp"]
    assert found.dominant[0] == found.rates[0]
    assert found.rates[0].low > LIMIT
    assert not found.passed
    assert not found.unfinished
    assert found.as_dict()["dominant"] == ["Wisp"]


def test_the_default_set_has_none() -> None:
    found = check_cards(games=300, seed=1)
    assert found.passed
    assert len(found.rates) == 75
    assert ("Fact", "Ideo") in found.superior
    assert check_cards(games=20, seed=1) == check_cards(games=20, seed=1) != check_cards(games=20, seed=2)
    assert sum(rate.win for rate in found.rates) / 75 == pytest.approx(0.5, abs=0.08)


def test_games_that_do_not_end_are_told() -> None:
    found = check_cards(games=20, seed=1, max_decisions=5)
    assert found.unfinished == 20
    assert not found.rates
    assert not found.passed


def test_verdicts() -> None:
    rates = [
        CardRate("A", 500, 0.7, 0.66, 0.74),
        CardRate("B", 500, 0.67, 0.63, 0.71),
        CardRate("C", 500, 0.6, 0.56, 0.64),
    ]
    assert [rate.verdict for rate in rates] == [Verdict.MISSED, Verdict.OPEN, Verdict.MET]
    assert CardRate("D", 50, 0.9, 0.78, 0.96).verdict is Verdict.OPEN  # too few
    assert [rate.card for rate in CardCheck("any", 500, 0, tuple(rates), ()).dominant] == ["A"]
    assert CardCheck("any", 500, 0, tuple(rates[1:]), ()).passed
    assert not CardCheck("any", 500, 1, tuple(rates[1:]), ()).passed


@pytest.mark.slow
def test_many_sets_are_checked_as_one_by_one() -> None:
    together = check_sets("generated:3+5", games=50, seed=2, jobs=2, progress=False)
    assert together == [check_cards(f"generated:{number}", games=50, seed=2) for number in (3, 5)]


def test_what_cannot_be_checked_says_so() -> None:
    with pytest.raises(OptionError, match="the cards of laundromat cannot be checked; gosu report"):
        check_cards(game="laundromat")
    with pytest.raises(OptionError, match="games must be a whole number, 1 or more, not 0"):
        check_cards(games=0)
