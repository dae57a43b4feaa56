"""A row of a bench: its value with its unit, the goal, and whether that is reached."""


def figure(value, unit="", goal="", reached=None):
    """One row; without a goal nobody judges it."""
    value = round(float(value), 4) if isinstance(value, float) else value
    return {"value": value, "unit": unit, "goal": goal, "reached": reached if reached is None else bool(reached)}


def at_most(value, most, unit=""):
    """A row whose value must not exceed a bound."""
    return figure(value, unit, f"<= {most:g}", value <= most)


def at_least(value, least, unit=""):
    """A row whose value must reach a bound."""
    return figure(value, unit, f">= {least:g}", value >= least)


def exactly(value, wanted, unit=""):
    """A row whose value must be that, to the last one."""
    return figure(value, unit, f"{wanted}", value == wanted)
