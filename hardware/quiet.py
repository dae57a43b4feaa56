"""OpenCV holds its tongue: what a camera or a film lacks is said once, in words, by the camera itself.

Imported for its effect by whatever opens an OpenCV capture; nothing else lives here.
"""

import os
from typing import Any

import cv2

_opencv: Any = cv2

# Whoever looks for a cause sets these two variables and hears everything.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # read when the first film or address is opened
if "OPENCV_LOG_LEVEL" not in os.environ:
    # OpenCV 5 moved it.
    (_opencv.setLogLevel if hasattr(_opencv, "setLogLevel") else _opencv.utils.logging.setLogLevel)(0)
