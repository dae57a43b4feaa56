"""The pages on the phones around the table."""
