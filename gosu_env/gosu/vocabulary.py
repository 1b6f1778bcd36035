"""The words that cards are written with, as numbers: triggers, effects, conditions, selectors and Globals.

Compiled code sees plain integers; the tuples beside them give the words for card files, texts and docs. Effects and
conditions have a row each, which language, texts, docs and agents read. What Kamakor adds stands at the end of each
list, so that the numbers of games without it stay what they are; a ``BASE_…`` tuple is the list without it.
"""

from __future__ import annotations

from gosu_env.armies import vocabulary as shared

# The columns of code and what may stand in them: the words of every game of armies.
CODE_COLUMNS = shared.CODE_COLUMNS
OP, WHO, AMOUNT, BONUS, FITS, ARG = range(len(CODE_COLUMNS))
USE_X, ALL_OF_THEM, ANY_CARD = shared.USE_X, shared.ALL_OF_THEM, shared.ANY_CARD

# Triggers: when a program of a card runs.
BASE_TRIGGERS = ("enters", "mutates", "destroyed", "activated", "imprisoned", "passes", "round_starts")
TRIGGERS = (*BASE_TRIGGERS, "colon")
ENTERS, MUTATES, DESTROYED, ACTIVATED, IMPRISONED, PASSES, ROUND_STARTS, COLON = range(len(TRIGGERS))


_effect_rows = shared.Effects()
_effect = _effect_rows.row

# The course of the game itself: not for cards.
END = _effect("end", "the program is over")
MULLIGAN = _effect("mulligan", "offer new opening hands")
ROUND_START = _effect("round_start", "start a round")
TURN = _effect("turn", "play the turns of a round")
BATTLE = _effect("battle", "the Great Battle")
ROUND_END = _effect("round_end", "end a round: hand limits")
PAY = _effect("pay", "discard the price of placing or mutating")
NEWCOMER = _effect("newcomer", "choose the newcomer; the old card leaves")
ARRIVE = _effect("arrive", "the card enters play")
# What cards do.
DRAW = _effect(
    "draw",
    "draw cards",
    verb="draw",
    takes="amount x bonus who to",
    example="draw 2 (+1) · draw 2 fewest",
    note="Each of the players draws. `to N` draws up to a hand of N.",
    phrase="{players:draw} {some}",
    weight="draw",
)
DRAW_TO = _effect(
    "draw_to",
    "draw up to a hand of that size",
    verb="draw",
    example="draw to 5",
    phrase="{players:draw} until {they} have {some} in hand",
    weight="draw",
)
DISCARD = _effect(
    "discard",
    "discard cards",
    verb="discard",
    takes="amount x bonus who to random",
    example="discard 1 opponents · discard 1 opponents random",
    note="Each of the players, in turn order from the effect's player on, discards cards of their own choice. "
    "`random`: chance chooses. `to N`: down to a hand of N.",
    phrase="{players:discard} {some}{at_random}",
    weight="discard",
    done="discarded",
)
DISCARD_TO = _effect(
    "discard_to",
    "discard down to a hand of that size",
    verb="discard",
    example="discard to 5 everyone",
    phrase="{players:discard} down to {amount} cards in hand",
    weight="discard",
    done="discarded",
)
STEAL = _effect(
    "steal",
    "take random cards of a hand",
    verb="steal",
    takes="amount x bonus",
    example="steal 1",
    note="Choose an opponent who has cards in hand and take random ones. Everybody sees them.",
    phrase="take {some:random} from that hand, shown to all",
    weight="steal",
    done="taken",
)
LOOK = _effect(
    "look",
    "look at the top cards and keep some",
    verb="look",
    takes="amount bonus keep fits",
    example="look 4 keep 1 · look 5 keep all clan=named",
    note="Only the effect's player sees the cards, at most {look_size}. Cards that fit must be kept, up to the number; "
    "the rest is discarded. What a filter keeps, one card or all, is shown to everybody.",
    phrase="look at the top {number} cards, {shown}keep {kept}, discard the rest",
    weight="find",
)
SEARCH = _effect(
    "search",
    "turn over the draw pile until cards fit",
    verb="search",
    takes="amount bonus fits",
    example="search 1 level=2",
    note="In the open. When the draw pile runs out the search is over: the discard pile is not shuffled in.",
    phrase="turn over the draw pile until you find {some}; take {it}, discard the others",
    weight="find",
)
RECOVER = _effect(
    "recover",
    "take cards from the discard pile",
    verb="recover",
    takes="amount x bonus fits up_to",
    example="recover 1 (+1) level=1 · recover 2 up to",
    note="From the discard pile into the hand, in the open. `up to`: one may stop early.",
    phrase="take {up_to}{some} from the discard pile",
    weight="recover",
    done="taken",
)
DESTROY = _effect(
    "destroy",
    "destroy FREE cards",
    verb="destroy",
    takes="amount x bonus fits army first",
    example="destroy 1 level=1-2 enemy",
    note="FREE cards only, one after the other; what each destruction triggers comes before the next target.",
    phrase="destroy {aim:FREE}",
    weight="destroy",
    done="destroyed",
    aim="destroy",
)
SACRIFICE = _effect(
    "sacrifice",
    "players destroy FREE cards of their own",
    verb="sacrifice",
    takes="amount bonus who",
    example="sacrifice 1 opponents",
    note="Each of the players destroys FREE cards of their own army, of their own choice. All of it is one moment: "
    "what it triggers comes afterwards.",
    phrase="{players:destroy} {some:FREE} of {their} own",
    weight="destroy",
    done="destroyed",
    aim="destroy",
)
IMPRISON = _effect(
    "imprison",
    "imprison cards",
    verb="imprison",
    takes="amount x bonus fits army self first",
    example="imprison 1 level=1",
    note="Face-up cards, FREE or not. `imprison self` turns down the card itself and wakes nobody.",
    phrase="imprison {aim}",
    weight="imprison",
    done="imprisoned",
    aim="imprison",
)
IMPRISON_SELF = _effect(
    "imprison_self",
    "imprison the card whose effect it is",
    verb="imprison",
    example="imprison self",
    phrase="imprison this card",
)
RELEASE = _effect(
    "release",
    "turn imprisoned cards face up",
    verb="release",
    takes="amount bonus fits army first",
    example="release 1 own",
    note="Turns imprisoned cards face up. That triggers nothing.",
    phrase="turn {aim:imprisoned} face up",
    done="turned up",
    aim="release",
)
SWAP = _effect(
    "swap",
    "exchange two cards of a row",
    verb="swap",
    takes="army",
    example="swap · swap own",
    note="Two cards of one row of an army, with their tokens and faces. A filter binds the first of the two.",
    phrase="swap two cards of one level in {army} army",
    done="swapped",
    aim="swap",
)
RETURN = _effect(
    "return",
    "return FREE cards to the hand",
    verb="return",
    takes="amount bonus fits army first",
    example="return 1 level=1 enemy",
    note="FREE cards, into the hand of the player whose army it is, in the open.",
    phrase="return {aim:FREE} to {hand}",
    weight="return",
    done="returned",
    aim="return",
)
ADVANTAGE_TAKE = _effect(
    "advantage_take",
    "take the Advantage token",
    verb="advantage",
    takes="take give",
    example="advantage take",
    note="`take` it from whoever has it. `give` it to an opponent of one's choice, if one has it.",
    phrase="take the Advantage token",
    weight="advantage",
)
ADVANTAGE_GIVE = _effect(
    "advantage_give",
    "give the Advantage token away",
    verb="advantage",
    example="advantage give",
    phrase="give that player the Advantage token",
)
TOKEN_BACK = _effect(
    "token_back",
    "take back activation tokens",
    verb="token",
    takes="amount back",
    needs="back",
    example="token back 1 · token back all",
    note="Tokens lying on one's goblins or spent on cards. `all` takes every one back.",
    phrase="take back {tokens}",
    weight="token_back",
)
EXTRA_TURN = _effect(
    "extra_turn",
    "take another turn",
    verb="extra",
    takes="turn",
    needs="turn",
    example="extra turn",
    note="After the current turn, which has to be one's own or, with teams, the partner's (G-9.12, K-3.3).",
    phrase="take an extra turn",
    weight="again",
)
VICTORY_POINT = _effect(
    "victory_point",
    "gain VP",
    verb="vp",
    takes="amount",
    example="vp 1",
    note="A third victory point wins at once (G-7.4).",
    phrase="gain {amount} VP",
    weight="gain_vp",
)
PLACE_AGAIN = _effect(
    "place_again",
    "place another goblin at once",
    verb="place",
    takes="again free",
    needs="again",
    example="place again · place again free",
    note="At once, by the rules of placing; one may decline. `free`: without discarding for it.",
    phrase="you may place another goblin{free}",
    weight="again",
)
MUTATE_AGAIN = _effect(
    "mutate_again",
    "mutate a goblin at once",
    verb="mutate",
    takes="again free",
    needs="again",
    example="mutate again · mutate again free",
    note="At once, by the rules of mutation; one may decline. `free`: without discarding for it.",
    phrase="you may mutate a goblin{free}",
    weight="again",
)
CHOOSE_SEAT = _effect(
    "choose_seat",
    "choose an opponent",
    verb="choose",
    takes="x up_to limit opponent player",
    example="choose opponent · choose player",
    note="X is 0 to N and never more than the cards in hand; later effects of the trigger use it as their number. "
    "`choose opponent` says who is meant by `chosen`.",
    phrase="choose {seat}",
)
CHOOSE_X = _effect(
    "choose_x",
    "choose X",
    verb="choose",
    example="choose X up to 3",
    phrase="choose X, at most {amount}",
)
COUNT_X = _effect(
    "count_x",
    "count X",
    verb="count",
    takes="x up_to limit own fits imprisoned",
    example="count X own clan=alpha up to 4",
    note="X is counted, at most N. `imprisoned` counts the imprisoned cards of the opponents.",
    phrase="X is {counted}, at most {amount}",
)
NAME_CLAN = _effect(
    "name_clan",
    "name a clan",
    verb="name",
    takes="clan",
    needs="clan",
    example="name clan",
    note="The clan that later effects of the trigger mean by `clan=named`.",
    phrase="name a clan",
)
# What stands before the colon of a line.
MAY = _effect("may", "leap unless the player says yes")
IF = _effect("if", "leap unless the condition holds")
BASE_EFFECTS = tuple(row.word for row in _effect_rows)
# Of Kamakor: three of the course of the game, then those of cards.
BAN = _effect("ban", "Kamakor: clans are banned")
ROW = _effect("row", "Kamakor: choose the row of a card of several levels")
JUMP = _effect("jump", "Kamakor: turn over the top card for a Shadow Jump")
DRAGOON = _effect(
    "dragoon",
    "Kamakor: take Dragoon tokens",
    verb="dragoon",
    takes="amount x bonus",
    example="dragoon 1 (+1)",
    note="Kamakor. From the supply; at most two are in a hand (K-1.3).",
    phrase="take {dragoons}",
    weight="dragoon",
)
SHADOW_JUMP = _effect(
    "shadow_jump",
    "Kamakor: let goblins make a Shadow Jump",
    verb="jump",
    takes="amount bonus fits army self",
    example="jump self · jump 1 level=1 own",
    note="Kamakor. A face-up goblin makes a Shadow Jump; its newcomer works for the player of its army (K-1.5).",
    phrase="let {jumper} make a Shadow Jump",
    weight="imprison",
    done="made to jump",
    aim="jump",
)
EFFECT_ROWS = tuple(_effect_rows)
EFFECTS = tuple(row.word for row in EFFECT_ROWS)

# In FITS, besides filters: 1 … clans are the cards of that clan.
NAMED_CLAN = -1  # cards of the clan named by this program

# Players an effect is about.
PLAYERS_WORDS = ("me", "opponents", "all", "fewest", "chosen")
ME, OPPONENTS, ALL, FEWEST, CHOSEN = range(len(PLAYERS_WORDS))

# Armies an effect may aim at.
ARMY_WORDS = ("any", "own", "opponent")
ANY_ARMY, OWN_ARMY, OPPONENT_ARMY = range(len(ARMY_WORDS))


_condition_rows = shared.Conditions()
_condition = _condition_rows.row

IF_ADVANTAGE = _condition("advantage", "if you hold the Advantage token")
IF_BEHIND = _condition("behind", "if an opponent has more VP than you")
IF_CARDS_AT_LEAST = _condition("cards_at_least", "if {face_up}")
IF_HAND_AT_MOST = _condition("hand_at_most", "if you have at most {amount} cards in hand")
IF_HAND_AT_LEAST = _condition("hand_at_least", "if you have at least {amount} cards in hand")
IF_HIT = _condition("hit", "if {hit}")
IF_TOKENS_NONE = _condition("tokens_none", "if you have no activation token left in hand")
BASE_CONDITIONS = tuple(row.word for row in _condition_rows)
IF_FIRST = _condition("first", "if this is the first card of your army")
IF_DRAGOONS = _condition("dragoons_at_least", "if you have {dragoons_held} in hand")
CONDITION_ROWS = tuple(_condition_rows)
CONDITIONS = tuple(row.word for row in CONDITION_ROWS)

# What "count X" counts.
COUNTS = ("own", "opponents_imprisoned")
COUNT_OWN, COUNT_OPPONENTS_IMPRISONED = range(len(COUNTS))

# Flags in ARG.
MUTATION = 1  # pay: for a mutation, so that a newcomer must remain (G-5.7)
FREE_OF_COST = 1  # place_again, mutate_again, row
UP_TO = 1  # recover: may stop early
AT_RANDOM = 1  # discard
PRICE = 2  # discard: what an effect costs, no effect itself
WITH_CARDS = 1  # choose_seat: only an opponent who has cards in hand
ANY_PLAYER = 2  # choose_seat: not only opponents
FIRST_CARD = 1  # destroy, imprison, release, return: first cards only (K-1.7)
THIS_CARD = 2  # shadow_jump: the card itself

# Globals: rules that bind every player while a card that carries them stands face up (G-9.8).
BASE_GLOBALS = (
    "value_level_1",
    "value_level_2",
    "value_level_3",
    "place_cost",
    "mutation_cost",
    "hand_limit",
    "token_draw",
    "no_destroy",
    "no_imprison",
    "ties",
    "no_pass_with_tokens",
    "turn_limit",
    "win_named",
    "win_clans",
    "win_cards",
    "win_hand",
    "win_one_clan",
    "win_advantage",
    "win_ozekis",
    "value_clan_0",
    "value_clan_1",
    "value_clan_2",
    "value_clan_3",
    "value_clan_4",
)
GLOBALS = (
    *BASE_GLOBALS,
    "value_clan_5",
    "value_clan_6",
    "value_clan_7",
    "value_clan_8",
    "value_clan_9",
    "no_destroy_kamakor",
    "no_imprison_kamakor",
)
(
    VALUE_LEVEL_1,
    VALUE_LEVEL_2,
    VALUE_LEVEL_3,
    PLACE_COST,
    MUTATION_COST,
    HAND_LIMIT,
    TOKEN_DRAW,
    NO_DESTROY,
    NO_IMPRISON,
    TIES,
    NO_PASS_WITH_TOKENS,
    TURN_LIMIT,
    WIN_NAMED,
    WIN_CLANS,
    WIN_CARDS,
    WIN_HAND,
    WIN_ONE_CLAN,
    WIN_ADVANTAGE,
    WIN_OZEKIS,
    VALUE_CLAN,
) = range(20)
NO_DESTROY_KAMAKOR, NO_IMPRISON_KAMAKOR = len(GLOBALS) - 2, len(GLOBALS) - 1

# Decisions: what the game is waiting for.
BASE_DECISIONS = (
    "none",
    "mulligan",
    "main",
    "pay",
    "newcomer",
    "discard",
    "keep",
    "recover",
    "target",
    "swap_with",
    "seat",
    "number",
    "clan",
    "may",
    "order",
    "token",
    "place_again",
    "mutate_again",
)
DECISIONS = (*BASE_DECISIONS, "ban", "row")
(
    NONE,
    DECIDE_MULLIGAN,
    DECIDE_MAIN,
    DECIDE_PAY,
    DECIDE_NEWCOMER,
    DECIDE_DISCARD,
    DECIDE_KEEP,
    DECIDE_RECOVER,
    DECIDE_TARGET,
    DECIDE_SWAP_WITH,
    DECIDE_SEAT,
    DECIDE_NUMBER,
    DECIDE_CLAN,
    DECIDE_MAY,
    DECIDE_ORDER,
    DECIDE_TOKEN,
    DECIDE_PLACE_AGAIN,
    DECIDE_MUTATE_AGAIN,
    DECIDE_BAN,
    DECIDE_ROW,
) = range(len(DECISIONS))

# The programs of the game itself: the first rows of every code table.
SYSTEM_CODE = (
    (MULLIGAN, 0, 0, 0, 0, 0),
    (ROUND_START, 0, 0, 0, 0, 0),
    (TURN, 0, 0, 0, 0, 0),
    (BATTLE, 0, 0, 0, 0, 0),
    (ROUND_END, 0, 0, 0, 0, 0),
    (PAY, 0, 0, 0, 0, 0),
    (ARRIVE, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
    (PAY, 0, 0, 0, 0, MUTATION),
    (NEWCOMER, 0, 0, 0, 0, 0),
    (ARRIVE, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
)
AT_ROUND_START, AT_TURN, AT_BATTLE, AT_ROUND_END = 1, 2, 3, 4
PLACE_PROGRAM = 5
MUTATE_PROGRAM = 8
# Of games with Kamakor only.
KAMAKOR_CODE = (
    (BAN, 0, 0, 0, 0, 0),
    (ROW, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
    (ROW, 0, 0, 0, 0, FREE_OF_COST),
    (END, 0, 0, 0, 0, 0),
    (JUMP, 0, 0, 0, 0, 0),
    (ARRIVE, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
)
BAN_PROGRAM = len(SYSTEM_CODE)
ROW_PROGRAM = BAN_PROGRAM + 1
FREE_ROW_PROGRAM = BAN_PROGRAM + 3
JUMP_PROGRAM = BAN_PROGRAM + 5
JUMP_END = JUMP_PROGRAM + 2
# Where the programs of cards begin.
CARD_CODE = len(SYSTEM_CODE)
KAMAKOR_CARD_CODE = CARD_CODE + len(KAMAKOR_CODE)
