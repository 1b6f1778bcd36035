"""What language models were asked while a command ran, told at its end."""

from __future__ import annotations

import sys

from rich.text import Text

from gosu_env.render.terminal import Terminal


def tell_costs() -> None:
    """A line for every model that this process asked, on standard error; those of other processes are not known."""
    chat = sys.modules.get("gosu_env.agents.chat")  # if nobody needed it, nobody was asked
    for line in chat.usage_lines() if chat else []:
        Terminal(stderr=True, soft_wrap=True).print(Text(line, "dim"))
