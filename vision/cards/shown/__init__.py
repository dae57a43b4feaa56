"""A deck that was shown to the camera: its faces, and cards on the piles told by them."""
