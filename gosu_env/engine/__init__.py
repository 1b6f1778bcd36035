import os
import sys

if os.environ.get("GOSU_ENGINE") == "cpp":  # the rules as C++ on the CPU, too; until that carries everything, a switch
    from gosu_env.engine import cppjit

    jit = sys.modules[f"{__name__}.jit"] = cppjit
