"""A display at the table that needs no window system: the console's screen.

It shows a picture it is given; what is on it is drawn by `hardware.display.card`.
"""

from hardware.display.card import Card, draw_card
from hardware.display.display import DisplayError
from hardware.display.framebuffer import Framebuffer

__all__ = ["Card", "DisplayError", "Framebuffer", "draw_card"]
