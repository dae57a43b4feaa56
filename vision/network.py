"""Runs trained networks: one runner for the eye and the cards.

ONNX Runtime takes half to a ninth of the time OpenCV's own `dnn` does for the same networks, and its wheels exist for
the Pi.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
import onnxruntime  # type: ignore[import-untyped,unused-ignore]
from numpy.typing import NDArray

from engine.trouble import Trouble


class Network:
    """A trained network from a file."""

    def __init__(self, file: Traversable) -> None:
        """Raises Trouble where the file is missing or damaged."""
        options = onnxruntime.SessionOptions()
        # A frame is read beside everything else a small machine does: one core, and nothing that waits in a circle.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_mem_pattern = False  # A pattern keeps a block of memory for each size of picture.
        _share_memory()
        options.add_session_config_entry("session.use_env_allocators", "1")
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(file.read_bytes(), options, providers=["CPUExecutionProvider"])
        except OSError:
            raise Trouble(f"The network {file.name} is missing.", "Install the program again.") from None
        except Exception as error:
            # ONNX Runtime's exceptions have no ancestor of their own.
            raise Trouble(f"The network {file.name} is damaged.", "Install the program again.") from error

    def run(self, **given: Any) -> Sequence[NDArray[np.float32]]:
        """Its outputs, in their order."""
        told: Sequence[NDArray[np.float32]] = self._session.run(None, given)
        return told


@cache
def _share_memory() -> None:
    """All networks use one pool of memory, which grows by what is asked for and no more."""
    anywhere = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    as_asked = onnxruntime.OrtArenaCfg({"arena_extend_strategy": 1})
    onnxruntime.create_and_register_allocator(anywhere, as_asked)


def shares(logits: NDArray[np.floating], axis: int = -1) -> NDArray[np.float32]:
    """Chances for logits, which sum to 1 along an axis (softmax)."""
    powers = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return np.asarray(powers / powers.sum(axis=axis, keepdims=True), np.float32)
