"""A game in a folder of its own, as CONTRIBUTING.md tells how to add one."""
