"""Games of a player against itself, as records to learn from."""
