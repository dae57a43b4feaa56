"""Networks that look at small upright pictures: a few convolutions, small enough for a Pi."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

Layers = Sequence[tuple[int, int, int]]
"""Channels made, stride and width of each convolution."""
BATCH = {0: "n"}
"""The axis along which any number of pictures may lie."""
PARTS = 3
"""Of each: itself, its norm, and what cuts off below zero."""


class PatchNetwork(nn.Module):
    """Pictures (n, 3, down, across) to (n, outputs): all that was seen is gathered in few channels, then in numbers."""

    def __init__(self, size: tuple[int, int], layers: Layers, narrow: int, hidden: int, outputs: int) -> None:
        """`size` is down and across; `narrow` the channels and `hidden` the numbers in which all is gathered."""
        super().__init__()
        self.size = size
        seen: list[nn.Module] = []
        given, (down, across) = 3, size
        for made, stride, reach in layers:
            seen += [
                nn.Conv2d(given, made, reach, stride, reach // 2, bias=False),
                nn.BatchNorm2d(made),
                nn.ReLU(),
            ]
            given, down, across = made, -(-down // stride), -(-across // stride)
        self.seen = nn.Sequential(*seen)
        self.narrow = nn.Sequential(nn.Conv2d(given, narrow, 1), nn.ReLU())
        self.told = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(narrow * down * across, hidden),
            nn.ReLU(),
            nn.Linear(hidden, outputs),
        )

    def forward(self, patches: Tensor) -> Tensor:
        """The outputs for a batch."""
        told: Tensor = self.told(self.narrow(self.seen(patches)))
        return told


def save(
    network: nn.Module, size: tuple[int, int], file: Path, given: str, *told: str, free: dict[int, str] = BATCH
) -> None:
    """Writes a network that looks at pictures as ONNX.

    Args:
        network: the network.
        size: down and across.
        file: where to.
        given: what the runner calls its pictures.
        told: what it calls its outputs.
        free: names of the axes along which pictures and outputs may be of any length.
    """
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, *size),),
        str(file),
        input_names=[given],
        output_names=list(told),
        dynamic_axes=dict.fromkeys((given, *told), free),
        opset_version=13,
        dynamo=False,
    )
