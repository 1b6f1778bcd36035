"""Players and evaluations for Goblin Laundromat."""
