"""A line between a table and its hub that goes wrong: cut before or after what was said, slow, silent."""

import socket
import threading
from random import Random


class Proxy:
    """Takes connections and passes them on, in the way that `mood` says for each."""

    def __init__(self, port, seed):
        self.to, self.mood = port, "well"
        self._chance = Random(seed)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.said = []
        """Requests that went through, to be said again late."""
        self.troubles = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        """Take no more."""
        self._listening.close()

    def again(self, count):
        """Say old requests once more, in any order."""
        for request in self._chance.sample(self.said, min(count, len(self.said))):
            try:
                with socket.create_connection(("127.0.0.1", self.to), 2) as line:
                    line.settimeout(2)
                    line.sendall(request)
                    line.recv(4096)
                    self.troubles += 1
            except OSError:
                pass

    def _accept(self):
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(line,), daemon=True).start()

    def _pass_on(self, line):
        mood = (
            self.mood
            if self.mood != "any"
            else self._chance.choice(["well", "well", "before", "half", "after", "hole"])
        )
        with line:
            line.settimeout(3)
            try:
                request = _whole_request(line)
                if mood != "well":
                    self.troubles += 1
                if mood == "before" or not request:
                    return
                if mood == "hole":
                    line.recv(1)  # never answers; the table gives up
                    return
                with socket.create_connection(("127.0.0.1", self.to), 2) as hub:
                    hub.settimeout(5)
                    if mood == "half":
                        hub.sendall(request[: len(request) // 2])
                        return
                    hub.sendall(request)
                    self.said.append(request)
                    answer = b""
                    while part := hub.recv(65536):
                        answer += part
                        if _whole(answer):
                            break
                if mood != "after":
                    line.sendall(answer)
            except OSError:
                return


def _whole(message):
    head, blank, body = message.partition(b"\r\n\r\n")
    if not blank:
        return False
    lengths = [int(one.split(b":")[1]) for one in head.lower().split(b"\r\n") if one.startswith(b"content-length:")]
    return len(body) >= (lengths[0] if lengths else 0)


def _whole_request(line):
    request = b""
    while not _whole(request):
        part = line.recv(65536)
        if not part:
            return b""
        request += part
    return request
