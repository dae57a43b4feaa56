"""Cards laid beside a board, drawn with exact truth."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.drawing import faces
from vision.drawing.playing_cards import playing_card
from vision.rectify.mesh import Mesh

SPACE = 4.04
"""Centimetres of a drawn space, which is square."""
CARD = (6.3, 8.8)
SHADOW = 12
"""Pixels beside a card that its shadow darkens."""


@dataclass
class Table:
    """A drawn board in a picture, and what was laid beside it."""

    picture: np.ndarray
    mesh: Mesh
    to_picture: np.ndarray

    def lay(self, card, at, turn=0.0, *, mirrored=False, size_cm=CARD):
        """Lay a card with its middle so many spaces right and down of the outer corner of a1, turned by degrees.

        `back` is a card that lies face down; beside a board with large spaces a card seems small in `size_cm`.
        Returns its corners in pixels, that of its upper left first.
        """
        size = (504, 704)
        if card == "back":
            face = faces.back(*size, (150, 60, 50))
        elif card == "joker":
            face = np.full((size[1], size[0], 3), 250, np.uint8)
            for number, letter in enumerate("JOKER"):
                faces.write(face, letter, (50, 50 + 70 * number), 50, faces.BLACK)
        else:
            face = faces.spotted(card, *size, (250, 250, 250))
        if mirrored:
            face = np.ascontiguousarray(face[:, ::-1])
        return self.lay_face(face, at, turn, size_cm)

    def cover(self, at, size, colour):
        """Something of one colour lies there, so many centimetres large."""
        self.lay_face(np.full((40, 40, 3), colour, np.uint8), at, 0.0, size)

    def spread_cloth(self):
        """A white cloth with dark red dots, under the board and everything that is laid after it."""
        cloth = np.full_like(self.picture, 228)
        for y in range(0, cloth.shape[0], 14):
            for x in range(y // 14 % 2 * 7, cloth.shape[1], 14):
                cv2.circle(cloth, (x, y), 4, (60, 50, 150), -1, cv2.LINE_AA)
        board = np.zeros(cloth.shape[:2], np.uint8)
        cv2.fillConvexPoly(board, np.round(self.mesh.corners).astype(np.int32), 1)
        self.picture = np.where(board[..., None] > 0, self.picture, cloth).astype(np.uint8)

    def mirror_a_lamp(self, at, size, light):
        """A lamp is mirrored there, so many centimetres wide and high: of what is printed only 1 - light is seen."""
        veil = np.zeros(self.picture.shape[:2], np.float32)
        w, h = size[0] / 2 / SPACE, size[1] / 2 / SPACE
        corners = (np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) + at).reshape(-1, 1, 2)
        pixels = cv2.perspectiveTransform(corners, self.to_picture)
        cv2.fillConvexPoly(veil, np.round(pixels).astype(np.int32), 1.0)
        veil = cv2.GaussianBlur(veil, (0, 0), 12)[..., None] * light
        self.picture = np.round(self.picture * (1 - veil) + 255 * veil).astype(np.uint8)

    def lay_of_another_deck(self, card, at, turn=0.0):
        """The same with a card of another maker: narrower, its ranks and suits of another shape."""
        self.lay_face(np.array(playing_card(card)), at, turn, (5.7, 8.9))

    def stand_a_glass(self, at, width):
        """A drinking glass stands there, so many centimetres wide: its foot bends what is under it, its rim shines."""
        middle, rim = cv2.perspectiveTransform(
            np.array([[at], [(at[0] + width / 2 / SPACE, at[1])]], np.float64), self.to_picture
        ).reshape(2, 2)
        radius = float(np.linalg.norm(rim - middle))
        down, across = np.mgrid[: self.picture.shape[0], : self.picture.shape[1]].astype(np.float32)
        dx, dy = across - middle[0], down - middle[1]
        away = np.hypot(dx, dy) / radius
        bend = np.where(away < 1, 0.72 + 0.28 * away**2, 1.0).astype(np.float32)
        to_x, to_y = (middle[0] + dx * bend).astype(np.float32), (middle[1] + dy * bend).astype(np.float32)
        bent = cv2.remap(self.picture, to_x, to_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        shine = 130 * np.exp(-(((away - 0.93) / 0.035) ** 2)) + 70 * np.exp(-(((away - 0.55) / 0.05) ** 2))
        self.picture = np.clip(bent + shine[..., None], 0, 255).astype(np.uint8)

    def hold_in_a_hand(self, cards, at):
        """A fan of cards held over the table, nearer to the camera than what lies on it, a hand over their foot."""
        names = cards.split()
        for name, turn in zip(names, np.linspace(-32, 32, len(names)), strict=True):
            lean = np.radians(turn)
            self.lay(name, (at[0] + 1.4 * np.sin(lean), at[1] - 1.4 * np.cos(lean)), float(turn), size_cm=(7.4, 10.3))
        self.cover((at[0], at[1] + 0.5), (8.5, 7), (120, 150, 205))

    def lay_face(self, face, at, turn=0.0, size_cm=CARD):
        """Lay anything flat, drawn upright, as large as a card or as `size_cm`; returns its corners in pixels."""
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        w, h = size_cm[0] / 2 / SPACE, size_cm[1] / 2 / SPACE
        corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[c, s], [-s, c]]) + at
        pixels = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), self.to_picture).reshape(4, 2)
        height, width = face.shape[:2]
        from_face = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
        warp = cv2.getPerspectiveTransform(from_face, pixels.astype(np.float32))
        small = cv2.GaussianBlur(face, (0, 0), 0.4 * width / np.linalg.norm(pixels[1] - pixels[0]))
        # Only what lies there changes, and its shadow beside it.
        left, top = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - SHADOW, 0)
        right, below = np.maximum(np.ceil(pixels.max(axis=0)).astype(int) + SHADOW, 0)
        self.picture = self.picture.copy()
        part = self.picture[top:below, left:right]
        if not part.size:
            return pixels
        warp = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ warp
        shape = part.shape[1::-1]
        cover = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), warp, shape, flags=cv2.INTER_LINEAR)
        laid = cv2.warpPerspective(small, warp, shape, flags=cv2.INTER_LINEAR)
        shadow = 1 - 0.35 * cv2.GaussianBlur(cover, (0, 0), 2.0)[..., None]
        part[:] = (part * shadow * (1 - cover[..., None]) + laid * cover[..., None]).astype(np.uint8)
        return pixels


def table(seed=0, size=(1640, 1232)):
    """A table with an empty white board in its middle, seen a little aslant; a card is about 120 pixels wide."""
    return Table(*_bare(seed, size))


@lru_cache(maxsize=4)
def _bare(seed, size):
    """The parts of such a table; whoever lays something takes a copy of its picture."""
    rng = np.random.default_rng(seed)
    scale = size[0] / 1640
    corners = np.array([[400, 210], [1240, 190], [1290, 1010], [350, 1020]]) + rng.uniform(-25, 25, (4, 2))
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    to_picture = cv2.getPerspectiveTransform(square, (corners * scale).astype(np.float32))
    colour = rng.uniform(20, 170, 3)
    picture = np.clip(colour + rng.normal(0, 4, (size[1], size[0], 3)), 0, 255).astype(np.uint8)
    cv2.fillConvexPoly(picture, np.round(corners * scale).astype(np.int32), (236, 240, 240))
    grid = np.stack(np.meshgrid(np.arange(11.0), np.arange(11.0)), -1).reshape(-1, 1, 2)
    nodes = cv2.perspectiveTransform(grid, to_picture).reshape(11, 11, 2).astype(np.float32)
    picture.setflags(write=False)
    return picture, Mesh(nodes), to_picture
