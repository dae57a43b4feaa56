"""What lies on disk and survives a pulled plug: history, inputs, keys, locks."""
