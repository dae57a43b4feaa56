"""Lamp, buttons and buzzer on pins that are not there: gpiozero itself runs, over its stand-in for a Pi.

On a Pi with nothing wired, SEQUENCE_REAL_PINS=1 runs the same over the real pins.
"""

import os

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel import COLOURS, Panel, PanelError, Pins

WIRED = Pins(lamp=(17, 27, 22), buzzer=18, stop=5, undo=6, new_game=13, new_host=19, shutdown=26)


@pytest.fixture
def factory():
    if os.environ.get("SEQUENCE_REAL_PINS"):
        Device.ensure_pin_factory()
        yield Device.pin_factory
        return
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


def level(factory, pin):
    return factory.pin(pin).state


def test_the_lamp_shows_the_colour_of_whoever_is_to_move(factory):
    with Panel(WIRED, print, pin_factory=factory) as panel:
        panel.show("blue")
        assert [level(factory, pin) for pin in (17, 27, 22)] == pytest.approx(list(COLOURS["blue"]))
        panel.show("blue", "off")
        assert [level(factory, pin) for pin in (17, 27, 22)] == [0, 0, 0]


def test_showing_the_same_again_does_not_start_a_blink_anew(factory):
    with Panel(WIRED, print, pin_factory=factory) as panel:
        panel.show("white", "blink")
        first = panel._lamp._blink_thread
        panel.show("white", "blink")
        assert panel._lamp._blink_thread is first
        panel.show("white", "breathe")
        assert panel._lamp._blink_thread is not first


@pytest.mark.skipif(bool(os.environ.get("SEQUENCE_REAL_PINS")), reason="nobody presses a real button here")
def test_a_button_tells_its_own_name(factory):
    pressed = []
    with Panel(Pins(stop=5, undo=6), pressed.append, pin_factory=factory):
        factory.pin(6).drive_low()
        factory.pin(6).drive_high()
        factory.pin(5).drive_low()
    assert pressed == ["undo", "stop"]


@pytest.mark.skipif(bool(os.environ.get("SEQUENCE_REAL_PINS")), reason="nobody presses a real button here")
@pytest.mark.parametrize("name", ["shutdown", "new_host"])
def test_a_touch_of_a_button_that_must_be_held_does_nothing(factory, name):
    pressed = []
    with Panel(Pins(**{name: 26}), pressed.append, pin_factory=factory):
        factory.pin(26).drive_low()
        factory.pin(26).drive_high()
    assert pressed == []


def test_pins_are_free_again_afterwards(factory):
    for _ in range(2):
        with Panel(WIRED, print, pin_factory=factory) as panel:
            panel.sound("win")


def test_a_panel_with_nothing_wired_asks_for_no_library(monkeypatch):
    monkeypatch.setattr("hardware.panel.importlib.import_module", lambda name: pytest.fail(name))
    with Panel(Pins(), print) as panel:
        panel.show("red")
        panel.sound("fault")


def test_a_machine_without_gpiozero_says_how_to_get_it(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr("hardware.panel.importlib.import_module", missing)
    with pytest.raises(PanelError) as refused:
        Panel(Pins(buzzer=18), print)
    assert "apt install" in refused.value.mend


def test_a_pin_that_is_taken_is_said(factory):
    with Panel(Pins(buzzer=18), print, pin_factory=factory), pytest.raises(PanelError, match="18"):
        Panel(Pins(stop=5, buzzer=18), print, pin_factory=factory)
    with Panel(Pins(stop=5), print, pin_factory=factory):
        pass  # what was taken before the refusal is free again


@pytest.mark.parametrize(
    ("values", "said"),
    [({"buzzer": 0}, "GPIO2"), ({"stop": 28}, "pin 28"), ({"stop": 5, "undo": 5}, "pin 5"), ({"lamp": (5, 5, 6)}, "5")],
)
def test_wiring_that_cannot_be_is_refused_in_words(values, said):
    with pytest.raises(ValueError, match=said):
        Pins(**values)
