"""What lies on each space, and what speaks against it: chips, white sides, doubts and what is hidden."""
