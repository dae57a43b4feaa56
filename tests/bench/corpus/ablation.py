"""What a rule, a stage or a number is worth: it is taken away, or multiplied, while everything is read again.

A function taken away returns what it was given first, where it is of the kind it returns, and else nothing: an empty
list, no, zero. A module or folder taken away is all of its public functions at once.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import sys
import types
import typing
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

NOTHING: dict[type, object] = {
    list: [], tuple: (), set: set(), frozenset: frozenset(), dict: {}, bool: False, float: 0.0, int: 0, type(None): None
}  # fmt: skip

ROOMS = ("vision.rectify", "vision.normalize", "vision.classify", "vision.decode", "vision.monitor")
"""Where a module is looked for that is named without its room."""


def members(name: str) -> list[str]:
    """What a name below `vision` means: itself, or all public functions of a module or folder."""
    module, rest = _module_of(name)
    if rest:
        return [f"{module.__name__}.{rest}"]
    found: list[str] = []
    for part in _modules(module):
        for key, value in vars(part).items():
            if isinstance(value, types.FunctionType) and value.__module__ == part.__name__ and not key.startswith("_"):
                found.append(f"{part.__name__}.{key}")
    return found


@contextmanager
def taken_away(name: str) -> Iterator[None]:
    """Without what is named, several joined by `+`. Of a module those stay without which nothing goes on."""
    with ExitStack() as stack:
        found = [member for one in name.split("+") for member in members(one)]
        for member in found:
            module, key = _module_of(member)
            idle = _idle(getattr(module, key))
            if idle is not None:
                stack.enter_context(_everywhere(key, getattr(module, key), idle))
            elif len(found) == 1:
                raise ValueError(f"{member} gives back what nothing can stand for: without it nothing goes on")
        yield


@contextmanager
def multiplied(name: str, factor: float) -> Iterator[None]:
    """With a number, or each of several in a tuple, times a factor."""
    module, key = _module_of(name)
    value = getattr(module, key)
    new = _times(value, factor)
    with _everywhere(key, value, new):
        yield


def numbers(name: str) -> list[str]:
    """The named numbers of a module or folder."""
    module, rest = _module_of(name)
    if rest:
        return [f"{module.__name__}.{rest}"]
    return [
        f"{part.__name__}.{key}"
        for part in _modules(module)
        for key in _assigned(part)
        if key.isupper() and _is_number(getattr(part, key))
    ]


def _times(value: object, factor: float) -> object:
    if isinstance(value, tuple):
        return tuple(_times(one, factor) for one in value)
    if isinstance(value, int):
        return max(round(value * factor), 1)
    if isinstance(value, float):
        return value * factor
    raise ValueError(f"{value!r} is no number")


def _is_number(value: object) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(_is_number(one) for one in value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _assigned(module: types.ModuleType) -> list[str]:
    """Names a module gives values to itself."""
    names: list[str] = []
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.Assign):
            names += [
                node.id for target in statement.targets for node in ast.walk(target) if isinstance(node, ast.Name)
            ]
    return names


def _idle(function: Callable[..., object]) -> Callable[..., object] | None:
    """One that does nothing; None where there is none."""
    hints = typing.get_type_hints(function)
    returned = hints.pop("return", type(None))
    takes = list(inspect.signature(function).parameters)
    if takes and hints.get(takes[0]) == returned:
        return lambda *given, **named: given[0] if given else named[takes[0]]
    kind = typing.get_origin(returned) or returned
    if isinstance(kind, types.UnionType) or type(None) in typing.get_args(returned):
        return lambda *given, **named: None
    if kind not in NOTHING:
        return None
    nothing = NOTHING[kind]
    return lambda *given, **named: type(nothing)(nothing) if isinstance(nothing, list | set | dict) else nothing  # type: ignore[call-overload]


@contextmanager
def _everywhere(key: str, old: object, new: object) -> Iterator[None]:
    """In all modules that know it by this name."""
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.split(".")[0] in ("vision", "calibration") and vars(module).get(key) is old:
                stack.enter_context(mock.patch.object(module, key, new))
        yield


def _module_of(name: str) -> tuple[types.ModuleType, str]:
    """The module of a dotted name, and what of it is meant."""
    parts = name.removeprefix("vision.").split(".")
    for room in ("vision", *ROOMS):
        for count in range(len(parts), 0, -1):
            try:
                module = importlib.import_module(".".join([room, *parts[:count]]))
            except ModuleNotFoundError:
                continue
            rest = ".".join(parts[count:])
            if rest and not hasattr(module, rest):
                break
            return module, rest
    raise ValueError(f"There is no {name} in vision")


def _modules(module: types.ModuleType) -> Iterator[types.ModuleType]:
    yield module
    for inner in pkgutil.walk_packages(getattr(module, "__path__", []), f"{module.__name__}."):
        yield importlib.import_module(inner.name)
