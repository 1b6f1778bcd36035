"""A table to sit down at: who plays, what a seat sees. The screen in the terminal needs the extra ``play``."""
