"""The small network in PyTorch, and its way into an ONNX file that OpenCV runs.

One network looks at every space once for each team, with the same weights: it says how much speaks for an empty space,
for something that hides it, for a chip of that team face up, and for one white side up. What all teams say of the
first two is averaged. So it makes no difference which team is called blue.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from torch import Tensor, nn

from vision.training.planes import CROP, PLANES

WIDTHS = (24, 40, 56, 64, 64)
OUTPUTS = 4
"""Empty, hidden, face up, white side up."""


class Network(nn.Module):
    """Three strided convolutions, two more, one score for each of OUTPUTS."""

    def __init__(self) -> None:
        super().__init__()
        one, two, three, four, five = WIDTHS
        self.layers = nn.ModuleList(
            [
                nn.Conv2d(PLANES, one, 3, stride=2, padding=1),
                nn.Conv2d(one, two, 3, stride=2, padding=1),
                nn.Conv2d(two, three, 3, stride=2, padding=1),
                nn.Conv2d(three, four, 3),
                nn.Conv2d(four, five, 3),
                nn.Conv2d(five, OUTPUTS, 1),
            ]
        )

    def forward(self, seen: Tensor) -> Tensor:
        """Scores of shape (batch, OUTPUTS) for planes of shape (batch, PLANES, CROP, CROP)."""
        for layer in self.layers[:-1]:
            seen = torch.relu(layer(seen))
        return self.layers[-1](seen).flatten(1)


def log_chances(network: Network, seen: Tensor) -> Tensor:
    """Log probabilities of shape (spaces, 2 + 2 teams) for planes of shape (spaces, teams, PLANES, CROP, CROP)."""
    spaces, teams = seen.shape[:2]
    scores = network(seen.flatten(0, 1)).reshape(spaces, teams, OUTPUTS)
    return torch.log_softmax(torch.cat([scores[:, :, :2].mean(1), scores[:, :, 2:].flatten(1)], 1), 1)


def export(network: Network, path: Path) -> None:
    """Writes the network as ONNX, layer by layer: Conv, Relu and Flatten, which every OpenCV from 4.12 on runs."""
    nodes, weights, last = [], [], "planes"
    for number, layer in enumerate(network.layers):
        assert isinstance(layer, nn.Conv2d)
        names = f"w{number}", f"b{number}"
        for name, value in zip(names, (layer.weight, layer.bias), strict=True):
            assert value is not None
            weights.append(onnx.numpy_helper.from_array(value.detach().numpy().astype(np.float32), name))
        pads, strides = [int(layer.padding[0])] * 4, [int(layer.stride[0])] * 2
        kernel = [int(layer.kernel_size[0])] * 2
        nodes.append(
            helper.make_node("Conv", [last, *names], [f"c{number}"], kernel_shape=kernel, pads=pads, strides=strides)
        )
        last = f"c{number}"
        if number < len(network.layers) - 1:
            nodes.append(helper.make_node("Relu", [last], [f"r{number}"]))
            last = f"r{number}"
    nodes.append(helper.make_node("Flatten", [last], ["scores"], axis=1))
    put = helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", PLANES, CROP, CROP])
    out = helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["batch", OUTPUTS])
    graph = helper.make_graph(nodes, "spaces", [put], [out], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
