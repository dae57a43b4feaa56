"""Records as other programs would write them, clean and with one fault each, against the model's verdict."""

import re
from random import Random

from engine.rules import legality as rules
from referee.commands.records import check_games
from tests.engine.duel import TABLES, Duel
from tests.often import by_turns, cases

LONGEST = 140


def name(cell):
    return "abcdefghijklmnop"[cell[0] - 1] + str(cell[1])


def words(move, marks):
    """The tokens of a turn, written here without the engine's writer."""
    found = []
    for number, card in enumerate(move.dead, 1):
        found.append(f"x{card}")
        if number in move.shuffles:
            found.append("shuffle")
    if move.action == "pass":
        found.append("pass")
    else:
        found.append(f"{move.card or '?'}{'@' if move.action == 'place' else '-'}{name(move.cell)}")
    if len(move.dead) + 1 in move.shuffles:
        found.append("shuffle")
    found += [f"={name(first)}-{name(last)}" for first, last in move.claims]
    found += ["nodraw"] if move.no_draw else []
    return found + [f"!{code}" for code in marks]


def written(duel, faulty_at, stands):
    """A whole game as text, with a fault at one turn, and the problems of that turn. The model plays along."""
    random, model = duel.random, duel.model
    text = [f'[Edition "{duel.edition}"]', f'[Seats "{" ".join(model.teams)}"]']
    text += [f'[Board "{duel.game.layout.name}"]'] * (duel.edition == "kids" or random.random() < 0.5)
    text += [f'[Rules "{duel.switches}"]'] if duel.switches else []
    text += [""]
    line = []
    found = []
    for number in range(LONGEST):
        if number % len(model.teams) == 0:
            text.append(" ".join(line))
            line = [f"{number // len(model.teams) + 1}."]
        move = duel.dealt_move()
        if number >= faulty_at:
            for _ in range(30):
                bad = duel.spoilt(move)
                found = model.judge(bad)
                if found:
                    line += [*words(bad, []), "{and so on}", "pass"]
                    break
        elif model.judge(move):
            break  # an earlier wrong turn made the deal impossible, or the game is won
        if found:
            break
        marks = []
        if random.random() < stands:
            odd = duel.spoilt(move)
            marks = model.judge(odd)
            move = odd if marks else move
        line += words(move, marks)
        duel.play(move)
        if random.random() < 0.02:
            line.append("shuffle")
            duel.position = rules.shuffle(duel.game, duel.position)
            model.shuffle()
        if model.winner and number >= 3 and faulty_at == LONGEST:
            break
    return "\n".join([*text, " ".join(line)]) + "\n", found


REMARKS = ["{well}", "{}", "{over\ntwo lines}", "{1. pass}", '{[Edition "kids"]}', "{Åsa: ×9♣?}"]


def dressed(text, random):
    """The same record as another hand would write it: tags in any order, remarks, blanks, line ends."""
    head, _, body = text.partition("\n\n")
    tags, tokens = head.splitlines(), re.findall(r"\{[^}]*\}|[^\s{}]+", body)
    random.shuffle(tags)
    for parts in (tags, tokens):
        for _ in range(random.choice((0, 0, 1, 4))):
            parts.insert(random.randrange(len(parts) + 1), random.choice(REMARKS))
    blanks = random.choice((["\n"], [" "], [" ", "\n", "\n\n", "\t", " \n "]))
    lines = [f"{tag}{random.choice(('', ' '))}\n{random.choice(('', '', chr(10)))}" for tag in tags]
    found = "".join(lines) + "\n" + "".join(token + random.choice(blanks) for token in tokens)
    return random.choice(("", "\ufeff")) + found.replace("\n", random.choice(("\n", "\r\n")))


@cases(("number", "seed"), by_turns(len(TABLES), 3, 2), quick=len(TABLES) // 3)
def test_a_record_gets_the_verdict_of_the_model(number, seed, tmp_path):
    table = TABLES[number]
    chance = Random(f"{table}{seed}")
    duel = Duel(*table, seed=chance.randrange(10**6))
    text, found = written(duel, chance.choice((LONGEST, chance.randrange(100))), chance.choice((0, 0.05)))
    file = tmp_path / "game.sgn"
    file.write_text(dressed(text, chance), "utf-8", newline="")
    report, model = check_games(file)[0], duel.model
    made = sorted((turn, team, sorted(map(name, cells))) for team, cells, turn in model.made)
    assert report.get("problems", []) == found, text
    assert report["ok"] == (not found)
    assert report["turns"] == model.played
    assert report.get("problem_turn", model.played + 1) == model.played + 1
    assert report["winner"] == model.winner
    assert report["position"] == model.rows()
    assert sorted((turn, team, spaces) for team, spaces, turn in report["sequences"]) == made
