"""Films the simulated table: a folder of numbered frames with the truth of every turn beside them.

The form is that of recorded games (frames `00000.jpg`, ..., and `truth.jsonl`: a line for the game, the
start, each turn and the end), so that whatever measures on recordings measures on this too.
"""

import json
from pathlib import Path

import cv2

_KINDS = {"turn": "place", "fault": "place", "fix": "fix", "flip": "flip", "trouble": "disturb"}

QUALITY = 92
"""Of the JPEG files, 0 to 100."""


def film(table, folder, *, seconds=None):
    """Film the table, as fast as it can be drawn; gives the number of frames written.

    Args:
        table: one that is not live and was not played yet.
        folder: where to write; `empty.jpg` and `colors.jpg` go there too, for calibration.
        seconds: how long on the table's clock; none films to the end of its games.

    Raises OSError where the folder cannot be written.
    """
    goal = Path(folder)
    goal.mkdir(parents=True, exist_ok=True)
    _write(goal / "empty.jpg", table.empty_picture())
    _write(goal / "colors.jpg", table.colors_picture())
    header = _header(table)
    count = 0
    open_frames = []
    with table:
        for frame in table.frames():
            if seconds is not None and frame.at >= seconds:
                break
            _write(goal / f"{frame.index:05d}.jpg", frame.picture)
            if not table.truth[frame.index].hand:
                open_frames.append(frame.index)
            count += 1
    lines = [header, *_story(table, open_frames, count)]
    (goal / "truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return count


def _write(path, picture):
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not good:
        raise OSError(f"{path} could not be encoded")
    path.write_bytes(data.tobytes())


def _header(table):
    nodes = table.nodes
    layout = table.layout
    cards = [card or "FREE" for card in layout.cards]
    decor = table.decor
    return {
        "type": "game",
        "name": f"simulated {table.seed}",
        "fps": table.fps,
        "image_size": list(decor.view.size),
        "players": list(table.seats),
        "need_sequences": table.stage.deal.game.need,
        "style": decor.board.name,
        "chips": decor.chips.shades,
        "table": decor.surface,
        "colors": table.color_chips,
        "layout": [cards[k : k + layout.columns] for k in range(0, len(cards), layout.columns)],
        "corners": [nodes[at].round(2).tolist() for at in ((0, 0), (0, -1), (-1, -1), (-1, 0))],
        "grid": nodes.reshape(-1, 2).round(2).tolist(),
    }


def _story(table, open_frames, count):
    columns = table.layout.columns
    before = ["." * columns] * table.layout.rows
    flipped = ()
    lines = []
    events = [event for event in table.truth.events if event.settled_frame < count]
    starts = [event.hand_frames[0] for event in events[1:]] + [count]

    def last_clean(since, until):
        return max((index for index in open_frames if since <= index < until), default=since)

    first = events[0].hand_frames[0] if events else count
    lines.append({"type": "start", "board": before, "flipped": [], "settled_frame": 0,
                  "last_clean_frame": last_clean(0, first)})  # fmt: skip
    for event, until in zip(events, starts, strict=bool(events)):
        board = [row.replace("*", ".") for row in event.rows]
        lines.append(_turn(event, before, flipped, board, columns))
        lines[-1]["last_clean_frame"] = last_clean(event.settled_frame, until)
        before, flipped = board, event.flipped
    lines.append({"type": "end", "frames": count, "board": before, "winner": table.stage.deal.winner})
    return lines


def _turn(event, before, flipped, board, columns):
    note = event.note
    changes = []
    for space in range(columns * len(board)):
        row, column = divmod(space, columns)
        turned = (space in event.flipped) != (space in flipped)
        if before[row][column] != board[row][column] or turned:
            changes.append({"cell": [row, column], "before": before[row][column], "after": board[row][column],
                            "flipped": space in event.flipped})  # fmt: skip
    kind = note.action if note.kind == "turn" and note.action else _KINDS.get(note.kind, note.kind)
    return {
        "type": "turn",
        "n": note.turn,
        "kind": kind,
        "colour": note.team,
        "cell": list(divmod(note.spaces[0], columns)) if note.spaces else None,
        "card": note.card,
        "dead_card": note.dead[0] if note.dead else None,
        "completes": [[list(divmod(space, columns)) for space in five] for five in note.completes],
        "fault": "fix" if note.kind == "fix" else note.code or None,
        "changes": changes,
        "board": board,
        "flipped": [list(divmod(space, columns)) for space in event.flipped],
        "hand_frames": list(event.hand_frames),
        "settled_frame": event.settled_frame,
    }
