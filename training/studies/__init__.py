"""Experiments: what `gosu train` does not run, each with its command and its figures."""
