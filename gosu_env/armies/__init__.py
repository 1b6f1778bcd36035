"""What games of armies share: three rows of five columns, cards that come, turn and leave, and a stack of effects."""
