"""What many games or a finished one tell: simulated players, the coach, puzzles, tallies."""
