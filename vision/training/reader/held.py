"""What the reader says of boards nobody trained on: wrong, unsure and without a flaw, as the product counts them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from vision.network import shares
from vision.read import inputs
from vision.read.letters import Limits
from vision.training.reader.batches import (
    BARE,
    FACES,
    TEAMS,
    WHITES,
    Board,
    Example,
    Mode,
    batch_of,
    classes_of,
    planes_of,
    teams_of,
    twins_of,
)  # fmt: skip
from vision.training.reader.network import ReaderNetwork


@dataclass(frozen=True)
class Figures:
    """Shares of visible spaces, per cent."""

    outright: float
    """Wrong if every space must be told."""
    wrong: float
    unsure: float
    flawless: float
    """Boards without a wrong letter or a `?`."""

    def __str__(self) -> str:
        return f"{self.outright:.3f} ({self.wrong:.3f}, {self.unsure:.3f}, {self.flawless:.1f})"


def plain_example(board: Board, mode: Mode) -> Example:
    """A board as it is, without what is to be said of it."""
    told, flags = teams_of(board, mode)
    nothing = np.zeros(0, np.float32)
    return Example(planes_of(board, mode), told, flags, inputs.twin_matrix(twins_of(board)), *[nothing] * 4)


def logits_of(network: ReaderNetwork, boards: list[Board], mode: Mode, at_once: int = 8) -> NDArray[np.float32]:
    """(boards, S, CLASSES) of boards of one shape."""
    device = next(network.parameters()).device
    out = []
    for first in range(0, len(boards), at_once):
        examples = [plain_example(board, mode) for board in boards[first : first + at_once]]
        given = batch_of(examples, boards[0]["label"].shape).given
        with torch.no_grad():
            out.append(network(type(given)(*(one.to(device) for one in given)), half=True).logits.cpu().numpy())
    return np.concatenate(out)


def letter_chances(logits: NDArray[np.float32], temperature: float = 1.0) -> NDArray[np.float32]:
    """Chances of bare and of each team, whichever side up, where a space is not hidden: (..., 1 + TEAMS)."""
    chances = shares(logits / temperature)
    teams = chances[..., FACES:WHITES] + chances[..., WHITES:]
    return np.concatenate([chances[..., BARE : BARE + 1], teams], -1)


def _lying(boards: list[Board]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """What lies on each space as `letter_chances` counts it, and whether that can be seen; (boards, S)."""
    classes = np.stack([classes_of(board).ravel() for board in boards])
    occ, burnt, between = (np.stack([board[name].ravel() for board in boards]) for name in ("occ", "burnt", "between"))
    letters = np.where(classes == BARE, 0, (classes - FACES) % TEAMS + 1)
    return letters, (occ < 0.25) & (burnt < 0.1) & (between == 0)


def figures_of(network: ReaderNetwork, boards: list[Board], mode: Mode) -> Figures:
    """How boards are read in one mode; those with a chip between two spaces are left out."""
    boards = [board for board in boards if not board["between"].any()]
    chances = letter_chances(logits_of(network, boards, mode))
    wanted, seen = _lying(boards)
    sure, told = chances.max(-1) >= Limits.told, chances.argmax(-1)
    wrong, unsure = seen & sure & (told != wanted), seen & ~sure
    flawless = ~(wrong | unsure).any(axis=1)
    outright = (seen & (told != wanted)).sum()
    return Figures(*(100.0 * float(part) for part in (
        outright / seen.sum(), wrong.sum() / seen.sum(), unsure.sum() / seen.sum(), flawless.mean()
    )))  # fmt: skip


def fitted_temperature(network: ReaderNetwork, boards: list[Board], mode: Mode) -> float:
    """What logits are divided by so that the letters of visible spaces are likeliest (Guo et al., "On calibration of
    modern neural networks", ICML 2017).

    At least 1: drawn boards, harder than real ones, would ask for bolder letters than strangers' tables allow.
    """
    logits = logits_of(network, boards, mode)
    wanted, seen = _lying(boards)

    def unlikely(temperature: float) -> float:
        chances = np.take_along_axis(letter_chances(logits, temperature), wanted[..., None], -1)[..., 0]
        return float(-np.log(chances[seen] + 1e-9).mean())

    return float(min(np.arange(1.0, 2.51, 0.05).round(2).tolist(), key=unlikely))
