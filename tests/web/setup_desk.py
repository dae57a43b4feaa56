"""A desk for tests of the page that sets a table up: it shows what it is told to, and notes what is asked of it."""

from dataclasses import replace

import cv2
import numpy as np

from engine.equipment.board import load_layout
from engine.trouble import Remark, Trouble
from web.setup import ChipPlace, DrawnBoard, SetupView, books_for

LAYOUT = load_layout("classic")
SIZE = (640, 480)
PICTURE = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()
CORNERS = ((100.0, 60.0), (540.0, 60.0), (540.0, 420.0), (100.0, 420.0))
BOARD = DrawnBoard(CORNERS, (CORNERS, ((100.0, 240.0), (540.0, 240.0))), by_hand=False)


def outline(x, y):
    return ((x, y), (x + 44, y), (x + 44, y + 36), (x, y + 36))


LOOKING = SetupView("board", None, 1, SIZE)
STAGES = {
    "no camera": SetupView(
        "board",
        camera=Trouble("No camera answers as pi.", "Check the ribbon cable."),
        camera_name="pi",
        cameras=("pi", "usb:0"),
    ),
    "not found": replace(LOOKING, trouble=Trouble("No board can be seen in the picture.", code="no-board")),
    "found": replace(LOOKING, layout=LAYOUT, board=BOARD, remarks=(Remark("It is dark.", "dark"),)),
    "chips on it": replace(
        LOOKING,
        layout=LAYOUT,
        board=BOARD,
        trouble=Trouble("Chips.", code="not-empty", spaces="e4, f5 and more"),
        marks=(outline(276.0, 168.0),),
    ),
    "chips": replace(
        LOOKING,
        step="chips",
        layout=LAYOUT,
        board=BOARD,
        places=(
            ChipPlace("blue", "e5", outline(276.0, 204.0), "blue"),
            ChipPlace("green", "g6", outline(364.0, 240.0), "red"),
            ChipPlace("red", "e7", outline(276.0, 276.0)),
        ),
    ),
    "misread": SetupView(
        "chips",
        LAYOUT,
        1,
        SIZE,
        board=BOARD,
        trouble=Trouble("Wrong.", code="misread", team="red", space="e7"),
        remarks=(Remark("What lies on c2 cannot be told for certain.", "doubted", spaces="c2"),),
    ),
    "game": SetupView(
        "game",
        LAYOUT,
        measured=True,
        chips_lie=True,
        edition="classic",
        seats=("blue:Ada", "green"),
        rules="hand=5",
        books=books_for(LAYOUT),
    ),
    "playing": SetupView("playing", measured=True, edition="classic", seats=("blue", "green")),
}


class FakeDesk:
    """Shows a stage; after an action the one that `then` names for it."""

    stages = STAGES

    def __init__(self, stage, then=None):
        self.now = self.stages[stage]
        self.then = then or {}
        self.asked = []
        self.answer = None

    def view(self):
        return self.now

    def picture(self):
        return PICTURE if self.now.frame else None

    def act(self, action, who):
        self.asked.append({name: value for name, value in action.items() if name != "step"})
        if self.answer is None and action["action"] in self.then:
            self.now = self.stages[self.then[action["action"]]]
        return self.answer
