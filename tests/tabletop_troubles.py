"""What can happen to a simulated table besides the game: bumps, lamps, a camera that fails."""

from dataclasses import dataclass, replace
from typing import Literal

from hardware.tabletop.light import LitScene
from hardware.tabletop.scene import Lie

Kind = Literal["nudge", "shift", "turned", "lamp-off", "lamp-on", "dusk", "lean", "black", "frozen", "gone"]


@dataclass(frozen=True)
class Trouble:
    """Something that happens at a time of the simulated clock.

    `nudge`: the camera moves 1 to 3 cm and turns a little. `shift`: the board moves up to 2 cm and turns up to
    3 degrees. `turned`: the board is put down the other way round. `lamp-off`, `lamp-on`, `dusk`: the light.
    `lean`: an arm lies on the board for `seconds`. `black`, `frozen`, `gone`: the camera fails for `seconds`.
    """

    kind: Kind
    at: float
    seconds: float = 3.0

    def happen(self, scene, chance):
        """Let it happen to the scene; what concerns the camera itself or hands is not the scene's."""
        view = scene.view
        if self.kind == "nudge":
            x, y = view.shift
            moved = (
                x + chance.choice((-1, 1)) * chance.uniform(0.7, 2.0),
                y + chance.choice((-1, 1)) * chance.uniform(0.7, 2.0),
            )
            turn = view.turn + chance.choice((-1, 1)) * chance.uniform(0.4, 2.0)
            _see(scene, replace(view, shift=moved, turn=turn, tilt=view.tilt + chance.uniform(-0.8, 0.8)), scene.lie)
        elif self.kind == "shift":
            turn = scene.lie.turn + chance.uniform(-3, 3)
            x, y = scene.lie.x + chance.uniform(-1.6, 1.6), scene.lie.y + chance.uniform(-1.6, 1.6)
            _see(scene, view, Lie(x, y, turn))
        elif self.kind == "turned":
            _see(scene, view, replace(scene.lie, turn=scene.lie.turn + 180 + chance.uniform(-2, 2)))
        elif self.kind == "lamp-off":
            _light(scene, replace(scene.lit.light, lamp=0.0, glare=0.0))
        elif self.kind == "lamp-on":
            _light(scene, scene.decor.light)
        elif self.kind == "dusk":
            light = scene.lit.light
            _light(scene, replace(light, ambient=light.ambient * 0.8, tint=(0.9, 0.97, 1.05)))


def _see(scene, view, lie):
    """Move the camera, or the board with its chips on the table."""
    scene.view, scene.lie = view, lie
    scene._draw()


def _light(scene, light):
    """Have another light over the same table."""
    scene.lit = LitScene(light, scene.decor.view.size)
    scene._light()
