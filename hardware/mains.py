"""How often the mains make lamps flicker: twice their frequency, 100 times a second or 120."""

from __future__ import annotations

from pathlib import Path

from hardware.devices import text_of

REGION = Path("/sys/module/cfg80211/parameters/ieee80211_regdom")
"""The country that a machine was told for its Wi-Fi (the kernel's cfg80211); `00` for none."""
SIXTY_HERTZ = frozenset(
    {
        *("AG", "AS", "AW", "BM", "BR", "BS", "BZ", "CA", "CO", "CR", "CU", "DO", "EC", "FM", "GT", "GU", "GY", "HN"),
        *("HT", "KN", "KR", "KY", "LR", "MH", "MP", "MS", "MX", "NI", "PA", "PE", "PH", "PR", "PW", "SA", "SR", "SV"),
        *("TC", "TT", "TW", "UM", "US", "VE", "VG", "VI"),
    }
)
"""Countries with mains of 60 Hz (IEC, World Plugs). Japan has both; most of its people live with 50."""


def flicker_period(region: Path = REGION) -> float:
    """Microseconds from one flicker of a lamp to the next, by the country the machine was told; 10,000 without one."""
    return 1e6 / 120 if text_of(region).upper() in SIXTY_HERTZ else 1e6 / 100
