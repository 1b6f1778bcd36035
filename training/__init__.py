"""Training scripts: each module is one algorithm with a ``main``."""

if __name__ == "training":  # imported in a checkout as if it were a package of its own
    raise ImportError("this package is gosu_env.training; expected, for example, from gosu_env.training import ppo")
