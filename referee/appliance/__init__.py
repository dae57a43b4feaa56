"""A table that starts with the machine: its settings file, the service around it, its name in the network."""
