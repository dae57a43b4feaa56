"""A table that exists only as a drawing: board, cards, chips, hand, light and the camera over it.

Here lives whatever `hardware.simulated` needs to draw frames. Nothing here reads pictures or judges turns.
"""
