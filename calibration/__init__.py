"""Measuring one table: where the board lies and what it looks like."""
