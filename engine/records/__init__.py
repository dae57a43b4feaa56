"""Games as text: written, read, replayed, and looked through for what cannot be so."""
