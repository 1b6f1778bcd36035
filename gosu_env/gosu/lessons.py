"""The lessons of a first game of GOSU."""

from __future__ import annotations

from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.moment import Moment
from gosu_env.gosu.colours import ADVANTAGE_SIGN
from gosu_env.play.lessons import Lesson

__all__ = ["FIRST_GAME", "LESSONS", "Moment"]

FIRST_GAME = 9  # a seed whose first turns show most of the game

LESSONS = (
    Lesson(
        "Welcome",
        "You play against a bot. The aim: three victory points (★). Whoever has the strongest army when a round ends "
        "earns one, and armies stay for the next round.\n\n"
        "Above is the army of the bot, below it yours, and at the bottom your hand. On the right you read what "
        "happened, what a card says, and what you may do now: ↑ ↓ choose, Enter does it.\n\n"
        "Tab goes to the cards. There the arrows move from card to card, and the text of each is shown; Tab goes back.",
        lambda now: True,
        more=True,
    ),
    Lesson(
        "Place a goblin",
        "A turn is one action. Begin your army with a Bakuto, a goblin of level 1 (one dot): your first one costs "
        "nothing. Most goblins do something when they enter play; read the text before you choose.",
        lambda now: now.turn and now.cards == 0 and "PLACE" in now.blocks,
        asks=("PLACE",),
    ),
    Lesson(
        "Pay",
        "This costs you cards of your hand: choose those that you need least. A Bakuto costs 2 cards if its clan, that "
        "is its colour, is not in your first row yet; of a clan that is there it costs nothing. "
        "What an answer costs stands behind it: “pay 2 cards”.",
        lambda now: now.kind == "pay",
    ),
    Lesson(
        "Three rows",
        "Bakutos (worth 2) stand in row 1, Heroes (3) in row 2, Ōzekis (5) in row 3. A Hero needs a Bakuto of its clan "
        "in row 1; an Ōzeki needs its clan in rows 1 and 2. A row is never longer than the one below it. Heroes and "
        "Ōzekis cost nothing.",
        lambda now: now.turn and now.cards > 0,
    ),
    Lesson(
        "Mutate",
        "You may also replace a goblin by another of the same level from your hand, of any clan: discard as many cards "
        "as its mutation cost (⇄) says. The newcomer enters play and does what it says. That is how you get a new clan "
        "or use an ability once more.",
        lambda now: now.turn and "MUTATE" in now.blocks,
    ),
    Lesson(
        "Tokens",
        f"You have two activation tokens ({TOKEN_SIGN}) in a round. One draws a card, two at once draw three; or put "
        "one on a goblin whose text says “Activated”. They come back when the next round begins, and cards do not: "
        "draw before you pass.",
        lambda now: now.turn and now.me["tokens"] > 0 and now.cards > 1,
    ),
    Lesson(
        "FREE cards",
        "A card is FREE when nothing stands above it and nothing to the right of it. Only FREE cards can be destroyed: "
        "a goblin is safe behind others. An imprisoned card lies face down until the next round and counts nothing.",
        lambda now: "FREE" in now.words or "imprison" in now.words,
    ),
    Lesson(
        "Pass",
        "Who passes is out until the round ends, and the others may go on. When all have passed, the armies fight. "
        "Pass when you can win the battle as it stands, or when more would cost too much: cards in your hand stay.",
        lambda now: now.turn and ("PLACE" not in now.blocks or now.someone_passed),
    ),
    Lesson(
        "The next round",
        "The strongest army has earned a point. Armies and hands are as they were, tokens are back, imprisoned cards "
        f"are turned up, and nobody draws. The holder of the Advantage token ({ADVANTAGE_SIGN}) begins, and wins a "
        "battle that is level; only abilities of cards move it.\n\n"
        "That is the game. h asks a bot what it would do, ? shows the rules on one screen. Play on!",
        lambda now: now.table["round"] > 1,
    ),
)
