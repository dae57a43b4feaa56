"""Cameras of every making, on this machine's own loopback: each path of a server is another one."""

import base64
import contextlib
import hashlib
import http.server
import io
import itertools
import re
import socketserver
import struct
import threading

import av
import cv2
import numpy as np

from tests.hardware.fakes import picture

WIDE, HIGH = (64, 48), (48, 64)
_TICK = 0.02
"""Seconds between two bytes, or two pictures, of a camera that gives them one by one."""


def jpeg(shade=90, size=WIDE, orientation=1):
    """A JPEG, with the mark of Exif (tag 0x0112) that says how it is to be turned."""
    data = cv2.imencode(".jpg", picture(shade, *size))[1].tobytes()
    tiff = b"MM\0\x2a\0\0\0\x08\0\1" + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + b"\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def film(shades, harmed=(), size=(320, 240)):
    """An MPEG transport stream of H.264, a key picture in ten, in which some pictures were harmed on their way."""
    made = io.BytesIO()
    with av.open(made, "w", format="mpegts") as container:
        stream = container.add_stream("libx264", rate=25, options={"tune": "zerolatency", "preset": "ultrafast"})
        stream.width, stream.height, stream.gop_size, stream.pix_fmt = *size, 10, "yuv420p"
        for number, shade in enumerate(shades):
            shown = np.roll(picture(shade, *size), 3 * number, axis=1)
            for packet in stream.encode(av.VideoFrame.from_ndarray(shown, format="bgr24")):
                if number in harmed:
                    content = bytearray(bytes(packet))
                    content[len(content) // 3 :] = bytes(reversed(content[len(content) // 3 :]))
                    hurt = av.Packet(bytes(content))
                    hurt.pts, hurt.dts, hurt.time_base, hurt.stream = packet.pts, packet.dts, packet.time_base, stream
                    packet = hurt
                container.mux(packet)
        container.mux(stream.encode(None))
    return made.getvalue()


class _Camera(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append((self.path, self.headers.get("Authorization", "")))
        with contextlib.suppress(OSError):
            getattr(self, self.path.strip("/").partition("/")[0].replace("-", "_").partition("?")[0])()

    def log_message(self, *words):
        """Nobody reads it."""

    def answer(self, data, kind="image/jpeg", code=200, **headers):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def trickle(self, data):
        for byte in data:
            if self.server.over.wait(_TICK):
                return
            self.wfile.write(bytes([byte]))

    def begin(self, kind="multipart/x-mixed-replace; boundary=frame"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def parts(self, pictures, *, told=True, lines=True):
        self.begin()
        for data in pictures:
            length = f"Content-Length: {len(data)}\r\n" if told else ""
            head = f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n"
            self.wfile.write(head.encode() + data + b"\r\n" * lines)
            if self.server.over.wait(_TICK):
                return

    def snapshot(self):
        self.answer(jpeg(30 + 7 * len(self.server.asked) % 200))

    def called_something_else(self):
        self.answer(jpeg(30 + 7 * len(self.server.asked) % 200), "application/octet-stream")

    def moved(self):
        self.answer(b"", code=302, Location="/snapshot")

    def round_and_round(self):
        self.answer(b"", code=302, Location="/round-and-round")

    def locked(self):
        if self.headers.get("Authorization") != "Basic " + base64.b64encode(b"admin:p@s/s").decode():
            self.answer(b"", code=401, WWW_Authenticate='Basic realm="camera"')
        else:
            self.snapshot()

    def locked_by_digest(self):
        self._locked_by("md5", 'Digest realm="camera", nonce="n", qop="auth"')

    def locked_by_either(self):
        """As cameras of today ask: by the newer hash first, and by the old ways as well."""
        self._locked_by(
            "sha256",
            'Digest realm="camera", nonce="n", qop="auth", algorithm=SHA-256',
            'Digest realm="camera", nonce="n", qop="auth", algorithm=MD5',
            'Basic realm="camera"',
        )

    def locked_by_small_letters(self):
        self._locked_by(
            "md5", 'Newer realm="camera", digest realm="camera", nonce="n", qop="auth,auth-int", algorithm=md5'
        )

    def _locked_by(self, name, *asked):
        given = dict(re.findall(r'(\w+)="?([^",]*)"?', self.headers.get("Authorization", "")))
        password = "kühl" if "%C3%BC" in self.path else "p@s/s"

        def hashed(text):
            return hashlib.new(name, text.encode(), usedforsecurity=False).hexdigest()

        who, what = hashed(f"admin:camera:{password}"), hashed(f"GET:{self.path}")
        if given.get("response") == hashed(f"{who}:n:{given.get('nc')}:{given.get('cnonce')}:auth:{what}"):
            self.snapshot()
            return
        self.send_response(401)
        for one in asked:
            self.send_header("WWW-Authenticate", one)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def stream(self):
        self.parts(map(jpeg, itertools.cycle(range(30, 200, 7))))

    def stream_without_lengths(self):
        self.parts(map(jpeg, itertools.cycle(range(30, 200, 7))), told=False)

    def stream_without_lengths_and_lines(self):
        self.parts(map(jpeg, itertools.cycle(range(30, 200, 7))), told=False, lines=False)

    def stream_of_another_size(self):
        self.parts(jpeg(90, WIDE if index < 3 else HIGH) for index in itertools.count())

    def stream_that_ends(self):
        self.parts(map(jpeg, (30, 60, 90)))

    def turned_by_a_mark(self):
        self.parts(jpeg(90, orientation=1 + index % 8) for index in itertools.count())

    def damaged(self):
        whole = jpeg()
        self.parts(whole if index % 2 == 0 else b"\xff\xd8\xff" + bytes(200) for index in itertools.count())

    def enormous(self):
        whole = jpeg()
        at = whole.index(b"\xff\xc0") + 5
        claims = whole[:at] + struct.pack(">HH", 65_000, 65_000) + whole[at + 4 :]
        self.parts(whole if index % 2 == 0 else claims for index in itertools.count())

    def slow_snapshot(self):
        self.begin("image/jpeg")
        self.trickle(jpeg())

    def slow_stream(self):
        self.begin()
        self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n")
        self.trickle(jpeg())

    def slow_film(self):
        self.begin("application/octet-stream")
        self.trickle(jpeg() * 9)

    def film(self):
        self.answer(film(range(60)), "video/mp2t")

    def damaged_film(self):
        self.answer(film(range(60), harmed=(7, 31, 33)), "video/mp2t")

    def list_of_pieces(self):
        """A film in pieces, whose list is called plain text."""
        if self.path.endswith("piece.ts"):
            self.film()
            return
        lines = ("#EXTM3U", "#EXT-X-TARGETDURATION:3", "#EXTINF:2.4,", "piece.ts", "#EXT-X-ENDLIST", "")
        self.answer("\n".join(lines).encode(), "text/plain")

    def no_film(self):
        self.answer(bytes(20_000), "video/mp4")

    def slow_headers(self):
        self.trickle(b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\n\r\n" * 9)

    def silent(self):
        self.server.over.wait()

    def page(self):
        self.answer(b"<html>Log in</html>", "text/html")

    def missing(self):
        self.answer(b"", code=404)

    def busy(self):
        self.answer(b"", code=503)


class Cameras(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """The server; `asked` holds path and credentials of each call, `over` ends all that is still given."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Camera)
        self.asked, self.over = [], threading.Event()

    @property
    def host(self):
        return f"127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        """A camera that was hung up on has nothing to add."""


class _Rtsp(socketserver.StreamRequestHandler):
    def handle(self):
        with contextlib.suppress(OSError):
            while line := self.rfile.readline():
                asked = line
                while (line := self.rfile.readline()).strip():
                    asked += line
                if (said := self.server.answer(asked)) is None:
                    return
                if not said:
                    self.server.over.wait()
                    return
                self.wfile.write(said)


class RtspServer(socketserver.ThreadingTCPServer):
    """Answers each RTSP request by what a function makes of it: nothing keeps silent, None hangs up."""

    daemon_threads = True

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), _Rtsp)
        self.answer, self.over = answer, threading.Event()

    @property
    def address(self):
        return f"127.0.0.1:{self.server_address[1]}/live"


@contextlib.contextmanager
def serving(server):
    """The server, at work."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
