"""Vision: pixels to observation."""
