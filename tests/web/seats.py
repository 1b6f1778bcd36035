"""Tables opened and played without a page."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

HOST = "127.0.0.1:8765"
ORIGIN = f"http://{HOST}"


class Client(TestClient):
    """A client at the address of the server, sockets included."""

    def __init__(self, app: Any, hall: Any, address: str = "127.0.0.1") -> None:
        super().__init__(app, base_url=ORIGIN, headers={"origin": ORIGIN}, client=(address, 50000))
        self.hall = hall

    def elsewhere(self, address: str) -> Client:
        """The same server as a client at another address reaches it."""
        return Client(self.app, self.hall, address)

    def socket(self, **headers: str) -> Any:
        return self.websocket_connect(f"ws://{HOST}/socket", headers=headers)


def new_table(client: Client, game: str = "gosu", seats: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    """A table; without seats, for two people."""
    answer = client.post("/api/tables", json={"game": game, "seats": seats or [{}, {}], "seed": 5, **more})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


class Seat:
    """A browser without a page: what is said and heard at a seat."""

    def __init__(self, socket: Any, table: str, token: str | None) -> None:
        self.socket = socket
        socket.send_json({"type": "sit", "table": table, "token": token})
        self.table = self.hear("table")

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message: dict[str, Any] = self.socket.receive_json()
            if message["type"] == kind:
                return message

    def act(self, action: int | None = None) -> dict[str, Any]:
        """Take a decision; the table after it."""
        choices = [choice["action"] for choice in self.table["decision"]["choices"]]
        self.socket.send_json(
            {"type": "act", "number": self.table["number"], "action": choices[0] if action is None else action}
        )
        self.table = self.hear("table")
        return self.table

    def take_back(self) -> dict[str, Any]:
        """Take the last decision of an unfinished choice back; the table after it."""
        self.socket.send_json({"type": "back", "number": self.table["number"]})
        self.table = self.hear("table")
        return self.table


def decide(seats: list[Seat], number: int = 0) -> Seat:
    """Whoever is to decide takes choice ``number``; all see the table once the choice is finished. Who it was."""
    decider = seats[seats[0].table["deciding"]]
    decider.act(decider.table["decision"]["choices"][number]["action"])
    while not decider.table["back"] and (behind := [s for s in seats if s.table["number"] < decider.table["number"]]):
        for seat in behind:
            seat.table = seat.hear("table")
    return decider
