"""What can be shown for a ruling: pictures before and after, a few seconds of film, what the eye said."""
