"""A table in the browser: ``gosu serve``. Needs the extra ``web``."""
