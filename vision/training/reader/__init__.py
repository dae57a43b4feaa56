"""Training of the reader: its network, batches of drawn boards, the loop, and writing it down."""
