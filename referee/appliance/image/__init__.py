"""The image of a card for the Pi, and what happens at its first start."""
