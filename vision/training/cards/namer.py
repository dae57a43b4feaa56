"""The network that names indices: a few convolutions, small enough for a Pi."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from engine.equipment.cards import RANKS, SUITS
from vision.cards.patch import SIDE

OUTPUTS = len(RANKS) + len(SUITS) + 1 + 4
"""Ranks, suits, whether it is an index at all, and how it lies (right, down, size, turn)."""
LAYERS = ((20, 2, 5), (32, 1, 3), (48, 2, 3), (64, 1, 3), (80, 2, 3), (96, 1, 3))
"""Channels made, stride and width of each convolution."""
NARROW, HIDDEN = 48, 128
"""Channels, and then numbers, in which all that was seen is gathered."""


class NamerNetwork(nn.Module):
    """Patches (n, 3, SIDE, SIDE) to (n, OUTPUTS): logits, and the pose in POSE_UNITS."""

    def __init__(self) -> None:
        super().__init__()
        seen: list[nn.Module] = []
        given, side = 3, SIDE
        for made, stride, reach in LAYERS:
            seen += [
                nn.Conv2d(given, made, reach, stride, reach // 2, bias=False),
                nn.BatchNorm2d(made),
                nn.ReLU(),
            ]
            given, side = made, -(-side // stride)
        self.seen = nn.Sequential(*seen)
        self.narrow = nn.Sequential(nn.Conv2d(given, NARROW, 1), nn.ReLU())
        self.told = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(NARROW * side * side, HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, OUTPUTS),
        )

    def forward(self, patches: Tensor) -> Tensor:
        """The outputs for a batch."""
        told: Tensor = self.told(self.narrow(self.seen(patches)))
        return told


def save(network: nn.Module, file: Path) -> None:
    """Writes the network as ONNX, batch of any size."""
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(file),
        input_names=["patches"],
        output_names=["told"],
        dynamic_axes={"patches": {0: "n"}, "told": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
