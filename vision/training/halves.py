"""Computing in 16 bits where that is faster than in 32."""

from __future__ import annotations

import torch


def has_fast_halves(device: str) -> bool:
    """Whether a device is quick in bfloat16: of processors those with AVX-512 are taken to be.

    One without imitated it, and took six times as long as in float32.
    """
    return device != "cpu" or "AVX512" in torch.backends.cpu.get_cpu_capability()


def in_halves(device: str) -> torch.autocast:
    """Within it networks compute in 16 bits, if the device is quick at that."""
    return torch.autocast(device, torch.bfloat16, enabled=has_fast_halves(device))
