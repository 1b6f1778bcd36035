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
        "What lies open is scored. The programme pays its coins only if as many garments were drawn as it asks for.",
    ),
)
