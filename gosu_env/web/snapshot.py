"""What a seat is sent of a table: made from its view alone, so that there is nothing in it that the seat cannot know.

The table is drawn in the world of the view, which is not the true one; choices, prices and texts come from the view;
the log and the events are filtered by what the seat may know.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from gosu_env.engine.events import ONLOOKER, Event
from gosu_env.engine.game import Game
from gosu_env.engine.view import View
from gosu_env.play.match import Match
from gosu_env.play.sight import sight_of
from gosu_env.render.log import Paragraph, question
from gosu_env.render.parts import Parts
from gosu_env.render.svg import FONTS
from gosu_env.render.table import draw_public_table, draw_table

Json = dict[str, Any]


class Reader:
    """What one browser has been sent already: drawings and log go over the wire once."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat  # None: sees everything; ONLOOKER: what everybody knows
        self.parts = Parts()
        self.sent = 0  # parts
        self.log: list[Paragraph] = []


def snapshot(match: Match, reader: Reader, events: Sequence[Event] = ()) -> Json:
    """The table as it stands, for one browser."""
    seat, game = reader.seat, match.game
    view = None if seat is None or seat == ONLOOKER else View(game, seat)
    world = public_world(game) if seat == ONLOOKER else game if view is None else view.world
    drawing = draw_public_table(world) if seat == ONLOOKER else draw_table(world, seat)
    layers = (part.layer for _, _, part in drawing.parts)
    places = [[*place, layer] for place, layer in zip(reader.parts.places(drawing), layers, strict=True)]
    parts, anew = list(reader.parts), reader.sent == 0
    fresh, reader.sent = {number: parts[number] for number in range(reader.sent, len(parts))}, len(parts)
    spots = list(drawing.all_spots())
    drawn = {spot.place for spot in spots}
    told: Json = {
        "type": "table",
        "anew": anew,  # whatever the browser has of this table is void
        "number": len(match.log.entries),
        "game": game.name,
        "title": game.rules.title,
        "seat": seat,
        "fonts": FONTS,
        "size": [drawing.width, drawing.height],
        "regions": [[each.x, each.y, each.width, each.height] for each in drawing.regions],
        "parts": fresh,
        "places": places,
        "spots": [
            [spot.x, spot.y, spot.width, spot.height, None if spot.place is None else repr(spot.place), spot.note]
            for spot in spots
        ],
        "deciding": None if game.is_over else game.seat,
        "scores": [match.log.scribe.score(each) for each in range(game.num_players)],
        "log": _news(match, reader),
        "events": _events(match, seat, events),
        "over": _ending(match) if game.is_over else None,
        "decision": None if view is None else _decision(match, view, drawn),
        "top": "" if view is None else sight_of(game.name)(view, match.log.styled).top().plain.strip(),
    }
    return told


def public_world(game: Game) -> Game:
    """A world in which whatever some seat does not know is dealt anew."""
    for seat in range(game.num_players):
        game = game.determinize(seat, 0)
    return game


def _news(match: Match, reader: Reader) -> Json:
    """The log from where it differs from what the browser has."""
    told = match.log.paragraphs(reader.seat)
    same = 0
    for old, new in zip(reader.log, told, strict=False):
        if old != new:
            break
        same += 1
    reader.log = told
    return {"from": same, "lines": [[line.words, line.seat, line.heading] for line in told[same:]]}


def _events(match: Match, seat: int | None, events: Sequence[Event]) -> list[Json]:
    """What happened at the last decision, as far as the seat may know."""
    name, words = match.log.scribe.card_name, match.log.scribe.teller.words
    known = (event.for_seat(seat) for event in events)
    return [
        {
            "word": event.word,
            "seat": event.seat,
            "card": None if event.card is None else name(event.card),
            "aloud": words.aloud.get(event.word),
            "motion": "turned" if event.word in words.turned else "struck" if event.word in words.struck else None,
        }
        for event in known
        if event is not None
    ]


def _ending(match: Match) -> Json:
    title, how = match.log.outcome()
    return {"title": title[0].upper() + title[1:], "how": how, "winners": match.game.winners}


def _decision(match: Match, view: View, drawn: Container[Any]) -> Json | None:
    """What the seat is asked; None if it is not its turn to decide. Places that are not ``drawn`` cannot be picked."""
    choices = view.choices()
    if not choices or match.forced is not None:
        return None
    sight = sight_of(match.game.name)(view, match.log.styled)
    aims, prices = sight.aims(), sight.prices()
    source, looked = sight.card_text(sight.source()), sight.looked()
    asked = question(view.decision_text())

    def choice(action: int) -> Json:
        aim = aims[action]
        note = None if aim.card is None else sight.card_text(aim.card)
        return {
            "action": action,
            "text": choices[action],
            "place": repr(aim.place) if aim.place is not None and aim.place in drawn else None,
            "price": prices.get(action, ""),
            "note": None if note is None else note.plain,
            "meaning": view.action_spec.at(action).meaning,
        }

    return {
        "question": asked[0].upper() + asked[1:],
        "source": None if source is None else source.plain,
        "looked": None if looked is None else looked.plain,
        "choices": [choice(action) for action in sorted(choices, key=sight.rank)],
    }


def help_of(game: str) -> Json:
    """The rules on one screen, and what the signs mean."""
    sight = sight_of(game)
    return {"rules": list(sight.rules.items()), "signs": list(sight.signs.items())}
