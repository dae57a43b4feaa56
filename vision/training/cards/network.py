"""The network that reads an index, and how it is written for cv2.dnn."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from engine.cards import RANKS, SUITS
from vision.cards.patch import HEIGHT, WIDTH

OUTPUTS = len(RANKS) + len(SUITS) + 1 + 4
"""Ranks, suits, whether it is an index at all, and how it lies (right, down, size, turn)."""
POSE_UNITS = (10.0, 10.0, 1.0, 1.0)
"""What one of each of the last four outputs stands for: pixels, pixels, logarithm, radians."""


class IndexReader(nn.Module):
    """Patches (n, 3, HEIGHT, WIDTH) to (n, OUTPUTS): logits, and the pose in POSE_UNITS."""

    def __init__(self) -> None:
        super().__init__()

        def step(given: int, made: int, stride: int = 1, reach: int = 3) -> list[nn.Module]:
            return [
                nn.Conv2d(given, made, reach, stride, reach // 2, bias=False),
                nn.BatchNorm2d(made),
                nn.ReLU(),
            ]

        self.seen = nn.Sequential(*step(3, 16, 2, 5), *step(16, 32, 2), *step(32, 48), *step(48, 64, 2), *step(64, 64))
        self.narrow = nn.Sequential(nn.Conv2d(64, 24, 1), nn.ReLU())
        high, wide = -(-HEIGHT // 8), -(-WIDTH // 8)
        self.told = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(24 * high * wide, 96), nn.ReLU(), nn.Linear(96, OUTPUTS)
        )

    def forward(self, patches: Tensor) -> Tensor:
        """The outputs for a batch."""
        told: Tensor = self.told(self.narrow(self.seen(patches)))
        return told


def save(reader: IndexReader, file: Path) -> None:
    """Writes the network as ONNX, batch of any size."""
    reader.eval()
    torch.onnx.export(
        reader,
        (torch.zeros(1, 3, HEIGHT, WIDTH),),
        str(file),
        input_names=["patches"],
        output_names=["told"],
        dynamic_axes={"patches": {0: "n"}, "told": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
