"""Boards that nobody printed, with chips, hands and light, drawn as a camera sees them.

Cards' faces are drawn for the simulated table as well; all else is for training and for tests.
"""
