"""Learning: from the window of games to a net's new weights, by Lightning; losses and schedules as plain functions."""
