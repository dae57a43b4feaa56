"""Setting up a table from the host's phone: measuring it, choosing what is played, and games one after another."""
