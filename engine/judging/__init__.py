"""How the arbiter judges: what was seen, what explains it, what has been decided so far."""
