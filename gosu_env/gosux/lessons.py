"""The lessons of a first game of GOSU X."""

from __future__ import annotations

from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.moment import Moment
from gosu_env.gosux.colours import SUPREMACY_SIGN, WONDER_SIGN
from gosu_env.play.lessons import Lesson

__all__ = ["FIRST_GAME", "LESSONS", "Moment"]

FIRST_GAME = 138  # a seed whose first turns show most of the game

LESSONS = (
    Lesson(
        "Welcome",
        f"You play against a bot. The aim: two Supremacy tokens ({SUPREMACY_SIGN}). Whoever has the stronger army when "
        "a round ends takes one; there are three rounds at most.\n\n"
        "Above is the army of the bot, below it yours, and at the bottom your hand. On the right you read what "
        "happened, what a card says, and what you may do now: ↑ ↓ choose, Enter does it.\n\n"
        "Tab goes to the cards. There the arrows move from card to card, and the text of each is shown; Tab goes back.",
        lambda now: True,
        more=True,
    ),
    Lesson(
        "Pick clans",
        "Each of you plays three of the eight clans: one player picks a clan, the other two, the first two, the "
        "other one. Your clans are shuffled into a deck of 45 cards of your own.\n\n"
        "Every clan has a tile. The tiles of the two clans that nobody picks are in force for both players, all game "
        "long: the page of tiles (p) tells what they say.",
        lambda now: now.kind == "draft",
    ),
    Lesson(
        "The opening hand",
        "You hold 7 cards. With one Troop or none among them you may show them and draw 7 others.",
        lambda now: now.kind == "mulligan",
    ),
    Lesson(
        "Place a card",
        "A turn is one action. Begin your army with a Troop, a card of level I (one dot): your first one costs "
        "nothing. Most cards do something when they arrive; read the text before you choose.",
        lambda now: now.turn and now.cards == 0 and "PLACE" in now.blocks,
        asks=("PLACE",),
    ),
    Lesson(
        "Pay",
        "This costs you cards of your hand: choose those that you need least. A Troop costs 2 cards if its clan, that "
        "is its colour, is not face up in your first row yet; of a clan that is there it costs nothing, nor does it to "
        "the right of a Recruiter. "
        f"The Wonder token ({WONDER_SIGN}), which cards with that keyword bring, pays for one card.",
        lambda now: now.kind == "pay",
    ),
    Lesson(
        "Three rows",
        "Troops (worth 2) stand in row 1, Heroes (3) in row 2, Immortals (5) in row 3. A Hero needs a Troop of its "
        "clan in row 1; an Immortal needs a Troop and a Hero of its clan. A row is never longer than the one below it. "
        "Heroes and Immortals cost nothing.",
        lambda now: now.turn and now.cards > 0,
    ),
    Lesson(
        "Shift",
        "You may also replace a card by another of the same level from your hand, of any clan: discard as many cards "
        "as its shift cost (⇄) says, less one for each token on it. The newcomer arrives and does what it says. That "
        "is how you get a new clan.",
        lambda now: now.turn and "SHIFT" in now.blocks,
    ),
    Lesson(
        "Tokens",
        f"You have two activation tokens ({TOKEN_SIGN}). One draws a card, two at once draw three; or put one on a "
        "card with an activation symbol, and its effect happens once more. They come back after the battle.\n\n"
        "Cards named Byun Hyung Ja unlock a third and a fourth; a fifth wins the game. X on a card is the number of "
        "tokens that you own.",
        lambda now: now.turn and now.me["tokens"] > 0 and now.cards > 1,
    ),
    Lesson(
        "Echo",
        "A card with Echo may do what it does a second time when it arrives, perhaps to other cards.",
        lambda now: now.kind == "echo",
    ),
    Lesson(
        "Force of Will",
        "A few Troops can be discarded from your hand, on anybody's turn: one cancels a capture or a destruction, "
        "one an activation. Among people, whoever could hold one is asked, also without it, so that the other player "
        "does not learn it; against bots you are asked when you do hold one.",
        lambda now: now.kind == "react",
    ),
    Lesson(
        "FREE cards",
        "A card is FREE when nothing stands above it and nothing to the right of it. Only FREE cards can be destroyed "
        "or sacrificed: a card is safe behind others. A captured card lies face down and counts nothing until it is "
        "freed; any card can be captured, unless it is Ethereal.",
        lambda now: any(word in now.words for word in ("destroy", "sacrifice", "capture", "aim at")),
    ),
    Lesson(
        "Pass",
        "Who passes is out until the round ends. The first to pass must have spent all tokens; the other player then "
        "has three turns at most. After that the armies fight. A tie goes to the holder of the Wonder token "
        f"({WONDER_SIGN}).",
        lambda now: now.turn and ("PASS" in now.blocks or now.someone_passed),
    ),
    Lesson(
        "The Song of the Dead",
        f"The stronger army has won a Supremacy token ({SUPREMACY_SIGN}). Captured cards are freed, both players "
        "sacrifice half of their armies, the winner first, and draw up to 7 cards. Tokens come back, and the loser "
        "begins.\n\n"
        "That is the game. h asks a bot what it would do, ? shows the rules on one screen. Play on!",
        lambda now: sum(player["supremacy"] for player in now.table["players"]) > 0,
    ),
)
