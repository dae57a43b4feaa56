"""What can happen to a simulated table besides the game: bumps, lamps, a camera that fails."""

from dataclasses import dataclass, replace
from typing import Literal

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
            scene.look_from(replace(view, shift=moved, turn=turn, tilt=view.tilt + chance.uniform(-0.8, 0.8)))
        elif self.kind == "shift":
            turn = scene.lie.turn + chance.uniform(-3, 3)
            scene.shove(Lie(scene.lie.x + chance.uniform(-1.6, 1.6), scene.lie.y + chance.uniform(-1.6, 1.6), turn))
        elif self.kind == "turned":
            scene.shove(replace(scene.lie, turn=scene.lie.turn + 180 + chance.uniform(-2, 2)))
        elif self.kind == "lamp-off":
            scene.relight(scene.lit.light.without_lamp())
        elif self.kind == "lamp-on":
            scene.relight(scene.decor.light)
        elif self.kind == "dusk":
            light = scene.lit.light
            scene.relight(replace(light, ambient=light.ambient * 0.8, tint=(0.9, 0.97, 1.05)))
