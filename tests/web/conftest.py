"""A table whose page is served on any free port, for one test."""

import pytest

from tests.web.show import answer
from web.app import Services, create_app
from web.calls import CallAnswer
from web.feed import Feed
from web.server import Server


@pytest.fixture
def serve():
    """`serve(feed, **options)` gives a running server; all are closed at the end."""
    running = []

    def start(feed, **options):
        app = create_app(feed, Services(calls=answer, host_key="123456", **{"stream_cap": 8, **options}))
        server = Server(app, "127.0.0.1", 0)
        server.start()
        running.append((feed, server))
        return server

    yield start
    for feed, server in running:
        feed.close()
        server.close()


@pytest.fixture
def feed():
    return Feed()


@pytest.fixture
def client(feed):
    """`client(**services)`: who asks a page of the feed with these services, without a server."""
    return lambda **services: create_app(feed, Services(**services)).test_client()


@pytest.fixture
def heard():
    """The calls that a table took."""
    return []


@pytest.fixture
def takes(heard):
    """Takes every call."""

    def take(call):
        heard.append(call)
        return CallAnswer(True, "So it is.")

    return take
