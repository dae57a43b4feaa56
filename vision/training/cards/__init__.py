"""Makes the reader of card indices: corners of cards and a camera, all drawn, and a small network."""
