"""The voice never makes anybody wait, and is silent where it cannot speak."""

import subprocess
import threading

import pytest

from hardware.voice import LANGUAGES, Voice


class Mouth:
    """Stands in for espeak-ng; holds its breath until it is told to go on."""

    def __init__(self, error=None):
        self.said = []
        self.began = threading.Semaphore(0)
        self.go_on = threading.Semaphore(0)
        self.error = error

    def __call__(self, command, words):
        self.said.append((tuple(command), words))
        self.began.release()
        self.go_on.acquire()
        if self.error:
            raise self.error


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_product_is_spoken_in_its_own_voice(language):
    mouth = Mouth()
    voice = Voice(language, run=mouth, absent=lambda: "")
    voice.speak("Blue wins")
    assert mouth.began.acquire(timeout=60)
    mouth.go_on.release()
    command, words = mouth.said[0]
    assert command[:3] == ("espeak-ng", "-v", LANGUAGES[language])
    assert words == "Blue wins"


def test_speaking_returns_at_once_while_another_sentence_is_spoken():
    mouth = Mouth()
    voice = Voice(run=mouth, absent=lambda: "")
    voice.speak("first")
    assert mouth.began.acquire(timeout=60)
    for number in range(20):
        voice.speak(f"sentence {number}")
    for _ in range(5):
        mouth.go_on.release()
    for _ in range(4):
        assert mouth.began.acquire(timeout=60)
    assert [words for _, words in mouth.said] == ["first", *(f"sentence {n}" for n in (16, 17, 18, 19))]
    mouth.go_on.release()


def test_a_machine_that_cannot_speak_says_so_once(caplog):
    mouth = Mouth()
    voice = Voice(run=mouth, absent=lambda: "espeak-ng is not installed")
    voice.speak("one")
    voice.speak("two")
    assert mouth.said == []
    assert [record.message for record in caplog.records] == ["espeak-ng is not installed"]


def test_a_failing_voice_falls_silent_and_says_why(caplog):
    mouth = Mouth(subprocess.CalledProcessError(1, "espeak-ng"))
    voice = Voice(run=mouth, absent=lambda: "")
    voice.speak("one")
    assert mouth.began.acquire(timeout=60)
    thread = voice._thread
    mouth.go_on.release()
    thread.join(timeout=60)
    voice.speak("two")
    assert len(mouth.said) == 1
    assert "cannot speak" in voice.silent
