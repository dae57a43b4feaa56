"""What is remembered from frame to frame: clear views, what was learnt in play, and how well the table is seen."""
