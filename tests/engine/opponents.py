"""The coach as a player, which only tests and benches sit at a table."""

from engine.analysis.coach import CANDIDATES, SAMPLES, advise
from engine.rules.legality import Turn


def coach(candidates=CANDIDATES, samples=SAMPLES):
    """The coach as a player, for matches against the sparring players of `players`."""

    def choose(game, position, hand, random):
        advice = advise(game, position, hand, random, candidates=candidates, samples=samples)
        return advice[0].turn if advice else Turn("pass")

    return choose
