"""Players against each other and against exact play."""
