"""What the network that names indices learns, and how well it does."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.equipment.cards import RANKS, SUITS
from vision.cards.patch import INDEX, POSE_UNITS, Pose, as_input, cut
from vision.cards.patch import SIDE as PATCH
from vision.rectify.mesh import Picture
from vision.training.cards.heaps import FALSE, NEVER_MIRRORED
from vision.training.cards.lens import SIDE
from vision.training.cards.patch_network import PatchNetwork, save
from vision.training.cards.pool import Pool
from vision.training.cards.task import CardTask, toned
from vision.training.halves import in_halves

OUTPUTS = len(RANKS) + len(SUITS) + 1 + 4
"""Ranks, suits, whether it is an index at all, and how it lies (right, down, size, turn) in POSE_UNITS."""
LAYERS = ((20, 2, 5), (32, 1, 3), (48, 2, 3), (64, 1, 3), (80, 2, 3), (96, 1, 3))
NARROW, HIDDEN = 48, 128
"""Channels, and then numbers, in which all that was seen is gathered."""
OFF = (2.2, 0.13, 0.1)
"""By how much a patch is cut otherwise than right: pixels of the patch, radians, logarithm of its size."""
MIRRORED = 0.1
"""Share of indices that are shown in a mirror, too, where they must not be read."""
NOWHERE = 0.55
"""Patches for each piece in which nothing must be read, on average."""
SMOOTHED = 0.002
"""No answer is trained to be surer than this from certain: among the drawings some cannot be told."""
NONE = (-1, -1, np.zeros(4, np.float32))
"""Rank, suit and pose where none must be read."""


class Naming(CardTask):
    """Rank and suit of an index that was found."""

    name, batch, zoom = "name", 192, 1.0

    def network(self) -> nn.Module:
        """A new network."""
        return PatchNetwork((PATCH, PATCH), LAYERS, NARROW, HIDDEN, OUTPUTS)

    def batch_of(self, pool: Pool, chance: np.random.Generator, times: int = 1) -> tuple[Tensor, ...]:
        """Patches, ranks and suits (-1 where none must be read), and poses."""
        patches, *wanted = _patches(pool, chance, pool.some(chance, self.batch * 3 * times), self.batch * times)
        return toned(chance, patches), *wanted

    def loss(self, network: nn.Module, batch: tuple[Tensor, ...]) -> Tensor:
        """How wrong the network is on a batch."""
        patches, rank, suit, pose = batch
        with in_halves(patches.device.type):
            told = network(patches.contiguous(memory_format=torch.channels_last))
        told = told.float()
        is_one = rank >= 0
        loss = functional.binary_cross_entropy_with_logits(told[:, 17], is_one.float())
        if bool(is_one.any()):
            said, share = told[is_one], is_one.float().mean()
            loss = loss + share * functional.cross_entropy(said[:, :13], rank[is_one], label_smoothing=SMOOTHED)
            loss = loss + share * functional.cross_entropy(said[:, 13:17], suit[is_one], label_smoothing=SMOOTHED)
            loss = loss + share * 4 * functional.smooth_l1_loss(said[:, 18:], pose[is_one])
        return loss

    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes the network as ONNX into a folder."""
        assert isinstance(network, PatchNetwork)
        save(network, network.size, folder / "index_namer.onnx", "patches", "told")

    def figures_on(self, network: nn.Module, held: Pool) -> str:
        """How often rank and suit are right, and what is told surely and wrong."""
        patches, rank, suit, _ = _patches(held, np.random.default_rng(5), np.arange(held.filled), 4000)
        with torch.no_grad():
            told = torch.cat([network(part) for part in torch.split(patches, 256)])
        is_one = rank >= 0
        index = torch.sigmoid(told[:, 17])
        sure = torch.softmax(told[:, :13], 1).amax(1) * torch.softmax(told[:, 13:17], 1).amax(1)
        right = (told[:, :13].argmax(1) == rank) & (told[:, 13:17].argmax(1) == suit)
        nll = functional.cross_entropy(told[is_one, :13], rank[is_one]) + functional.cross_entropy(
            told[is_one, 13:17], suit[is_one]
        )
        telling = (sure > 0.99) & (index > 0.6)
        wrong = int((telling & is_one & ~right).sum())
        return (
            f"right {float(right[is_one].float().mean()):.4f} of {int(is_one.sum())}, log loss {float(nll):.4f}, "
            f"sure {float(telling[is_one].float().mean()):.4f}, sure and wrong {wrong}, "
            f"sure where none is {int((telling & ~is_one).sum())} of {int((~is_one).sum())}"
        )


def _patches(
    pool: Pool, chance: np.random.Generator, numbers: NDArray[np.int64], most: int
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    found: list[tuple[Picture, int, int, NDArray[np.float32]]] = []
    for number in numbers:
        picture, marks = pool.pictures[number], pool.marks[number]
        for x, y, height, turn, rank, suit, kind in marks[(marks[:, 6] == 1) | (marks[:, 6] == FALSE)]:
            right = Pose(float(x), float(y), float(height), float(turn))
            off = chance.normal(0, 1, 4) * (OFF[0], OFF[0], OFF[1], OFF[2])
            wrong = right.moved(off[0], off[1], float(np.exp(off[3])), off[2])
            patch = cut(picture, wrong.matrix())
            if kind == FALSE:
                found.append((patch, *NONE))
                continue
            found.append((patch, int(rank), int(suit), _seen_from(wrong, right)))
            if int(rank) in NEVER_MIRRORED and chance.random() < MIRRORED:
                found.append((np.ascontiguousarray(patch[:, ::-1]), *NONE))
        if chance.random() < NOWHERE:
            found.append((cut(picture, _nowhere(chance, picture, marks).matrix()), *NONE))
        if len(found) >= most:
            break
    patches, ranks, suits, poses = zip(*found[:most], strict=True)
    lies = torch.from_numpy(np.stack(poses) / POSE_UNITS)
    return torch.from_numpy(as_input(patches)), torch.tensor(ranks), torch.tensor(suits), lies


def _seen_from(pose: Pose, index: Pose) -> NDArray[np.float32]:
    """How the index lies in a patch that was cut at `pose`: right, down, larger, turned."""
    scale = INDEX / pose.height
    c, s = np.cos(-pose.turn) * scale, np.sin(-pose.turn) * scale
    dx, dy = index.x - pose.x, index.y - pose.y
    turn = math.remainder(index.turn - pose.turn, 2 * math.pi)
    return np.array([c * dx - s * dy, s * dx + c * dy, np.log(index.height / pose.height), turn], np.float32)


def _nowhere(chance: np.random.Generator, picture: NDArray[np.uint8], marks: NDArray[np.float32]) -> Pose:
    """A pose in which nothing must be read: amid other print, or an index upside down, across, or far too large."""
    there = marks[marks[:, 6] == 1]
    if len(there) and chance.random() < 0.4:
        x, y, height, turn = (float(value) for value in there[int(chance.integers(len(there))), :4])
        if chance.random() < 0.6:
            return Pose(x, y, height * chance.uniform(0.7, 1.4), turn + chance.uniform(0.9, 2 * np.pi - 0.9))
        size = chance.uniform(2, 3) if chance.random() < 0.5 else chance.uniform(0.3, 0.5)
        return Pose(x, y, height * size, turn + chance.normal(0, 0.3))
    best, most = Pose(SIDE / 2, SIDE / 2, 36, 0), -1.0
    for _ in range(4):
        x, y = (float(value) for value in chance.uniform(10, SIDE - 10, 2))
        if len(marks) and (np.hypot(marks[:, 0] - x, marks[:, 1] - y)[marks[:, 6] >= 0] < 26).any():
            continue
        around = picture[int(y) - 9 : int(y) + 10, int(x) - 9 : int(x) + 10]
        if (busy := float(around.std())) > most:
            best, most = Pose(x, y, float(chance.uniform(26, 52)), float(chance.uniform(0, 2 * np.pi))), busy
    return best
