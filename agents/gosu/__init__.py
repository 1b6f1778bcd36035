"""Players and evaluations for GOSU."""
