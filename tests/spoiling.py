"""Content as disks, hands and strangers spoil it: bytes changed, pieces cut out, put in, swapped, odd words."""

PLAIN = ("flip", "byte", "cut", "insert", "swap", "double", "shorten", "lengthen")
KINDS = (*PLAIN, "odd", "odd", "number", "lines")
ODD = (
    b"\x00", b"\xff\xfe", b"[[[[" * 500, b"{" * 3000, b'{"a":' * 40, b'"', b"\n", b"\r", b";", b"=", b"~", b"-", b"[",
    b"]", b"{", b"\\ud800", b"9" * 400, b"1e999", b"null", b" 7H@d6 ", b" JS-e5 ", b" ?@e5 ", b" x9C ", b" pass ",
    b" =b2-f6 ", b" nodraw ", b" shuffle ", b" talk:blue ", b" !locked ", b" 1. ",
)  # fmt: skip
NUMBERS = (b"nan", b"inf", b"-1", b"1e999", b"9" * 400, b"1e308", b"0", b"true", b"[]", b'"x"')


def changed(content, kind, chance):
    """Another content than this, of which at least a byte is there."""
    piece = bytearray(content)
    start, end = sorted((chance.randrange(len(content)), chance.randrange(len(content) + 1)))
    digits = [at for at, byte in enumerate(content[:20_000]) if 48 <= byte <= 57]
    if kind == "flip":
        piece[start] ^= 1 << chance.randrange(8)
    elif kind == "byte":
        piece[start] = chance.randrange(256)
    elif kind == "cut":
        del piece[start : min(end, start + chance.choice((4, 50, 200)))]
    elif kind == "insert":
        piece[start:start] = chance.randbytes(chance.randint(1, 9))
    elif kind == "swap":
        width = max(1, min(60, (end - start) // 2))
        piece[start : start + width], piece[end - width : end] = piece[end - width : end], piece[start : start + width]
    elif kind == "double":
        piece[end:end] = piece[start:end]
    elif kind == "shorten":
        del piece[end:]
    elif kind == "number" and digits:
        at = chance.choice(digits)
        piece[at : at + 1] = chance.choice(NUMBERS)
    elif kind == "lines" and content.count(b"\n") > 1:
        lines = content.split(b"\n")
        chance.shuffle(lines)
        piece[:] = b"\n".join(lines)
    elif kind == "lengthen":
        piece += chance.randbytes(chance.randint(1, 9))
    else:
        piece[end:end] = chance.choice(ODD)
    return bytes(piece) if piece != content else changed(content, "byte", chance)


def spoilt(content, chance, kinds=KINDS):
    """What may be left of it after some harm."""
    for _ in range(chance.choice((1, 1, 2, 5, 10))):
        content = changed(content or b" ", chance.choice(kinds), chance)
    return content


def spoil(file, chance):
    """Spoil a file."""
    file.write_bytes(spoilt(file.read_bytes(), chance))
