#!/usr/bin/env python3
"""A small bot that speaks the Tetris Bot Protocol, to show how little that takes.

It drops every piece straight down, turned whichever way leaves the lowest top and the fewest holes.
It knows no spins, no hold and no future. Nothing but Python's standard library is needed:

    quintet arena "quintet bot" "python3 examples/lowest_bot.py"
"""

import json
import sys

WIDTH = 10

# The cells of each piece round the one that it turns about, as it faces north.
SHAPES = {
    "I": [(-1, 0), (0, 0), (1, 0), (2, 0)],
    "J": [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    "L": [(-1, 0), (0, 0), (1, 0), (1, 1)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "S": [(-1, 0), (0, 0), (0, 1), (1, 1)],
    "T": [(-1, 0), (0, 0), (1, 0), (0, 1)],
    "Z": [(-1, 1), (0, 1), (0, 0), (1, 0)],
}

TURNS = {
    "north": lambda x, y: (x, y),
    "east": lambda x, y: (y, -x),
    "south": lambda x, y: (-x, -y),
    "west": lambda x, y: (-y, x),
}


def cells(location):
    turn = TURNS[location["orientation"]]
    return [
        (location["x"] + dx, location["y"] + dy)
        for dx, dy in (turn(x, y) for x, y in SHAPES[location["type"]])
    ]


class Board:
    """A set of filled cells, column from the left and row from the bottom."""

    def __init__(self, rows):
        self.filled = {
            (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell is not None
        }


    def place(self, location):
        self.filled.update(cells(location))
        top = max((y for _, y in self.filled), default=-1)
        kept = [
            {x for x in range(WIDTH) if (x, y) in self.filled}
            for y in range(top + 1)
        ]
        kept = [row for row in kept if len(row) < WIDTH]
        self.filled = {(x, y) for y, row in enumerate(kept) for x in row}

    def tops(self):
        tops = [0] * WIDTH
        for x, y in self.filled:
            tops[x] = max(tops[x], y + 1)
        return tops

    def drops(self, piece):
        """Every place that the piece reaches by a straight drop."""
        tops = self.tops()
        for orientation in TURNS:
            for x in range(WIDTH):
                location = {"type": piece, "orientation": orientation, "x": x, "y": 0}
                columns = cells(location)
                if not all(0 <= column < WIDTH for column, _ in columns):
                    continue
                location["y"] = max(tops[column] - low for column, low in columns)
                yield location

    def badness(self, location):
        after = Board([])
        after.filled = set(self.filled)
        after.place(location)
        tops = after.tops()
        holes = sum(tops) - len(after.filled)
        return 20 * holes + sum(top * top for top in tops)


def suggestion(board, queue):
    if not queue:
        return []
    best = sorted(board.drops(queue[0]), key=board.badness)
    return [{"location": location, "spin": "none"} for location in best[:3]]


def main():
    def say(message):
        print(json.dumps(message), flush=True)

    say({"type": "info", "name": "Lowest", "version": "1", "author": "Quintet", "features": []})
    board, queue, hold = Board([]), [], None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "rules":
            say({"type": "ready"})
        elif kind == "start":
            board, queue, hold = Board(message["board"]), list(message["queue"]), message["hold"]
        elif kind == "new_piece":
            queue.append(message["piece"])
        elif kind == "play":
            location = message["move"]["location"]
            board.place(location)
            if queue and queue[0] != location["type"]:
                # Somebody held: the piece in play went aside, and the one aside came, or the next.
                hold, came = queue.pop(0), hold
                if came is None and queue:
                    queue.pop(0)
            elif queue:
                queue.pop(0)
        elif kind == "suggest":
            say({"type": "suggestion", "moves": suggestion(board, queue)})
        elif kind == "quit":
            break


if __name__ == "__main__":
    main()
