"""The network that finds indices: what it is, what it learns, and how well it does."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.cards.detector import CELL, PX, USUAL, peaks_of
from vision.training.cards.heaps import FINER, FOUND_SIDE
from vision.training.cards.patch_network import save
from vision.training.cards.pool import Pool, turned
from vision.training.cards.task import CardTask
from vision.training.halves import in_halves

OUTPUTS = 1 + 2 + 1 + 2 + 3
"""Logit of an index, its middle right and down of the cell's in cells, logarithm of its height in USUAL_PX, sine and
cosine of its turn, and logits of what lies uppermost: the table, a face, a back."""
USUAL_PX = USUAL * PX
"""Pixels of the height of an ordinary index."""
WIDTHS = (16, 32, 56)
"""Channels at two, four and eight pixels a step."""
DEPTH, WIDE = 3, 3
"""Residual blocks at eight pixels a step, and the dilation of one more: blank paper is told by what lies around it."""
NEAR = 0.9
"""Cells within which of an index's middle all answers are learnt."""
SURFACE = 0.6
"""Weight of what lies uppermost beside where indices lie."""
REACH = 1.1
"""Spread in cells of the slope beside an index's middle on which `no index` is learnt less."""
COARSE_SIDE = FOUND_SIDE // 2 // CELL * CELL
"""Pixels along a piece at half the scale."""
COUNTED = 0.3
"""Where a cell is as likely as this to hold an index one counts as found."""


def _layer(given: int, made: int, reach: int, stride: int = 1, wide: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(given, made, reach, stride, wide * ((reach - stride + 1) // 2), wide, bias=False),
        nn.BatchNorm2d(made),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    def __init__(self, width: int, wide: int = 1) -> None:
        super().__init__()
        self.one, last = _layer(width, width, 3, wide=wide), nn.BatchNorm2d(width)
        nn.init.zeros_(last.weight)  # at first a block changes nothing
        self.two = nn.Sequential(nn.Conv2d(width, width, 3, 1, wide, wide, bias=False), last)

    def forward(self, features: Tensor) -> Tensor:
        return functional.relu(features + self.two(self.one(features)))


class DetectorNetwork(nn.Module):
    """Pictures, 0 to 1, both sides multiples of CELL, to answers for each cell.

    Shapes: (n, 3, height, width) to (n, OUTPUTS, height / CELL, width / CELL).
    """

    def __init__(self) -> None:
        super().__init__()
        one, two, three = WIDTHS
        self.seen = nn.Sequential(
            _layer(3, one, 4, 2),
            _layer(one, two, 4, 2),
            _layer(two, three, 4, 2),
            *(_Block(three) for _ in range(DEPTH)),
            _Block(three, WIDE),
        )
        last = nn.Conv2d(2 * three, OUTPUTS, 1)
        assert last.bias is not None
        with torch.no_grad():
            last.bias[0] = -4.0  # indices are rare
        self.told = nn.Sequential(_layer(three, 2 * three, 1), last)

    def forward(self, pictures: Tensor) -> Tensor:
        """The answers for each cell."""
        told: Tensor = self.told(self.seen((pictures - 0.5) * 4))
        return told


def _loss_of(told: Tensor, marks: Tensor, surface: Tensor) -> Tensor:
    """How wrong the answers are.

    Args:
        told: what the network gave; (n, OUTPUTS, rows, columns).
        marks: for each piece its indices; (n, most, 7): x, y, height in pixels, turn, rank, suit, and 1 for one that
            must be read, 0 for one that may be, -1 where there is none.
        surface: what lies uppermost; (n, rows, columns).
    """
    told = told.float()
    rows, columns = told.shape[2:]
    across = (torch.arange(columns, device=told.device) + 0.5) * CELL - 0.5
    down = (torch.arange(rows, device=told.device) + 0.5) * CELL - 0.5
    x, y, kind = (marks[..., i, None, None] for i in (0, 1, 6))
    far = ((x - across) / CELL).square() + ((y - down[:, None]) / CELL).square()  # (n, most, rows, columns)
    nearest, which = torch.where(kind < 0, torch.full_like(far, 1e6), far).min(dim=1)
    own = marks[torch.arange(len(marks), device=marks.device)[:, None, None], which]  # (n, rows, columns, 7)
    slope = torch.exp(-nearest / (2 * REACH**2))
    must = own[..., 6] > 0
    is_one = (nearest < NEAR**2) & must
    unsure = (nearest < 2.5**2) & ~must
    logit = told[:, 0]
    chance = torch.sigmoid(logit)
    hit = -functional.logsigmoid(logit) * (1 - chance).square()
    miss = -functional.logsigmoid(-logit) * chance.square() * (1 - slope).pow(4)
    count = is_one.sum().clamp(min=1)
    loss = ((hit * is_one).sum() + (miss * (~is_one & ~unsure)).sum()) / count
    loss = loss + SURFACE * functional.cross_entropy(told[:, -3:], surface.long())
    if not bool(is_one.any()):
        return loss
    aside, below = (own[..., 0] - across) / CELL, (own[..., 1] - down[:, None]) / CELL
    size, angle = torch.log(own[..., 2] / USUAL_PX), own[..., 3]
    pose = torch.stack([aside, below, size, torch.sin(angle), torch.cos(angle)], -1)
    return loss + functional.smooth_l1_loss(told.permute(0, 2, 3, 1)[..., 1:6][is_one], pose[is_one], beta=0.1)


def shown_to_detector(pictures: list[NDArray[np.uint8]]) -> Tensor:
    """Pieces as the detector sees them; (n, 3, FOUND_SIDE, FOUND_SIDE), 0 to 1."""
    small = [cv2.resize(one, (FOUND_SIDE, FOUND_SIDE), interpolation=cv2.INTER_AREA) for one in pictures]
    stacked = torch.from_numpy(np.stack(small)).permute(0, 3, 1, 2)
    return stacked.float() / 255


class Finding(CardTask):
    """Where indices lie, and what lies uppermost."""

    name, batch, zoom = "find", 24, 1.0

    def network(self) -> nn.Module:
        """A new network."""
        return DetectorNetwork()

    def batch_of(self, pool: Pool, chance: np.random.Generator, times: int = 1) -> tuple[Tensor, ...]:
        """Pictures, marks in pixels of the detector, and surfaces, each turned by quarters."""
        pictures, marks, surfaces = [], [], []
        for number in pool.some(chance, self.batch * times):
            quarters = int(chance.integers(4))
            picture, own = turned(pool.pictures[number], pool.marks[number], quarters)
            pictures.append(picture)
            own[:, :2] = (own[:, :2] + 0.5) / FINER - 0.5
            own[:, 2] = np.maximum(own[:, 2] / FINER, 1)
            marks.append(own)
            surfaces.append(np.rot90(pool.surface[number], -quarters).copy())
        return shown_to_detector(pictures), torch.from_numpy(np.stack(marks)), torch.from_numpy(np.stack(surfaces))

    def loss(self, network: nn.Module, batch: tuple[Tensor, ...]) -> Tensor:
        """How wrong the network is on a batch."""
        pictures, marks, surface = batch
        half = functional.interpolate(pictures, (COARSE_SIDE, COARSE_SIDE), mode="area")
        with in_halves(pictures.device.type):
            told = network(pictures.contiguous(memory_format=torch.channels_last))
            coarse = network(half.contiguous(memory_format=torch.channels_last))
        # At half the scale only what lies uppermost is learnt.
        rows, columns = coarse.shape[2:]
        uppermost = surface[:, : 2 * rows : 2, : 2 * columns : 2].long()
        return _loss_of(told, marks, surface) + 0.3 * functional.cross_entropy(coarse[:, -3:].float(), uppermost)

    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes the network as ONNX into a folder."""
        sides = {2: "height", 3: "width"}
        save(network, (FOUND_SIDE, FOUND_SIDE), folder / "index_detector.onnx", "pictures", "told", free=sides)

    def figures_on(self, network: nn.Module, held: Pool) -> str:
        """Which indices are found at a chance of COUNTED, how many others are, how well their place is told, and of how
        many cells what lies uppermost."""
        must = found = false = 0
        aside, turns = [], []
        pictures = shown_to_detector(list(held.pictures[: held.filled]))
        with torch.no_grad():
            told = torch.cat([network(part) for part in torch.split(pictures, 50)]).numpy()
        right = (told[:, -3:].argmax(axis=1) == held.surface[: held.filled]).mean()
        for answer, kept in zip(told, held.marks[: held.filled], strict=True):
            marks = kept[kept[:, 6] >= 0].copy()
            marks[:, :2] = (marks[:, :2] + 0.5) / FINER - 0.5
            must += int((marks[:, 6] == 1).sum())
            for pose, _ in peaks_of(answer, COUNTED):
                far = np.hypot(marks[:, 0] - pose.x, marks[:, 1] - pose.y) if len(marks) else np.array([1e9])
                near = int(far.argmin())
                if far[near] > CELL:
                    false += 1
                elif marks[near, 6] == 1:
                    found += 1
                    aside.append(far[near])
                    turns.append(abs(math.remainder(pose.turn - marks[near, 3], 2 * math.pi)))
        off = float(np.percentile(aside, 95)) if aside else 0.0
        turn = float(np.percentile(turns, 95)) if turns else 0.0
        return (
            f"found {found / must:.4f} of {must}, "
            f"false {false / held.filled:.4f} a piece, 95 % within {off:.2f} pixels and {turn:.2f} rad; "
            f"uppermost right {right:.4f}"
        )
