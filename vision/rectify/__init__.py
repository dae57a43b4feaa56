"""Straightens the board: its mesh of 121 nodes, pictures of equal spaces, and whether it lies where it lay."""
