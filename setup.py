"""Compiles the rules when a wheel is built: ``gosu_env.packaging``. An editable install compiles nothing.

Where there is no C++ compiler, the package ziglang brings one. All else is in ``pyproject.toml``.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

COMPILERS = ("g++", "clang++", "c++")
TARGET = os.environ.get("GOSU_TARGET", "")  # the platform of a wheel; by default, that of this machine


class Build(build_py):
    """The modules, and the libraries of the rules."""

    def run(self):
        super().run()
        if not self.editable_mode:
            root = Path(__file__).parent.resolve()
            folder = Path(self.build_lib).resolve() / "gosu_env" / "compiled"
            command = [sys.executable, "-m", "gosu_env.packaging", str(folder), *([TARGET] if TARGET else [])]
            subprocess.run(command, check=True, cwd=root, env=os.environ | {"PYTHONPATH": str(root)})


class Compiled(Distribution):
    """Not the same files for every platform."""

    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    """A wheel for one platform and every version of Python: the libraries use only its stable interface."""

    def get_tag(self):
        if TARGET:
            from gosu_env.packaging import TARGETS  # noqa: PLC0415  (numpy is there by now)

            return "py3", "none", TARGETS[TARGET].tag
        return "py3", "none", super().get_tag()[2]


has_compiler = bool(os.environ.get("CXX")) or any(map(shutil.which, COMPILERS))
setup(
    distclass=Compiled,
    cmdclass={"build_py": Build, "bdist_wheel": Wheel},
    setup_requires=["ziglang==0.15.1"] if TARGET or not has_compiler else [],
)
