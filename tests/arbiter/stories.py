"""Stories of a table: in each line what happens, and behind `>` what is told meanwhile, all else being nothing. `b e4`,
`g -e4`: a turn. `e4=b c3=. x9`: a hand that changes spaces, and looks after it. `look 9`. `under e4 e5 x9`: looks at a
hand over spaces, or `all`; `graze e4 x3`: over parts of them. `lies e4=b`: it lies so from now on. `misread e4=b f4
x9`: looks that see what is not so, with a hand over the others; `guess e4 . f4 x9`: at a space that is a guess. `blind
upset x9`: what the eye says instead. `moved x1`, `light x1`: it says that the board was moved, that the light changed.
`lost unplugged`, `back`: the camera. `line e4 f4 b`: a chip comes to lie on the line between two spaces; `home`: on
none. `white b2 c2` and `black`: sides that are turned up. `end`: of a recording; `restart`: of the program. `gone 4`:
seconds without pictures. `card 1 9S 0.6 6S 0.4`: seen on pile 1, `?` what nobody can read; spaces may be called by
their cards, `3C=b 3C'=g`. `doubtful c3=b . 0.5 x9`: a hand, after which the eye will not swear to the space; `unsure c3
b 0.7`: nor to this, so likely this; `sure`: to all of them again. `answer 6S` and other calls: `none` says that the
last turn was none, `none 2` that turn 2 was, `correct 2 d9` that its chip lies there, `was 6S 2` which card it was,
`five c2 g2` which five count, `cannot` that the seat cannot play; `unsay` takes a call back. `given ...`: what was
before and is not told of here. `seats`, `rules`, `on_fault`, `fps` (looks a second) and `unbegun` (before anything was
seen) come first. A line that begins with `>` goes on with what is told; a turn that the eye would not swear to has a
`?`.
"""

import re

from engine import calls, events
from engine.arbiter import Arbiter
from engine.observation import Between, CardSeen, SourceBack, SourceEnded, SourceLost
from engine.records.replay import replay
from engine.records.twin import record_of
from tests.arbiter.carding import SURE
from tests.arbiter.harness import Harness

HOW = ("lying", "same", "gone")
CALLS = {
    "stands": (calls.Stands,),
    "none": (calls.NotATurn, "turn"),
    "was": (calls.CardWas, "card", "turn"),
    "correct": (calls.CorrectTurn, "turn", "space"),
    "pause": (calls.Pause,),
    "resume": (calls.Resume,),
    "agreed": (calls.DrawAgreed,),
    "cannot": (calls.CannotPlay,),
    "position": (calls.PositionIs,),
    "unsay": (calls.UndoCall,),
    "undo": (calls.Undo, "turns"),
    "left": (calls.PlayerLeft, "seat"),
    "resign": (calls.Resign, "team"),
}


def homes(harness, words):
    """The words, spaces that are called by their card by their names: `3C`, and `3C'` the other one."""

    def home(word):
        card, other = word.removesuffix("'"), word.endswith("'")
        found = [space for space, printed in enumerate(harness.game.layout.cards) if printed == card]
        return harness.game.layout.name_of(found[other]) if found else word

    return ["=".join(map(home, word.split("="))) for word in words]


def card_seen(harness, pile, card, *more):
    """A card is seen on a pile, with its chance and others with theirs; or that it was lying there, or is gone."""
    chances = [float(one) if "." in one else one for one in (card, *more) if one not in ("?", *HOW)]
    chances = [*chances, SURE] if len(chances) == 1 else chances
    pairs = tuple(zip(chances[::2], chances[1::2], strict=True))
    how = {word: True for word in (card, *more) if word in HOW}
    harness.give(CardSeen(at=harness.at, pile=int(pile), chances=pairs, **how))


def act(harness, step):
    """Let a step happen."""
    kind, *words = step.split() if step.split()[0] in ("card", "was") else homes(harness, step.split())
    times = int(words.pop()[1:]) if words and words[-1][0] == "x" else 5
    if kind == "look":
        harness.look(int(words[0]))
    elif kind == "under":
        every = map(harness.game.layout.name_of, range(100))
        harness.look(times, hidden=" ".join(every if words == ["all"] else words))
    elif kind == "graze":
        harness.look(times, grazed=tuple(map(harness.space, words)))
    elif kind == "misread":
        seen = [[word for word in words if ("=" in word) == wrong] for wrong in (False, True)]
        harness.look(times, hidden=" ".join(seen[0]), wrong=" ".join(seen[1]))
    elif kind == "guess":
        for _ in range(times):
            harness.doubt(*words[:2], hidden=" ".join(words[2:]))
    elif kind == "blind":
        harness.blind(words[0], times)
    elif kind == "lies":
        for name, letter in (word.split("=") for word in words):
            harness.board[harness.space(name)] = letter
    elif kind == "line":
        *spaces, team = words
        harness.look(3, hidden=" ".join(spaces))
        harness.between = (Between(tuple(map(harness.space, spaces)), team),)
        harness.look(8, wrong=" ".join(f"{name}=?" for name in spaces))
    elif kind == "home":
        harness.between = ()
    elif kind == "white":
        harness.flip(" ".join(words))
    elif kind == "black":
        harness.look(2, hidden=" ".join(map(harness.game.layout.name_of, harness.flipped)))
        harness.flipped.clear()
        harness.look(8)
    elif kind == "card":
        card_seen(harness, *words)
    elif kind == "answer":
        answer = step.split()[1]
        asked = next(one for one in reversed(harness.all(events.Question)) if answer in one.options)
        harness.say(calls.Answer, answer=answer, question=asked.number)
    elif kind == "five":
        harness.say(calls.WhichFive, spaces=tuple(words))
    elif kind in CALLS:
        call, *fields = CALLS[kind]
        said = [int(word) if word.isdigit() else word for word in words]
        harness.say(call, **dict(zip(fields, said, strict=False)))
    elif kind == "doubtful":
        change, guess, sure = words
        harness.hand_and_doubt(change, guess, float(sure), then=times)
    elif kind == "unsure":
        name, guess, sure = words
        harness.doubts[name] = (guess, float(sure))
    elif kind == "sure":
        harness.doubts.clear()
    elif kind == "gone":
        harness.at += float(words[0])
    elif kind == "restart":
        harness.arbiter = Arbiter.resume(harness.game, harness.told)
    elif kind in ("moved", "light"):
        harness.look(times, **{{"moved": "moved", "light": "light_changed"}[kind]: True})
    elif kind in ("lost", "back"):
        at = {"at": harness.at}
        harness.give(SourceBack(**at) if kind == "back" else SourceLost(**at, reason=words[0]))
    elif kind == "end":
        harness.give(SourceEnded(at=harness.at))
    elif "=" in kind:
        harness.hand(" ".join((kind, *words)), then=times)
    else:
        harness.play(step)


def told_of(event):
    """An event in a few words; none where it is no part of a story."""
    match event:
        case events.GameStarted():
            return "the game begins"
        case events.TurnPlayed():
            with_card = f" with {' '.join((*event.dead, event.card))}" if event.card_seen else ""
            wrong = f" !{event.irregular}" if event.irregular else ""
            return f"{event.team} {event.action} {event.space}{with_card}{wrong}{' ?' * event.doubted}"
        case events.TurnCorrected():
            wrong = f" !{event.irregular}" if event.irregular else ""
            return f"turn {event.turn}: {event.team} {event.action} {event.space} with {event.card}{wrong}"
        case events.TurnUndone():
            return f"turn {event.turn} undone"
        case events.FaultFound():
            more = [f"({problem})" for problem in event.problems[1:]]
            return " ".join(("fault", event.code, *event.spaces, *([event.card] if event.card else []), *more))
        case events.Question():
            return f"asked {event.about} {' '.join(event.spaces)}: {' or '.join(event.options)}".removesuffix(" ")
        case events.QuestionClosed():
            return f"answered: {event.answer}" + (f" ({event.why})" if event.why != "said" else "")
        case events.CallMade():
            return f"said: {event.message.code}"
        case events.FaultCleared():
            return f"{event.code} {'stands' if event.stands else 'put right'}"
        case events.ChangeStood():
            return f"counts as {event.code}"
        case events.SequenceMade():
            return f"sequence {event.team} {event.spaces[0]}-{event.spaces[-1]}"
        case events.GameResumed() | events.PositionSet():
            return f"assumed: {event.assumed.code}" if event.assumed else "position set"
        case events.ViewBlocked():
            return " ".join(("view:", event.reason.code, *event.spaces))
        case events.CameraLost():
            return f"camera lost: {event.reason}"
        case events.ViewClear() | events.CameraBack() | events.BoardMoved() | events.LightChanged():
            return re.sub("(.)([A-Z])", r"\1 \2", type(event).__name__).lower()
        case events.GameDrawn():
            return "drawn"
        case events.GameWon():
            return f"{event.team} wins"
    return None


def live(story, before=()):
    """Let a story happen, behind these turns unless it says what was before; at its end, where no fault is open and no
    recording broke off, the game lies as the board does, and so does its record."""
    lines, table = re.sub(r"\n\s*> ", "; ", story.strip()).splitlines(), {}
    while (words := lines[0].split())[0] in ("seats", "fps", "rules", "on_fault", "unbegun"):
        word, value = words[0], " ".join(words[1:])
        table |= {"begun": False} if word == "unbegun" else {word: float(value) if word == "fps" else value}
        del lines[0]
    if lines[0].split()[0] != "given":
        lines.insert(0, f"given {', '.join(before)}")
    harness, step = Harness(**table), ""
    for line in lines:
        done, _, told = line.strip().partition(" > ")
        since = len(harness.told)
        for step in filter(None, done.removeprefix("given").split(",")):
            act(harness, step)
        said = "; ".join(filter(None, map(told_of, harness.told[since:])))
        assert done.startswith("given") or said == told, line.strip()
        ledger = harness.arbiter.ledger
        assert (harness.arbiter.state == "disputed") == bool(ledger.faults and ledger.ended is None), line.strip()
    record = record_of(harness.told)
    verdict = replay(record)
    assert verdict.ok, verdict.problems
    settled = harness.all(events.PositionSettled)[-1]
    assert verdict.rows == settled.position
    assert settled.to_move == (None if ledger.ended else ledger.table.seat)
    assert record.result == (ledger.ended or "*")
    if not ledger.faults and not ledger.ended and step.strip() != "end":
        assert ledger.table.letters == "".join(harness.board)
