"""The doors of the command line, tried at random: whatever words and files come, one sentence and a way out answer."""
