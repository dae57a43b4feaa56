"""The networks that read indices: a few convolutions each, small enough for a Pi."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnx.numpy_helper
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
FINDER: tuple[Layer, ...] = ((16, 2, 5), (32, 2, 3), (48, 1, 3), (64, 2, 3), (64, 1, 3))
NAMER: tuple[Layer, ...] = ((20, 2, 5), (32, 1, 3), (48, 2, 3), (64, 1, 3), (80, 2, 3), (96, 1, 3))
"""The one that only has to name may take longer: it is asked for a few places of a picture."""


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


def restore(network: IndexNetwork, file: Path, patches: Tensor) -> None:
    """Gives the network the weights of one that was written by `save`, so that it can be trained further.

    What was written has its batch norms folded into the convolutions before them; what these then give for some
    patches says how to unfold them again.

    Args:
        network: of the same layers.
        file: the ONNX file.
        patches: examples as the network takes them; (n, 3, height, width), a few hundred suffice.

    Raises:
        ValueError: if the file is of a network with other layers.
    """
    graph = onnx.load(file).graph
    numbers = {one.name: torch.from_numpy(np.array(onnx.numpy_helper.to_array(one))) for one in graph.initializer}
    written = [[numbers[name] for name in node.input[1:]] for node in graph.node if node.op_type in ("Conv", "Gemm")]
    layers = [layer for layer in network.modules() if isinstance(layer, nn.Conv2d | nn.Linear)]
    if [layer.weight.shape for layer in layers] != [weight.shape for weight, _ in written]:
        raise ValueError(f"{file} is of a network with other layers than this one")
    steps = list(network.seen)
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, written, strict=True):
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
                continue
            norm = steps[steps.index(layer) + 1]
            assert isinstance(norm, nn.BatchNorm2d)
            assert norm.running_mean is not None
            assert norm.running_var is not None
            given = layer(patches)
            variance, mean = torch.var_mean(given, dim=(0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.copy_(mean + bias)
            patches = torch.relu(given + bias[:, None, None])


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
