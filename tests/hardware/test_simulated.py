"""The simulated table: the same for the same seed, played by the rules, and never easier than a real one."""

import functools
import itertools

import cv2
import numpy as np
import pytest

from engine.rules.legality import Turn, play, problems
from engine.rules.position import new_game, start
from hardware.camera import CameraError
from hardware.tabletop.boards import STYLES
from hardware.tabletop.script import CHEATS
from tests.hardware.fakes import Clock
from tests.often import cases
from tests.tabletop_troubles import Trouble
from tests.watched_table import WatchedTable, samples

SMALL = (320, 240)


def table(**options):
    return WatchedTable(**{"live": False, "size": SMALL, "cheats": 0.0, **options})


def played(simulated, seconds=None):
    """Let it play to a time, or to its end; gives the frames' indices."""
    seen = []
    with simulated:
        for frame in simulated.frames():
            seen.append(frame.index)
            if seconds is not None and frame.at >= seconds:
                break
    return seen


@functools.cache
def whole_game(edition, seats):
    """A game that was played to its end."""
    simulated = table(seed=4, edition=edition, seats=seats, fps=1.0, size=(160, 120))
    played(simulated)
    return simulated


# The same for the same seed


def test_one_seed_gives_the_same_frames_to_the_last_bit_and_who_is_slow_misses_some_of_them():
    clock = Clock()
    live = {"live": True, "clock": clock, "wait": clock.wait}
    with table(seed=2, cheats=0.5) as every, table(seed=2, cheats=0.5, fps=5.0, **live) as slow:
        pictures = {frame.index: frame.picture for frame in itertools.islice(every.frames(), 80)}
        seen = 0
        for frame in slow.frames():
            if frame.index > 70:
                break
            assert np.array_equal(frame.picture, pictures[frame.index])
            seen += 1
            clock.now += 0.7
    assert 10 < seen < 60


# Played by the rules


@cases(
    ("edition", "seats"), [("classic", "blue green"), ("european", "blue green red"), ("bible", "blue green")], quick=2
)
def test_a_whole_game_is_played_by_the_rules(edition, seats):
    simulated = whole_game(edition, seats)
    game = new_game(edition, seats)
    position = start(game)
    for event in simulated.truth.events:
        note = event.note
        if note.kind != "turn":
            assert note.kind == "flip"
            continue
        turn = Turn(note.action, note.spaces[0] if note.spaces else None, note.card, note.dead)
        assert problems(game, position, turn) == ()
        position = play(game, position, turn)
        assert [row.lower() for row in position.rows(game)] == list(event.rows)
    assert simulated.stage.deal.winner == position.winner[0]


def test_chips_of_a_sequence_are_turned_over_where_the_edition_says_so():
    simulated = whole_game("european", "blue green red")
    flips = [event for event in simulated.truth.events if event.note.kind == "flip"]
    assert flips
    for event in flips:
        assert set(event.note.spaces) <= set(event.flipped)
    classic = whole_game("classic", "blue green")
    assert classic.truth.events[-1].flipped == ()


def test_several_games_follow_each_other_on_a_cleared_board():
    simulated = table(seed=4, fps=1.0, size=(160, 120), games=2, edition="bible")
    played(simulated)
    kinds = [event.note.kind for event in simulated.truth.events]
    cleared = kinds.index("clear")
    assert set("".join(simulated.truth.events[cleared].rows)) == {".", "*"}
    assert kinds.count("turn") > cleared


@pytest.mark.parametrize("kind", CHEATS)
def test_every_cheat_shows_on_the_board_and_is_put_right(kind):
    simulated = table(seed=9, cheats=0.6, cheat_kinds=(kind,), fps=4.0, size=(160, 120), quick=0.4, games=1)
    played(simulated, seconds=40)
    events = simulated.truth.events
    faults = [n for n, event in enumerate(events) if event.note.kind == "fault"]
    assert faults
    before = ("*........*", *[".........."] * 8, "*........*")
    for n, event in enumerate(events):
        if event.note.kind == "fault":
            assert event.note.code == kind
            changed = {s for s, (a, b) in enumerate(zip("".join(before), "".join(event.rows), strict=True)) if a != b}
            if kind == "between-spaces":
                assert changed == set()
                assert simulated.truth[event.settled_frame].between == event.note.spaces[:1]
            else:
                assert changed == set(event.note.spaces)
            if n + 1 < len(events):
                mended = events[n + 1]
                assert mended.note.kind == "fix"
                assert mended.settled_frame - event.settled_frame > 2
                if kind != "two-chips":
                    assert mended.rows == before
        before = event.rows


def test_a_cheat_may_be_let_stand_and_play_goes_on():
    simulated = table(seed=9, cheats=0.5, cheat_kinds=("chip-taken",), stands=1.0, fps=4.0, size=(160, 120), quick=0.4)
    played(simulated, seconds=60)
    events = simulated.truth.events
    stood = next(n for n, event in enumerate(events) if event.note.kind == "stands")
    assert events[stood - 1].note.kind == "fault"
    assert events[stood].rows == events[stood - 1].rows
    counted = [event.note for event in events if event.note.kind in ("turn", "stands")]
    assert [note.turn for note in counted] == list(range(1, len(counted) + 1))
    assert [note.seat for note in counted] == [n % 2 for n in range(len(counted))]
    assert counted[-1].turn > events[stood].note.turn


# What the frames show


@pytest.mark.parametrize("style", STYLES)
@cases("orientation", range(4), quick=1)
def test_every_board_lies_wholly_in_the_picture(style, orientation):
    simulated = table(seed=3 + orientation, style=style, orientation=orientation)
    corners = simulated.nodes.reshape(-1, 2)
    assert corners.min() > 4
    assert (corners < np.array(SMALL) - 4).all()
    across = simulated.nodes[0, -1] - simulated.nodes[0, 0]
    assert np.argmax(np.abs(across)) == orientation % 2
    assert (across[orientation % 2] > 0) == (orientation in (0, 1))


def test_a_hand_comes_hides_spaces_and_goes():
    simulated = table(seed=2)
    with simulated:
        now = next(frame.index for frame in simulated.frames() if simulated.truth.events)
    event = simulated.truth.events[0]
    first, last = event.hand_frames
    space = event.note.spaces[0]
    assert 4 <= last - first <= 14
    assert event.settled_frame == last + 1 == now
    hidden = [simulated.truth[index].hidden[space] for index in range(first, last + 1)]
    assert max(hidden) > 0.3
    letters = [simulated.truth[index].letters[space] for index in range(first, last + 2)]
    change = letters.index(event.note.team)
    assert 0 < change < len(letters) - 1
    assert "".join(letters) == "." * change + event.note.team * (len(letters) - change)


def test_the_hand_covers_what_the_truth_says_it_covers():
    simulated = table(seed=2, size=(640, 480))
    with simulated:
        frames = {frame.index: frame for frame in itertools.islice(simulated.frames(), 30)}
    index = max(frames, key=lambda n: sum(simulated.truth[n].hidden))
    empty = frames[0].picture.astype(int)
    difference = np.abs(frames[index].picture - empty).max(axis=2)
    points = np.round(samples(simulated.scene).mean(axis=1)).astype(int)
    hidden = np.array(simulated.truth[index].hidden)
    assert (hidden > 0.7).sum() >= 2
    assert (hidden == 0).sum() >= 40
    changed = np.array([difference[v - 3 : v + 4, u - 3 : u + 4].mean() for u, v in points])
    assert changed[hidden > 0.7].min() > 3 * np.median(changed[hidden == 0])


def test_played_cards_pile_up_beside_the_board_and_never_on_it():
    simulated = table(seed=5, size=(640, 480), tilt=4)
    start = simulated.scene.still.copy()
    outline = np.array([simulated.nodes[at] for at in ((0, 0), (0, -1), (-1, -1), (-1, 0))])
    board = cv2.fillPoly(np.zeros(start.shape[:2], np.uint8), [outline.round().astype(np.int32)], 1) > 0
    for seat, card in enumerate(("7H", "QS", "JD", "2C")):
        simulated.scene.discard(seat, card)
    changed = (np.abs(simulated.scene.still.astype(int) - start) > 12).any(axis=2)
    assert changed.sum() > 1000
    assert not (changed & board).any()
    simulated.scene.clear_cards()
    assert np.array_equal(simulated.scene.still, start)


def test_calibration_pictures_come_from_the_same_camera_and_leave_the_game_alone():
    simulated = table(seed=5)
    empty, colors = simulated.empty_picture(), simulated.colors_picture()
    assert empty.shape == colors.shape == (240, 320, 3)
    assert simulated.color_chips == {"blue": "d5", "green": "f5"}
    changed = np.abs(empty.astype(int) - colors).max(axis=2) > 40
    for name in simulated.color_chips.values():
        x, y = simulated.nodes[int(name[1:]) - 1 : int(name[1:]) + 1, ord(name[0]) - 97 : ord(name[0]) - 95].mean(
            (0, 1)
        )
        assert (
            changed[round(float(y)) - 2 : round(float(y)) + 3, round(float(x)) - 2 : round(float(x)) + 3].mean() > 0.5
        )
    assert changed.mean() < 0.02
    played(simulated, seconds=8)
    lying = dict(simulated.scene.laid)
    simulated.empty_picture()
    assert simulated.scene.laid == lying


# Troubles


def after(kind, at=4.0, seconds=2.0, until=5.0):
    """A table that this befalls, how far each corner of the board went in spaces, and what the camera saw."""
    simulated = table(seed=5, troubles=(Trouble(kind, at, seconds),))
    before = simulated.nodes
    with simulated:
        frames = [frame.picture for frame in itertools.islice(simulated.frames(), round(until * 5))]
    went = np.linalg.norm(simulated.nodes - before, axis=2) / np.linalg.norm(before[0, 1] - before[0, 0])
    return simulated, went, frames


def test_what_befalls_a_table_is_seen_by_its_camera():
    for bump in ("nudge", "shift"):
        assert 0.05 < after(bump)[1].max() < 2
    turned = after("turned")[0].nodes
    assert np.linalg.norm(turned[0, 0] - table(seed=5).nodes[-1, -1]) < 40
    levels = [float(picture.mean()) for picture in after("lamp-off", until=8.0)[2]]
    assert levels[20] < levels[18] - 3
    assert levels[-1] > levels[20], "exposure makes up for most"
    assert after("black")[2][21].max() == 0
    frozen = after("frozen")[2]
    assert np.array_equal(frozen[21], frozen[22])
    assert not np.array_equal(frozen[18], frozen[19])
    leant = after("lean", at=0.0, seconds=6.0, until=12.0)[0]
    assert sum(bool(leant.truth[frame].hand) for frame in range(60)) > 30
    with pytest.raises(CameraError):
        after("gone")
