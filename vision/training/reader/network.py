"""The network that reads a board: every space a token, every team a token, and a head that pairs them.

A convolutional stem, the same for all spaces, sees 48 pixels around each; colours are pooled by learnt masks, so that a
face and a ring on white are told by few pixels. A small transformer over all spaces and teams lets chips of a team tell
each other's shade, a five of white sides its line, and the whole board its light. What belongs to a team is only ever
computed by pairing a space with that team: so permuting the teams permutes the answers.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.read.inputs import CHANNELS, FLOOR, GAMMA, REACH
from vision.training.halves import has_fast_halves

ABSENT = -1e4
"""Logit of what cannot be."""


class Given(NamedTuple):
    """What the network takes; B boards of S spaces and T teams."""

    picture: Tensor
    """(B, CHANNELS, height, width), see `vision.read.inputs`."""
    colours: Tensor
    """(B, T, 3) logarithm of each team's linear colour relative to paper, 0 where nobody plays."""
    flags: Tensor
    """(B, T, 3) whether it plays, its colour was measured, its colour is known by name only."""
    twins: Tensor
    """(B, S, S) 1 where two spaces carry the same card."""
    apart: Tensor
    """(S, S) which way each space lies from each other, see `vision.read.inputs.apart_of`."""


class Told(NamedTuple):
    """What the network gives."""

    logits: Tensor
    """(B, S, 2 + 2 T): bare, hidden, each team's face, each team's white side."""
    centres: Tensor
    """(B, S, 2) where a chip's foot lies, x and y from the middle of its space, in spaces."""


def log_colour(colour: Tensor) -> Tensor:
    """Logarithm of linear colours relative to paper, in which light is a shift; 0 where a colour is negative."""
    return torch.where(colour >= 0, torch.log(colour.clamp(0, 1.6) + FLOOR), torch.zeros_like(colour))


def direction(logarithm: Tensor) -> Tensor:
    """Which way a colour leans from grey; about a unit long where it leans at all. A thin ring on white keeps it."""
    colour = torch.exp(logarithm) - FLOOR
    colour = colour - colour.mean(-1, keepdim=True)
    return colour / (torch.sqrt((colour * colour).sum(-1, keepdim=True) + 1e-6) + 0.03)


class Stem(nn.Module):
    """The pictures of spaces: features of each, and colours pooled in it."""

    def __init__(self, width: int, masks: int, thin: int = 24) -> None:
        super().__init__()
        self.halve1 = nn.Conv2d(CHANNELS, 16, 4, 2, 1)
        self.halve2 = nn.Conv2d(16, 32, 4, 2, 1)
        self.mix2 = nn.Conv2d(32, 32, 3, 1, 1)
        self.halve3 = nn.Conv2d(32, 64, 4, 2, 1)
        self.mix3 = nn.Conv2d(64, 64, 3, 1, 1)
        self.more3 = nn.Conv2d(64, 64, 3, 1, 1)
        self.thin = nn.Conv2d(64, thin, 1)
        self.window = nn.Conv2d(thin, width, 6, 4)
        self.mask_finest = nn.Conv2d(CHANNELS, masks, 3, 1, 1)
        self.mask_fine = nn.Conv2d(16, masks, 1)
        self.mask_coarse = nn.Conv2d(32, masks, 1)
        self.place = nn.Parameter(torch.zeros(masks, AROUND, AROUND))
        """Logarithm of what each mask counts in each block around a space: chips of its neighbours reach into it."""
        for layer in (self.halve1, self.halve2, self.mix2, self.halve3, self.mix3, self.more3, self.thin):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)  # type: ignore[arg-type]
        nn.init.zeros_(self.mask_finest.weight)
        nn.init.zeros_(self.mask_finest.bias)  # type: ignore[arg-type]

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        """(B, CHANNELS, h, w) -> features (B, width, rows, columns), log colours (B, masks * 6, rows, columns)."""
        fine = functional.relu(self.halve1(picture))
        coarse = functional.relu(self.mix2(functional.relu(self.halve2(fine))))
        deep = functional.relu(self.mix3(functional.relu(self.halve3(coarse))))
        deep = functional.relu(deep + self.more3(deep))
        features = self.window(functional.relu(self.thin(deep))[:, :, 1:-1, 1:-1])
        mask = self.mask_fine(fine) + _larger(self.mask_coarse(coarse))
        mask = self.mask_finest(picture) + _larger(mask)
        weight = torch.exp(mask.float().clamp(-8, 8))[:, :, EDGE:-EDGE, EDGE:-EDGE]
        # Linear colours; a power takes a processor thrice as long as what it is made of.
        grey = picture[:, :6, EDGE:-EDGE, EDGE:-EDGE].float()
        colour = torch.log(torch.exp(GAMMA * torch.log(grey.clamp(min=1e-4))) + FLOOR)
        with torch.autocast(picture.device.type, enabled=False):
            return features.float(), pooled_colours(weight, colour, torch.exp(self.place))


BLOCK, AROUND = 16, 3
"""Pixels along a block over which colours are summed first: a space is two blocks wide, what is looked at around it
three."""
EDGE = 8
"""Pixels at the picture's edge that no space looks at."""


def _larger(planes: Tensor) -> Tensor:
    """Every value for two by two."""
    return functional.interpolate(planes, scale_factor=2.0, mode="nearest")


def pooled_colours(weight: Tensor, colour: Tensor, place: Tensor) -> Tensor:
    """Weighted means of colours over 48 pixels around each space of 32.

    `weight` (B, masks, h, w) and `colour` (B, 6, h, w) have a value for each pixel, `place` (masks, AROUND, AROUND) one
    for a block; (B, masks * 6, rows, columns). They are multiplied block by block as matrices, so that no product of
    all masks with all colours is ever held.
    """
    masks = weight.shape[1]
    ones = torch.ones_like(colour[:, :1])
    sums = torch.matmul(_blocks(weight), _blocks(torch.cat([colour, ones], 1)).transpose(-1, -2))
    sums = sums.permute(0, 3, 4, 1, 2).flatten(1, 2)
    places = place.repeat_interleave(7, 0)[:, None]
    windows = functional.conv2d(sums, places, stride=2, groups=7 * masks)
    windows = windows.unflatten(1, (masks, 7))  # type: ignore[no-untyped-call]
    return (windows[:, :, :6] / windows[:, :, 6:]).flatten(1, 2)


def _blocks(planes: Tensor) -> Tensor:
    """(B, C, h, w) by blocks: (B, h / BLOCK, w / BLOCK, C, BLOCK * BLOCK)."""
    boards, channels, height, width = planes.shape
    blocks = planes.reshape(boards, channels, height // BLOCK, BLOCK, width // BLOCK, BLOCK)
    return blocks.permute(0, 2, 4, 1, 3, 5).flatten(4)


class Layer(nn.Module):
    """A pre-norm transformer layer whose attention takes a bias."""

    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, tokens: Tensor, bias: Tensor) -> Tensor:
        """(B, N, width) with a bias (B, heads, N, N)."""
        boards, count, width = tokens.shape
        each = width // self.heads
        inside = self.norm1(tokens)
        query, key, value = (
            part(inside).reshape(boards, count, self.heads, each).permute(0, 2, 1, 3)
            for part in (self.query, self.key, self.value)
        )
        weight = torch.matmul(query, key.permute(0, 1, 3, 2)) * (1.0 / math.sqrt(each)) + bias
        mixed = torch.matmul(torch.softmax(weight, -1), value).permute(0, 2, 1, 3).reshape(boards, count, width)
        tokens = tokens + self.out(mixed)
        return tokens + self.down(functional.gelu(self.up(self.norm2(tokens)), approximate="tanh"))


class Mind(nn.Module):
    """From the spaces' features and the teams to what lies where."""

    def __init__(self, width: int, masks: int, heads: int, layers: int, inner: int, pair: int) -> None:
        super().__init__()
        self.masks, self.heads, self.layer_count = masks, heads, layers
        self.colours = nn.Linear(masks * 6, width)
        self.tint = nn.Linear(masks * 3, width, bias=False)
        self.measured = nn.Parameter(torch.zeros(width))
        self.team = nn.Linear(6, width)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.near = nn.Parameter(torch.zeros(layers, heads, (2 * REACH + 1) ** 2))
        self.cross = nn.Parameter(torch.zeros(layers, heads, 4))
        """Bias of space to team, team to space, team to team, and a space to its twin."""
        self.alike = nn.Linear(masks * 13, 32)
        self.lean = nn.Linear(32, layers * heads * 2)
        self.norm = nn.LayerNorm(width)
        self.shade = nn.Linear(width, 3)
        """By how much a team's colour differs from the one told."""
        self.of_space, self.of_team = nn.Linear(width, pair), nn.Linear(width, pair)
        self.of_colours = nn.Linear(masks * 13, pair)
        self.whose = nn.Linear(pair, 2)
        self.alone = nn.Linear(width, 2)
        self.centre = nn.Linear(width, 2)
        for layer in (self.lean, self.shade, self.centre):
            nn.init.zeros_(layer.weight)
        nn.init.zeros_(self.lean.bias)
        nn.init.zeros_(self.shade.bias)

    def compared(self, pooled: Tensor, hue: Tensor, team: Tensor) -> Tensor:
        """Colours of all spaces (B, S, masks, 3) with one team's (B, 1, 3): shade, and which way it leans from grey."""
        boards, spaces = pooled.shape[:2]
        shade = pooled - team[:, :, None]
        theirs = direction(team)[:, :, None]
        apart = hue - theirs
        along = (hue * theirs).sum(-1, keepdim=True)
        parts = torch.cat([shade, shade.abs(), apart, apart.abs(), along], -1)
        return parts.reshape(boards, spaces, self.masks * 13)

    def forward(self, features: Tensor, pooled: Tensor, measured: Tensor, given: Given) -> Told:
        """`features` (B, width, rows, columns), `pooled` (B, masks * 6, rows, columns), `measured` (B, 1, 1)."""
        features, pooled = (one.flatten(2).permute(0, 2, 1) for one in (features, pooled))
        boards, spaces = features.shape[:2]
        colours = pooled.reshape(boards, spaces, self.masks, 6)[..., :3]
        hue = direction(colours)
        teams = given.colours.shape[1]
        tokens = features + self.colours(pooled) + self.tint(hue.reshape(boards, spaces, self.masks * 3))
        tokens = tokens + measured * self.measured
        of_teams = self.team(torch.cat([given.colours, given.flags], -1))
        tokens = torch.cat([tokens, of_teams], 1)
        absent = (1.0 - given.flags[..., 0]) * ABSENT
        biases = self._biases(colours, hue, given, absent)
        for layer, bias in zip(self.layers, biases, strict=True):
            tokens = layer(tokens, bias)
        tokens = self.norm(tokens)
        here, there = tokens[:, :spaces], tokens[:, spaces:]
        shade = given.colours + self.shade(there)
        own = self.of_space(here)
        whose = []
        for one in range(teams):
            pair = own + self.of_team(there[:, one : one + 1])
            pair = pair + self.of_colours(self.compared(colours, hue, shade[:, one : one + 1]))
            told = self.whose(functional.gelu(pair, approximate="tanh"))
            whose.append(told + absent[:, one : one + 1, None])
        of_team = torch.stack(whose, -1)
        logits = torch.cat([self.alone(here), of_team[:, :, 0], of_team[:, :, 1]], -1)
        return Told(logits, self.centre(here))

    def _biases(self, colours: Tensor, hue: Tensor, given: Given, absent: Tensor) -> list[Tensor]:
        """Of each layer, what attention leans to: (B, heads, S + T, S + T)."""
        boards, spaces, teams = colours.shape[0], colours.shape[1], given.colours.shape[1]
        alike = [self.alike(self.compared(colours, hue, given.colours[:, one : one + 1])) for one in range(teams)]
        leans = [self.lean(functional.gelu(one, approximate="tanh")) for one in alike]
        lean = torch.stack(leans, -1).reshape(boards, spaces, self.layer_count, 2, self.heads, teams)
        hidden = torch.cat([torch.zeros_like(absent[:, :1]).expand(boards, spaces), absent], 1)[:, None, None]
        out = []
        for number in range(self.layer_count):
            near = self.near[number][:, given.apart][None]
            cross = self.cross[number][None, :, :, None, None]
            near = near + cross[:, :, 3] * given.twins[:, None]
            to_team = lean[:, :, number, 0].permute(0, 2, 1, 3) + cross[:, :, 0]
            to_space = lean[:, :, number, 1].permute(0, 2, 3, 1) + cross[:, :, 1]
            among = cross[:, :, 2].expand(boards, self.heads, teams, teams)
            above = torch.cat([near, to_team], 3)
            below = torch.cat([to_space, among], 3)
            out.append(torch.cat([above, below], 2) + hidden)
        return out


class ReaderNetwork(nn.Module):
    """The whole: a stem for each space, and a mind for all of them."""

    def __init__(
        self, width: int = 112, masks: int = 8, heads: int = 4, layers: int = 4, inner: int = 288, pair: int = 48
    ) -> None:
        super().__init__()
        self.stem = Stem(width, masks)
        self.mind = Mind(width, masks, heads, layers, inner, pair)

    def forward(self, given: Given, half: bool = False) -> Told:
        """Reads boards; `half` computes in 16 bits where that is faster than in 32."""
        device = given.picture.device.type
        half = half and has_fast_halves(device)
        with torch.autocast(device, torch.bfloat16, enabled=half):
            features, pooled = self.stem(given.picture if half else given.picture.float())
            told = self.mind(features, pooled, given.picture[:, 6, :1, :1].to(features.dtype), given)
        return Told(told.logits.float(), told.centres.float())


def weights_of(network: nn.Module) -> int:
    """How many numbers were learnt."""
    return sum(one.numel() for one in network.parameters())
