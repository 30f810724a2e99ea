"""A game that can be played."""

from __future__ import annotations

import secrets
from typing import Any

from cogtable.engine.definition.search_settings import Levels as Levels
from cogtable.engine.definition.search_settings import Search as Search
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.play.match import Match
from cogtable.engine.rules import rng
from cogtable.engine.rules.rng import MAX_SEED as MAX_SEED
from cogtable.engine.rules.rng import check_seed, seed_or_random


class Game(GameSpec):
    """A game that can be played, with the box it is played with.

    Made once in a game's `__init__.py`. The folder holds `rules` (the verbs), `box.toml`,
    `table` (how the table looks, loaded when first needed) and `rules.md`; `rules` and `table` are modules or packages.

    Args:
        package: the name of the game's package, its `__name__`.
        about: for people who choose a game (see `About`).
        seats: the numbers of seats, and the handling of seats that pass or leave (see `Seats`).
        rules: verbs, records and actions (see `Rules`).
        bots: settings of the bots for this game (see `Bots`).
        observation: a seat's information as a row of numbers (see `Observation`). Without it programs that learn cannot
            use the game.

    Raises TypeError when the parts do not fit together, BadPicture when the SVG file cannot be shown.
    """

    def start(self, *, seats: int | None = None, seed: int | None = None, **options: Any) -> Match:
        """Deals a new match.

        `seats` defaults to the fewest the game supports, `seed` to a random one. Pass options as keywords, by value or
        by name. Raises BadOption; UnknownOption, which is a TypeError too, for an option that the game lacks.
        """
        seats = self.min_seats if seats is None else seats
        return Match(self, seats, seed_or_random(seed), self.checked_options(options))

    def start_at(self, position: Any, *, seed: int | None = None) -> Match:
        """A new match that begins at a position: that of another match, or one laid out by hand.

        For example, from a deal in which seat 0 has four gold::

            position = game.start(seats=2, seed=7).position.copy()
            position["tokens"][0, 0, 5] = 4
            match = game.start_at(position)

        `position` is an array of one complete record and is copied; seats and options come from it. With `seed` its
        generator starts again, so later draws differ. The game's own fields are not checked: lay out a position that
        the rules could have led to.

        Raises BadSave for a position that is not of this game, BadOption for options or a seed that do not fit.
        """
        array = self.checked_position(position)
        if seed is None and not array[0].rng.any():  # a hidden state has none
            seed = secrets.randbits(63)
        if seed is not None:
            seed = check_seed(seed)
            rng.seed(array[0], seed)
        options = {name: int(getattr(array[0], name)) for name in self.options}
        return Match(self, int(array[0].seats), seed or 0, self.checked_options(options), array)
