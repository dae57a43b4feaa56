"""Ten thousand random reconnects, sleeps and restarts of the program: no page differs two seconds later.

`python -m tests.bench.reconnects --seed 40 --disturbances 500` repeats one part; a page that differed names both.
"""

from __future__ import annotations

import argparse
import shutil
from typing import Any

PARTS = ((1, 40, 2500), (3, 41, 2500), (3, 42, 2500), (6, 43, 2500))
"""Tabs, seed and disturbances of each part."""
QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


def figures() -> dict[str, dict[str, Any]]:
    """Disturbances after which every page was right, and pages that were not."""
    done = wrong = 0
    for tabs, seed, disturbances in PARTS:
        found = part(seed, disturbances, tabs)
        done += sum(found["done"].values())
        if found["wrong"]:
            wrong += 1
            print(found["wrong"])
    whole = sum(disturbances for _, _, disturbances in PARTS)
    return {
        "disturbances of the line": {"value": done, "unit": "", "goal": f">= {whole}", "reached": done >= whole},
        "pages that differed after two seconds": {"value": wrong, "unit": "", "goal": "<= 0", "reached": wrong == 0},
    }


def part(seed: int, disturbances: int, tabs: int) -> dict[str, Any]:
    """One part in a browser of its own."""
    from playwright.sync_api import sync_playwright

    from tests.reconnects import disturb

    found = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )
    if found is None:
        raise SystemExit("There is no Chromium here; sh tests/install.sh browser")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=found, args=list(QUIET))
        try:
            return disturb(browser, seed, disturbances, tabs)
        finally:
            browser.close()


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=40)
    options.add_argument("--disturbances", type=int, default=500)
    options.add_argument("--tabs", type=int, default=3)
    asked = options.parse_args()
    print(part(asked.seed, asked.disturbances, asked.tabs))
