"""What every training does on the way: it spares memory, follows the weights by a mean, and keeps where it stands."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn


def keep_memory() -> None:
    """Makes the C library keep what a step needed for the next one (mallopt(3)), which saves a fifth of the time."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(-3, 2_000_000_000)  # M_MMAP_THRESHOLD
        mallopt(-1, 2_000_000_000)  # M_TRIM_THRESHOLD


def follow(mean: dict[str, Tensor], network: nn.Module, keep: float) -> None:
    """Moves a running mean of the weights towards those of a network; the share `keep` of it stays."""
    with torch.no_grad():
        for name, one in network.state_dict().items():
            if one.is_floating_point():
                mean[name].lerp_(one, 1 - keep)


def first_checkpoint(*files: Path, device: str) -> dict[str, Any] | None:
    """What the first of these files that exists holds, its tensors on a device; None where there is none."""
    there = next((file for file in files if file.exists()), None)
    return None if there is None else torch.load(there, map_location=device, weights_only=True)


def write_whole(state: dict[str, Any], file: Path) -> None:
    """Writes a checkpoint so that whoever reads it while it is written finds the one before."""
    part = file.with_name(f"{file.name}.part")
    torch.save(state, part)
    part.replace(file)
