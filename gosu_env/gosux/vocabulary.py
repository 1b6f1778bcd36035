"""The words that cards of GOSU X are written with, as numbers: triggers, effects, conditions, decisions."""

from __future__ import annotations

from gosu_env.armies import vocabulary as shared

CODE_COLUMNS = shared.CODE_COLUMNS
OP, WHO, AMOUNT, BONUS, FITS, ARG = range(len(CODE_COLUMNS))
USE_X, ALL_OF_THEM, ANY_CARD = shared.USE_X, shared.ALL_OF_THEM, shared.ANY_CARD
NO_FILTER = -1  # in BONUS: the filter is the same with a Supremacy token
NAMED_CLAN, NAMED_LEVEL, NAMED_BOTH, PAID_LEVEL = -1, -2, -3, -4  # in FITS: what the program named, or was paid with

# Triggers: when a program of a card runs.
TRIGGERS = (
    "arrives",  # also when a token activates the card
    "captured",
    "turn_ends",
    "spends_two",  # tokens, to draw three cards
    "passes_first",
    "wins_battle",
    "loses_battle",
    "shuffles",  # its player's whole discard into the deck
)
ARRIVES, CAPTURED, TURN_ENDS, SPENDS_TWO, PASSES_FIRST, WINS_BATTLE, LOSES_BATTLE, SHUFFLES = range(len(TRIGGERS))

_effect_rows = shared.Effects()
_effect = _effect_rows.row

# The course of the game itself: not for cards.
END = _effect("end", "the program is over")
DRAFT = _effect("draft", "clans are picked")
MULLIGAN = _effect("mulligan", "offer new opening hands")
ROUND_START = _effect("round_start", "start a round")
TURN = _effect("turn", "play the turns of a round")
BATTLE = _effect("battle", "the Great Battle")
SONG = _effect("song", "the Song of the Dead")
PAY = _effect("pay", "discard the price of placing or shifting")
NEWCOMER = _effect("newcomer", "choose the newcomer; the old card leaves")
ARRIVE = _effect("arrive", "the card enters play")
ECHO = _effect("echo", "the arrival effect may be resolved once more")
ROW = _effect("row", "choose the row of a card of every level")
STRIKE = _effect("strike", "a card is captured or destroyed, unless that is cancelled")
ACTIVATION = _effect("activation", "a token activates a card, unless that is cancelled")
# What cards do.
DRAW = _effect(
    "draw",
    "draw cards",
    verb="draw",
    takes="amount x who per counted to_opponent",
    example="draw 2 · draw X · draw per clans_row · draw to_opponent",
    note="Each of the players draws. `per` says what is counted: `galmi_column`, `clans_column`, `clans_row`, "
    "`clans_discard`. `to_opponent`: up to as many cards in hand as the opponent has.",
    phrase="{players:draw} {some}{per}",
    weight="draw",
)
DRAW_TO_OPPONENT = _effect(
    "draw_to_opponent",
    "draw up to the opponent's hand size",
    verb="draw",
    phrase="draw until you have as many cards in hand as your opponent",
    weight="draw",
)
HAND_TO = _effect(
    "hand_to",
    "draw or discard to a hand of that size",
    verb="hand",
    takes="to who",
    example="hand to 3 everyone",
    phrase="{players:draw} or {verb:discard} until {they} have exactly {amount} cards in hand",
    weight="draw",
)
DISCARD = _effect(
    "discard",
    "discard cards",
    verb="discard",
    takes="amount who half to_mine",
    example="discard 2 · discard half everyone · discard to_mine opponent",
    note="Cards of the player's own choice. `half`: half of the hand, rounded up. `to_mine`: down to as many as the "
    "effect's player has.",
    phrase="{players:discard} {some}",
    weight="discard",
)
DISCARD_HALF = _effect(
    "discard_half",
    "discard half of the hand",
    verb="discard",
    phrase="{players:discard} half of {their} hand, rounded up",
    weight="discard",
)
DISCARD_TO_MINE = _effect(
    "discard_to_mine",
    "discard down to the hand size of the effect's player",
    verb="discard",
    phrase="{players:discard} down to as many cards in hand as you have",
    weight="discard",
)
AIM = _effect(
    "aim",
    "capture, destroy or free cards",
    verb="capture",
    takes="amount fits army area instead each self copied",
    example="capture 1 level=1 (supremacy level=1-2) · capture/free 1 level=1 · capture 1 level=3 enemy each",
    note="`capture`, `destroy`, `free`, or several with `/` between them: the player chooses. Only FREE cards can be "
    "destroyed. `crossing`: in the row or the column of this card. `each`: each player may, in turn order.",
    phrase="{modes}{aim}{area}",
    weight="capture",
    aim="aim at",
)
CAPTURE_SELF = _effect(
    "capture_self", "capture the card itself", verb="capture", example="capture self", phrase="capture this card"
)
CAPTURE_COPIED = _effect(
    "capture_copied",
    "capture the card whose effect was copied",
    verb="capture",
    example="capture copied",
    phrase="capture that card",
)
DESTROY_CLAN = _effect(
    "destroy_clan",
    "destroy all FREE cards of the clan that was named",
    verb="destroy",
    takes="amount fits army area instead each clan",
    example="destroy 1 level=1 · destroy clan",
    phrase="destroy all FREE cards of that clan",
    weight="destroy",
)
FREE_CARDS = _effect(
    "free",
    "free captured cards",
    verb="free",
    takes="amount fits army area instead each",
    example="free 1 crossing · free all own",
    phrase="free {captured}{area}",
    weight="capture",
    aim="free",
)
SACRIFICE = _effect(
    "sacrifice",
    "players sacrifice FREE cards of their own",
    verb="sacrifice",
    takes="amount who even",
    example="sacrifice 1 everyone · sacrifice even",
    note="One after the other, of the player's own choice. `even`: the player with more cards in play, down to the "
    "number of the other.",
    phrase="{players:sacrifice} {some:FREE}",
    weight="sacrifice",
    aim="sacrifice",
)
SACRIFICE_EVEN = _effect(
    "sacrifice_even",
    "the larger army is sacrificed down to the size of the other",
    verb="sacrifice",
    phrase="the player with more cards in play sacrifices FREE cards, one by one, down to the other player’s number",
    weight="sacrifice",
    aim="sacrifice",
)
SWAP = _effect(
    "swap",
    "exchange two cards of a row",
    verb="swap",
    takes="army",
    example="swap own · swap any",
    note="Two cards of one row of an army, with their tokens and faces.",
    phrase="swap two cards of one level in {army} army",
    aim="swap",
)
COPY = _effect(
    "copy",
    "copy the effect of a card",
    verb="copy",
    takes="fits area",
    example="copy level=1 · copy crossing · copy adjacent · copy discard · copy freed",
    note="The arrival effect of a face-up card in play, as one of this card; `discard`: of a card in any discard; "
    "`freed`: of the card that was freed. "
    "A chain of copies ends: a card that copies is copied once in it.",
    phrase="copy the effect of {copied}{area}",
    weight="copy",
    aim="copy",
)
REMOVE_COPIED = _effect(
    "remove_copied",
    "remove the card whose effect was copied from the game",
    verb="remove",
    takes="amount clan copied who",
    example="remove copied",
    phrase="remove that card from the game",
)
REMOVE = _effect(
    "remove",
    "remove a card of the own discard from the game",
    verb="remove",
    example="remove 1",
    phrase="remove {some} of your discard from the game",
)
REMOVE_CLAN = _effect(
    "remove_clan",
    "players remove all cards of a clan in their discards from the game",
    verb="remove",
    example="remove clan everyone",
    phrase="each player picks a clan in their discard and removes all its cards there from the game",
)
SHUFFLE_CLAN = _effect(
    "shuffle_clan",
    "players shuffle all cards of a clan in their discards into their decks",
    verb="shuffle",
    takes="clan who fits removed",
    example="shuffle clan everyone",
    phrase="each player picks a clan in their discard and shuffles its cards there into their deck",
)
SHUFFLE_REMOVED = _effect(
    "shuffle_removed",
    "a card that was removed from the game is shuffled into its deck",
    verb="shuffle",
    takes="fits removed",
    example='shuffle removed name="Ne\'ye"',
    phrase="shuffle {names} into your deck",
)
RECOVER = _effect(
    "recover",
    "take cards from the own discard into the hand",
    verb="recover",
    takes="amount x fits up_to instead each_level name removed",
    example='recover up to X keyword=veteran · recover name · recover all name="Phoenix" removed',
    note="In the open. `each_level`: at most one of each. `name`: all copies of one name. `removed`: also those "
    "removed from the game.",
    phrase="take {up_to}{some} from your discard{each_level}",
    weight="recover",
)
RECOVER_NAME = _effect(
    "recover_name",
    "take all copies of one name from the own discard",
    verb="recover",
    phrase="take all copies of one card name from your discard",
    weight="recover",
)
RECOVER_ALL = _effect(
    "recover_all",
    "take all cards that fit from the own discard and from those removed from the game",
    verb="recover",
    phrase="take all cards named {names} from your discard and from those removed from the game",
    weight="recover",
)
REVEAL = _effect(
    "reveal",
    "reveal the top cards of the own deck and keep some",
    verb="reveal",
    takes="amount keep fits",
    example="reveal 4 keep 1 · reveal 4 keep all clan=named · reveal 4 keep all level=named",
    note="The deck is not refilled. The rest is discarded.",
    phrase="reveal the top {number} cards of your deck, take {kept}, discard the rest",
    weight="find",
)
ARRANGE = _effect(
    "arrange",
    "reveal the top cards: one to the hand, one back on top, one to the bottom",
    verb="arrange",
    takes="amount",
    example="arrange 3",
    phrase="reveal the top {number} cards of your deck: one into your hand, one back on top, one to the bottom",
    weight="find",
)
MILL = _effect(
    "mill",
    "cards of a deck go to the discard",
    verb="mill",
    takes="amount x who",
    example="mill 10 · mill X · mill 10 chosen",
    phrase="{players:discard} the top {number} cards of {their} deck",
    weight="mill",
)
SEARCH = _effect(
    "search",
    "search the own deck for a card",
    verb="search",
    takes="amount fits top",
    example='search 1 · search 1 name="Phoenix" top',
    note="The deck is shuffled afterwards. A card of a name is shown; one of any name is not. `top`: onto the deck.",
    phrase="search your deck for {sought}",
    weight="find",
)
LIFT = _effect(
    "lift",
    "put a FREE card on top of its player's deck",
    verb="lift",
    takes="amount fits army instead",
    example="lift 1 level=1-2 (supremacy level=1-3)",
    phrase="put {aim:FREE} on top of its player’s deck",
    weight="return",
    aim="lift",
)
TOP = _effect(
    "top",
    "put cards of the own discard on top of the own deck",
    verb="top",
    takes="amount x up_to",
    example="top up to X",
    phrase="put {up_to}{some} of your discard on top of your deck, in any order",
    weight="find",
)
TOKEN_BACK = _effect(
    "token_back",
    "take back activation tokens",
    verb="token",
    takes="amount back up_to limit who",
    needs="back",
    example="token back 1 everyone · token back up to 2",
    phrase="{players:take} back {up_to}{tokens}",
    weight="token_back",
)
UNLOCK = _effect(
    "unlock",
    "unlock an activation token",
    verb="unlock",
    example="unlock",
    phrase="unlock an activation token",
    weight="unlock",
)
EXTRA_TURN = _effect(
    "extra_turn",
    "take another turn",
    verb="extra",
    takes="turn area",
    needs="turn",
    example="extra turn · extra turn discard",
    note="No extra turn follows an extra turn (X-8.13). `discard`: in it, cards may be played from the discard.",
    phrase="take an extra turn{from_discard}",
    weight="again",
)
BOUNTY_TOKEN = _effect(
    "bounty_token",
    "place or move the Bounty token",
    verb="bounty",
    example="bounty",
    phrase="put or move the Bounty token onto a card",
    aim="put the Bounty token on",
)
PASS_NOW = _effect("pass_now", "pass at once", verb="pass", example="pass", phrase="pass at once")
FORBID = _effect(
    "forbid",
    "look at the opponent's hand and name a card that may not be played",
    verb="forbid",
    example="forbid",
    phrase="look at your opponent’s hand and name a card: they may not play it until the end of your next turn",
    weight="discard",
)
TURN_TILE = _effect(
    "turn_tile",
    "turn over one of one's Immortal tiles",
    verb="turn",
    takes="tile",
    needs="tile",
    example="turn tile",
    phrase="turn over one of your Immortal tiles, which becomes active; if it is your third and you own a Supremacy "
    "token, you win the game",
    weight="tile",
)
CHOOSE_SEAT = _effect(
    "choose_seat",
    "choose a player",
    verb="choose",
    takes="player",
    needs="player",
    example="choose player",
    phrase="choose a player",
)
NAME_CLAN = _effect(
    "name_clan", "name a clan", verb="name", takes="clan level", example="name clan", phrase="name a clan"
)
NAME_LEVEL = _effect("name_level", "name a level", verb="name", example="name level", phrase="name a level")
PAY_BOUNTY = _effect(
    "pay_bounty", "discard a Bounty card of the hand, or leap", phrase="you may discard a Bounty card from your hand"
)
PAY_CLAN = _effect(
    "pay_clan", "discard cards of one clan of the hand, or leap", phrase="you may discard {amount} cards of one clan"
)
MAY = _effect("may", "leap unless the player says yes")
IF = _effect("if", "leap unless the condition holds")
EFFECT_ROWS = tuple(_effect_rows)
EFFECTS = tuple(row.word for row in EFFECT_ROWS)

# Players an effect is about.
PLAYERS_WORDS = ("me", "opponent", "everyone", "larger_army", "larger_hand", "chosen")
ME, OPPONENT, EVERYONE, LARGER_ARMY, LARGER_HAND, CHOSEN = range(len(PLAYERS_WORDS))

# Armies an effect may aim at.
ARMY_WORDS = ("any", "own", "enemy")
ANY_ARMY, OWN_ARMY, ENEMY_ARMY = range(len(ARMY_WORDS))

# Where an effect may aim, seen from its card; in ARG, with what else stands there.
AREAS = ("", "crossing", "adjacent", "discard", "freed")
ANYWHERE, CROSSING, ADJACENT, IN_DISCARD, FREED = range(len(AREAS))
# aim: modes and more, as bits of ARG
CAPTURE, DESTROY, FREE, EACH = 1, 2, 4, 8
AREA = 16  # times one of AREAS
# draw: what "per" counts, in ARG
PERS = ("", "galmi_column", "clans_column", "clans_row", "clans_discard")
PER_NOTHING, PER_CLAN_COLUMN, PER_CLANS_COLUMN, PER_CLANS_ROW, PER_CLANS_DISCARD = range(len(PERS))
UP_TO, EACH_LEVEL = 1, 2  # recover, top, token_back: bits of ARG
ON_TOP = 1  # search
FROM_DISCARD = 1  # extra_turn

_condition_rows = shared.Conditions()
_condition = _condition_rows.row
IF_SUPREMACY = _condition("supremacy", "if you own a Supremacy token")
IF_X = _condition("x", "if X is {amount}")
IF_IN_PLAY = _condition("in_play", "if {names} is face up in play")
IF_NAMED = _condition("named", "if you have {amount} face-up cards named {names}")
IF_REMOVED = _condition("removed", "if {names} is removed from the game")
IF_HAND_EMPTY = _condition("hand_empty", "if your hand is empty")
IF_NO_TOKENS = _condition("no_tokens", "if you have no activation token in hand")
IF_CAPTURED = _condition("captured", "if your opponent has {amount} or more captured cards")
IF_DISCARD = _condition("discard", "if your discard is not empty")
CONDITION_ROWS = tuple(_condition_rows)
CONDITIONS = tuple(row.word for row in CONDITION_ROWS)

# Decisions: what the game is waiting for.
DECISIONS = (
    "none",
    "draft",
    "mulligan",
    "main",
    "pay",
    "newcomer",
    "row",
    "echo",
    "react",
    "bounty",
    "discard",
    "target",
    "mode",
    "swap_with",
    "keep",
    "take",
    "search",
    "forbid",
    "seat",
    "clan",
    "level",
    "may",
    "order",
    "token",
    "tile",
    "pay_bounty",
    "pay_clan",
)
(
    NONE,
    DECIDE_DRAFT,
    DECIDE_MULLIGAN,
    DECIDE_MAIN,
    DECIDE_PAY,
    DECIDE_NEWCOMER,
    DECIDE_ROW,
    DECIDE_ECHO,
    DECIDE_REACT,
    DECIDE_BOUNTY,
    DECIDE_DISCARD,
    DECIDE_TARGET,
    DECIDE_MODE,
    DECIDE_SWAP_WITH,
    DECIDE_KEEP,
    DECIDE_TAKE,
    DECIDE_SEARCH,
    DECIDE_FORBID,
    DECIDE_SEAT,
    DECIDE_CLAN,
    DECIDE_LEVEL,
    DECIDE_MAY,
    DECIDE_ORDER,
    DECIDE_TOKEN,
    DECIDE_TILE,
    DECIDE_PAY_BOUNTY,
    DECIDE_PAY_CLAN,
) = range(len(DECISIONS))

# The programs of the game itself: the first rows of every code table.
SHIFT = 1  # in ARG of pay: for a shift, so that a newcomer must remain
SYSTEM_CODE = (
    (DRAFT, 0, 0, 0, 0, 0),
    (MULLIGAN, 0, 0, 0, 0, 0),
    (ROUND_START, 0, 0, 0, 0, 0),
    (TURN, 0, 0, 0, 0, 0),
    (BATTLE, 0, 0, 0, 0, 0),
    (SONG, 0, 0, 0, 0, 0),
    (PAY, 0, 0, 0, 0, 0),
    (ARRIVE, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
    (PAY, 0, 0, 0, 0, SHIFT),
    (NEWCOMER, 0, 0, 0, 0, 0),
    (ARRIVE, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
    (ECHO, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
    (ROW, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
    (STRIKE, 0, 0, 0, 0, CAPTURE),
    (END, 0, 0, 0, 0, 0),
    (STRIKE, 0, 0, 0, 0, DESTROY),
    (END, 0, 0, 0, 0, 0),
    (ACTIVATION, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
)
AT_DRAFT, AT_MULLIGAN, AT_ROUND_START, AT_TURN, AT_BATTLE, AT_SONG = range(6)
PLACE_PROGRAM = 6
SHIFT_PROGRAM = 9
ECHO_PROGRAM = 13
ROW_PROGRAM = 15
CAPTURE_PROGRAM = 17
DESTROY_PROGRAM = 19
ACTIVATION_PROGRAM = 21
CARD_CODE = len(SYSTEM_CODE)
