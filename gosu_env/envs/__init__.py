"""The faces of a game for reinforcement-learning libraries. Importing this package imports none of them."""
