"""A table in the terminal to sit down at. Needs the extra ``play``."""

from gosu_env.engine.errors import MissingExtraError

try:
    import textual  # noqa: F401  (looked for before anything is drawn with it)
except ImportError as error:
    raise MissingExtraError("playing in the terminal needs textual: pip install 'gosu-env[play]'") from error
