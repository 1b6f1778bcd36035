"""The version of the package: one number, for whoever writes it into files."""

VERSION = "0.1.0"
