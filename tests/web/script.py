"""Games made up for the tests of the page: events as the arbiter announces them, with no referee behind them."""

from engine import events as e

START = ("*........*", *("." * 10 for _ in range(8)), "*........*")
LETTERS = {"blue": "b", "green": "g", "red": "r"}


class Script:
    """Writes the events of a game turn by turn and keeps the board that goes with them."""

    def __init__(self, seats=("blue:North", "green:East"), layout="classic", edition="classic", rows=START):
        self.seats, self.rows = tuple(seats), [list(row) for row in rows]
        self.turn, self.flipped = 0, []
        self.events = [e.GameStarted(edition=edition, layout=layout, seats=self.seats)]

    def where(self, space):
        return int(space[1:]) - 1, ord(space[0]) - ord("a")

    def put(self, space, letter):
        row, column = self.where(space)
        self.rows[row][column] = letter

    def say(self, *events):
        self.events += events
        return self

    def position(self, hidden=()):
        return e.PositionSettled(
            position=tuple("".join(row) for row in self.rows),
            flipped=tuple(self.flipped),
            hidden=tuple(hidden),
            to_move=self.turn % len(self.seats),
        )

    def play(self, space, card=None, *, remove=False, **more):
        seat = self.turn % len(self.seats)
        team = self.seats[seat].split(":")[0]
        self.turn += 1
        self.put(space, "." if remove else LETTERS[team])
        turn = e.TurnPlayed(
            at=float(self.turn),
            turn=self.turn,
            seat=seat,
            team=team,
            action="remove" if remove else "place",
            space=space,
            card=card,
            **more,
        )
        return self.say(turn, self.position())

    def sequence(self, team, *spaces, flip=False):
        for space in spaces:
            row, column = self.where(space)
            if self.rows[row][column] != "*":
                self.rows[row][column] = LETTERS[team].upper()
                if flip:
                    self.flipped.append(space)
        return self.say(e.SequenceMade(team=team, spaces=spaces, turn=self.turn), self.position())

    def fault(self, code="out-of-turn", spaces=("e4",), team="green"):
        return self.say(
            e.FaultFound(
                code=code,
                problems=(code,),
                spaces=tuple(spaces),
                team=team,
                turn=self.turn + 1,
                number=1,
                changes=tuple(f"{space}:.{LETTERS[team]}" for space in spaces),
            )
        )

    def __iter__(self):
        return iter(self.events)


def turn_at(at, number):
    """That turn of a game of two, with nothing of its board."""
    team = ("blue", "green")[(number - 1) % 2]
    return e.TurnPlayed(at=at, turn=number, seat=(number - 1) % 2, team=team, action="place", space=f"d{number}")


def opening():
    """A few turns each, with a card seen, a card guessed, and a removal."""
    game = Script()
    game.play("d4", cards=("2C", "JC", "JD"))
    game.play("g6", "KH").play("e5").play("f7").play("f6").play("c8")
    game.play("c8", "JS", remove=True).play("h4", "9D").play("c3")
    return game


def long_game():
    """Both teams well on, one sequence made with its chips turned to the white side."""
    game = Script()
    turns = "b2 j5 c3 j6 d4 i6 e5 h6 h2 g6 c7 d8 f6"
    for space in turns.split():
        game.play(space, cards=("JC", "JD") if space == "h6" else ())
    game.sequence("blue", "b2", "c3", "d4", "e5", "f6", flip=True)
    for space in ["f8", "b8", "e8", "d7", "c8", "h9", "b7", "g2", "i3", "c5"]:
        game.play(space)
    game.play("h9", "JH", remove=True, dead=("9C",))
    return game
