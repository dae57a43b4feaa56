"""The front door: commands, wiring, the live table, history."""
