"""Fifteen ways in which a picture gets worse, each in five strengths.

A strength is 1 to 5; 3 is what a family's living room has on a bad day, 5 what nobody should have to read.
"""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.rectify.mesh import Picture

Spoiled = Callable[[Picture, int, np.random.Generator], np.ndarray]
STRENGTHS = (1, 2, 3, 4, 5)


def _dark(picture, strength, chance):
    return picture * (0.88, 0.75, 0.62, 0.5, 0.38)[strength - 1]


def _bright(picture, strength, chance):
    return picture * (1.06, 1.12, 1.2, 1.3, 1.45)[strength - 1]


def _cast(picture, strength, chance):
    turn = (0.04, 0.08, 0.12, 0.16, 0.22)[strength - 1] * chance.choice([-1, 1])
    return picture * np.array([1 + turn, 1.0, 1 - turn])


def _gradient(picture, strength, chance):
    return picture * (1 + 0.15 * strength * _ramp(picture, chance))[..., None]


def _blur(picture, strength, chance):
    return cv2.GaussianBlur(picture, (0, 0), 0.5 * strength * _scale(picture))


def _motion(picture, strength, chance):
    length = 2 * round(strength * _scale(picture)) + 1
    kernel = np.zeros((length, length), np.float32)
    way, middle = chance.uniform(0, np.pi), length / 2 - 0.5
    end = np.array([np.cos(way), np.sin(way)]) * middle
    cv2.line(kernel, *(tuple(np.round(middle + s * end).astype(int).tolist()) for s in (-1, 1)), 1.0)
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def _noise(picture, strength, chance):
    return picture + 4.0 * strength * chance.standard_normal(picture.shape, np.float32)


def _jpeg(picture, strength, chance):
    quality = (60, 45, 30, 20, 12)[strength - 1]
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)


def _fog(picture, strength, chance):
    share = 0.08 * strength
    return picture * (1 - share) + 225.0 * share


def _glare(picture, strength, chance):
    size = min(picture.shape[:2])
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    at = (0.5 + chance.uniform(-0.25, 0.25, 2)) * picture.shape[:2]
    far = np.hypot(y - at[0], x - at[1]) / (0.02 * strength * size)
    return picture + (320.0 * np.exp(-(far**4)) + 40.0 * np.exp(-far / 2))[..., None]


def _shadow(picture, strength, chance):
    soft = np.clip(0.5 + 8.0 * (_ramp(picture, chance) - chance.uniform(-0.3, 0.3)), 0, 1)
    return picture * (1 - 0.14 * strength * soft)[..., None]


def _rescale(picture, strength, chance):
    share = (0.8, 0.65, 0.5, 0.4, 0.33)[strength - 1]
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)


def _turn(picture, strength, chance):
    return _moved(picture, 0.4 * strength * chance.choice([-1, 1]), (0.0, 0.0))


def _registration(picture, strength, chance):
    way = chance.uniform(0, 2 * np.pi)
    reach = 0.0008 * strength * max(picture.shape[:2])
    return _moved(picture, 0.0, (reach * np.cos(way), reach * np.sin(way)))


def _moved(picture, degrees, by):
    """Everything turned about the middle of the picture and moved by so many pixels."""
    middle = (picture.shape[1] / 2, picture.shape[0] / 2)
    turn = cv2.getRotationMatrix2D(middle, degrees, 1.0)
    turn[:, 2] += by
    return cv2.warpAffine(picture, turn, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


def _ramp(picture, chance):
    """-0.5 to 0.5 across the picture, in any direction."""
    y, x = (np.linspace(-0.5, 0.5, size, dtype=np.float32) for size in picture.shape[:2])
    way = chance.uniform(0, 2 * np.pi)
    return (np.cos(way) * x[None] + np.sin(way) * y[:, None]) / (abs(np.cos(way)) + abs(np.sin(way)))


def _scale(picture):
    """Pixels for one of a picture of 820."""
    return picture.shape[1] / 820


MATRIX: dict[str, Spoiled] = {
    "dark": _dark,
    "bright": _bright,
    "cast": _cast,
    "gradient": _gradient,
    "blur": _blur,
    "motion": _motion,
    "noise": _noise,
    "jpeg": _jpeg,
    "fog": _fog,
    "glare": _glare,
    "shadow": _shadow,
    "rescale": _rescale,
    "turn": _turn,
    "registration": _registration,
}
"""All but `occlusion`, which changes the truth as well."""
KINDS = (*MATRIX, "occlusion")


def spoiled(view, kind, strength, mesh, chance):
    """The picture made worse. Its tags are the kind, and the kind with the strength."""
    tags = frozenset({kind, f"{kind} {strength}"})
    if kind == "occlusion":
        return replace(_occluded(view, strength, mesh, chance), tags=tags)
    picture = np.clip(MATRIX[kind](view.picture, strength, chance), 0, 255).astype(np.uint8)
    return replace(view, picture=picture, tags=tags)


def _occluded(view, strength, mesh, chance):
    """A bar of any colour over the board, as long as that and as wide as one to two and a half spaces."""
    mask = np.zeros(view.picture.shape[:2], np.uint8)
    nodes = mesh.nodes.reshape(-1, 2)
    side = float(np.linalg.norm(np.diff(mesh.nodes, axis=1), axis=2).mean())
    middle = nodes[chance.integers(len(nodes))]
    way = chance.uniform(0, 2 * np.pi)
    reach = np.array([np.cos(way), np.sin(way)]) * side * (1 + strength)
    ends = (tuple(np.round(middle + s * reach).astype(int).tolist()) for s in (-1, 1))
    cv2.line(mask, *ends, 255, max(2, round(side * (0.4 + 0.4 * strength))), cv2.LINE_AA)
    share = (mask.astype(np.float32) / 255)[..., None]
    colour = chance.uniform(0, 255, 3) * (1 + 0.15 * _ramp(view.picture, chance))[..., None]
    picture = np.clip(view.picture * (1 - share) + colour * share, 0, 255).astype(np.uint8)
    return replace(view, picture=picture, hidden=np.maximum(view.hidden, _hidden_by(mask, mesh)))


def _hidden_by(mask, mesh):
    """How much of each space a mask hides, by 5x5 points; shape (spaces,)."""
    part = (np.arange(5) + 0.5) / 5
    across, down = ((np.arange(count)[:, None] + part).ravel() for count in (mesh.columns, mesh.rows))
    points = np.round(mesh.pixels(across.astype(np.float32), down.astype(np.float32))).astype(int)
    x, y = (np.clip(points[..., k], 0, mask.shape[1 - k] - 1) for k in (0, 1))
    seen = (mask[y, x] > 127).reshape(mesh.rows, 5, mesh.columns, 5)
    return seen.mean(axis=(1, 3)).ravel()
