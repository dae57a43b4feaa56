"""The network that names indices: a few convolutions, small enough for a Pi."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from engine.equipment.cards import RANKS, SUITS
from vision.cards.patch import Frame

OUTPUTS = len(RANKS) + len(SUITS) + 1 + 4
"""Ranks, suits, whether it is an index at all, and how it lies (right, down, size, turn)."""
POSE_UNITS = (10.0, 10.0, 1.0, 1.0)
"""What one of each of the last four outputs stands for: pixels, pixels, logarithm, radians."""

Layer = tuple[int, int, int]
"""Channels made, stride and width of a convolution."""
NAMER: tuple[Layer, ...] = ((20, 2, 5), (32, 1, 3), (48, 2, 3), (64, 1, 3), (80, 2, 3), (96, 1, 3))


class IndexNetwork(nn.Module):
    """Patches (n, 3, height, width) to (n, OUTPUTS): logits, and the pose in POSE_UNITS."""

    def __init__(self, frame: Frame, layers: tuple[Layer, ...], narrow: int, hidden: int) -> None:
        super().__init__()
        self.frame = frame
        seen: list[nn.Module] = []
        given, high, wide = 3, frame.height, frame.width
        for made, stride, reach in layers:
            seen += [
                nn.Conv2d(given, made, reach, stride, reach // 2, bias=False),
                nn.BatchNorm2d(made),
                nn.ReLU(),
            ]
            given, high, wide = made, -(-high // stride), -(-wide // stride)
        self.seen = nn.Sequential(*seen)
        self.narrow = nn.Sequential(nn.Conv2d(given, narrow, 1), nn.ReLU())
        self.told = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(narrow * high * wide, hidden),
            nn.ReLU(),
            nn.Linear(hidden, OUTPUTS),
        )

    def forward(self, patches: Tensor) -> Tensor:
        """The outputs for a batch."""
        told: Tensor = self.told(self.narrow(self.seen(patches)))
        return told


def save(network: IndexNetwork, file: Path) -> None:
    """Writes the network as ONNX, batch of any size."""
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, network.frame.height, network.frame.width),),
        str(file),
        input_names=["patches"],
        output_names=["told"],
        dynamic_axes={"patches": {0: "n"}, "told": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
