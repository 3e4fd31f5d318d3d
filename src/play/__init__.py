"""Doors to the players: what a person sees of a game."""
