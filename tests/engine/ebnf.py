"""A grammar in EBNF, read from its text: random sentences of it, and whether a sentence is one of it."""

import re

Node = tuple
"""("word", text), ("name", name), ("seq", nodes), ("alt", nodes), ("many", node) or ("maybe", node)."""

_TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|[A-Za-z]+|[=,;|(){}\[\]]")


class Grammar:
    """Productions by name; names without one are terminals, given by the user."""

    def __init__(self, text):
        words = _TOKEN.findall(re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL))
        self.rules = {}
        at = 0
        while at < len(words):
            assert words[at + 1] == "=", words[at]
            self.rules[words[at]], at = self._alternatives(words, at + 2)
            assert words[at] == ";", words[at]
            at += 1

    def _alternatives(self, words, at):
        found, at = [], at - 1
        while True:
            node, at = self._row(words, at + 1)
            found.append(node)
            if words[at] != "|":
                return (found[0] if len(found) == 1 else ("alt", tuple(found))), at

    def _row(self, words, at):
        found, at = [], at - 1
        while True:
            node, at = self._one(words, at + 1)
            found.append(node)
            if words[at] != ",":
                return (found[0] if len(found) == 1 else ("seq", tuple(found))), at

    def _one(self, words, at):
        word = words[at]
        if word in "({[":
            node, end = self._alternatives(words, at + 1)
            return {"(": node, "{": ("many", node), "[": ("maybe", node)}[word], end + 1
        if word[0] in "\"'":
            return ("word", word[1:-1]), at + 1
        return ("name", word), at + 1

    @property
    def terminals(self):
        """Names that are used and have no production."""
        used = set()

        def look(node):
            if node[0] == "name":
                used.add(node[1])
            elif node[0] != "word":
                for child in node[1] if node[0] in ("seq", "alt") else (node[1],):
                    look(child)

        for node in self.rules.values():
            look(node)
        return used - set(self.rules)

    def sentence(self, start, random, terminal):
        """A random sentence as its words; `terminal` gives the text of a name, None to follow its production."""

        def make(node):
            kind, what = node
            if kind == "word":
                return [what]
            if kind == "name":
                text = terminal(what)
                return make(self.rules[what]) if text is None else [text]
            if kind == "seq":
                return [word for child in what for word in make(child)]
            if kind == "alt":
                return make(random.choice(what))
            if kind == "maybe":
                return make(what) if random.random() < 0.5 else []
            return [word for _ in range(random.choice((0, 0, 1, 2, 4))) for word in make(what)]

        return make(("name", start))

    def matches(self, start, text, terminals):
        """Whether the text is a sentence; blanks may stand between any two words."""

        def ends(node, at):
            kind, what = node
            if kind == "word":
                if text.startswith(what, at):
                    yield at + len(what)
            elif kind == "name" and what in terminals:
                found = terminals[what].match(text, at)
                if found:
                    yield found.end()
            elif kind == "name":
                yield from ends(self.rules[what], at)
            elif kind == "alt":
                for child in what:
                    yield from ends(child, at)
            elif kind == "seq":
                yield from in_row(what, at)
            elif kind == "maybe":
                yield from ends(what, at)
                yield at
            else:
                for end in ends(what, at):
                    if end > at:
                        yield from ends(node, skip(end))
                yield at

        def in_row(nodes, at):
            if not nodes:
                yield at
                return
            for end in ends(nodes[0], at):
                yield from in_row(nodes[1:], end if nodes[1:] and nodes[1][0] == "none" else skip(end))

        def skip(at):
            while at < len(text) and text[at].isspace():
                at += 1
            return at

        return any(skip(end) == len(text) for end in ends(("name", start), skip(0)))
