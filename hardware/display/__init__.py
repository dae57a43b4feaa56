"""Displays at the table that need no window system: the console's screen, and small OLEDs on the Pi's pins.

They show a picture they are given; what is on it is drawn by `hardware.display.card`.
"""

from hardware.display.card import Card, draw_card
from hardware.display.display import Display, DisplayError
from hardware.display.framebuffer import Framebuffer
from hardware.display.oled import Oled

__all__ = ["Card", "Display", "DisplayError", "Framebuffer", "Oled", "draw_card"]
