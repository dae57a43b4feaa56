"""What the network that looks at whole cards learns, and how well it does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.equipment.cards import RANKS, SUITS
from vision.cards.outline import lying
from vision.cards.patch import as_input
from vision.cards.whole_card import ACROSS, DOWN, OUTLINE_UNITS, cut_whole
from vision.rectify.mesh import Picture
from vision.training.cards.face import PX
from vision.training.cards.lens import SIDE
from vision.training.cards.patch_network import PARTS, PatchNetwork, save
from vision.training.cards.pool import Pool
from vision.training.cards.task import CardTask, toned
from vision.training.halves import in_halves

OUTPUTS = len(RANKS) + len(SUITS) + 3 + len(OUTLINE_UNITS)
"""Ranks, suits, whether a playing card lies there so, whether no other card lies on it, whether any card lies there so,
be it of another game or face down, and where it lies otherwise than it was cut, in OUTLINE_UNITS."""
LAYERS = ((16, 2, 3), (24, 2, 5), (64, 2, 3), (64, 1, 3), (96, 2, 3), (96, 1, 3), (160, 2, 3), (160, 1, 3))
"""Channels made, stride and width of each convolution."""
LOOKED = 6
"""After so many of them what is seen tells faces apart that nobody learnt."""
NARROW, HIDDEN = 32, 128
"""Channels, and then numbers, in which all that was seen is gathered."""
MOST = 4
"""Cards of one piece in a batch, first those of which an index is in view."""
STRETCHED = 0.03
"""By how much a card is cut wider or higher than right, as a logarithm."""
AWRY = (0.12, 0.03, 0.02)
"""By how much it is cut otherwise besides: centimetres, radians, logarithm of its size."""
BY_ONE, AWRY_BY_ONE = 0.4, (0.15, 0.05, 0.09)
"""Share of cuts that are made as where one index was read, and by how much those are: of 160 such outlines of drawn
cards half lay 0.43 centimetres off, since their far corner was only guessed."""
CORNER = (3.05, 4.4)
"""How far the corner beside that index lies from the middle of a card, across and down, centimetres."""
ASIDE = 0.14
"""Share of cuts beside a card or across it, where none lies so."""
WRONG_CORNER = 0.5
"""Share of those that are made as where an index was taken for that of another corner: many decks have four."""
BETWEEN = (4.6, 6.6)
"""How far the indices in two corners of a card lie from each other, across and down, ordinarily, centimetres."""
BARE, COVERED = 0.01, 0.025
"""A card of which other cards cover less than the first part must be told uncovered, of more than the second not."""
SMOOTHED = 0.002
"""No answer is trained to be surer than this from certain: among the drawings some cannot be told."""
WEIGHTS = (1.0, 3.0, 1.0)
"""Weights in the loss of whether a playing card, an uncovered one, any card lies there: where a top card is not named,
mostly the second was in doubt."""
SEEN = 0.5
"""Of a card of which others cover more than this, and no index is in view, nobody can say how it lies."""
LIES_SO = (1.2, 0.3)
"""A card that lies nearer to a cut than this, in centimetres, and is turned by less, in radians, lies as it is cut."""
BEYOND = 0.25
"""Where more of a cut lies beyond the picture that would give away that no card is there."""
NOBODY = -100
"""In the place of an answer that is not learnt."""


class _WithLooks(nn.Module):
    """Tells besides what was seen after LOOKED convolutions."""

    def __init__(self, network: PatchNetwork) -> None:
        super().__init__()
        self.first = network.seen[: LOOKED * PARTS]
        self.rest = nn.Sequential(network.seen[LOOKED * PARTS :], network.narrow, network.told)

    def forward(self, cards: Tensor) -> tuple[Tensor, Tensor]:
        """The outputs for a batch, and what was seen; (n, channels, rows, columns)."""
        looks = self.first(cards)
        return self.rest(looks), looks


class WholeCards(CardTask):
    """Rank and suit of a card that is seen whole, and whether another lies on it."""

    name, batch, zoom = "whole", 96, 0.6

    def network(self) -> nn.Module:
        """A new network."""
        return PatchNetwork((DOWN, ACROSS), LAYERS, NARROW, HIDDEN, OUTPUTS)

    def batch_of(self, pool: Pool, chance: np.random.Generator, times: int = 1) -> tuple[Tensor, ...]:
        """Cards, their ranks and suits, whether they are playing cards, uncovered, and cards at all, NOBODY for what is
        not learnt; and where each lies in its cut, in OUTLINE_UNITS."""
        cards, *wanted = _cards(pool, chance, pool.some(chance, self.batch * 2 * times), self.batch * times)
        return toned(chance, cards), *wanted

    def loss(self, network: nn.Module, batch: tuple[Tensor, ...]) -> Tensor:
        """How wrong the network is on a batch."""
        cards, rank, suit, card, bare, there, lies = batch
        with in_halves(cards.device.type):
            told = network(cards.contiguous(memory_format=torch.channels_last))
        told = told.float()
        loss = functional.cross_entropy(told[:, :13], rank, ignore_index=NOBODY, label_smoothing=SMOOTHED)
        loss = loss + functional.cross_entropy(told[:, 13:17], suit, ignore_index=NOBODY, label_smoothing=SMOOTHED)
        for weight, logit, wanted in zip(WEIGHTS, told[:, 17:20].T, (card, bare, there), strict=True):
            known = wanted != NOBODY
            loss = loss + weight * functional.binary_cross_entropy_with_logits(logit[known], wanted[known].float())
        return loss + functional.smooth_l1_loss(told[there == 1, 20:], lies[there == 1])

    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes the network as ONNX into a folder."""
        assert isinstance(network, PatchNetwork)
        save(_WithLooks(network).eval(), network.size, folder / "whole_card.onnx", "cards", "told", "looks")

    def figures_on(self, network: nn.Module, held: Pool) -> str:
        """How often rank and suit are right, what is told surely and wrong, and how well coverings are told."""
        cards, rank, suit, card, bare, there, lies = _cards(
            held, np.random.default_rng(5), np.arange(held.filled), 4000
        )
        with torch.no_grad():
            told = torch.cat([network(part) for part in torch.split(cards, 200)])
        named, known, judged = rank != NOBODY, card != NOBODY, bare != NOBODY
        chance = torch.softmax(told[:, :13], 1).amax(1) * torch.softmax(told[:, 13:17], 1).amax(1)
        right = (told[:, :13].argmax(1) == rank) & (told[:, 13:17].argmax(1) == suit)
        sure = named & (chance > 0.99)
        loss = functional.cross_entropy(told[named, :13], rank[named])
        loss = loss + functional.cross_entropy(told[named, 13:17], suit[named])
        uncovered = torch.sigmoid(told[:, 18]) > 0.9
        covered = judged & (bare == 0)
        some = there != NOBODY
        off = (told[there == 1, 20:22] - lies[there == 1, :2]).norm(dim=1).median() * float(OUTLINE_UNITS[0])
        return (
            f"right {float(right[named].float().mean()):.4f} of {int(named.sum())}, log loss {float(loss):.4f}, "
            f"sure {float(sure[named].float().mean()):.4f}, sure and wrong {int((sure & ~right).sum())}; "
            f"a playing card or none right {float(((told[:, 17] > 0) == (card == 1))[known].float().mean()):.4f}; "
            f"any card or none right {float(((told[:, 19] > 0) == (there == 1))[some].float().mean()):.4f}; "
            f"uncovered right {float(((told[:, 18] > 0) == (bare == 1))[judged].float().mean()):.4f}, "
            f"surely so {float(uncovered[judged & (bare == 1)].float().mean()):.4f}, "
            f"surely so and covered {int((uncovered & covered).sum())} of {int(covered.sum())}; "
            f"middles {float(off):.3f} cm off"
        )


def _cards(pool: Pool, chance: np.random.Generator, numbers: NDArray[np.int64], most: int) -> tuple[Tensor, ...]:
    drawn: list[tuple[Picture, tuple[int, ...], NDArray[np.float32]]] = []
    for number in numbers:
        there = chance.permutation(np.flatnonzero(pool.cards[number, :, 10]))
        places = _places(pool.cards[number])
        if not len(there):
            drawn.append((cut_whole(pool.pictures[number], _anywhere(chance)), NONE, _lies(np.eye(3))))
        for row in sorted(there, key=lambda row: -pool.cards[number, row, 8])[:MOST]:
            aside = chance.random() < ASIDE
            otherwise = _aside(chance) if aside else _otherwise(chance)
            either_end = np.diag([-1.0, -1.0, 1.0]) if chance.random() < 0.5 else np.eye(3)
            place = places[row] @ either_end @ otherwise
            cut = cut_whole(pool.pictures[number], place)
            beyond = (cut.max(axis=2) == 0).mean() > BEYOND
            if aside and (beyond or any(_lies_so(place, other) for other in places[there])):
                continue
            wanted = NONE if aside else _wanted(*pool.cards[number, row, 6:10].tolist())
            drawn.append((cut, wanted, _lies(otherwise)))
        if len(drawn) >= most:
            break
    cuts, answers, lies = zip(*drawn[:most], strict=True)
    told = (torch.tensor(part) for part in zip(*answers, strict=True))
    return torch.from_numpy(as_input(cuts)), *told, torch.from_numpy(np.stack(lies) / OUTLINE_UNITS)


def _lies(otherwise: NDArray[np.float64]) -> NDArray[np.float32]:
    """Where a card lies in a cut that was made otherwise: right, down, wider, higher, turned."""
    there = np.linalg.inv(otherwise)
    wider, higher = np.log(np.hypot(*there[:2, :2]))
    return np.array([*there[:2, 2], wider, higher, np.arctan2(there[1, 0], there[0, 0])], np.float32)


NONE = (NOBODY, NOBODY, 0, NOBODY, 0)
"""What is wanted where no card lies."""


def _wanted(rank: float, suit: float, legible: float, covered: float) -> tuple[int, int, int, int, int]:
    """Rank, suit, whether it is a playing card, uncovered, and a card at all; NOBODY where that cannot be asked."""
    bare = 1 if covered < BARE else 0 if covered > COVERED else NOBODY
    there = 1 if legible or covered < SEEN else NOBODY
    if rank < 0:
        return NOBODY, NOBODY, 0, bare, there
    return (int(rank), int(suit), 1, bare, there) if legible else (NOBODY, NOBODY, NOBODY, bare, there)


def _anywhere(chance: np.random.Generator) -> NDArray[np.float64]:
    """From centimetres of a card to a piece of a table, at any place; (3, 3)."""
    turn, scale = chance.uniform(0, 2 * np.pi), PX * WholeCards.zoom
    return lying(chance.uniform(0.25, 0.75, 2) * SIDE, turn, scale, scale)


def _places(cards: NDArray[np.float32]) -> NDArray[np.float64]:
    """From centimetres of each card of a piece to its picture; (n, 3, 3)."""
    return np.concatenate([cards[:, :6].reshape(-1, 2, 3), np.tile((0.0, 0.0, 1.0), (len(cards), 1, 1))], 1)


def _lies_so(cut: NDArray[np.float64], card: NDArray[np.float64]) -> bool:
    """Whether a card lies about as it is cut."""
    between = np.linalg.inv(card) @ cut
    return bool(np.hypot(*between[:2, 2]) < LIES_SO[0] and abs(between[1, 0]) < LIES_SO[1])


def _otherwise(chance: np.random.Generator) -> NDArray[np.float64]:
    """From centimetres of a card that is cut a little otherwise than right to those of the card; (3, 3)."""
    by_one = chance.random() < BY_ONE
    around = lying(chance.choice((-1, 1), 2) * CORNER, 0.0) if by_one else np.eye(3)
    return np.asarray(around @ _awry(chance, by_one) @ np.linalg.inv(around), np.float64)


def _aside(chance: np.random.Generator) -> NDArray[np.float64]:
    """From centimetres of a card that is cut wholly otherwise than right to those of the card; (3, 3)."""
    if chance.random() < WRONG_CORNER:
        corner, other = chance.choice((-0.5, 0.5), (2, 2)) * BETWEEN
        if (corner == other).all():
            other = -corner
        return np.asarray(lying(corner, 0.0) @ _awry(chance, True) @ lying(-other, 0.0), np.float64)
    away, turn = chance.uniform(0, 2 * np.pi), np.pi / 2 * chance.integers(2)
    at = np.array([np.cos(away), np.sin(away)]) * chance.uniform(1.5, 4)
    return np.asarray(lying(at, turn) @ _awry(chance, False), np.float64)


def _awry(chance: np.random.Generator, by_one: bool) -> NDArray[np.float64]:
    """A little otherwise, about the middle; by more where one index was read; (3, 3)."""
    shift, turned, larger = AWRY_BY_ONE if by_one else AWRY
    turn = chance.normal(0, turned)
    across, down = np.exp(chance.normal(0, larger) + chance.normal(0, STRETCHED, 2))
    return lying(chance.normal(0, shift, 2), turn, across, down)
