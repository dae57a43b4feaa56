"""Finding the board: from nothing, or again where one was seen before."""
