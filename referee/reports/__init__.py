"""The work behind commands that need no camera: records checked, told, exported and counted."""
