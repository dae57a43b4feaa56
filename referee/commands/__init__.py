"""One file a command: what it asks for, and which room does the work."""
