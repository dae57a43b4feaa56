"""What people take home from a game: a picture of the board and a film of it."""
