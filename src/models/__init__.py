"""Models: what a net has learnt, in a folder that says what it is and where it came from."""
