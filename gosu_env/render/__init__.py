"""The table for people to look at."""
