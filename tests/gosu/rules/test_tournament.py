"""Tournament options (K-2): no passing with tokens, the opening draft, the turn limit."""

import random
from typing import Any

import pytest

from gosu_env import Game, OptionError, PositionError

# ------------------------------------------------------------------------------------------------ no passing


@pytest.mark.rule("K-2.1")
def test_nobody_passes_with_a_token_in_hand(table: Any) -> None:
    options = {"no_pass_with_tokens": True}
    assert not table({"tokens": 2}, options=options).can("pass")
    assert not table({"tokens": 1}, options=options).can("pass")
    assert table({"tokens": 0}, options=options).can("pass")
    assert table({"army": [["Bolt*", "Turbine*"][:1]], "tokens": 0}, options=options).can("pass")
    assert table({"tokens": 2}).can("pass")


@pytest.mark.rule("K-2.1")
def test_tokens_that_return_have_to_be_spent_again(table: Any) -> None:
    t = table({"hand": ["Cog"], "tokens": 0}, options={"no_pass_with_tokens": True})
    assert t.can("pass")
    t.do("place Cog", "take back a spent token", "draw one")
    assert t.tokens(0) == 1
    assert t.seat == 0 or not t.can("pass")
    assert not t.can("pass")


# ------------------------------------------------------------------------------------------------ the draft


def packs_of(seed: int, n: int) -> list[list[str]]:
    """The cards that every seat would be dealt without a draft, whatever the order."""
    game = Game("gosu", n, seed, auto_forced=False, draft=True)
    names = [card.name for card in game.rules.cards.cards]  # type: ignore[attr-defined]
    first = int(game.state.deck_size)
    return [
        sorted(names[kind] for kind in game.state.deck[first + 7 * seat : first + 7 * seat + 7]) for seat in range(n)
    ]


@pytest.mark.rule("K-2.2")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_everybody_keeps_two_then_one_and_packs_go_to_the_left(n: int) -> None:
    game = Game("gosu", n, 5, auto_forced=False, draft=True)
    packs = packs_of(5, n)
    first, pick = game.to_json()["advantage"], random.Random(1)
    order = [(first + offset) % n for offset in range(n)]
    hands: list[list[str]] = [[] for _ in range(n)]
    for passes, keeps in enumerate((2, 1, 1, 1, 1, 1)):
        for seat in order:
            for kept in range(keeps):
                assert (game.seat, game.to_json()["decision"]["kind"]) == (seat, "keep")
                assert game.decision_text().endswith(f"choose a card of the pack to keep, {keeps - kept} to go")
                pack = packs[(seat - passes) % n]
                offered = [game.action_text(action).removeprefix("keep ") for action in game.legal_actions()]
                assert sorted(offered) == sorted(set(pack))
                chosen = pick.choice(offered)
                game.apply(game.parse_action(f"keep {chosen}"))
                pack.remove(chosen)
                hands[seat].append(chosen)
                assert sorted(game.to_json()["players"][seat]["hand"])[:0] == []
    table = game.to_json()
    assert not any(packs)
    assert table["deck"] == 100 - 7 * n
    if table["decision"]["kind"] == "main":
        assert [sorted(player["hand"]) for player in table["players"]] == [sorted(hand) for hand in hands]


def before_a_draft() -> Game:
    """A draft in which somebody was dealt a hand without a Bakuto."""
    games = (Game("gosu", 2, seed, draft=True) for seed in range(4000))
    return next(game for game in games if game.to_json()["decision"]["kind"] == "mulligan")


@pytest.mark.rule("K-2.2")
@pytest.mark.rule("G-2.3")
def test_the_mulligan_comes_before_the_draft() -> None:
    game = before_a_draft()
    seat, before = game.seat, game.to_json()
    game.apply(game.parse_action("yes"))
    after = game.to_json()
    assert sorted(after["discard"]) == sorted(before["players"][seat]["hand"])
    while after["decision"]["kind"] == "mulligan":
        game.apply(game.parse_action("no"))
        after = game.to_json()
    assert after["decision"]["kind"] == "keep"
    assert after["deck"] == 100 - 14 - len(after["discard"])


@pytest.mark.rule("K-2.2")
def test_no_mulligan_follows_a_draft() -> None:
    """Seat 0 keeps what is no Bakuto, and seat 1 the Bakutos, so that the hand of seat 0 has none."""
    game = Game("gosu", 2, seed=3, draft=True)
    levels = {card.kind: card.level for card in game.rules.cards.cards}  # type: ignore[attr-defined]
    start = game.action_spec["CARD"].start
    while game.to_json()["decision"]["kind"] == "keep":
        sign = 1 if game.seat == 0 else -1
        game.apply(max(game.legal_actions(), key=lambda action: sign * levels[action - start]))
    hand = game.state.hand[0]
    assert hand.sum() == 7
    assert all(levels[kind] > 1 for kind in range(len(hand)) if hand[kind])
    assert game.to_json()["decision"]["kind"] == "main"


@pytest.mark.rule("K-2.2")
@pytest.mark.rule("G-2.3")
def test_a_pack_whose_player_declined_a_mulligan_has_no_bakutos_in_any_world() -> None:
    game = before_a_draft()
    seat = game.seat
    game.apply(game.parse_action("no"))
    assert game.to_json()["decision"]["kind"] == "keep"
    levels = {card.kind: card.level for card in game.rules.cards.cards}  # type: ignore[attr-defined]
    for seed in range(50):
        world = game.determinize(1 - seat, seed).state
        first = int(world.deck_size) + 7 * seat
        assert all(levels[int(kind)] > 1 for kind in world.deck[first : first + 7])


@pytest.mark.rule("K-2.2")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_what_another_keeps_changes_nothing_that_a_seat_is_shown(n: int) -> None:
    """Two games in which one seat keeps different cards look the same to all others until they see the pack."""
    for seed in range(8):
        one = Game("gosu", n, seed, auto_forced=False, draft=True)
        other = one.clone()
        seat = one.seat
        for _ in range(2):
            one.apply(one.legal_actions()[0])
            other.apply(other.legal_actions()[-1])
        assert one != other
        while one.state.draft == 7:
            for watcher in range(n):
                if watcher != seat:
                    assert one.observe(watcher).tolist() == other.observe(watcher).tolist()
                    assert one.describe(watcher) == other.describe(watcher)
                    assert one.to_json(watcher) == other.to_json(watcher)
                    assert one.determinize(watcher, 3) == other.determinize(watcher, 3)
            assert one.decision_text() == other.decision_text()
            one.apply(one.legal_actions()[0])
            other.apply(other.legal_actions()[0])


def drafted(n: int, seed: int, steps: int) -> tuple[Game, dict[int, list[list[str]]]]:
    """A draft after some decisions, and what every seat was shown of its packs."""
    game, pick = Game("gosu", n, seed, auto_forced=False, draft=True), random.Random(seed)
    names = [card.name for card in game.rules.cards.cards]  # type: ignore[attr-defined]
    seen: dict[int, list[list[str]]] = {seat: [] for seat in range(n)}
    for _ in range(steps):
        seen[game.seat].append([names[kind] for kind in game.state.look[: game.state.look_size]])
        game.apply(pick.choice(game.legal_actions()))
    return game, seen


@pytest.mark.rule("K-2.2")
def test_of_two_players_each_knows_what_the_other_took_out_of_a_pack_seen_before() -> None:
    game, _ = drafted(2, 3, 14)
    for seat in (0, 1):
        known = game.to_json(seat)["players"][1 - seat]["hand"]
        assert sum(card is not None for card in known) == 5  # all but the first two
        for seed in range(20):
            world = game.determinize(seat, seed).to_json()["players"][1 - seat]["hand"]
            assert not set(filter(None, known)) - set(world)


@pytest.mark.rule("K-2.2")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_worlds_of_a_draft_agree_with_all_that_a_seat_saw(n: int) -> None:
    """A pack that a seat handed on is in every world among the cards that others kept of it and those still in it."""
    for seed in range(4):
        for steps in range(1, 7 * n, 3):
            game, seen = drafted(n, seed, steps)
            if not game.state.draft:
                continue
            for seat in range(n):
                for number in range(6):
                    world = game.determinize(seat, number)
                    assert world.observe(seat).tolist() == game.observe(seat).tolist()
                    again = Game.from_bytes(world.to_bytes())  # a legal position
                    everybody = [card for player in again.to_json()["players"] for card in player["hand"]]
                    first = int(world.state.deck_size)
                    names = [card.name for card in world.rules.cards.cards]  # type: ignore[attr-defined]
                    everybody += [names[kind] for kind in world.state.deck[first : first + 7 * n]]
                    for pack in seen[seat]:
                        assert not set(pack) - set(everybody)  # never back in the draw pile


# ------------------------------------------------------------------------------------------------ the turn limit


@pytest.mark.rule("K-2.3")
def test_after_the_first_pass_the_others_have_ten_turns_together(table: Any) -> None:
    hand = ["Dom", "Dom", "Cinder", "Cinder", "Ember", "Fact", "Garsh"]
    t = table({"tokens": 0}, {"hand": hand}, {"hand": ["Tamo"]}, options={"turn_limit": True}, advantage=0)
    t.do("pass")
    turns = 0
    while t.json["round"] == 1:
        assert t.seat in (1, 2)
        turns += 1
        choices = [text for text in t.choices if text.startswith(("draw one", "place"))]
        t.do(choices[0] if choices and t.decision == "main" else t.choices[-1])
        if t.decision != "main":
            while t.decision != "main":
                t.do(t.choices[0])
    assert turns <= 10


@pytest.mark.rule("K-2.3")
def test_the_tenth_turn_is_the_last(table: Any) -> None:
    t = table({"tokens": 0}, {"hand": ["Dom"], "tokens": 2}, options={"turn_limit": True})
    t.do("pass")
    assert int(t.game.state.turns_left) == 10
    t.game.state.turns_left = 2  # after eight turns
    t.do("draw one")
    assert (t.seat, t.json["round"]) == (1, 1)
    t.do("draw one")
    assert t.json["round"] == 2


@pytest.mark.rule("K-2.3")
@pytest.mark.parametrize("left", [None, 10, 3, 1])
def test_a_position_after_a_pass_has_no_eleventh_turn(table: Any, left: int | None) -> None:
    players = {"passed": True}, {"hand": ["Dom"] * 2, "army": [["Ember"]], "tokens": 2}
    t = table(*players, turn=1, turns_left=left, options={"turn_limit": True, "no_pass_with_tokens": False})
    for turn in range(left or 10):
        assert (t.json["turns_left"], t.json["round"]) == ((left or 10) - turn, 1)
        t.game.state.tokens[1] = 2
        t.do("draw one")
    assert t.json["round"] == 2


@pytest.mark.rule("K-2.3")
def test_a_position_is_refused_where_no_such_turn_is_left(table: Any) -> None:
    limited, passed = {"turn_limit": True}, {"passed": True}
    for players, options, left, error in (
        ([passed], limited, 11, "turns_left must be from 1 to 10, not 11"),
        ([passed], limited, 0, "turns_left must be from 1 to 10, not 0"),
        ([{}], limited, 5, "there is no limit of turns, or nobody has passed"),
        ([passed], {}, 5, "there is no limit of turns, or nobody has passed"),
        ([passed], {"turn_limit": True, "teams": True}, 5, "there is no limit of turns, or nobody has passed"),
    ):
        with pytest.raises(PositionError, match=error):
            table(*players, turn=1, turns_left=left, options=options)
    nocturn = {"army": [["Shade"], ["Kao"], ["Nocturn"]]}
    assert table(passed, nocturn, turn=1).json["turns_left"] == 3  # a Global, and no option
    with pytest.raises(PositionError, match="turns_left must be from 1 to 3, not 4"):
        table(passed, nocturn, turn=1, turns_left=4)
    teams = table(passed, {}, passed, turn=1, options={"turn_limit": True, "teams": True})
    assert teams.json["turns_left"] == 10


@pytest.mark.rule("K-2.3")
@pytest.mark.parametrize("n", [3, 4])
def test_a_later_pass_is_one_of_the_ten_turns(table: Any, n: int) -> None:
    t = table(*[{}] * n, options={"turn_limit": True}).do("pass")
    assert int(t.game.state.turns_left) == 10
    t.do("pass")
    assert (t.seat, int(t.game.state.turns_left)) == (2, 9)
    t.do("draw one")
    assert int(t.game.state.turns_left) == 8


@pytest.mark.rule("K-2.3")
def test_who_is_put_out_by_the_limit_has_not_passed(table: Any) -> None:
    """Vesper draws a card for each opponent who passes."""
    players = {"tokens": 0, "army": [["Shade"], ["Vesper"]]}, {"tokens": 1}
    for left, drawn in ((1, 0), (2, 1)):
        t = table(*players, deck=["Dom", "Tamo"], options={"turn_limit": True}).do("pass")
        t.game.state.turns_left = left
        t.do("draw one" if left == 1 else "pass")
        assert (t.json["round"], len(t.hand(0))) == (2, drawn)


@pytest.mark.rule("K-2.3")
def test_extra_turns_count_but_one_out_of_the_tenth_is_played(table: Any) -> None:
    """Rumba gives an extra turn."""
    for left, played in ((2, 1), (1, 1)):
        t = table(
            {"tokens": 0, "passed": True},
            {"hand": ["Rumba"], "army": [["Boko"]], "tokens": 2},
            options={"turn_limit": True},
            turn=1,
        )
        t.game.state.turns_left = left
        t.do("place Rumba")
        assert (t.seat, t.json["round"]) == (1, 1)
        assert int(t.game.state.turns_left) == left - 1
        for _ in range(played):
            t.do("draw one")
        assert t.json["round"] == 2


@pytest.mark.rule("K-2.3")
def test_without_the_option_the_last_player_goes_on(table: Any) -> None:
    t = table({"tokens": 0}, {}).do("pass", "draw one", "draw one")
    assert int(t.game.state.turns_left) == -1


@pytest.mark.rule("K-2.3")
def test_the_smaller_of_two_limits_counts(table: Any) -> None:
    """Nocturn's Global allows three turns."""
    options = {"turn_limit": True}
    t = table({"army": [["Shade"], ["Kao"], ["Nocturn"]], "tokens": 0}, {}, {}, options=options).do("pass")
    assert int(t.game.state.turns_left) == 3
    t = table({"army": [["Shade"], ["Kao"], ["[Nocturn]"]], "tokens": 0}, {}, {}, options=options).do("pass")
    assert int(t.game.state.turns_left) == 10


# ------------------------------------------------------------------------------------------------ the options


def test_absurd_options_are_refused() -> None:
    for name in ("no_pass_with_tokens", "draft", "turn_limit", "teams"):
        with pytest.raises(OptionError, match=f"{name} must be True or False, not 1"):
            Game("gosu", 4, **{name: 1})
    with pytest.raises(OptionError, match="unknown option 'drafts'; did you mean 'draft'"):
        Game("gosu", drafts=True)
    for n in (2, 3):
        with pytest.raises(OptionError, match=f"two against two: they need 4 players, not {n}"):
            Game("gosu", n, teams=True)


def test_options_are_seen() -> None:
    plain = Game("gosu", 2, 1)
    bound = Game("gosu", 2, 1, no_pass_with_tokens=True, turn_limit=True)
    spec = plain.observation_spec
    changed = (plain.observe(0) != bound.observe(0)).nonzero()[0]
    assert {spec.at(int(i)).name for i in changed} == {"globals"}
    assert sorted(bound.observe(0)[changed].tolist()) == [1, 10]
    assert "Option · Nobody may pass while holding an activation token." in bound.describe()
    assert "Option · Once a player has passed, the others play at most 10 more turns together." in bound.describe(1)
    assert "Option" not in plain.describe()
