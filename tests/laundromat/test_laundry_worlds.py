"""Hidden information: nothing leaks, and determinised worlds are those that a perfect memory cannot refute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from laundry_memory import Observer, contents

from gosu_env import Game
from gosu_env.laundromat.cards import load_cards


def random_positions(count: int, seed: int, auto_forced: bool = True) -> Iterator[Game]:
    """Positions of random games with 2 to 5 players."""
    rng = np.random.default_rng(seed)
    found = 0
    while found < count:
        game = Game("laundromat", 2 + found % 4, int(rng.integers(2**62)), auto_forced=auto_forced)
        while not game.is_over and found < count:
            if rng.random() < 0.1:
                found += 1
                yield game
            game.apply(int(rng.choice(game.legal_actions())))


def shown(game: Game, seat: int) -> tuple[object, ...]:
    """Everything that a seat is shown."""
    mask = game.mask().tolist() if game.seat == seat else None
    return (game.observe(seat).tolist(), mask, game.describe(seat), game.to_json(seat), game.seat)


def play_on(game: Game, rng: np.random.Generator) -> None:
    while not game.is_over:
        game.apply(int(rng.choice(game.legal_actions())))


@pytest.mark.parametrize("auto_forced", [True, False])
def test_worlds_look_alike_are_legal_and_play_on(auto_forced: bool) -> None:
    rng = np.random.default_rng(1)
    different = positions = 0
    for game in random_positions(250, seed=2, auto_forced=auto_forced):
        seat = int(rng.integers(game.num_players))
        before, expected = game.to_bytes(), shown(game, seat)
        for _ in range(2):
            world = game.determinize(seat, rng)
            assert shown(world, seat) == expected
            world.rules.check(world.states)
            if world.seat >= 0:
                assert len(world.legal_actions()) > (auto_forced and world.to_json()["decision"]["kind"] != "keep")
            different += world.state.cards.tolist() != game.state.cards.tolist()
            play_on(world, rng)
        assert game.to_bytes() == before
        positions += 1
    assert different > 1.9 * positions


def test_a_world_depends_on_what_the_seat_knows_alone() -> None:
    """A world of a world is the same as one of the truth, byte for byte, for the same seed."""
    rng = np.random.default_rng(6)
    for game in random_positions(600, seed=7):
        seat = int(rng.integers(game.num_players))
        assert game.determinize(seat, 1).determinize(seat, 2) == game.determinize(seat, 2)


def seen_by(game: Game, seat: int, place: int) -> Any:
    """What a seat can tell places apart by, worked out anew: the hand, and the last look before the garment left it.

    None: it never saw the garment. Places of one group look alike. With two players, all that was face up was seen.
    """
    st, n = game.state, game.num_players
    if n == 2:
        laid_out = (0, 2, 8, 16, 26, 38)  # where the markets of the rounds begin
        filling = int(st.phase) == 1
        end = laid_out[st.round_number + 1]
        return (
            place
            if 2 <= place < (min(laid_out[st.round_number] + int(st.passes) + 3, end) if filling else end)
            else None
        )
    first = n
    for number in range(int(st.round_number)):
        size = 5 if (n, number) == (5, 3) else number + 3
        if first <= place < first + n * size:
            hand, left = divmod(place - first, size)
            last = int(st.passes) if (number + 1, int(st.phase)) == (st.round_number, 1) else size - 2
            way = int(st.direction[number])
            looks = [t for t in range(last + 1) if (hand + t * way) % n == seat and t <= left]
            return (number, hand, looks[-1], left == looks[-1]) if looks else None
        first += n * size
    return None


def test_nothing_leaks() -> None:
    """Exchanging garments that look alike to a seat, by hand, not by ``determinize``, changes nothing it is shown."""
    rng = np.random.default_rng(4)
    exchanged = 0
    for game in random_positions(400, seed=5):
        n, st = game.num_players, game.state
        seat = int(rng.integers(n))
        held = range(*game.rules.hand_slice(game.states, seat)) if n > 2 else range(0)  # type: ignore[attr-defined]
        world = game.clone()
        for _ in range(40):
            a, b = (int(place) for place in rng.integers(90, size=2))
            alike = seen_by(game, seat, a) == seen_by(game, seat, b) and not st.drawn[a] and not st.drawn[b]
            if alike and a not in held and b not in held:
                world.state.cards[a], world.state.cards[b] = int(world.state.cards[b]), int(world.state.cards[a])
                exchanged += 1
        for hand in range(n if n > 2 and st.phase == 1 else 0):
            places = slice(*game.rules.hand_slice(game.states, hand))  # type: ignore[attr-defined]
            world.state.cards[places] = np.sort(world.state.cards[places])
        assert shown(world, seat) == shown(game, seat)
    assert exchanged > 400


def observed(n: int, seed: int) -> Iterator[tuple[Game, list[Observer]]]:
    """A random game with an observer at every seat, decision by decision."""
    rng = np.random.default_rng(seed)
    game = Game("laundromat", n, seed, auto_forced=False)
    observers = [Observer(game, seat) for seat in range(n)]
    draws = rng.random() < 0.5  # or stop early, and keep more in baskets
    while not game.is_over:
        yield game, observers
        legal = game.legal_actions()
        seat = game.seat
        action = int(rng.choice(legal))
        if draws and game.action_spec["DRAW"].start in legal:
            action = game.action_spec["DRAW"].start
        before = [game.to_json(observer.seat) for observer in observers]
        text = game.action_text(action)
        game.apply(action)
        for observer, table in zip(observers, before, strict=True):
            observer.decided(game, seat, text, table)
    yield game, observers


def check(game: Game, observer: Observer, rng: np.random.Generator, worlds: int) -> None:
    """What the engine says of a seat's knowledge is what the observer remembers, and every world is possible."""
    rules: Any = game.rules
    n, seat = game.num_players, observer.seat
    names = [garment.name for garment in rules.cards.garments]
    obs, spec = game.observe(seat), game.observation_spec
    known, room = observer.known(), []
    for other in range(n):
        relative = (other - seat) % n
        whose = f"opp{relative}" if relative else "me"
        engine = Counter({names[k]: int(c) for k, c in enumerate(obs[spec[f"basket.{whose}"]]) if c})
        assert engine == known[other], (seat, other, engine, known[other])
        most = obs[spec[f"basket.{whose}"]] + obs[spec["unseen"]]
        if n > 2:
            most = most + obs[spec[f"maybe.{whose}"]]
        room.append(Counter({name: int(most[k]) for k, name in enumerate(names)}))
    assert observer.is_possible(*contents(game)), "the truth"
    for _ in range(worlds):
        world = game.determinize(seat, int(rng.integers(2**60)))
        baskets, hands = contents(world)
        assert observer.is_possible(baskets, hands), "a world"
        for other in range(n):
            assert not known[other] - baskets[other]
            assert not baskets[other] - room[other]


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_a_perfect_memory_cannot_refute_worlds(n: int) -> None:
    assert refuted_in(n, games=3) > 40


@pytest.mark.soak
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_a_perfect_memory_cannot_refute_thousands_of_worlds(n: int) -> None:
    assert refuted_in(n, games=200) > 3000


def refuted_in(n: int, games: int) -> int:
    """Fails if an observer can refute what is known, or a world; how often that was tried."""
    rng = np.random.default_rng(n)
    checks = 0
    for seed in range(games):
        for game, observers in observed(n, 100 * n + seed):
            if rng.random() < 0.15 or game.is_over:
                for observer in observers:
                    check(game, observer, rng, worlds=2)
                    checks += 1
    return checks


def test_a_perfect_memory_refutes_what_cannot_be() -> None:
    """The observer itself can fail: exchange two garments of which it knows more."""
    refuted = tried = 0
    for game, observers in observed(4, seed=3):
        baskets, hands = contents(game)
        observer = observers[0]
        known = observer.known()
        for seat in range(1, 4):
            for name in list(known[0]):
                other = next(
                    (a for a in baskets[seat] if a not in known[0] and known[seat][a] < baskets[seat][a]), None
                )
                if other is None:
                    continue
                wrong = [Counter(basket) for basket in baskets]
                wrong[0] = wrong[0] - Counter([name]) + Counter([other])
                wrong[seat] = wrong[seat] - Counter([other]) + Counter([name])
                if wrong[0][name] < known[0][name]:
                    tried += 1
                    refuted += not observer.is_possible(wrong, hands)
    assert tried > 20
    assert refuted == tried


def expected_contents(observer: Observer, hands: list[Counter[str]]) -> tuple[int, list[Counter[str]]]:
    """How many explanations there are of what was turned over, and the mean contents of baskets over all worlds.

    Every garment turned over is laid to a slot in every possible way. A way weighs as much as there are worlds with it:
    of the garments of a group that are not laid, any is as likely in a slot as any other.
    """
    groups = [observer.unseen, *(observer.closed_groups(hands) or ())]
    pool = Counter({garment.name: garment.copies for garment in load_cards().garments})
    for counts in [*(Counter(group.garments) for group in groups[1:]), *hands]:
        pool -= counts
    left = [pool, *(Counter(group.garments) for group in groups[1:])]
    free = [Counter(group.slots) for group in groups]
    size = [counts.total() for counts in left]
    means = [Counter[str]() for _ in range(observer.n)]
    weights: list[float] = []

    def lay(i: int, weight: float) -> None:
        if i == len(observer.turned):
            weights.append(weight)
            for counts, slots, total in zip(left, free, size, strict=True):
                for (basket, _), places in slots.items():
                    for name, copies in counts.items() if places else ():
                        means[basket][name] += weight * places * copies / total  # type: ignore[assignment]
            return
        basket, name, when = observer.turned[i]
        for number, counts in enumerate(left):
            for slot in list(free[number]) if counts[name] > 0 else ():
                if slot[0] == basket and slot[1] <= when and free[number][slot] > 0:
                    chance = free[number][slot] * counts[name] / size[number]
                    free[number][slot] -= 1
                    counts[name] -= 1
                    size[number] -= 1
                    lay(i + 1, weight * chance)
                    free[number][slot] += 1
                    counts[name] += 1
                    size[number] += 1

    lay(0, 1.0)
    total = sum(weights)
    return len(weights), [Counter({k: v / total for k, v in mean.items()}) for mean in means]  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4])
def test_worlds_are_as_likely_as_they_should_be(n: int) -> None:
    """Against the mean over all worlds, where what was turned over has more than one explanation."""
    worlds, checked, furthest = 400, 0, 0.0
    for seed in range(60):
        for game, observers in observed(n, seed):
            table = game.to_json()
            if table["round"] > 2 or game.is_over or checked == 12:
                break
            if table["decision"]["kind"] != "wash" or len(table["wash"]) < 2:
                continue
            observer = observers[seed % n]
            ways, means = expected_contents(observer, contents(game)[1]) if len(observer.turned) < 9 else (0, [])
            if not 4 <= ways <= 3000:
                continue
            checked += 1
            drawn = [contents(game.determinize(observer.seat, seed * worlds + i))[0] for i in range(worlds)]
            for basket in range(n):
                for name, mean in means[basket].items():
                    counts = [world[basket][name] for world in drawn]
                    error = max(float(np.std(counts)), mean**0.5, 0.05) / worlds**0.5
                    furthest = max(furthest, abs(float(np.mean(counts)) - mean) / error)
    assert checked == 12
    assert furthest < 4.5  # of thousands of means, in standard errors


def told_positions(n: int, count: int) -> Iterator[tuple[Game, int]]:
    """Decisions of random games, spread over them, and a seat that looks on."""
    rng = np.random.default_rng(n)
    for seed in range(count):
        game = Game("laundromat", n, seed)
        while not game.is_over:
            if rng.random() < 0.1:
                yield game, int(rng.integers(n))
            game.apply(int(rng.choice(game.legal_actions())))


@pytest.mark.rule("L-4.4")
@pytest.mark.parametrize("n", [2, 3, 5])
def test_no_garment_counts_as_unseen_that_lies_open_or_is_known_to_lie_somewhere(n: int) -> None:
    open_ones = 0
    for game, seat in told_positions(n, 8):
        obs, spec, st = game.observe(seat).astype(int), game.observation_spec, game.state
        copies = game.rules.tables[0].copies.astype(int)
        located = np.bincount(st.wash[: st.wash_size], minlength=len(copies))
        for block in spec.blocks:
            if block.name in ("gone", "hand.me") or block.name.startswith(("scored.", "basket.")):
                located += obs[block.slice]
        assert (obs[spec["unseen"]] <= copies - located).all()
        open_ones += int((located == copies).sum())
    assert open_ones > 100


@pytest.mark.parametrize("n", [2, 3, 4])
def test_texts_and_json_tell_what_is_known(n: int) -> None:
    """All that ``known`` says, and where a seat saw garments go, but not where exact counting rules them out."""
    told = sure = 0
    for game, seat in told_positions(n, 3):
        rules: Any = game.rules
        names = [garment.name for garment in rules.cards.garments]
        known, spec = game.known(seat), game.belief_spec
        belief, _, exact = rules.belief(game.states, seat)
        text, table = game.describe(seat), game.to_json(seat)
        assert Counter(table["known_deck"]) == counter(names, known[spec["draw_pile"]])
        for relative in range(1, n):
            other = (seat + relative) % n
            player = table["players"][other]
            basket = counter(names, known[spec[f"basket.opp{relative}"]])
            assert Counter(filter(None, player["basket"])) == basket
            possible = belief[spec[f"basket.opp{relative}"]] > 0
            assert not exact or all(possible[names.index(name)] for name in player["perhaps"])
            hand = counter(names, known[spec[f"hand.opp{relative}"]]) if n > 2 else Counter()
            assert Counter(player["known_hand"]) == hand
            for label, counts in (("basket", basket), ("in hand", hand)):
                if counts:
                    assert f"  {label:<10} {', '.join(told_names(names, counts))}\n" in text
            told += 1
            sure += basket.total()
        for world in range(2):
            other_game = game.determinize(seat, world)
            assert other_game.describe(seat) == text
            assert other_game.to_json(seat) == table
    assert told > 10
    assert sure > 10


def counter(names: Sequence[str], counts: Any) -> Counter[str]:
    return Counter({names[kind]: int(count) for kind, count in enumerate(counts) if count})


def told_names(names: Sequence[str], counts: Counter[str]) -> list[str]:
    return [name + (f" ×{counts[name]}" if counts[name] > 1 else "") for name in names if counts[name]]
