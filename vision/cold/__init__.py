"""Reading a board that nobody measured."""
