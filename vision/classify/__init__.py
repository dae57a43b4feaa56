"""What each space bears, told by a small learnt network from now, empty and the teams' colours."""
