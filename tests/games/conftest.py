"""Helpers to read the table of a scenario."""

import pytest


class Look:
    """Reads what people see of a state: ``look(game, array).why_not(0, "r3")``."""

    def __init__(self, game, array):
        self.match = game.start(seats=int(array[0].seats), seed=1).with_position(array)

    def view(self, seat):
        """Returns the view of a seat; None for a spectator."""
        return self.match.view(seat)

    def part(self, seat, name):
        return next(part for part in self.view(seat).parts if part.id == name)

    def piece(self, seat, name):
        return next(piece for piece in self.view(seat).pieces if piece.id == name)

    def pieces(self, seat, zone):
        """Returns the ids of the pieces that a seat sees in a zone."""
        return [piece.id for piece in self.view(seat).pieces if piece.zone == zone]

    def labels(self, seat):
        """Returns the labels of a seat's buttons."""
        return [choice.label for choice in self.match.choices(seat)]

    def prompt(self, seat):
        """Returns the question to a seat, or the seats that it waits for."""
        return self.part(seat, "prompt").sentence

    def why_not(self, seat, piece):
        return self.match.why_not(seat, piece)

    def drawn(self, seat, layout):
        """Returns the parts of a layout, `wide` or `narrow`."""
        view = self.view(seat)
        areas = {name for name, area in getattr(view, layout).areas.items() if area.w}
        return {part.id for part in view.parts if part.area in areas}


@pytest.fixture
def look():
    """Reads a table: ``look(game, array)``."""
    return Look
