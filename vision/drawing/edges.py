"""Boards that lie partly outside the camera's picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.drawing.canvas import ACROSS, Chance, Picture, Plane, Scale, happens, remapped


@dataclass(frozen=True)
class Edge:
    """One edge of the camera's picture, across the board."""

    outward: tuple[float, float]
    """Unit vector out of the picture."""
    reach: float
    """How far along it the picture reaches from the middle of the board, spaces."""

    def beyond(self, scale: Scale) -> Plane:
        """How many pixels outside the picture each pixel lies, 0 inside; shape (side, side)."""
        middle = np.float32(scale.side / 2)
        along = (scale.axis - middle) * np.float32(self.outward[0])
        down = (scale.axis - middle) * np.float32(self.outward[1])
        return np.maximum(along[None] + down[:, None] - np.float32(self.reach * scale.space), 0)


def edges_of(chance: Chance) -> tuple[Edge, ...]:
    """None mostly; else one edge, or two that meet in a corner of the picture."""
    if not happens(chance, 0.05):
        return ()
    angle = chance.integers(4) * np.pi / 2 + chance.normal(0, 0.12)
    edges = []
    for turn in (0.0, np.pi / 2)[: 2 if happens(chance, 0.25) else 1]:
        outward = (float(np.cos(angle + turn)), float(np.sin(angle + turn)))
        edges.append(Edge(outward, float(chance.uniform(0.2, 0.52)) * ACROSS))
    return tuple(edges)


def cut(picture: Picture, edges: tuple[Edge, ...], scale: Scale) -> Picture:
    """A straight picture in which the pixels at an edge go on beyond it."""
    points: Plane = np.dstack(np.meshgrid(scale.axis, scale.axis))
    for edge in edges:
        points -= edge.beyond(scale)[..., None] * np.array(edge.outward, np.float32)
    return np.asarray(remapped(picture, points), np.uint8)


def outside(edges: tuple[Edge, ...], scale: Scale) -> Picture:
    """255 where the camera sees nothing; shape (side, side)."""
    mask = np.zeros((scale.side, scale.side), np.uint8)
    for edge in edges:
        mask[edge.beyond(scale) > 0] = 255
    return mask
