"""Work spread over cores: who does what, progress, and a clean end."""
