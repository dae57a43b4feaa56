"""Cameras, lamps, buttons and voice: whatever has a wire, and its fake beside it."""
