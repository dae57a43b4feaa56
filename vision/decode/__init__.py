"""Turns what was found on the whole board into letters, doubts included."""
