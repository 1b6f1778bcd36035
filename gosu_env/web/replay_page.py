"""The page of a replay, as it is served: the one that stands alone, with its script and style in files."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from gosu_env.render.replay_page import SCRIPTS, STYLES, page_file


@cache
def opened_page() -> str:
    """The page with a chooser for files in front of it."""
    alone = page_file("replay.html")
    body = re.search(r"<body>(.*?)<script type=", alone, re.DOTALL)
    assert body is not None
    styles = "\n".join(f'<link rel="stylesheet" href="/static/{name}">' for name in (*STYLES, "opened.css"))
    scripts = "\n".join(f'<script src="/static/{name}"></script>' for name in (*SCRIPTS, "open_replay.js"))
    page = (files("gosu_env.web") / "static" / "opened.html").read_text(encoding="utf-8")
    pieces = {"STYLES": styles, "SCRIPTS": scripts, "BODY": body[1].replace("@GAME@", "Replay")}
    return re.sub("@(STYLES|SCRIPTS|BODY)@", lambda mark: pieces[mark[1]], page)
