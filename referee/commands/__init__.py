"""What each command asks for, and which room does the work; commands about the same things share a file."""
