"""What the network that finds indices learns, and how well it does."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.cards.detector import CELL, peaks_of
from vision.training.cards.detector import DetectorNetwork, coarse_loss_of, loss_of
from vision.training.cards.heaps import CELLS, FINER, FOUND_SIDE
from vision.training.cards.patch_network import save
from vision.training.cards.pool import Pool, turned
from vision.training.cards.task import CardTask
from vision.training.halves import in_halves

COARSE_SIDE = FOUND_SIDE // 2 // CELL * CELL
"""Pixels along a piece at half the scale."""
COUNTED = 0.3
"""Where a cell is as likely as this to hold an index one counts as found."""


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
        return loss_of(told, marks, surface) + 0.3 * coarse_loss_of(coarse, surface)

    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes the network as ONNX into a folder."""
        sides = {2: "height", 3: "width"}
        save(network, (FOUND_SIDE, FOUND_SIDE), folder / "index_detector.onnx", "pictures", "told", free=sides)

    def figures_on(self, network: nn.Module, held: Pool) -> str:
        """Which indices are found at a chance of COUNTED, how many others are, how well their place is told, and of how
        many cells what lies uppermost."""
        must = found = false = told_right = 0
        aside, turns = [], []
        for first in range(0, held.filled, 50):
            numbers = range(first, min(first + 50, held.filled))
            with torch.no_grad():
                told = network(shown_to_detector([held.pictures[i] for i in numbers])).numpy()
            told_right += int((told[:, -3:].argmax(axis=1) == np.stack([held.surface[i] for i in numbers])).sum())
            for answer, number in zip(told, numbers, strict=True):
                marks = held.marks[number][held.marks[number][:, 6] >= 0].copy()
                marks[:, :2] = (marks[:, :2] + 0.5) / FINER - 0.5
                must += int((marks[:, 6] == 1).sum())
                for peak in peaks_of(answer, COUNTED):
                    pose = peak.pose
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
            f"uppermost right {told_right / (held.filled * CELLS * CELLS):.4f}"
        )
