"""Fifty phones for ten minutes: how many are refused, how long news and answers take, whether memory stays as it was.

Server and phones as in `web.py`. Each second something happens at the table, one phone in turn asks for the page, and
one that slept comes back to its stream.
"""

from __future__ import annotations

import http.client
import socket
import statistics
import time

from tests.bench.web import Figure, _figure, _phone, _resident, _server, _wait_until_all_have

PHONES = 50
MINUTES = 10
SECOND = 1.0
ASKED = ("/", "/api/state", "/tv", "/qr.svg")
STEADY_MB = 8.0
"""By how much memory may be more at the end: what the first thousand streams leave behind; later ones leave nothing."""
LATE = 10.0
"""Seconds after which news counts as refused."""


def figures() -> dict[str, Figure]:
    """Refusals, latency, and memory at the start and at the end."""
    news, answers, refused = list[float](), list[float](), 0
    with _server() as (port, process):
        assert process.stdin
        phones = [_phone(port, number) for number in range(PHONES)]
        _wait_until_all_have(phones, b'"state"')
        for number in range(PHONES):  # what is made at the first asking belongs to the start
            refused += not _answered(port, number, answers)
        start, end = _resident(process), time.monotonic() + MINUTES * 60
        for second in range(MINUTES * 60):
            began = time.monotonic()
            if began >= end:
                break
            process.stdin.write(f"mark-{second}-\n")
            try:
                news.append(_wait_until_all_have(phones, b"mark-%d-" % second, LATE) * 1000)
            except (TimeoutError, OSError):
                refused += 1
            number = second % PHONES
            refused += not _answered(port, number, answers)
            phones[number].close()
            phones[number] = _phone(port, number)
            refused += not _came_back(phones[number])
            time.sleep(max(0, SECOND - (time.monotonic() - began)))
        after = _resident(process)
        for phone in phones:
            phone.close()
    return {
        f"{PHONES} phones, {MINUTES} min: refused or unheard": _figure(refused, "times", 0),
        f"{PHONES} phones: news at the last phone, median": _figure(statistics.median(news), "ms", 100),
        f"{PHONES} phones: news at the last phone, 99 of 100": {"value": round(_of_100(news), 1), "unit": "ms"},
        f"{PHONES} phones: an answer, median": _figure(statistics.median(answers), "ms", 100),
        f"{PHONES} phones: an answer, 99 of 100": {"value": round(_of_100(answers), 1), "unit": "ms"},
        f"{PHONES} phones: seconds with news": {"value": len(news), "unit": "s"},
        f"{PHONES} phones: memory at the start": {"value": round(start, 1), "unit": "MB"},
        f"{PHONES} phones: memory after {MINUTES} min": _figure(after, "MB", round(start + STEADY_MB, 1)),
    }


def _of_100(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def _answered(port: int, number: int, answers: list[float]) -> bool:
    """Whether that phone gets what it asks for; the milliseconds it took are added."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=LATE, source_address=(f"127.0.0.{2 + number}", 0))
    began = time.perf_counter()
    try:
        line.request("GET", ASKED[number % len(ASKED)])
        answer = line.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
    answers.append((time.perf_counter() - began) * 1000)
    return answer.status == 200


def _came_back(phone: socket.socket) -> bool:
    """Whether a phone that opened its stream is told the whole state."""
    try:
        _wait_until_all_have([phone], b'"state"', LATE)
    except (TimeoutError, OSError):
        return False
    return True


if __name__ == "__main__":
    for name, figure in figures().items():
        print(f"{name:50} {figure['value']:8} {figure['unit']:5} {figure.get('goal', '')}")
