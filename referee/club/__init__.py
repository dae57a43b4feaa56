"""A club evening: what many tables send to one hub, what the hub keeps and shows, and a table's own side of it."""
