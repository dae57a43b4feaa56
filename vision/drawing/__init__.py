"""Boards that nobody printed, with chips, hands and light, drawn as a camera sees them.

The simulated table is drawn with it, and all that training and tests want to see.
"""
