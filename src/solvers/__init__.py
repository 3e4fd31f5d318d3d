"""Exact referees: what a state is worth under best play by both, and which moves are optimal."""
