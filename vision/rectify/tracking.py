"""Whether the board still lies where it lay: a few dozen small patches, looked at in every frame.

Here lives the check that costs next to nothing. It says "still", "moved by so much" or "lost"; where the
board went is for `vision.finding.known`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.mesh import Mesh, Picture

Array = NDArray[Any]

PATCH = 13
"""Pixels a patch, each way."""
FINE = 12
"""Places looked at in each space, each way, when patches are chosen."""
BORDER = 0.55
"""How far outside the field of spaces patches may lie, in spaces: on the border no chip ever lies."""
NEAR_NODE = 0.2
"""Inside the field patches lie this near to a grid node, in spaces, where chips seldom reach."""
LIKENESS = 0.6
"""Correlation with its first look from which a patch counts as seen (1 the same, 0 unrelated)."""
FARTHEST = 2.5
"""Pixels beyond which the shift of one patch is not believed."""
FEWEST = 8
"""Patches that must be seen before anything is said."""
FEWEST_SHARE = 0.2
"""Share of the patches that must be seen before the board is said to lie still."""
MOVED = 1.2
"""Pixels by which some corner of the board must have gone before it is said to have moved."""


@dataclass(frozen=True)
class Hold:
    """What one check says."""

    still: bool
    """The board lies where it lay."""
    lost: bool
    """Too few patches look as they did: the board went far, or nearly all of it is hidden or black."""
    shift: float
    """Pixels by which the corner of the board that went farthest has gone (0 when lost)."""
    seen: float
    """Share of the patches that look as they did, 0 to 1."""

    @property
    def moved(self) -> bool:
        """The board has gone a little way: near enough to measure, too far to read on."""
        return not self.still and not self.lost


@dataclass(frozen=True)
class Anchors:
    """Patches of one picture of the board, to be looked for again in the same place.

    Takes about 0.1 ms a check, whatever the size of the picture.
    """

    index: Array
    """Which values of the flattened picture the patches and a pixel around them take: the green ones."""
    look: Array
    """The patches, centred and of unit variance, float32 (patches, PATCH * PATCH)."""
    slope: Array
    """Change of `look` with a shift of one pixel, float32 (patches, 2, PATCH * PATCH)."""
    solve: Array
    """From a difference in look to a shift: the pseudo-inverse of `slope`, (patches, 2, PATCH * PATCH)."""
    design: Array
    """Terms of an affine shift at each patch, (patches, 3)."""
    corners: Array
    """The same terms at the corners of the board, (4, 3)."""
    shape: tuple[int, int]
    """Height and width of the picture."""

    def __post_init__(self) -> None:
        count = len(self.look)
        shapes = {
            "index": (count, (PATCH + 2) ** 2),
            "look": (count, PATCH**2),
            "slope": (count, 2, PATCH**2),
            "solve": (count, 2, PATCH**2),
            "design": (count, 3),
            "corners": (4, 3),
        }
        for name, shape in shapes.items():
            if getattr(self, name).shape != shape:
                raise ValueError(f"anchors: {name} must have shape {shape}, got {getattr(self, name).shape}")
        if count and not 0 <= int(self.index.min()) <= int(self.index.max()) < 3 * self.shape[0] * self.shape[1]:
            raise ValueError("anchors lie outside the picture")

    @classmethod
    def take(cls, picture: Picture, mesh: Mesh) -> Anchors:
        """Choose patches of a picture in which `mesh` lies on the board."""
        height, width = picture.shape[:2]
        at = _places(picture, mesh)
        reach = PATCH // 2
        grey = picture[..., 1]
        step = np.arange(-reach - 2, reach + 3)
        rows = at[:, 1, None] + step
        columns = at[:, 0, None] + step
        wide = grey[rows[:, :, None], columns[:, None, :]].astype(np.float32)
        wide = _smooth(wide)
        look, spread = _normed(wide[:, 1:-1, 1:-1].reshape(len(at), -1))
        # Looking for a board that went right means a picture that falls where it rose: hence the signs.
        slope_x = -(wide[:, 1:-1, 2:] - wide[:, 1:-1, :-2]) / 2
        slope_y = -(wide[:, 2:, 1:-1] - wide[:, :-2, 1:-1]) / 2
        slope = np.stack([slope_x, slope_y], 1).reshape(len(at), 2, -1) / spread[:, None, None]
        slope = slope - slope.mean(2, keepdims=True)
        square = slope @ slope.transpose(0, 2, 1) + 1e-3 * np.eye(2, dtype=np.float32)
        solve = np.linalg.solve(square, slope)
        index = (rows[:, 1:-1, None] * width + columns[:, None, 1:-1]).reshape(len(at), -1) * 3 + 1
        middle, size = mesh.nodes.reshape(-1, 2).mean(0), float(np.ptp(mesh.corners))
        return cls(
            index.astype(np.intp),
            look.astype(np.float32),
            slope.astype(np.float32),
            solve.astype(np.float32),
            _terms((at - middle) / size),
            _terms((mesh.corners - middle) / size),
            (height, width),
        )

    def check(self, picture: Picture) -> Hold:
        """Whether the board still lies where it lay when the patches were taken."""
        if picture.shape[:2] != self.shape or len(self.look) < FEWEST:
            return Hold(False, True, 0.0, 0.0)
        pixels = picture.reshape(-1).take(self.index).astype(np.float32)
        look, _ = _normed(_smooth(pixels.reshape(-1, PATCH + 2, PATCH + 2)).reshape(len(self.look), -1))
        off = look - self.look
        shift = (self.solve @ off[:, :, None])[:, :, 0]
        left = off - (shift[:, None] @ self.slope)[:, 0]
        likeness = 1 - (left * left).mean(1) / 2
        alive = (likeness > LIKENESS) & (np.abs(shift).max(1) < FARTHEST)
        seen = float(alive.mean())
        if alive.sum() < FEWEST or seen < FEWEST_SHARE:
            return Hold(False, True, 0.0, seen)
        farthest = _farthest(self.design[alive], shift[alive], self.corners)
        return Hold(farthest < MOVED, False, farthest, seen)


def _normed(patches: Array) -> tuple[Array, Array]:
    centred = patches - patches.mean(1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(1))
    return centred / np.maximum(spread, 4.0)[:, None], np.maximum(spread, 4.0)


def _smooth(patches: Array) -> Array:
    """A 3 x 3 binomial blur, so that noise does not count as shift; one pixel less on each side."""
    rows = patches[:, :-2] + 2 * patches[:, 1:-1] + patches[:, 2:]
    return np.asarray((rows[..., :-2] + 2 * rows[..., 1:-1] + rows[..., 2:]) / 16)


def _terms(at: Array) -> Array:
    return np.concatenate([np.ones((len(at), 1)), at], 1)


def _farthest(design: Array, shift: Array, corners: Array) -> float:
    """Pixels the farthest corner went, by an affine shift through the patches that outliers do not pull."""
    trust = np.ones(len(design))
    hold = np.diag([1e-6, 0.05, 0.05])
    affine: Array = np.zeros((3, 2))
    for _ in range(3):
        weighed = design * trust[:, None]
        affine = np.linalg.solve(design.T @ weighed + hold, weighed.T @ shift)
        left = np.linalg.norm(shift - design @ affine, axis=1)
        trust = 1 / (1 + (left / 0.3) ** 2)
    return float(np.linalg.norm(corners @ affine, axis=1).max())


def _places(picture: Picture, mesh: Mesh) -> Array:
    """Pixels (x, y) of the places to watch: the most telling in each part of the board and its border."""
    scale = min(1.0, 820 / max(picture.shape[:2]))
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    telling = cv2.cornerMinEigenVal(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 5)
    board, pixels = _fine_grid(mesh)
    outside = np.asarray(((board < 0) | (board > (mesh.columns, mesh.rows))).any(1))
    told = np.flatnonzero(outside | (np.abs(board - np.round(board)) < NEAR_NODE).all(1))
    board, pixels, outside = board[told], pixels[told], outside[told]
    margin = PATCH // 2 + 3
    height, width = picture.shape[:2]
    inside = (
        (pixels[:, 0] > margin)
        & (pixels[:, 1] > margin)
        & (pixels[:, 0] < width - 1 - margin)
        & (pixels[:, 1] < height - 1 - margin)
    )
    board, pixels, outside = board[inside], pixels[inside], outside[inside]
    x = np.clip(np.round(pixels[:, 0] * scale), 0, size[0] - 1).astype(int)
    y = np.clip(np.round(pixels[:, 1] * scale), 0, size[1] - 1).astype(int)
    worth = telling[y, x]
    part = np.floor(board / 2).astype(int) + 1
    parts = part[:, 1] * 64 + part[:, 0] + np.where(outside, 4096, 0)
    found = []
    for k in np.unique(parts):
        here = np.flatnonzero(parts == k)
        best = here[worth[here].argmax()]
        if worth[best] > 0:
            found.append((worth[best], best))
    found.sort(reverse=True)
    # The weakest third tell more of noise than of place.
    keep = [k for _, k in found[: max(FEWEST, len(found) * 3 // 4)]]
    return np.asarray(np.round(pixels[keep]).astype(int).reshape(-1, 2))


def _fine_grid(mesh: Mesh) -> tuple[Array, Array]:
    """Board coordinates (column, row) all over the field and its border, and their pixels."""
    x = np.arange(-BORDER, mesh.columns + BORDER + 1e-6, 1 / FINE)
    y = np.arange(-BORDER, mesh.rows + BORDER + 1e-6, 1 / FINE)
    return np.stack(np.meshgrid(x, y), -1).reshape(-1, 2), mesh.pixels(x, y).reshape(-1, 2)
