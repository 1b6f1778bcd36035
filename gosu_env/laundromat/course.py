"""The stations of a first game of Goblin Laundromat in the browser."""

from __future__ import annotations

from gosu_env.play.course import Station

STATIONS = (
    Station(
        "Fill a basket",
        "On top is the market. Take a garment: it goes face down into your basket. Signs on it are stains, and "
        "your programme stands only some of them.",
        {"players": [{}, {}], "round": 1, "phase": "fill"},
        "took",
        "Garments of your basket’s species are worth coins, and so are two socks alike, trousers, capes and underwear.",
    ),
    Station(
        "Do the laundry",
        "Now turn over garments of your basket, one by one. Too many stains of a type that the programme limits, "
        "and the wash fails. Turn over at least one, and stop while it goes well.",
        {
            "players": [{"basket": ["Fin Sock", "Leaf Briefs", "Mist Cape"]}, {}],
            "round": 1,
            "phase": "wash",
        },
        "scored",
        "What lies open is scored, and what is left in the basket stays there for the next round. A garment of your "
        "basket’s species is worth more, and so is a pair of socks.",
    ),
    Station(
        "Complete a programme",
        "A programme pays its coins only if as many garments are washed as it asks for: three in the first round. Dirt "
        "Devil stands one dirt and does not mind anything else. You know what is in your basket, but not in which "
        "order it comes. Go on until three lie there.",
        {
            "players": [
                {
                    "programmes": ["Dirt Devil"],
                    "basket": ["Moonlit Bloomers", "Kelp Knickers", "Pearl Gloves", "Mist Cape"],
                },
                {},
            ],
            "round": 1,
            "phase": "wash",
        },
        "programme completed",
        "That paid 7 coins. Programmes grow longer, from three garments to six, and pay more.",
    ),
    Station(
        "Use the potion",
        "One dirt lies there already, and Dirt Devil stands no more. Once in a game, the potion lets you turn over a "
        "garment whose stains do not count. Turn one over with the potion.",
        {
            "players": [{"programmes": ["Dirt Devil"], "basket": ["Kelp Knickers", "Soot Cape", "Ale Apron"]}, {}],
            "round": 1,
            "phase": "wash",
        },
        "potion used",
        "Its stains are crossed out. The potion is used up; keep it for a wash that is worth it.",
    ),
    Station(
        "When a wash fails",
        "Now luck is pushed too far, and the potion is gone. Turn over another garment: with its dirt the wash fails. "
        "Then choose the one garment that you keep.",
        {
            "players": [
                {
                    "programmes": ["Dirt Devil"],
                    "basket": ["Pearl Gloves", "Soot Cape", "Bog Trousers"],
                    "potion": False,
                    "species": "mermaid",
                },
                {},
            ],
            "round": 1,
            "phase": "wash",
        },
        "kept",
        "The others have left the game, and the programme pays nothing. Stopping in time scores all that lies open.",
    ),
    Station(
        "The end",
        "This is the last round. Turn over what you like, and stop. When your opponent has washed as well, the coins "
        "are counted.",
        {
            "players": [
                {
                    "programmes": ["Quick Rinse", "Delicates", "Spin Doctor", "Boil Wash"],
                    "species": "elf",
                    "completed": ["I"],
                    "scored": ["Leaf Briefs", "Tiptoe Sock", "Mist Cape", "Kelp Knickers", "Velvet Bloomers"],
                },
                {
                    "species": "orc",
                    "programmes": ["Everyday Curses"],
                    "completed": ["II"],
                    "scored": ["Trophy Vest", "Daylight Jeans", "Kneeless Shorts", "Chainmail Thong"],
                },
            ],
            "round": 4,
            "phase": "wash",
        },
        "coins",
        "Programmes pay coins, and so do garments of your species, pairs of socks and garments that bear a coin; more "
        "go to whoever has the most underwear, trousers or capes. The most coins win.",
        later=True,
    ),
)
