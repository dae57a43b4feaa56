"""Random command lines: every command and option there is, with sensible words, with odd ones, and with none."""

import click

from referee.command_line import cli

WAITS = frozenset({"--voice"})
"""Options that do something to the machine beside answering."""
ODD = (
    "", " ", "-", "--", "-1", "0", "1", "007", "nan", "inf", "-inf", "1e999", "99999999999999999999", "0x10", "1.5",
    "½", "\udcff", "..", "/", "~", "a" * 300, "😀", "blue", "classic", "e4", "[", "%s", "{0}", "'; DROP TABLE games",
    "\n", "a\tb", "ﬀ", "con", "/dev/null", "/dev/full", "/dev/zero", "/proc/self/mem", "nosuch/file", "game.sgn/x", "*",
    "simulated:", "http://127.0.0.1:9/x",
)  # fmt: skip
SENSIBLE = {
    "--edition": ("classic", "european", "bible", "kids", "editions-kids.toml", "european-es"),
    "--seats": ("blue green", "blue green red", "blue:Ann green:Ben", "green red", "blue blue", "blue"),
    "--rules": ("", "diagonals=no", "sequences_to_win=1", "dead_per_turn=1 advanced_jack=yes", "x=y", "diagonals=nan"),
    "--layout": ("classic", "kids", "checkerboard", "layouts-kids.toml"),
    "--camera": ("film", "simulated:3", "film/empty.jpg", "pi", "7"),
    "--chips": ("blue:d5 green:f5", "blue:e4"),
    "--corners": ("10,10 400,10 400,300 10,300", "0,0 1,1 2,2 3,3", "nan,nan 1,1 2,2 3,3"),
    "--port": ("0",), "--host": ("127.0.0.1",), "--allow-host": ("table.local",), "--fps": ("5", "0.5"),
    "--speed": ("1e6",), "--seed": ("3",), "--evidence": ("0", "5"),
    "--https": ("0",),
    "--dealer": ("Ann",), "--teams": ("2",), "--cheats": ("0.1",),
    "game": ("1", "1", "1", "game.inputs", "2"), "source": ("film", "simulated:3", "empty.jpg"),
    "players": ("Ann", "Ben", "Cy", "Di"), "names": ("classic", "kids", "layouts-kids.toml", "editions-kids.toml"),
    "files": ("game.sgn", "game.sgn", "film", "data/history.sqlite"), "images": ("empty.jpg", "colors.jpg", "film"),
    "file": ("saved.zip", "game.sgn"), "--settings": ("table.toml", "editions-kids.toml"), "--data": ("data", "data2"),
    "--table": ("profile", "profile", "profile2"), "--empty": ("empty.jpg",), "--colors": ("colors.jpg",),
    "-o": ("out", "game.sgn"), "--picture": ("out.png",), "--explain": ("explained",),
    "--sgn": ("again.sgn",),
}  # fmt: skip
SLOW = {"calibrate": 0.1, "read": 0.15, "watch": 0.15, "serve": 0.15, "demo": 0.1, "doctor": 0.05}
"""Commands that look at pictures are tried seldomer: part of the tries they would get."""


def commands():
    """Every command that does something, by its words."""
    found = {}

    def walk(command, words):
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                walk(inner, (*words, name))
        else:
            found[words] = command

    walk(cli, ())
    return found


def line(random, every):
    """One command line."""
    names = list(every)
    name = random.choices(names, [SLOW.get(words[0], 1.0) for words in names])[0]
    words, odd = list(name), random.choice((0.0, 0.0, 0.05, 0.3))
    for parameter in every[name].params:
        words += _words_of(parameter, random, odd)
    if name == ("appliance",):
        words.append(random.choice(("--check", "--example")))  # else it referees until the machine is switched off
    if name == ("demo",):
        words += ["--port", "0"]
    if name == ("serve",) and "--port" not in words:
        words += ["--port", "0"]
    if random.random() < 0.03:
        words.insert(random.randrange(len(words) + 1), random.choice(ODD))
    return words


def _words_of(parameter, random, odd):
    option = isinstance(parameter, click.Option)
    name = parameter.opts[0] if option else parameter.name or ""
    if name in WAITS or (random.random() > (0.97 if parameter.required else 0.35) and name != "--data"):
        return []
    if option and parameter.is_flag:
        return [random.choice(parameter.opts)]
    count = random.randint(1, 3) if parameter.nargs == -1 else 1
    words = []
    for _ in range(count):
        if random.random() < odd:
            words.append(random.choice(ODD))
        elif isinstance(parameter.type, click.Choice):
            words.append(str(random.choice(list(parameter.type.choices))))
        else:
            words.append(random.choice(SENSIBLE.get(name, ("1", "x"))))
    return [name, *words] if option else words
