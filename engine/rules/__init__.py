"""The rules: where a game stands, which turns are legal and what they lead to, with the book and line of each."""
