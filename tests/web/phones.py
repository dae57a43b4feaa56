"""Phones made of sockets: what a browser's event stream would receive, without a browser."""

import http.client
import json


class Phone:
    """One open event stream."""

    def __init__(self, port, path="/events", last_id=""):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        headers = {"Accept": "text/event-stream"}
        if last_id:
            headers["Last-Event-ID"] = last_id
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.last_id = last_id

    def next(self):
        """The next message, signs of life left out."""
        data = ""
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            if line.startswith("id: "):
                self.last_id = line[4:]
            elif line.startswith("data: "):
                data = line[6:]
            elif not line and data:
                content = json.loads(data)
                if isinstance(content, dict):
                    return content
                data = ""

    def hang_up(self):
        self.connection.sock and self.connection.sock.close()
        self.answer.close()
        self.connection.close()


def get(port, path, **headers):
    """One ordinary request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


def status_of(line):
    """The status of the next answer on a line, in however many pieces it comes."""
    answer = http.client.HTTPResponse(line)
    answer.begin()
    return answer.status


def is_hung_up(line):
    """Whether the other side closed it; what was still on its way to that side makes the system say reset instead."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def lay_over(state, change):
    """The state with a difference laid over it, as `lay` in `web/static/state.js` does it."""
    after = {**state, **change.get("set", {})}
    if "turns" in change:
        after["turns"] = [*state.get("turns", [])[: change["turns"]["keep"]], *change["turns"]["add"]]
    return after
