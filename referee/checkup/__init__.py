"""What `referee doctor` looks at, and how to mend what it finds."""
