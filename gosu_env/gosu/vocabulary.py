"""The words that cards are written with, as numbers: triggers, effects, conditions, selectors and Globals.

Compiled code sees plain integers; the tuples beside them give the words for card files, texts and docs. What Kamakor
adds stands at the end of each list, so that the numbers of games without it stay what they are; a ``BASE_…`` tuple is
the list without it.
"""

from __future__ import annotations

# Triggers: when a program of a card runs.
BASE_TRIGGERS = ("enters", "mutates", "destroyed", "activated", "imprisoned", "passes", "round_starts")
TRIGGERS = (*BASE_TRIGGERS, "colon")
ENTERS, MUTATES, DESTROYED, ACTIVATED, IMPRISONED, PASSES, ROUND_STARTS, COLON = range(len(TRIGGERS))

# Effects: the first column of a code row. The first nine are the frame of the game itself, not for cards.
BASE_EFFECTS = (
    "end",
    "mulligan",
    "round_start",
    "turn",
    "battle",
    "round_end",
    "pay",
    "newcomer",
    "arrive",
    "draw",
    "draw_to",
    "discard",
    "discard_to",
    "steal",
    "look",
    "search",
    "recover",
    "destroy",
    "sacrifice",
    "imprison",
    "imprison_self",
    "release",
    "swap",
    "return",
    "advantage_take",
    "advantage_give",
    "token_back",
    "extra_turn",
    "victory_point",
    "place_again",
    "mutate_again",
    "choose_seat",
    "choose_x",
    "count_x",
    "name_clan",
    "may",
    "if",
)
EFFECTS = (*BASE_EFFECTS, "ban", "row", "jump", "dragoon", "shadow_jump")
(
    END,
    MULLIGAN,
    ROUND_START,
    TURN,
    BATTLE,
    ROUND_END,
    PAY,
    NEWCOMER,
    ARRIVE,
    DRAW,
    DRAW_TO,
    DISCARD,
    DISCARD_TO,
    STEAL,
    LOOK,
    SEARCH,
    RECOVER,
    DESTROY,
    SACRIFICE,
    IMPRISON,
    IMPRISON_SELF,
    RELEASE,
    SWAP,
    RETURN,
    ADVANTAGE_TAKE,
    ADVANTAGE_GIVE,
    TOKEN_BACK,
    EXTRA_TURN,
    VICTORY_POINT,
    PLACE_AGAIN,
    MUTATE_AGAIN,
    CHOOSE_SEAT,
    CHOOSE_X,
    COUNT_X,
    NAME_CLAN,
    MAY,
    IF,
    BAN,
    ROW,
    JUMP,
    DRAGOON,
    SHADOW_JUMP,
) = range(len(EFFECTS))

# Columns of a code row (int16): what to do, to whom, how many, the bracket bonus, which cards, and one word more.
CODE_COLUMNS = ("op", "who", "amount", "bonus", "fits", "arg")
OP, WHO, AMOUNT, BONUS, FITS, ARG = range(len(CODE_COLUMNS))
USE_X = -1  # in AMOUNT: as many as the frame's X
ALL_OF_THEM = 99  # in AMOUNT: every one there is
NAMED_CLAN = -1  # in FITS: cards of the clan named by this program
ANY_CARD = 0  # in FITS: every card; 1 … clans: the cards of that clan

# Players an effect is about.
PLAYERS_WORDS = ("me", "opponents", "all", "fewest", "chosen")
ME, OPPONENTS, ALL, FEWEST, CHOSEN = range(len(PLAYERS_WORDS))

# Armies an effect may aim at.
ARMY_WORDS = ("any", "own", "opponent")
ANY_ARMY, OWN_ARMY, OPPONENT_ARMY = range(len(ARMY_WORDS))

# Conditions of the effect "if" (WHO column); the number to compare with stands in AMOUNT, the jump in ARG.
CONDITIONS = (
    "advantage",
    "behind",
    "cards_at_least",
    "hand_at_most",
    "hand_at_least",
    "hit",
    "tokens_none",
    "first",
    "dragoons_at_least",
)
(
    IF_ADVANTAGE,
    IF_BEHIND,
    IF_CARDS_AT_LEAST,
    IF_HAND_AT_MOST,
    IF_HAND_AT_LEAST,
    IF_HIT,
    IF_TOKENS_NONE,
    IF_FIRST,
    IF_DRAGOONS,
) = range(len(CONDITIONS))

# What "count X" counts.
COUNTS = ("own", "opponents_imprisoned")
COUNT_OWN, COUNT_OPPONENTS_IMPRISONED = range(len(COUNTS))

# Flags in ARG.
MUTATION = 1  # pay: for a mutation, so that a newcomer must remain (G-5.7)
FREE_OF_COST = 1  # place_again, mutate_again
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
    (JUMP, 0, 0, 0, 0, 0),
    (ARRIVE, 0, 0, 0, 0, 0),
    (END, 0, 0, 0, 0, 0),
)
BAN_PROGRAM = len(SYSTEM_CODE)
ROW_PROGRAM = BAN_PROGRAM + 1
JUMP_PROGRAM = BAN_PROGRAM + 3
JUMP_END = JUMP_PROGRAM + 2
# Where the programs of cards begin.
CARD_CODE = len(SYSTEM_CODE)
KAMAKOR_CARD_CODE = CARD_CODE + len(KAMAKOR_CODE)
