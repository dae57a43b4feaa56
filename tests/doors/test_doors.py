"""Random words and spoilt files at the command line: always an exit code that is promised, and a sentence."""

from tests.doors.tries import Door
from tests.often import tries


def test_whatever_comes_to_the_front_door_is_answered(tmp_path):
    door = Door(tmp_path)
    for number in range(tries(30)):
        words, trouble = door.try_(number)
        assert not trouble, (number, words, trouble)
