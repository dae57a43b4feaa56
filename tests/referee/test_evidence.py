"""What is kept for a ruling, and what goes when there is no room."""

import av
import cv2
import msgspec
import numpy as np
import pytest

from engine import events
from engine.observation import Observation, certain
from referee.evidence.keeper import EDGE, FAULT_SECONDS, SPACE, Cut, Keeper, Ring, quarter_turns, straight_picture
from referee.evidence.store import RESERVE, Store

NODES = np.stack(np.meshgrid(np.linspace(100, 500, 11), np.linspace(50, 450, 11)), axis=-1).astype(np.float32)


def picture(grey):
    return np.full((480, 640, 3), grey, np.uint8)


def observation(at):
    return Observation(at=at, frame=int(at * 5), letters="." * 100, chances=certain("." * 100))


def space_of(name):
    return (int(name[1:]) - 1) * 10 + ord(name[0]) - ord("a")


def keep_film(store, kind, turn):
    """A bundle with a film of a thousand bytes; its folder."""
    place = store.place(1, kind, turn)
    place.mkdir(parents=True)
    (place / "film.mp4").write_bytes(bytes(1000))
    return place


def keep_one_fault(folder, ring=None, free=None):
    store = Store(folder) if free is None else Store(folder, free=lambda _: free)
    keeper = Keeper(store, 1, lambda: NODES, space_of, ring)
    for step in range(100):
        at = step / 5
        keeper.see(picture(20 + step), observation(at))
        if step == 60:
            keeper.hear([events.FaultFound(code="locked", spaces=("c3",), team="blue", turn=7, number=2, at=at)])
    keeper.close()
    return store


def test_a_fault_keeps_pictures_film_and_what_the_eye_said(tmp_path):
    store = keep_one_fault(tmp_path)
    (bundle,) = store.bundles(1)
    assert (bundle.kind, bundle.turn, bundle.folder.name) == ("fault", 7, "fault-0007-2")
    assert bundle.files == ["after.jpg", "before.jpg", "evidence.json", "film.mp4", "straight.jpg"]
    said = msgspec.json.decode((bundle.folder / "evidence.json").read_bytes())
    assert said["eye"]["c3"] == {"letter": ".", "guess": ".", "probability": 1.0}
    after = cv2.imread(str(bundle.folder / "after.jpg"))
    assert after.std() > 1, "the space is marked"


def test_the_film_is_what_phones_play_and_lasts_as_long_as_it_says(tmp_path):
    store = keep_one_fault(tmp_path)
    with av.open(str(store.folder / "1/fault-0007-2/film.mp4")) as container:
        stream = container.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        times = [float(frame.pts * stream.time_base) for frame in container.decode(stream)]
    assert times[-1] - times[0] == pytest.approx(sum(FAULT_SECONDS), abs=0.05)
    head = (store.folder / "1/fault-0007-2/film.mp4").read_bytes()
    assert head.index(b"moov") < head.index(b"mdat"), "a phone can play before all has come"


def test_the_ring_never_outgrows_its_bytes():
    ring = Ring(limit=50_000)
    noise = np.random.default_rng(1).integers(0, 255, (100, 100, 3), np.uint8)
    for step in range(50):
        ring.push(noise, step / 5)
    assert ring.size <= 50_000
    assert ring.between(0, 100)[-1].at == 49 / 5


def test_a_long_game_holds_no_more_film_in_memory_than_a_fault_keeps(tmp_path):
    ring = Ring()
    keep_one_fault(tmp_path, ring)
    kept = ring.between(0, 100)
    assert kept[-1].at - kept[0].at == pytest.approx(sum(FAULT_SECONDS), abs=0.21)
    assert ring.size == sum(len(still.jpeg) for still in kept)


def test_when_room_is_short_legal_turns_go_first_and_faults_last(tmp_path):
    store = Store(tmp_path, budget=2500)
    for kind, turn in (("fault", 1), ("turn", 2), ("stood", 3), ("turn", 4)):
        keep_film(store, kind, turn)
    assert store.keep_within_budget() == 2
    assert [bundle.kind for bundle in store.bundles()] == ["fault", "stood"]


def test_one_turn_more_costs_the_same_however_many_games_are_kept(tmp_path, monkeypatch):
    store = Store(tmp_path, budget=3500)
    looked = []
    every = store.bundles
    monkeypatch.setattr(store, "bundles", lambda: looked.append(1) or every())
    for turn in (1, 2, 3, 4):
        store.keep_within_budget(keep_film(store, "turn", turn))
    assert len(looked) == 2, "at first, and when there was no more room"
    assert [bundle.turn for bundle in every()] == [2, 3, 4]


def test_a_disk_that_is_nearly_full_is_left_to_the_record_of_the_game(tmp_path):
    store = keep_one_fault(tmp_path, free=RESERVE - 1)
    assert list(store.bundles()) == []
    assert not list(tmp_path.rglob("*.jpg"))


def test_evidence_makes_room_when_others_fill_the_disk(tmp_path):
    store = Store(tmp_path, free=lambda _: RESERVE - 1500)
    for turn in (1, 2, 3):
        keep_film(store, "turn", turn)
    assert store.keep_within_budget() == 2
    assert [bundle.turn for bundle in store.bundles()] == [3]


def test_when_a_recording_is_over_the_evidence_of_its_last_turn_is_there(tmp_path):
    store = Store(tmp_path)
    keeper = Keeper(store, 1, lambda: NODES, space_of)
    for step in range(10):
        keeper.see(picture(20 + step), observation(step / 5))
    keeper.hear([events.TurnPlayed(turn=1, seat=0, team="blue", action="place", space="c3", at=1.8)])
    keeper.rest()
    keeper._jobs.join()
    (bundle,) = store.bundles(1)
    assert "film.mp4" in bundle.files
    keeper.close()


def test_a_turn_that_is_told_otherwise_at_once_keeps_the_evidence_of_what_it_is(tmp_path):
    store = Store(tmp_path)
    keeper = Keeper(store, 1, lambda: NODES, space_of)
    for step in range(20):
        keeper.see(picture(20 + step), observation(step / 5))
        if step == 5:
            told = ["c3", "d4"]
            keeper.hear(
                [events.TurnPlayed(turn=1, seat=0, team="blue", action="place", space=one, at=1.0) for one in told]
            )
    keeper.close()
    (bundle,) = store.bundles(1)
    assert msgspec.json.decode((bundle.folder / "evidence.json").read_bytes())["spaces"] == ["d4"]


def a_board_seen(turns):
    """A dark picture in which c1 alone is light, and its mesh, the camera turned by so many quarters."""
    seen = picture(30)
    seen[50:90, 180:220] = 255
    x, y = NODES[..., 0], NODES[..., 1]
    for _ in range(turns):
        seen = np.rot90(seen)
        x, y = y, seen.shape[0] - x
    return np.ascontiguousarray(seen), np.stack([x, y], axis=-1).astype(np.float32)


@pytest.mark.parametrize("turns", range(4))
def test_what_is_kept_lies_the_same_way_up_as_the_board_on_the_page(turns):
    seen, nodes = a_board_seen(turns)
    cut = Cut(nodes.reshape(-1, 2), (seen.shape[1], seen.shape[0]), quarter_turns(nodes))
    kept, mesh = cut(seen), cut.points(nodes.reshape(-1, 2)).reshape(nodes.shape)
    assert (mesh[0, -1] - mesh[0, 0])[0] > 0.9 * kept.shape[1] / 1.2, "row 1 runs from left to right"
    assert (mesh[-1, 0] - mesh[0, 0])[1] > 0.9 * kept.shape[0] / 1.2, "and lies at the top"
    straight = straight_picture(kept, mesh)
    assert straight.shape == (10 * SPACE[1] + 2 * EDGE, 10 * SPACE[0] + 2 * EDGE, 3)
    light = np.argwhere(straight[..., 0] > 200)
    middle = light.mean(axis=0)
    assert middle[0] == pytest.approx(EDGE + 0.5 * SPACE[1], abs=1.5)
    assert middle[1] == pytest.approx(EDGE + 2.5 * SPACE[0], abs=1.5)
