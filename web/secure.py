"""HTTPS in front of the page: TLS ends here, and what a phone says goes on to the server of the pages.

One thread carries every line. Each is handed over with the address that it came from, so that whatever is counted by
address is counted for the phone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Callable

from web.server import Server, listen

_log = logging.getLogger(__name__)

MOST, MOST_ONE = 160, 40
"""Lines at once, in all and of one address; each takes three of the system's 1024 open files."""
HANDSHAKE_SECONDS = 10.0
"""How long a phone may take until its line is secure."""
GOODBYE_SECONDS = 2.0
RENEW_SECONDS = 20.0
"""How often it is looked whether the machine's names changed."""
CHUNK = 1 << 16

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class SecureServer:
    """HTTPS for a server of pages. Port 0 takes any free one; `port` is then the real one."""

    def __init__(self, credentials: Callable[[], ssl.SSLContext], host: str, port: int) -> None:
        """Take the port; `credentials` is asked again and again, and what it gave last holds for new lines.

        Raises:
            PortTaken: another program has it, or it may not be used; the message is for people.
        """
        self._credentials = credentials
        self._context = credentials()
        self._listening = listen(host, port, "--https")
        self._listening.setblocking(False)
        self.port = int(self._listening.getsockname()[1])
        self._held: Counter[str] = Counter()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda _loop, trouble: _log.debug("%s", trouble))
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)
        self._server: Server

    def start(self, server: Server) -> None:
        """Serve in the background what that server answers."""
        self._server = server
        self._thread.start()

    def close(self) -> None:
        """Hang up on everybody and free the port."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(3)
        else:
            self._loop.close()
        self._listening.close()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as running:  # ends what is still carried
            running.run(self._serve())

    async def _serve(self) -> None:
        working = [asyncio.create_task(self._accept()), asyncio.create_task(self._renew())]
        await self._stop.wait()
        for task in working:
            task.cancel()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                self._context = await asyncio.to_thread(self._credentials)
            except Exception:  # noqa: BLE001 - the certificate there is goes on to serve
                _log.warning("no new certificate", exc_info=True)

    async def _accept(self) -> None:
        carried = set()
        while True:
            try:
                line, address = await asyncio.get_running_loop().sock_accept(self._listening)
            except OSError:  # too many open files: some will be closed
                await asyncio.sleep(1)
                continue
            source = str(address[0])
            if self._held.total() >= MOST or self._held[source] >= MOST_ONE:
                line.close()
                continue
            self._held[source] += 1
            task = asyncio.create_task(self._carry(line, address))
            carried.add(task)
            task.add_done_callback(carried.discard)

    async def _carry(self, line: socket.socket, address: tuple[str, int]) -> None:
        """One phone's line, from its handshake to its end."""
        source = str(address[0])
        try:
            phone = await self._secured(line)
            try:
                await self._pass_on(phone, address)
            except asyncio.CancelledError:
                phone[1].transport.abort()
                raise
            finally:
                phone[1].close()
        except OSError as error:  # no TLS, no trust, or no patience: it is hung up on
            _log.debug("%s is hung up on: %s", source, error)
        finally:
            self._held[source] -= 1
            if not self._held[source]:
                del self._held[source]

    async def _secured(self, line: socket.socket) -> Line:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=CHUNK)
        protocol = asyncio.StreamReaderProtocol(reader)
        transport, _ = await loop.connect_accepted_socket(
            lambda: protocol,
            line,
            ssl=self._context,
            ssl_handshake_timeout=HANDSHAKE_SECONDS,
            ssl_shutdown_timeout=GOODBYE_SECONDS,
        )
        return reader, asyncio.StreamWriter(transport, protocol, reader, loop)

    async def _pass_on(self, phone: Line, address: tuple[str, int]) -> None:
        """Pass bytes both ways as they come, until either side hangs up."""
        near, far = socket.socketpair()
        self._server.take_in(far, address)
        page = await asyncio.open_connection(sock=near, limit=CHUNK)
        ways = [asyncio.create_task(_pump(phone[0], page[1])), asyncio.create_task(_pump(page[0], phone[1]))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            page[1].close()
            for way in ways:
                way.cancel()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while said := await source.read(CHUNK):
            sink.write(said)
            await sink.drain()
