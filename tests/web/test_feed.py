"""The hub: numbered updates, late joiners, phones that return."""

import json
import threading

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as e
from engine.saying import saying
from tests.web.phones import lay_over
from tests.web.script import Script, opening
from tests.web.show import stages
from web.feed import REMEMBERED, Feed


def catch_up(held, updates):
    for update in updates:
        content = json.loads(update.data)
        held = content["state"] if "state" in content else lay_over(held, content)
    return held


def as_json(feed):
    return json.loads(feed.whole().data)["state"]


SAID = (
    e.QuestionClosed(number=1, answer="b8-f8", why="time"),
    e.Question(about="doubt", options=("yes", "no"), default="no", spaces=("e4",), team="green", number=2),
    e.QuestionClosed(number=2, answer="no", why="time"),
    e.CallMade(call={"input": "undo"}, who="Ann", message=saying("last-turn-undone")),
    e.TurnUndone(turn=3, reason=saying("undone")),
    e.CameraLost(reason=saying("camera-gone", camera="usb:0")),
    e.CameraLost(reason="A sentence of an older record."),
    e.ViewBlocked(reason=saying("covered")),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([*SAID, *(event for game in stages().values() for event in game)]), max_size=30))
def test_phones_of_each_language_have_its_words_in_whatever_order_things_happen(happened):
    feed, held = Feed(), {"en": ({}, ""), "sv": ({}, "")}
    for event in happened:
        feed.hear((event,))
        for language, (state, last_id) in held.items():
            missed = feed.since(last_id, language)
            assert not last_id or all(b'"state"' not in update.data for update in missed), "only what it missed"
            held[language] = catch_up(state, missed), missed[-1].id if missed else last_id
            assert held[language][0] == json.loads(feed.whole(language).data)["state"]


def test_a_phone_that_was_away_for_long_gets_the_whole_state():
    feed = Feed()
    feed.hear((Script().events[0],))
    last_id = feed.whole().id
    for number in range(REMEMBERED + 1):
        feed.tell(eye={"focus": number})
    (update,) = feed.since(last_id)
    assert json.loads(update.data)["state"] == as_json(feed)


def test_a_late_joiner_and_a_phone_from_before_a_restart_get_the_whole_state_at_once():
    before, feed = Feed(), Feed(events=opening())
    before.hear((opening().events[0],))
    for strange in ("", before.whole().id, "nonsense", "-1", "x-99999999999999999999", "x-٣"):
        (update,) = feed.since(strange)
        assert json.loads(update.data)["state"]["last"]["space"] == "c3"


def test_updates_are_numbered_one_by_one_and_nothing_is_sent_when_nothing_changed():
    feed = Feed()
    for event in opening():
        feed.hear((event,))
    number, last_id = feed.number, feed.whole().id
    feed.hear((e.ViewClear(),))
    feed.tell(hidden=[])
    assert feed.number == number
    feed.tell(hidden=["a2"])
    assert feed.number == number + 1
    assert json.loads(feed.since(last_id)[0].data)["set"] == {"hidden": ["a2"]}


def test_who_waits_is_woken_by_the_next_event_and_by_the_end():
    feed = Feed()
    got = []
    waiting = threading.Thread(target=lambda last: got.extend(feed.wait(last, 30)), args=(feed.whole().id,))
    waiting.start()
    feed.hear((Script().events[0],))
    waiting.join(60)
    assert len(got) == 1
    waiting = threading.Thread(target=feed.wait, args=(feed.whole().id, 30))
    waiting.start()
    feed.close()
    waiting.join(60)
    assert not waiting.is_alive()


def test_many_who_publish_and_many_who_follow_all_end_with_the_same_state():
    feed = Feed(events=Script().events)
    ends = []

    def follow():
        held, last_id = {}, ""
        while not feed.closed or last_id != feed.whole().id:
            updates = feed.wait(last_id, 5) if last_id else feed.since("")
            held = catch_up(held, updates)
            last_id = updates[-1].id if updates else last_id
        ends.append(held)

    def publish(column):
        for row in range(1, 11):
            feed.tell(hidden=[f"{column}{row}"])

    phones = [threading.Thread(target=follow) for _ in range(8)]
    tellers = [threading.Thread(target=publish, args=(column,)) for column in "abcd"]
    for thread in phones + tellers:
        thread.start()
    for thread in tellers:
        thread.join(60)
    feed.close()
    for thread in phones:
        thread.join(60)
    assert ends == [as_json(feed)] * 8


def test_what_happened_at_one_moment_is_one_update():
    feed = Feed(events=Script().events)
    feed.hear(Script().play("d4").events[1:])
    assert feed.number == 1
    assert feed.state["last"]["space"] == "d4"
    assert feed.state["position"][3][3] == "b"
