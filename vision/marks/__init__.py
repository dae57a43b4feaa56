"""Marks that no known colour explains: what makes the eye doubt a space, and what tells a chip all the same."""
