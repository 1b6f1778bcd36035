"""The default card set keeps its facts; a wrong card file is refused with file, card, field and reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from gosu_env import CardFileError, Game
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import DEFAULT_SET, load_cards, parse_card_set
from gosu_env.gosu.language import parse_line
from gosu_env.gosu.text import card_text, program_text

CARDS = load_cards().cards
TEXT = DEFAULT_SET.read_text(encoding="utf-8")


def test_composition() -> None:
    assert len(CARDS) == 75
    assert sum(card.copies for card in CARDS) == 100
    for clan in range(5):
        levels = Counter(card.level for card in CARDS if card.clan == clan)
        assert levels == {1: 5, 2: 7, 3: 3}


def test_more_than_fifty_different_abilities() -> None:
    assert len({card_text(card).replace(card.name, "this") for card in CARDS}) > 50


def test_at_most_one_card_without_ability_per_clan() -> None:
    for clan in range(5):
        assert sum(not card.has_ability for card in CARDS if card.clan == clan) <= 1


def test_every_ozeki_has_a_global_and_seven_offer_a_victory() -> None:
    ozekis = [card for card in CARDS if card.level == 3]
    assert len(ozekis) == 15
    assert all(card.globals for card in ozekis)
    victories = {b.which for card in ozekis for b in card.globals if v.GLOBALS[b.which].startswith("win_")}
    assert len(victories) >= 5


def test_mutation_costs_go_from_none_to_three() -> None:
    assert {card.mutation for card in CARDS} == {None, 0, 1, 2, 3}
    zombies = {card.name for card in CARDS if card.zombie}
    assert zombies == {"Trsck", "Kataclysm", "Duwal"}


def test_every_word_of_the_language_is_on_a_card() -> None:
    """Effects, triggers and conditions that no card uses would be words that no game proves."""
    programs = [program for card in CARDS for program in card.programs.values()]
    ops = {step.op for program in programs for step in program}
    assert ops == set(range(v.DRAW, len(v.BASE_EFFECTS)))
    assert {trigger for card in CARDS for trigger in card.programs} == set(range(len(v.BASE_TRIGGERS)))
    conditions = {step.who for program in programs for step in program if step.op == v.IF}
    assert conditions == set(range(v.IF_FIRST))
    selectors = {step.who for program in programs for step in program if step.op in (v.DRAW, v.DISCARD, v.DISCARD_TO)}
    assert selectors == set(range(len(v.PLAYERS_WORDS)))


def test_known_cards_are_as_known() -> None:
    known = {card.name: card for card in CARDS if card.provenance.startswith("known")}
    assert set(known) == {
        *("Walror", "Garsh", "Fact", "Ideo", "Dynamite", "Alikan", "Loya", "Dom"),
        *("Kao", "Kameo", "Trsck", "Kataclysm", "Duwal"),
    }
    assert all(card.provenance.strip() for card in CARDS)
    assert card_text(known["Garsh"]) == "Enters play: Destroy a FREE card."
    assert card_text(known["Walror"]) == (
        "Global: At the start of a round, whoever has Fact, Garsh and Ideo in play wins."
    )
    assert card_text(known["Dynamite"]) == (
        "Activated: Take 1 (+1) of Fact, Garsh, Ideo or Walror from the discard pile. "
        "If you hold the Advantage token, take an extra turn."
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("draw 2 (+1)", "Draw 2 (+1) cards."),
        ("discard 1 opponents random", "Each opponent discards a card at random."),
        ("may: return 1 level=1-2 own", "You may return a FREE Bakuto or Hero of yours to your hand."),
        ("return 1 level=1 enemy", "Return a FREE Bakuto of an opponent to its player's hand."),
        ("return 2 enemy", "Return 2 FREE cards of opponents to their players' hands."),
        ("draw to 4", "Draw until you have 4 cards in hand."),
        ("draw to 5 opponents", "Each opponent draws until they have 5 cards in hand."),
        ("pay 2: destroy 1 clan=fire enemy", "You may discard 2 cards: destroy a FREE Fire card of an opponent."),
        (
            "advantage, hand <= 2: draw 1",
            "If you hold the Advantage token, if you have at most 2 cards in hand, draw a card.",
        ),
        ("choose X up to 3; discard X; draw X", "Choose X, at most 3. Discard X cards. Draw X cards."),
        ("search 2 level=3", "Turn over the draw pile until you find 2 Ōzekis; take them, discard the others."),
        ("token back all", "Take back all your activation tokens."),
        ("imprison 1 (+1) enemy", "Imprison 1 (+1) cards of opponents."),
        ("recover 2 up to", "Take up to 2 cards from the discard pile."),
        ("draw 2 fewest", "The players with the fewest VP draw 2 cards."),
    ],
)
def test_text_says_what_the_program_does(line: str, text: str) -> None:
    assert program_text(parse_line(line)) == text


@pytest.mark.parametrize(
    ("first", "condition"),
    [
        ("destroy 1 enemy", "If you did"),
        ("swap", "If you did"),
        ("discard 1", "If you did"),
        ("imprison 2 enemy", "If at least one was imprisoned"),
        ("release 1 (+1) own", "If at least one was turned up"),
        ("discard 1 opponents", "If at least one was discarded"),
        ("destroy 1; draw 2", "If you did"),
    ],
)
def test_a_text_says_whether_one_of_several_is_enough(first: str, condition: str) -> None:
    told = program_text([*parse_line(first), *parse_line("hit: draw 1")])
    assert told.endswith(f". {condition}, draw a card.")


def test_texts_that_once_read_wrong() -> None:
    cards = {card.name: card_text(card) for card in load_cards(kamakor=True).cards}
    assert cards["Atari"] == "Enters play: Draw until you have 4 cards in hand."
    assert cards["Fang"] == (
        "Enters play: You may return a FREE Bakuto of yours to your hand. "
        "If you did, you may place another goblin without discarding for it."
    )
    assert "to your hand. If you did, draw a card." in cards["Fetch"]
    assert cards["Vanish"].endswith("opponents. If at least one was imprisoned, imprison this card.")
    assert cards["Witchet"].endswith("face up. If at least one was turned up, draw a card.")
    assert cards["Mainframe"] == "Global: One activation token draws a card more."
    assert "Once a player (with teams, both of one team) has passed, the others play at most 3" in cards["Nocturn"]


def test_powers_after_a_colon_stand_on_lines_of_their_own() -> None:
    cards = {card.name: card_text(card).splitlines() for card in load_cards(kamakor=True).cards}
    assert cards["Muck"] == ["Enters play: Draw a card.", "Discard 2 cards: Destroy a FREE Bakuto of an opponent."]
    assert cards["Sludge"][1] == "Discard a card: Each opponent discards a card."
    assert cards["Marshmaw"][0] == "Enters play: Discard 2 cards."
    assert cards["Marshmaw"][2].startswith("Global: ")
    assert cards["Slop"] == ["Imprison this card: Imprison a Bakuto of an opponent."]


def test_every_ozeki_has_a_global() -> None:
    assert all(card.globals for card in load_cards(kamakor=True).cards if card.level == 3)


def test_every_known_card_names_its_source() -> None:
    sources = ("known, from the rulebook: ", "known, from the play aid: ", "known, from players' accounts: ")
    known = {card.name: card.provenance for card in CARDS if card.provenance.startswith("known")}
    split = "known, its effect from the rulebook, its name from players' accounts: "  # Dom's
    assert all(words.startswith((*sources, split)) for words in known.values())
    assert [name for name, words in known.items() if words.startswith(sources[0])] == ["Kameo"]
    assert [name for name, words in known.items() if words.startswith(sources[1])] == ["Kao"]
    kamakor = [card.provenance for card in load_cards(kamakor=True).cards[75:]]
    assert not any("rulebook" in words for words in kamakor)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('["destroy 1"]', '["destory 1"]', "card 'Garsh': enters: 'destory 1': unknown effect 'destory'; did you mean"),
        ('["destroy 1"]', '["destroy 1 level=4"]', "card 'Garsh': enters: 'destroy 1 level=4': level=4 is not a level"),
        ('["destroy 1"]', '["destroy 1 clan=water"]', "unknown clan 'water'"),
        ('["destroy 1"]', '["destroy 1 name=Nobody"]', "card 'Garsh': enters: impossible target: no card 'Nobody'"),
        ('["destroy 1"]', '["destroy 1 level=1 name=Garsh"]', "impossible target: no card of the set fits"),
        ('["destroy 1"]', '["destroy 1 opponents"]', "'destroy' does not take a player; for example"),
        ('["destroy 1"]', '["destroy 99"]', "numbers go from 1 to 15"),
        ('["destroy 1"]', '["destroy X"]', "X needs 'choose X up to N'"),
        ('["destroy 1"]', '["draw 1 clan=fire"]', "'draw' does not take a filter"),
        ('["destroy 1"]', '["draw 2 to 5"]', "'to N' names the size of the hand"),
        ('["destroy 1"]', '["recover 2 up to 3"]', "'recover' does not take 'limit'"),
        ('["destroy 1"]', '["extra"]', "'extra' needs 'turn'"),
        ('["destroy 1"]', '["imprison self 2"]', "'imprison self' takes no number"),
        ('["destroy 1"]', '["advantage take give"]', "write 'advantage take' or 'advantage give'"),
        ('["destroy 1"]', '["look 9 keep 1"]', "look at 1 to 8 cards"),
        ('["destroy 1"]', '["look 3"]', "say how many to keep"),
        ('["destroy 1"]', '["draw 1 chosen"]', "'chosen' needs 'choose opponent' or 'choose player' before it"),
        ('["destroy 1"]', '["search 1 clan=named"]', "clan=named needs 'name clan' before it"),
        ('["destroy 1"]', '["if rich: draw 1"]', "unknown condition 'if rich'"),
        ('["destroy 1"]', "[]", "card 'Garsh': enters: must be a line of text or a list of lines"),
        (
            'enters = ["destroy 1"]',
            'entres = ["destroy 1"]',
            "card 'Garsh': entres: unknown field; did you mean 'enters'?",
        ),
        ('name = "Garsh"', "", "has no name"),
        ('name = "Garsh"', 'name = "Fact"', "card 'Fact': name: appears 2 times"),
        ('name = "Garsh"\nclan = "fire"', 'name = "Garsh"', "card 'Garsh': clan: missing"),
        (
            'name = "Garsh"\nclan = "fire"',
            'name = "Garsh"\nclan = "dark"',
            "clan 'dark' has 8 different cards of level 2",
        ),
        (
            'name = "Garsh"\nclan = "fire"',
            'name = "Garsh"\nclan = "fiery"',
            "unknown clan 'fiery'; did you mean 'fire'?",
        ),
        (
            'name = "Garsh"\nclan = "fire"\nlevel = 2',
            'name = "Garsh"\nclan = "fire"\nlevel = 7',
            "card 'Garsh': level: must be a whole number from 1 to 3, not 7",
        ),
        (
            'clan = "fire"\nlevel = 2\nmutation = 2\nenters = ["destroy 1"]',
            'clan = "fire"\nlevel = 2\nmutation = -1\nenters = ["destroy 1"]',
            "card 'Garsh': mutation: must be a whole number from 0 to 9, not -1",
        ),
        ("[[card]]", "[card", "not TOML"),
    ],
)
def test_a_wrong_card_file_is_refused(old: str, new: str, error: str) -> None:
    head, mark, tail = TEXT.partition('[[card]]\nname = "Garsh"')
    assert old in mark + tail
    broken = head + (mark + tail).replace(old, new, 1)
    with pytest.raises(CardFileError) as caught:
        parse_card_set(broken, "my.toml")
    assert str(caught.value).startswith("my.toml: ")
    assert error in str(caught.value)


def test_a_global_that_does_not_add_up_needs_a_card_of_one_copy() -> None:
    broken = TEXT.replace('enters = ["swap"]', 'enters = ["swap"]\nglobal = ["ties earn nothing"]')
    with pytest.raises(CardFileError, match="card 'Dom': global: ties does not add up"):
        parse_card_set(broken, "my.toml")
    broken = TEXT.replace('global = ["mutation cost -1"]', 'global = ["win cards 9"]')
    with pytest.raises(CardFileError, match=r"win_cards is on '(Kisei|Hatch)' already"):
        parse_card_set(broken, "my.toml")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match=r"nowhere\.toml: no such card file"):
        Game("gosu", cards=str(tmp_path / "nowhere.toml"))
    binary = tmp_path / "cards.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CardFileError, match="cannot be read"):
        Game("gosu", cards=str(binary))


def test_own_cards_are_played(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(TEXT.replace('enters = ["look 3 keep 1"]', 'enters = ["draw 2"]'), encoding="utf-8")
    players = [{"hand": ["Tamo"]}, {}]
    game = Game.position(players=players, deck=["Garsh", "Dom", "Fact"], options={"cards": str(path)})
    game.apply(game.parse_action("place Tamo"))
    assert sorted(game.to_json()["players"][0]["hand"]) == ["Dom", "Garsh"]
    again = Game.from_bytes(game.to_bytes(), cards=str(path))
    assert again == game


def test_paying_a_price_is_no_hit(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    lines = 'enters = ["pay 1: destroy 1 enemy", "hit: draw 1"]'
    path.write_text(TEXT.replace('enters = ["pay 1: destroy 1 level=1"]', lines), encoding="utf-8")
    for army, drawn in (([], []), ([["Bolt"]], ["Ideo"])):
        game = Game.position(
            players=[{"hand": ["Cinder", "Fact"]}, {"army": army}], deck=["Ideo"], options={"cards": str(path)}
        )
        for text in ("place Cinder", "yes"):
            game.apply(game.parse_action(text))
        assert game.to_json()["players"][0]["hand"] == drawn


def test_a_long_chain_of_effects_does_not_grow_the_stack(tmp_path: Path) -> None:
    """A goblin that returns itself and is placed again, over and over within one turn."""
    path = tmp_path / "my.toml"
    old = 'enters = ["may: return 1 level=1 own", "hit: place again free"]'
    assert old in TEXT
    path.write_text(TEXT.replace(old, 'enters = ["may: return 1 level=2 own; place again free"]'), encoding="utf-8")
    game = Game.position(players=[{"hand": ["Fang"], "army": [["Boko"]]}, {}], options={"cards": str(path)})
    game.apply(game.parse_action("place Fang"))
    for _ in range(60):
        for text in ("yes", "place Fang"):
            game.apply(game.parse_action(text))
    game.apply(game.parse_action("no"))
    assert not game.is_over
    assert int(game.state.depth) == 1


FIVE_CLANS = ["Tamo", "Boko", "Murk", "Bolt", "[Dom]"]


@pytest.mark.parametrize(
    ("bound", "army", "winners"),
    [
        ("win ozekis 2", [["Murk", "Gloom"], ["Kao", "Nyx"], ["Sepulchre", "Oblivion"]], [0]),
        ("win ozekis 2", [["Murk", "Gloom"], ["Kao", "Nyx"], ["Sepulchre"]], []),
        ("win clans 5", [FIVE_CLANS, ["Kao"], ["Sepulchre"]], [0]),
        ("win clans 5", [FIVE_CLANS[:4], ["Kao", "Garsh"], ["Sepulchre"]], []),  # clans of the first row only
    ],
)
def test_globals_of_the_language_that_no_default_card_has(
    tmp_path: Path, bound: str, army: list[list[str]], winners: list[int]
) -> None:
    """Ōzekis in play and clans in the first row as victories, for own sets."""
    path = tmp_path / "my.toml"
    assert '"win advantage 13"' in TEXT
    path.write_text(TEXT.replace('"win advantage 13"', f'"{bound}"'), encoding="utf-8")
    game = Game.position(players=[{"army": army}, {}], options={"cards": str(path)}, advantage=1, turn=0)
    for _ in range(4):
        if not game.is_over and game.to_json()["round"] == 1:
            game.apply(game.parse_action("pass" if game.mask()[0] else "draw three"))
    assert game.winners == winners
    assert game.to_json()["round"] == 2
