"""Whatever comes from outside, harmed: it is refused, by an error of this package, or it is played on.

Saves, card files, replays, datasets and policies have their checksums made right; positions by name are mutated JSON;
histories are given any actions, seats and worlds.

Run as a program, so that a crash of compiled code or a loop without end harms nobody else:

    python tests/fuzzing.py saves GAME[,GAME…] SEED ROUNDS

It prints the seed of every round before it, and at its end how many were refused and how many played on. With
``GOSU_CHECKED=1``, compiled code checks every index; with
``GOSU_INTERPRETED=1``, Python does.

What can be harmed in any record is here. ``tests/GAME/harms.py`` says what else there is of a game: its options, harms
that keep more of a record in order than one field (``HARMS``), positions (``described``) and card files (``some_set``).
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import pickle
import random
import sys
import tempfile
import warnings
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from safetensors.numpy import save

from gosu_env import Game, View
from gosu_env.agents import make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.policy import ABOUT, About, PolicyWarning, expected_shapes
from gosu_env.engine.errors import CardFileError, DataError, GosuError
from gosu_env.engine.game import MAGIC
from gosu_env.engine.history import History
from gosu_env.engine.replay import Replay
from gosu_env.engine.replay_format import CHECKSUM
from gosu_env.engine.rules import GAMES, find_game

PLAYED_ON = 12  # decisions of a save that was opened
GAMES_OF_A_SET = 3


def harms_of(game: str) -> Any:
    """What is known of a game, see above."""
    return importlib.import_module(f"tests.{game}.harms")


def some_game(name: str, pick: random.Random) -> Game:
    """A game somewhere between its first decision and its end, by any options."""
    n = pick.choice(find_game(name).PLAYERS)
    options = harms_of(name).some_options(n, pick)
    game = Game(name, n, pick.randrange(2**63), auto_forced=pick.random() < 0.7, **options)
    for _ in range(pick.choice((0, 3, 10, 30, 60, 120))):
        if game.is_over:
            break
        game.apply(pick.choice(game.legal_actions()))
    return game


# ------------------------------------------------------------------------------------------------ saves


def other_value(field: Any, at: tuple[int, ...], pick: random.Random) -> int:
    """Another value for one place of a field: a near one, a limit, any."""
    info = np.iinfo(field.dtype)
    old = int(field[at])
    near = (0, 1, 2, -1, old + 1, old - 1, pick.randrange(-3, 80), info.max, info.min, pick.randint(info.min, info.max))
    return int(min(max(pick.choice(near), info.min), info.max))


def harm_field(game: Game, pick: random.Random) -> None:
    """Another value in one place of one field."""
    st = game.state
    name = pick.choice([name for name in st.dtype.names if st[name].size])
    field = np.asarray(st[name])
    at = tuple(pick.randrange(size) for size in field.shape)
    value = other_value(field, at, pick)
    if field.shape:
        st[name][at] = value
    else:
        st[name] = value


def harm_bytes(game: Game, pick: random.Random) -> None:
    content = game.states.view(np.uint8)
    for _ in range(pick.randint(1, 3)):
        content[pick.randrange(content.size)] = pick.randrange(256)


Harm = Callable[[Game, random.Random], None]
HARMS: tuple[Harm, ...] = (harm_field, harm_field, harm_bytes)


def use(game: Game, pick: random.Random, decisions: int) -> None:
    """All that may be done with a game, for some decisions."""
    for _ in range(decisions):
        for seat in range(game.num_players):
            game.observe(seat)
        game.describe(pick.randrange(game.num_players))
        game.to_json()
        game.determinize(pick.randrange(game.num_players), pick.randrange(2**63)).legal_actions()
        if game.is_over:
            return
        legal = game.legal_actions()
        assert legal, "a running game without a legal action"
        for action in legal:
            game.action_text(action)
        game.apply(pick.choice(legal))
        game.rules.check(game.states)


def harm_head(data: bytes, pick: random.Random) -> bytes:
    """A save that says something else of its game, its players or its options."""
    head, _, record = data[len(MAGIC) + 4 :].partition(b"\n")
    body = json.dumps(harm_tree(json.loads(head), pick), default=repr).encode() + b"\n" + record
    return MAGIC + zlib.crc32(body).to_bytes(4, "little") + body


def try_save(name: str, pick: random.Random) -> str:
    game = some_game(name, pick)
    for _ in range(pick.choice((1, 1, 2, 3))):
        pick.choice(HARMS + tuple(harms_of(name).HARMS))(game, pick)
    data = game.to_bytes()
    if pick.random() < 0.1:
        data = harm_head(data, pick)
    try:
        opened = Game.from_bytes(data)
    except DataError:
        return "refused"
    use(opened, pick, PLAYED_ON)
    return "played"


# ------------------------------------------------------------------------------------------------ card files


def try_cards(name: str, pick: random.Random) -> str:
    text, options = harms_of(name).some_set(pick)
    n = pick.choice(find_game(name).PLAYERS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.toml"
        path.write_text(text, encoding="utf-8")
        try:
            game = Game(name, n, pick.randrange(2**63), cards=str(path), max_decisions=300, **options)
        except CardFileError:
            return "refused"
    play_set(game.rules, pick, GAMES_OF_A_SET)
    return "played"


def play_set(rules: Any, pick: random.Random, games: int) -> Counter[str]:
    """Games with a card set, every position checked; how they ended."""
    endings: Counter[str] = Counter()
    for _ in range(games):
        game = Game.of_rules(rules, pick.randrange(2**63))
        seen = [game.states.copy()]
        while not game.is_over:
            game.apply(pick.choice(game.legal_actions()))
            game.observe()
            seen.append(game.states.copy())
        rules.check(np.concatenate(seen))
        endings[game.ending[0]] += 1
    assert not endings["fault"], "a game ended as a fault"
    return endings


# ------------------------------------------------------------------------------------------------ replays


def some_replay(name: str, pick: random.Random) -> bytes:
    from gosu_env.engine.recorder import Recorder  # noqa: PLC0415

    game = some_game(name, pick)
    recorder = Recorder(game, ["one"] * game.num_players, {"match": 1})
    for _ in range(10):
        if not game.is_over:
            action = pick.choice(game.legal_actions())
            recorder.apply(action, {action: 1.0}, 0.5, "a note")
    return recorder.replay().to_bytes()


def strange(old: Any, pick: random.Random) -> Any:
    """Something else in place of a value."""
    others: list[Any] = [
        None,
        0,
        1,
        3,
        -1,
        2**63,
        -(2**63),
        0.5,
        float("nan"),
        float("inf"),
        "",
        "x\u0000[/red]",
        b"",
        b"\xff" * 20,
        [],
        {},
    ]
    if isinstance(old, bytes) and old:
        at = pick.randrange(len(old))
        others += [old[:at] + bytes([pick.randrange(256)]) + old[at + 1 :]] * 8 + [
            old[:at],
            old + old,
            b"\x80" * 3000 + b"\x01",
        ]
    if isinstance(old, int):
        others += [old + 1, old - 1]
    if isinstance(old, str):
        others += [old[:-1], "/dev/zero", "/dev/stdin"]
    return pick.choice(others)


def harm_tree(value: Any, pick: random.Random) -> Any:
    """One value somewhere in lists and dicts is another."""
    if isinstance(value, list) and value and pick.random() < 0.9:
        at = pick.randrange(len(value))
        return [*value[:at], harm_tree(value[at], pick), *value[at + 1 :]]
    if isinstance(value, dict) and value and pick.random() < 0.9:
        key = pick.choice(list(value))
        if pick.random() < 0.1:
            return {(f"{name}x" if name == key else name): each for name, each in value.items()}
        return {name: harm_tree(each, pick) if name == key else each for name, each in value.items()}
    return strange(value, pick)


def try_replay(name: str, pick: random.Random) -> str:
    data = some_replay(name, pick)
    line, _, rest = data.partition(b"\n")
    body = rest[CHECKSUM:]
    if pick.random() < 0.3:
        harmed = bytearray(body)
        for _ in range(pick.randint(1, 3)):
            harmed[pick.randrange(len(harmed))] = pick.randrange(256)
        body = bytes(harmed)
    else:
        tree = msgspec.msgpack.decode(body)
        for _ in range(pick.randint(1, 2)):
            tree = harm_tree(tree, pick)
        try:
            body = msgspec.msgpack.encode(tree)
        except OverflowError:
            return "refused"
    try:
        replay = Replay.from_bytes(line + b"\n" + zlib.crc32(body).to_bytes(CHECKSUM, "little") + body)
        for decision in replay.decisions():
            assert decision.chances is None or all(0 <= chance <= 1.0001 for chance in decision.chances.values())
    except DataError:
        return "refused"
    return "played"


# ------------------------------------------------------------------------------------------------ datasets


def some_dataset(name: str, folder: Path, pick: random.Random) -> None:
    """A few games with the same options, perhaps not played to the end, in one part or two."""
    from gosu_env.dataset.replays import ReplaySource, write_replays  # noqa: PLC0415
    from gosu_env.dataset.writer import Writer  # noqa: PLC0415
    from gosu_env.engine.recorder import Recorder  # noqa: PLC0415

    n = pick.choice(find_game(name).PLAYERS)
    options = harms_of(name).some_options(n, pick)
    files = [folder / f"{number}.gosu" for number in range(pick.choice((1, 2, 3)))]
    for file in files:
        recorder = Recorder(Game(name, n, pick.randrange(2**63), **options), ["one"] * n)
        for _ in range(pick.choice((1, 10, 40))):
            if not recorder.game.is_over:
                action = pick.choice(recorder.game.legal_actions())
                recorder.apply(action, *(({action: 1.0}, 0.5) if pick.random() < 0.5 else ()))
        recorder.save(file)
    source = ReplaySource(files)
    with Writer(folder / "data", source.about) as writer:
        list(write_replays(source, writer, 2))


def harm_part(content: bytes, pick: random.Random) -> bytes:
    """Other bytes in a Parquet file, half of them in its foot or in the head of a page; or fewer bytes."""
    harmed, foot = bytearray(content), int.from_bytes(content[-8:-4], "little")
    heads = [at for at in range(len(content) - 2) if content[at : at + 3] in (b"\x15\x00\x15", b"\x15\x04\x15")]
    for _ in range(pick.randint(1, 3)):
        places = [
            pick.randrange(len(harmed)),
            len(harmed) - 8 - pick.randrange(foot),
            pick.choice(heads) + pick.randrange(24),
        ]
        harmed[min(pick.choice(places), len(harmed) - 1)] = pick.randrange(256)
    return bytes(harmed[: pick.randrange(len(harmed))] if pick.random() < 0.05 else harmed)


def harm_rows(content: bytes, pick: random.Random) -> bytes:
    """Another value, another type or no values at all in a column, in a file that is whole."""
    import io  # noqa: PLC0415

    import polars as pl  # noqa: PLC0415

    frame = pl.read_parquet(io.BytesIO(content))
    name = pick.choice(frame.columns)
    row, column = pick.randrange(len(frame)), frame[name]
    way = pick.randrange(5)
    if way == 0:
        frame = frame.drop(name)
    elif way == 1:
        frame = frame[: pick.randrange(len(frame))]
    elif column.dtype.is_numeric():
        old = column[row] or 0
        values = column.to_list()
        values[row] = pick.choice((None, old + 1, -1, 0, 2, 99, -(2**7)))
        kind = column.dtype if way < 4 else pl.Float64
        frame = frame.with_columns(pl.Series(name, values, dtype=kind, strict=False))
    else:
        values = column.to_list()
        other = values[row][:-1] if values[row] else None
        values[row] = pick.choice((None, other, values[0], values[-1]))
        frame = frame.with_columns(pl.Series(name, values, dtype=column.dtype))
    file = io.BytesIO()
    frame.write_parquet(file, compression=pick.choice(("zstd", "snappy", "uncompressed")))
    return file.getvalue()


def try_dataset(name: str, pick: random.Random) -> str:
    from gosu_env.dataset import COLUMNS, Dataset  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as place:
        some_dataset(name, Path(place), pick)
        folder = Path(place) / "data"
        plain = json.loads((folder / "dataset.json").read_text())
        number = pick.randrange(len(plain["parts"]))
        path = folder / plain["parts"][number]["file"]
        if pick.random() < 0.2:
            plain = harm_tree(plain, pick)
        else:
            content = pick.choice((harm_part, harm_part, harm_rows))(path.read_bytes(), pick)
            path.write_bytes(content)
            plain["parts"][number] |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        (folder / "dataset.json").write_text(json.dumps(plain, default=repr))
        try:
            data = Dataset(folder)
            for batch in data.batches(16, tuple(COLUMNS), shuffle=pick.randrange(9)):
                assert len({len(column) for column in batch.values()}) == 1
            data.verify()
        except DataError:
            return "refused"
    return "played"


# ------------------------------------------------------------------------------------------------ positions

OUTSIDE = ("-1", 10**9, 2**70, None, 0.5, [], "1", -5)


def try_position(name: str, pick: random.Random) -> str:
    """The JSON of a table, mutated, as a position by name; sometimes its options are, too."""
    game = some_game(name, pick)
    table: Any = harms_of(name).described(game)
    options: Any = dict(game.rules.options)
    for _ in range(pick.choice((0, 1, 1, 2, 3))):
        if pick.random() < 0.15:
            options = harm_tree(options, pick)
        elif pick.random() < 0.6:
            table = table | {"players": harm_tree(table.get("players"), pick)}
        else:
            harmed = harm_tree(table, pick)
            table = harmed if isinstance(harmed, dict) else table
    try:
        opened = Game.position(name, game.num_players, options=options, **table)
    except GosuError:
        return "refused"
    use(opened, pick, 4)
    return "played"


# ------------------------------------------------------------------------------------------------ histories


def follow_wildly(history: History, game: Game, others: list[Game], pick: random.Random) -> None:
    """Something that a history may refuse."""
    way = pick.randrange(4)
    if way == 0:
        illegal = sorted(set(range(game.num_actions)) - set(game.legal_actions()))
        history.apply(pick.choice((*OUTSIDE, game.num_actions, pick.choice(illegal))))  # type: ignore[arg-type]
    elif way == 1:
        read = pick.choice((history.tokens, history.text, lambda seat: history.latest(seat, 5)))
        read(pick.choice((*OUTSIDE, 0, 1, game.num_players)))  # type: ignore[operator]
    elif way == 2:
        history.latest(0, pick.choice((*OUTSIDE, 0, 3)))  # type: ignore[arg-type]
    else:
        world, seat = pick.choice(others), pick.choice((*OUTSIDE, None, 0, 1, game.num_players))
        believed = history.believe(world, seat)  # type: ignore[arg-type]
        if not world.is_over:
            believed.apply(pick.choice(world.legal_actions()))


def try_history(name: str, pick: random.Random) -> str:
    """A history that is given anything besides the game's actions: it stays what it is without that."""
    game = some_game(name, pick)
    joined = game.seed is None or pick.random() < 0.5
    played = game.clone() if joined else game.deal(game.seed)
    history, plain, refused = History(played), History(played), False
    others = [Game(other, pick.choice(find_game(other).PLAYERS), 1) for other in GAMES] + [played]
    wild = pick.random() < 0.7
    for _ in range(pick.choice((2, 12))):
        if not played.is_over:
            others[-1] = played.determinize(pick.randrange(played.num_players), pick.randrange(2**63))
        try:
            if wild:
                follow_wildly(history, played, others, pick)
        except GosuError:
            refused = True
        if played.is_over:
            break
        action = pick.choice(played.legal_actions())
        for each in (played, history, plain):
            each.apply(action)
        if pick.random() < 0.2:
            history = history.clone() if pick.random() < 0.5 else pickle.loads(pickle.dumps(history))
    for seat in range(played.num_players):
        assert history.tokens(seat).tobytes() == plain.tokens(seat).tobytes()
    return "refused" if refused else "played"


# ------------------------------------------------------------------------------------------------ policies

WIDTH, DEPTH, PARTS = 8, 1, 4


def some_policy(game: Game, pick: random.Random) -> tuple[dict[str, Any], Any]:
    """Small weights that fit a table, and the description of a policy with them."""
    rules, random_numbers = game.rules, np.random.default_rng(pick.randrange(2**32))
    features = read_features(rules.observation_spec)
    sizes = {"columns": len(features.scale), "kinds": features.kinds, "places": len(features.places)}
    sizes |= {"actions": rules.num_actions, "parts": PARTS}
    about = About.at_table(rules, WIDTH, DEPTH, decisions=0, worlds=pick.choice((0, 0, 1)))
    weights = {
        name: random_numbers.normal(size=[sizes.get(size, size) for size in shape]).astype(np.float32)
        for name, shape in expected_shapes(about).items()
    }
    return weights, asdict(about)


def harm_weights(weights: dict[str, Any], pick: random.Random) -> dict[str, Any]:
    """A weight of another size, type, name or value; two may be harmed alike."""
    name = pick.choice(list(weights))
    weight = weights[name]
    way = pick.randrange(6)
    if way < 2:  # the same harm to all that have an axis of that size: what fits each other need not fit the game
        axis = pick.randrange(weight.ndim)
        size, wanted = weight.shape[axis], pick.choice((0, 1, weight.shape[axis] - 1, 2 * weight.shape[axis]))
        harmed = weights if way == 0 else {name: weight}
        return weights | {each: resized(other, size, wanted) for each, other in harmed.items()}
    if way == 2:
        kind = pick.choice(("int8", "int64", "float64", "float16", "bool", "uint16"))
        return weights | {name: weight.astype(kind)}
    if way == 3:
        value = pick.choice((np.nan, np.inf, -np.inf, 1e6, -1e6, 3e38, 0.0))
        return weights | {name: np.full_like(weight, value)}
    if way == 4:
        return {each: other for each, other in weights.items() if each != name} | pick.choice(({}, {"other": weight}))
    return weights | {name: pick.choice((weight.reshape(-1), weight[None], weight.T.copy()))}


def resized(weight: Any, size: int, wanted: int) -> Any:
    """A weight whose axes of one size have another."""
    for axis in range(weight.ndim):
        if weight.shape[axis] == size:
            weight = np.resize(weight, (*weight.shape[:axis], wanted, *weight.shape[axis + 1 :]))
    return np.ascontiguousarray(weight)


def try_policy(name: str, pick: random.Random) -> str:
    """The file of a policy, its weights or its description harmed, as a player, and now and then in a search."""
    n = pick.choice(find_game(name).PLAYERS)
    game = Game(name, n, pick.randrange(2**63), **harms_of(name).some_options(n, pick))
    weights, about = some_policy(game, pick)
    for _ in range(pick.choice((0, 1, 1, 2))):
        if pick.random() < 0.6:
            weights = harm_weights(weights, pick)
        else:
            about = harm_tree(about, pick)
    content = bytearray(save(weights, {ABOUT: json.dumps(about, default=repr)}))
    if pick.random() < 0.2:
        content[pick.randrange(min(len(content), 2000))] = pick.randrange(256)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.safetensors"
        path.write_bytes(content)
        searches = (f"ismcts:4:judge={path}", f"rollout:4:policy={path}") if SEARCHES else ()
        try:
            agent = make_agent(pick.choice((f"policy:{path}", f"policy:{path}:temperature=1", *searches)), 1)
            for _ in range(6):
                if not game.is_over:
                    game.apply(agent.act(View(game)))
        except GosuError:
            return "refused"
    return "played"


# ------------------------------------------------------------------------------------------------ rounds

TRIES = {
    "saves": try_save,
    "cards": try_cards,
    "replays": try_replay,
    "datasets": try_dataset,
    "positions": try_position,
    "histories": try_history,
    "policies": try_policy,
}
SEARCHES = "FUZZ_SEARCHES" in os.environ  # policies in searches, too, which take longer to compile


def main(what: str, names: str, seed: int, rounds: int) -> None:
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", PolicyWarning)
    found: Counter[str] = Counter()
    for name in names.split(","):
        for number in range(seed, seed + rounds):
            print(f"\r{what} {name} {number}", end="", flush=True)
            found[TRIES[what](name, random.Random(number))] += 1
    print(f"\n{dict(found)}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
