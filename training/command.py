"""How the programs of this package are started."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from gosu_env import GosuError

EXTEND = "go on with a run on purpose though --decisions has grown or the code is newer; settings.json keeps a note"


def start(main: Callable[[], Any]) -> None:
    """Run a program; an error of this project is one line and exit code 2, and Ctrl-C is told."""
    try:
        main()
    except GosuError as error:
        print(f"{error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from what was saved last", file=sys.stderr)
        raise SystemExit(130) from None
