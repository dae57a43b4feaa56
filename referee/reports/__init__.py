"""Recorded games told again, and exported as one file."""
