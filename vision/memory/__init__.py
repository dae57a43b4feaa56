"""What is remembered from frame to frame: what changed, what moves, what lay where, and how well the table is seen."""
