"""The network that finds indices: fully convolutional, one answer for each cell of the table."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.cards.detector import CELL, PX, USUAL

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


def loss_of(told: Tensor, marks: Tensor, surface: Tensor) -> Tensor:
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
    x, y, height, turn = (marks[..., i, None, None] for i in range(4))
    counts = marks[..., 6, None, None]
    aside, below = (x - across[None, None, None]) / CELL, (y - down[None, None, :, None]) / CELL
    far = aside.square() + below.square()  # (n, most, rows, columns)
    far = torch.where(counts < 0, torch.full_like(far, 1e6), far)
    nearest, which = far.min(dim=1)
    slope = torch.exp(-nearest / (2 * REACH**2))
    must = torch.gather(counts.expand_as(far), 1, which[:, None])[:, 0] > 0
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
    picked = which[:, None]

    def wanted(values: Tensor) -> Tensor:
        return torch.gather(values.expand_as(far), 1, picked)[:, 0][is_one]

    said = told.permute(0, 2, 3, 1)[is_one]
    size, angle = torch.log(wanted(height) / USUAL_PX), wanted(turn)
    pose = torch.stack([wanted(aside), wanted(below), size, torch.sin(angle), torch.cos(angle)], 1)
    return loss + functional.smooth_l1_loss(said[:, 1:6], pose, beta=0.1)


def coarse_loss_of(told: Tensor, surface: Tensor) -> Tensor:
    """How wrong the network is on what lies uppermost where it sees the table at half its scale.

    Args:
        told: what the network gave; (n, OUTPUTS, rows, columns).
        surface: what lies uppermost at the finer scale; (n, 2 * rows, 2 * columns) or one more.
    """
    rows, columns = told.shape[2:]
    return functional.cross_entropy(told[:, -3:].float(), surface[:, : 2 * rows : 2, : 2 * columns : 2].long())
