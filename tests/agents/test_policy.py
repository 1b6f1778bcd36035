"""Policies: files, names, choices."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load, save

from gosu_env import DataError, Game, OptionError, View
from gosu_env.agents import make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.policy import (
    ABOUT,
    About,
    PolicyWarning,
    check_specs,
    find_policy,
    load_policy,
    shipped_folder,
    shipped_for,
    table_options,
    write_about,
)
from gosu_env.agents.policy import policy_file as policy_file_of
from gosu_env.gosu.cards import DEFAULT_SET
from gosu_env.training.checkpoint import read_network, save_policy
from gosu_env.training.network import Network


@pytest.fixture(scope="module")
def policy_file(tmp_path_factory):
    game = Game(seed=1)
    torch.manual_seed(3)
    network = Network(read_features(game.observation_spec), game.num_actions, width=12, depth=1)
    with torch.no_grad():
        network.policy.weight *= 50
    path = tmp_path_factory.mktemp("policy") / "policy.safetensors"
    save_policy(path, network, About.at_table(game.rules, 12, 1, decisions=0))
    return path


def test_it_plays_whole_games_and_tells_its_thoughts(policy_file):
    agent = make_agent(f"policy:{policy_file}")
    game = Game(seed=2)
    while not game.is_over:
        view = View(game)
        action = agent.act(view)
        probabilities = agent.thoughts.probabilities
        assert set(probabilities) == set(view.legal_actions())
        assert sum(probabilities.values()) == pytest.approx(1)
        assert action == max(probabilities, key=probabilities.get)
        assert -1 <= agent.thoughts.value <= 1
        game.apply(action)


def test_many_decisions_at_once_are_answered_as_one_by_one(policy_file):
    agent = make_agent(f"policy:{policy_file}")
    views = [View(Game(seed=seed)) for seed in range(12)]
    assert agent.act_many(views) == [agent.act(view) for view in views]


def test_with_a_temperature_it_acts_by_chance_and_by_its_seed(policy_file):
    view = View(Game(seed=8))

    def actions(seed, temperature):
        agent = make_agent(f"policy:{policy_file}:temperature={temperature}", seed)
        return [agent.act(view) for _ in range(30)]

    assert actions(1, 5) == actions(1, 5)
    assert len(set(actions(1, 5))) > 1
    assert len(set(actions(1, 0))) == 1


def test_a_folder_of_training_is_a_policy(policy_file):
    view = View(Game(seed=8))
    by_file, by_folder = make_agent(f"policy:{policy_file}"), make_agent(f"policy:{policy_file.parent}")
    assert by_file.act(view) == by_folder.act(view)


def test_a_policy_for_other_tables_is_refused(policy_file):
    agent = make_agent(f"policy:{policy_file}")
    with pytest.raises(OptionError, match="for 2 players, not for 3"):
        agent.act(View(Game(num_players=3, seed=1)))


@pytest.fixture
def own_cards(tmp_path):
    """The default set with a card that has another name."""
    path = tmp_path / "mine.toml"
    path.write_text(DEFAULT_SET.read_text().replace('name = "Murk"', 'name = "Mork"'))
    return str(path)


def test_a_file_says_what_it_was_trained_for(policy_file):
    about, rules = load_policy(policy_file).about, Game().rules
    assert (about.game, about.num_players, about.cards) == ("gosu", 2, rules.digest)
    assert about.options == table_options(rules.options)
    assert "max_decisions" not in about.options


def test_a_table_with_other_options_or_cards_is_warned_about(policy_file, own_cards):
    agent = make_agent(f"policy:{policy_file}")
    for options, told in [
        ({"draft": True}, "may play badly: it learned with no draft, here draft$"),
        ({"draft": True, "turn_limit": True}, "no draft, here draft; no turn_limit, here turn_limit$"),
        ({"cards": own_cards}, r"it learned with cards of digest \w{16}, here \w{16}$"),
    ]:
        with pytest.warns(PolicyWarning, match=told):
            agent.act(View(Game(seed=1, **options)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        agent.act(View(Game(seed=1, max_decisions=300, auto_forced=False)))
        check_specs(["random", f"policy:{policy_file}", f"ismcts:5:judge={policy_file}"], Game().rules)
    with pytest.warns(PolicyWarning, match="no draft, here draft"):
        make_agent(f"ismcts:5:judge={policy_file}", 1).act(View(Game(seed=1, draft=True)))
    with pytest.warns(PolicyWarning, match="no draft, here draft"):
        check_specs([f"ismcts:5:judge={policy_file}"], Game(draft=True).rules)


def test_there_is_no_warning_of_an_earlier_edition_of_the_cards(policy_file, own_cards, tmp_path):
    about, path, rules = load_policy(policy_file).about, tmp_path / "former.safetensors", Game().rules
    assert rules.former
    assert rules.digest not in rules.former
    path.write_bytes(
        rewritten(policy_file, lambda w: w, {ABOUT: json.dumps(asdict(about) | {"cards": rules.former[0]})})
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_specs([f"policy:{path}"], rules)
    with pytest.warns(PolicyWarning, match=rf"it learned with cards of digest {rules.former[0]}, here \w{{16}}$"):
        check_specs([f"policy:{path}"], Game(cards=own_cards).rules)


def test_shipped_policies_play_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for n, options in (
            (2, {}),
            (3, {}),
            (4, {}),
            (4, {"teams": True}),
            (2, {"kamakor": True}),
            (4, {"kamakor": True}),
        ):
            check_specs(["policy:strong", "policy:small"], Game("gosu", n, **options).rules)


def test_there_is_no_warning_at_other_tables_at_which_it_was_trained(policy_file, tmp_path):
    about, path = load_policy(policy_file).about, tmp_path / "both.safetensors"
    both = asdict(about) | {"also": {"draft": True}}
    path.write_bytes(rewritten(policy_file, lambda w: w, {ABOUT: json.dumps(both)}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for draft in (False, True):
            check_specs([f"policy:{path}"], Game(draft=draft).rules)
    with pytest.warns(PolicyWarning, match="it learned with no turn_limit, here turn_limit$"):
        check_specs([f"policy:{path}"], Game(draft=True, turn_limit=True).rules)


def test_a_file_of_before_says_nothing_and_is_played(policy_file, tmp_path):
    """And what a later version adds is left alone."""
    old = {"game": "gosu", "num_players": 2, "width": 12, "depth": 1, "decisions": 0, "colour": "blue"}
    path = tmp_path / "old.safetensors"
    path.write_bytes(rewritten(policy_file, lambda w: w, {ABOUT: json.dumps(old)}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make_agent(f"policy:{path}").act(View(Game(seed=1, draft=True)))


@pytest.mark.parametrize("file", sorted(shipped_folder("gosu").glob("*.safetensors")), ids=lambda file: file.stem)
def test_shipped_policies_say_what_they_were_trained_for(file):
    about = load_policy(file).about
    name, players, *flags = file.stem.split("-")
    assert (about.game, about.num_players) == ("gosu", int(players))
    options = dict.fromkeys(flags, True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_specs([f"policy:{name}"], Game(num_players=int(players), **options).rules)
    assert find_policy(name, "gosu", int(players), options).path == str(file)
    assert about.cards is not None
    assert about.options is not None


def test_of_the_shipped_policies_the_one_for_most_options_plays():
    def name(players: int, **options: Any) -> str:
        return policy_file_of("strong", "gosu", players, options).stem

    assert name(4) == "strong-4"
    assert name(4, teams=True) == "strong-4-teams"
    assert name(4, teams=True, draft=True) == "strong-4-teams"
    assert name(4, draft=True) == name(4, teams=False) == "strong-4"
    assert name(2, draft=True) == "strong-2"
    assert name(2, kamakor=True) == "strong-2-kamakor"
    assert name(4, kamakor=True, teams=True) == "strong-4-kamakor"
    assert shipped_for("strong", "gosu") == [2, 3, 4]
    agent = make_agent("policy:strong", seed=1)
    for options in ({}, {"teams": True}, {}):  # one agent, at one table after another
        game = Game(num_players=4, seed=1, **options)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert agent.act(View(game)) in game.legal_actions()


def test_a_description_is_written_anew_and_the_weights_stay(policy_file, tmp_path):
    content = (shipped_folder("gosu") / "small-2.safetensors").read_bytes()
    about = About.at_table(Game(draft=True).rules, 128, 1, decisions=5, note="again")
    path = tmp_path / "again.safetensors"
    path.write_bytes(write_about(content, about))
    assert load_policy(path).about == about
    before, after = load(content), load(path.read_bytes())
    assert {name: (w.dtype, w.tobytes()) for name, w in after.items()} == {
        name: (w.dtype, w.tobytes()) for name, w in before.items()
    }


def test_a_changed_bit_is_noticed(policy_file, tmp_path):
    whole = policy_file.read_bytes()
    path = tmp_path / "damaged.safetensors"
    for at in (len(whole) - 3, len(whole) // 2, whole.index(b"decisions") + 2):
        damaged = bytearray(whole)
        damaged[at] ^= 1
        path.write_bytes(bytes(damaged))
        with pytest.raises(DataError, match="damaged: checksum mismatch"):
            load_policy(path)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"depth": 10**9}, "depth is 1000000000, not a whole number of 0 to 1000"),
        ({"depth": True}, "depth is True"),
        ({"depth": 1.0}, "depth is 1.0"),
        ({"depth": -1}, "depth is -1"),
        ({"width": "12"}, "width is '12'"),
        ({"num_players": 1}, "num_players is 1, not a whole number of 2 to"),
        ({"num_players": None}, "num_players is None"),
        ({"options": "draft"}, "options is 'draft'"),
        ({"cards": 5}, "cards is 5"),
        ({"note": []}, r"note is \[\]"),
    ],
)
def test_absurd_descriptions_are_refused(policy_file, tmp_path, change, told):
    about = asdict(load_policy(policy_file).about) | change
    path = tmp_path / "odd.safetensors"
    path.write_bytes(rewritten(policy_file, lambda w: w, {ABOUT: json.dumps(about)}))
    with pytest.raises(DataError, match=f"odd.safetensors: .*{told}"):
        load_policy(path)


@pytest.mark.parametrize("spec", ["policy:nobody", "policy:gone.safetensors", "policy:"])
def test_unknown_policies_are_refused(spec):
    with pytest.raises((OptionError, DataError), match=r"policy|gone"):
        make_agent(spec).act(View(Game(seed=1)))


def rewritten(path, change, about=None):
    """The file with other weights or another description."""
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    described = {ABOUT: json.loads(content[8 : 8 + size])["__metadata__"][ABOUT]}
    return save(change(load(content)), about if about is not None else described)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda w: {name: value for name, value in w.items() if name != "bias"}, "missing or too many: bias"),
        (lambda w: w | {"extra": np.zeros(3, np.float32)}, "extra"),
        (lambda w: w | {"bias": np.zeros(5, np.float32)}, r"bias has the shape \(5,\)"),
        (lambda w: w | {"bias": np.full(12, np.nan, np.float32)}, "bias holds numbers that are none"),
        (lambda w: w | {"bias": np.full(12, 1e300)}, "bias holds numbers that are none"),
        (lambda w: w | {"bias": np.zeros(12, np.int64)}, "bias is of the type int64; expected floating-point numbers"),
        (lambda w: w | {"bias": np.zeros((12, 1), np.float32)}, r"bias has the shape \(12, 1\); expected 1 axes"),
        (
            lambda w: w | {"card": np.repeat(w["card"], 2, axis=1)},
            r"places has the shape \(.*\): 16 does not fit the parts of card, 32",
        ),
        (
            lambda w: w | {"policy.weight": w["policy.weight"][:-1]},
            r"policy\.bias has the shape \(.*\): \d+ does not fit the actions of policy\.weight, \d+",
        ),
    ],
)
def test_broken_weights_are_refused(policy_file, tmp_path, change, said):
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(rewritten(policy_file, change))
    with pytest.raises(DataError, match=said):
        load_policy(broken)


@pytest.mark.parametrize("name", ["card", "places", "numbers", "policy"])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_network_of_another_size_than_the_game_is_refused(policy_file, tmp_path, name, more):
    """Compiled code reads its rows by what it sees on the table and in the list of actions."""

    def resized(weights):
        names = [f"{name}.weight", f"{name}.bias"] if name == "policy" else [name]
        rows = np.arange(len(weights[names[0]]) + more) % len(weights[names[0]])
        return weights | {each: weights[each][rows] for each in names}

    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(rewritten(policy_file, resized))
    view = View(Game(seed=1))
    for spec in (f"policy:{broken}", f"ismcts:5:judge={broken}", f"rollout:5:policy={broken}"):
        with pytest.raises(OptionError, match="it is for another game, or of another version"):
            make_agent(spec, 1).act(view)
    if name != "policy":
        with pytest.raises(OptionError, match="it is for another game"):
            load_policy(broken).net(read_features(view.observation_spec))


def test_the_largest_weights_keep_numbers_finite(policy_file, tmp_path):
    """Whatever a network is told: with numbers that are none, a search would find no best action."""

    def filled(value):
        def fill(weights):
            odd = {name: np.where(np.arange(each.size) % 3 == 0, -value, value) for name, each in weights.items()}
            return {name: odd[name].reshape(each.shape).astype(np.float32) for name, each in weights.items()}

        return fill

    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(rewritten(policy_file, filled(1.01e6)))
    with pytest.raises(DataError, match=r"holds 1\.01e\+06; expected 1e\+06 at most"):
        load_policy(broken)
    broken.write_bytes(rewritten(policy_file, filled(1e6)))
    policy = load_policy(broken)
    obs = np.full((3, Game(seed=1).observation_spec.size), [[0], [1], [2]], np.int8)
    logits, values = policy.evaluate(read_features(Game(seed=1).observation_spec), obs)
    assert np.isfinite(logits).all()
    assert np.isfinite(values).all()


def test_code_that_only_a_file_names_is_not_run(policy_file, tmp_path, monkeypatch):
    """The file of a network of one's own names its class; nobody who was given the file has said that it may run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv("GOSU_ENV_TRUST_CODE", raising=False)
    (tmp_path / "stranger.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    given = json.dumps(asdict(load_policy(policy_file).about) | {"network": "stranger:Net"})
    (tmp_path / "given.safetensors").write_bytes(rewritten(policy_file, lambda w: w, {ABOUT: given}))
    rules, agent = Game(seed=1).rules, make_agent("policy:given.safetensors", 1)
    for use in (
        lambda: agent.act(View(Game(seed=1))),
        lambda: read_network(load_policy("given.safetensors"), rules),
        lambda: check_specs(["random", "policy:given.safetensors"], rules),
    ):
        with pytest.raises(
            OptionError, match=r"policy given\.safetensors: it names the class 'stranger:Net'.* add --trust-code"
        ):
            use()
    assert not (tmp_path / "ran").exists()
    command = [sys.executable, "-m", "gosu_env", "watch", "--players", "policy:given.safetensors,random", "--seed", "1"]
    for more, ran in ([], False), (["--trust-code"], True):
        refused = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
        assert refused.returncode == 2
        assert ("--trust-code" in refused.stderr) != ran
        assert (tmp_path / "ran").exists() == ran
    assert "has no class 'Net' with forward" in refused.stderr


def test_foreign_and_damaged_files_are_refused(policy_file, tmp_path):
    for name, content in {
        "cut": policy_file.read_bytes()[:500],
        "text": b"hello",
        "empty": b"",
        "foreign": rewritten(policy_file, lambda w: w, {}),
        "odd": rewritten(policy_file, lambda w: w, {ABOUT: '{"game": "chess"}'}),
    }.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DataError, match=f"{name}: not a policy of this project, or damaged"):
            load_policy(tmp_path / name)
