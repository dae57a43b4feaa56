"""`python -m referee` is `referee`."""

from referee.command_line import main

main()
