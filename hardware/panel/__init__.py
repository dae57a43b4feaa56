"""Lamp, buttons and buzzer at the table, on the Pi's pins through gpiozero.

What each is wired to is said by pin numbers; what they mean is decided elsewhere. `Panel` is all of them together.
"""

from hardware.panel.panel import ButtonPressed, How, Panel, PanelError
from hardware.panel.pins import BUTTONS, Pins

__all__ = ["BUTTONS", "ButtonPressed", "How", "Panel", "PanelError", "Pins"]
