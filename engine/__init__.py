"""The game and its referee: pure rules, no pictures, no clock, no files."""
