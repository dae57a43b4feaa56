"""What all tests share."""

import os

# Tests run side by side, one a core: threads of their own for pictures and matrices would only get in each other's way.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2

cv2.setNumThreads(1)
