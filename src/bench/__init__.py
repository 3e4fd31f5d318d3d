"""What this machine can do, and what we do with it."""
