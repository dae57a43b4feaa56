"""picamera2 as it is, on libcamera's virtual pipeline: what that pipeline lacks is filled in here.

It has no raw formats and needs libcamera's own allocator; nothing else differs from a camera on a Pi.
"""

from hardware.pi import PiCamera


def _picamera2():
    import picamera2
    from picamera2.allocators import LibcameraAllocator

    class Virtual(picamera2.Picamera2):
        def __init__(self, number):
            super().__init__(number)
            self.allocator = LibcameraAllocator(self.camera)

        def _get_raw_modes(self):
            return [{"size": (640, 480), "format": "SRGGB10"}]

        def _select_native_mode(self, modes):
            return modes[0]

    class Module:
        Picamera2 = Virtual

    return Module


def virtual_pi():
    """The Pi camera as the product has it, looking at the virtual pipeline's pictures."""
    return PiCamera(size=(640, 480), fps=10, module=_picamera2)
