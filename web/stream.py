"""The live stream: server-sent events for one phone, and the cap on how many there may be.

Each open stream holds one thread of the server, so their number is capped below the number of threads; who
comes when all are taken is told so politely, and the page asks from time to time instead.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from web.feed import Feed
from web.wording import DEFAULT

BEAT_SECONDS = 3.9
"""A sign of life this often, seconds; phones call a stream dead after nine without one."""
LOOK_SECONDS = 2.0
"""How often a waiting stream looks whether its phone is still there."""
RETRY_MILLISECONDS = 1000


class Streams:
    """Counts open streams. One page holds one: when it comes again, its old stream ends.

    A sixth of the places is kept from any one address, for the others.
    """

    def __init__(self, cap: int) -> None:
        """At most `cap` streams at once."""
        self.cap = cap
        self._lock = threading.Lock()
        self._open: dict[object, tuple[str, str]] = {}
        self._ended: set[object] = set()

    def take(self, page: str, address: str = "") -> object | None:
        """A place for that page at that address, or none when all it may have are taken."""
        with self._lock:
            if page:
                self._ended.update(place for place, (other, _) in self._open.items() if other == page)
            # An ended stream still holds its thread until it has noticed.
            held = sum(holder == address for _, holder in self._open.values())
            if len(self._open) >= self.cap or held >= self.cap - self.cap // 6:
                return None
            place = object()
            self._open[place] = page, address
            return place

    def leave(self, place: object) -> None:
        """Give a place back."""
        with self._lock:
            self._open.pop(place, None)
            self._ended.discard(place)

    def ended(self, place: object) -> bool:
        """Whether the page of that place has opened another stream meanwhile."""
        return place in self._ended

    def __len__(self) -> int:
        """How many are open."""
        with self._lock:
            return len(self._open)


class Stream:
    """What one phone is sent: an iterator of bytes that a WSGI server closes when the phone has gone."""

    def __init__(
        self,
        feed: Feed,
        streams: Streams,
        place: object,
        last_id: str,
        gone: Callable[[], bool] | None = None,
        *,
        language: str = DEFAULT,
    ) -> None:
        """Stream to the phone at `place` in its language, from the update after `last_id` on."""
        self._streams, self._place, self._language = streams, place, language
        self._sent = self._messages(feed, last_id, gone or (lambda: False))

    def __iter__(self) -> Iterator[bytes]:
        return self._sent

    def close(self) -> None:
        """Called by the server at the end, whatever ended it."""
        self._streams.leave(self._place)

    def _messages(self, feed: Feed, last_id: str, gone: Callable[[], bool]) -> Iterator[bytes]:
        yield b"retry: %d\nevent: time\ndata: %d\n\n" % (RETRY_MILLISECONDS, feed.now)
        beaten = time.monotonic()
        news = feed.since(last_id, self._language)
        while True:
            for update in news:
                yield b"id: %s\ndata: %s\n\n" % (update.id.encode(), update.data)
                last_id = update.id
            if feed.closed or gone() or self._streams.ended(self._place):
                return
            if time.monotonic() - beaten >= BEAT_SECONDS:
                beaten = time.monotonic()
                yield b"event: time\ndata: %d\n\nevent: beat\ndata: %d\n\n" % (feed.now, feed.number)
            news = feed.wait(last_id, LOOK_SECONDS, self._language)
