"""Wrappers for reinforcement-learning libraries. Importing this package imports none of them."""
