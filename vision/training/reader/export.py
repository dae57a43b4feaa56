"""Writing the trained reader down: two ONNX files, float32, and a report of the training beside them."""

from __future__ import annotations

import json
import warnings
from dataclasses import asdict
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.read.inputs import CHANNELS, apart_of
from vision.training.reader.batches import TEAMS, Board, Mode
from vision.training.reader.held import figures_of, fitted_temperature
from vision.training.reader.network import Given, ReaderNetwork, weights_of

OPSET = 17
"""Version of ONNX's operators that both OpenCV 4.12 and ONNX Runtime know."""


class _Mind(nn.Module):
    """The network's mind with plain tensors for its arguments, as ONNX has no tuples."""

    def __init__(self, network: ReaderNetwork) -> None:
        super().__init__()
        self.mind = network.mind

    def forward(
        self, features: Tensor, pooled: Tensor, measured: Tensor, colours: Tensor, flags: Tensor, twins: Tensor,
        apart: Tensor,
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        given = Given(features, colours, flags, twins, apart)
        told = self.mind(features, pooled, measured, given)
        return told.logits, told.centres


def export(network: ReaderNetwork, folder: Path) -> None:
    """Writes `reader_stem.onnx` and `reader_mind.onnx`."""
    network = network.cpu().eval()
    picture = torch.rand(1, CHANNELS, 352, 352)
    with torch.no_grad():
        features, pooled = network.stem(picture)
    sides = {2: "height", 3: "width"}
    spaces = {2: "rows", 3: "columns"}
    of_mind: dict[str, Tensor] = {
        "features": features,
        "pooled": pooled,
        "measured": torch.ones(1, 1, 1),
        "colours": torch.randn(1, TEAMS, 3),
        "flags": torch.ones(1, TEAMS, 3),
        "twins": torch.zeros(1, 100, 100),
        "apart": torch.from_numpy(apart_of(10, 10)),
    }
    axes: dict[str, dict[int, str]] = {
        "features": spaces, "pooled": spaces, "twins": {1: "spaces", 2: "spaces"},
        "apart": {0: "spaces", 1: "spaces"}, "logits": {1: "spaces"}, "centres": {1: "spaces"},
    }  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.stem, (picture,), str(folder / "reader_stem.onnx"), opset_version=OPSET, dynamo=False,
            input_names=["picture"], output_names=["features", "pooled"],
            dynamic_axes={"picture": sides, "features": spaces, "pooled": spaces},
        )  # fmt: skip
        torch.onnx.export(
            _Mind(network), tuple(of_mind.values()), str(folder / "reader_mind.onnx"), opset_version=OPSET,
            dynamo=False, input_names=list(of_mind), output_names=["logits", "centres"], dynamic_axes=axes,
        )  # fmt: skip


def write_down(network: ReaderNetwork, seen: int, held: list[Board], folder: Path) -> None:
    """Writes a network that saw so many spaces into the folder of the product's reader, with what is to be known of it:
    how much it learnt from, its temperatures, and its figures on held-out boards."""
    network = network.cpu().eval()
    export(network, folder)
    report = {
        "weights": weights_of(network),
        "spaces seen": seen,
        "held-out boards": len(held),
        "temperature": {mode.name.lower(): fitted_temperature(network, held, mode) for mode in Mode},
        "figures, per cent": {mode.name.lower(): _numbers(network, held, mode) for mode in Mode},
    }
    (folder / "reader.json").write_text(json.dumps(report, indent=2) + "\n", "utf-8")


def _numbers(network: ReaderNetwork, held: list[Board], mode: Mode) -> dict[str, float]:
    figures = figures_of(network, held, mode)
    return {name: round(value, 3) for name, value in asdict(figures).items()}
