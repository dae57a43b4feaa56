"""A simulator that searches: whole evenings of games in virtual time, with every trouble that can be thought of.

One number decides everything. The program is the real one, put together as `serve` does it; simulated are only
the table, the camera's faults, the people who call and the disk. `docs/testing.md` says how to use it.
"""
