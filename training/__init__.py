"""Training scripts: each module is one algorithm with a ``main``."""
