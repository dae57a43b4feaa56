"""How often players' phones may ask."""

from __future__ import annotations

import math

from flask import abort, request

from web.answers import language
from web.calls import refusal
from web.pace import Pace
from web.wording import text

BURST, PER_SECOND = 8, 0.5
"""Things a phone may ask or do with its seat at once, and for long."""
BURST_OF_ADDRESS, PER_SECOND_OF_ADDRESS = 60, 5.0
"""Things that all phones behind one address may ask or do at once, and for long."""


class AskingPace:
    """Counts what each phone, and each address, asks."""

    def __init__(self) -> None:
        self._phones = Pace(BURST, PER_SECOND)
        self._addresses = Pace(BURST_OF_ADDRESS, PER_SECOND_OF_ADDRESS)

    def must_not_hurry(self, who: str) -> None:
        """Turns the request away where `who` asks too often; with the seconds to wait in `Retry-After`."""
        wait = max(self._phones.seconds_to_wait(who), self._addresses.seconds_to_wait(request.remote_addr or ""))
        if wait:
            answer = refusal(text("error", "too_often", language()), 429)
            answer.headers["Retry-After"] = str(math.ceil(wait))
            abort(answer)
