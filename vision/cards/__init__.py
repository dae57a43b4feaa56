"""Cards beside the board: where they lie, and which they are."""
