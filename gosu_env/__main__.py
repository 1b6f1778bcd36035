"""``python -m gosu_env``: the same as the command ``gosu``."""

from gosu_env.cli import main

main()
