"""What lies in the box: cards and the printed board."""
