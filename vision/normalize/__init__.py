"""Sets the light and the print apart from what lies on them: what an empty space looks like here and now."""
