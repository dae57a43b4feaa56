"""Where rendered set-ups and films with exact truth lie, for those who have some."""

import os
from pathlib import Path

SCENES = Path(os.environ.get("SCENES", Path(__file__).parents[2] / "shared" / "scenes" / "dev"))
"""The folder named by SCENES, or one beside the checkout; it need not be there."""
