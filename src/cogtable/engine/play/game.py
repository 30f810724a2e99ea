"""A game that can be played."""

from __future__ import annotations

import secrets
from typing import Any

from cogtable.engine.definition.search_settings import Levels as Levels
from cogtable.engine.definition.search_settings import Search as Search
from cogtable.engine.definition.spec import GameSpec, seed_or_random
from cogtable.engine.definition.spec import check_seed as check_seed
from cogtable.engine.play.match import Match
from cogtable.engine.rules import rng
from cogtable.engine.rules.rng import MAX_SEED as MAX_SEED


class Game(GameSpec):
    """A game that can be played, with the box it is played with.

    Made once in a game's `__init__.py`. The folder holds `rules` (the verbs), `box.toml`,
    `table` (how the table looks, loaded when first needed) and `rules.md`; `rules` and `table` are modules or packages.

    Args:
        package: the name of the game's package, its `__name__`.
        name: the game's short name, used on the command line and in files.
        title, tagline, minutes, art: for people who choose a game; `art` is the name of a picture of the client, or
            of an SVG file in the folder, 238 wide by 128 high.
        version: must change when the rules change the effect of a recorded action.
        seats: fewest and most seats.
        state, tables: the declared records.
        actions: the action space, or its size.
        bound: the most actions that a game can take.
        passing: the action that means "nothing to do", if there is one. A seat with no other action is skipped.
        default_reply: the action that leaves alone what another seat announced, if seats may answer announcements.
            Bots that look ahead assume this action, or a pass, so that what was announced happens.
        tallies: what `simulate` counts by the verb `tally`, in the order of its items: for each kind of item the
            name of the table of the box whose entries they are, or their names.
        draws: the piles that things are drawn from at random, in the order of the items of the verb `weigh`: for each
            the name of the table of the box that lists what is in it, or the names of that.
        leaving: what happens when one of several people resigns: a "bot" plays on, their seat drops "out" as the
            rules say, or the game comes to its "end", where nobody could go on without them. Where only two seats are
            left it always ends.
        dropping: the action by which a seat drops out, if it does. No mask ever offers it; see `Match.drop_out`.
        search: the settings of tree search that suit this game.
        levels: how many simulations the levels that people play against make for a decision.
        observation, observe: the layout of what a seat knows as a row of numbers, and the verb that writes it. Both or
            neither; without them the game cannot be observed by programs that learn.
        constants: constants(b, out) writes the numbers of an observation that a box fixes, such as what is printed on
            cards that always stand in the same places, into `out`, which is all zero. It runs once, not compiled;
            every observation begins as what it wrote.
        bot_ratings: how strong the bots are that people play against, as `cogtable ladder` measures it, with a mean of
            1500 over the four levels. People who play against them get a rating among them; without it such games are
            not rated.

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

        `position` is an array of one complete record and is copied; seats and options are what it says. With `seed`
        its generator starts anew, so chance differs from here on where something is drawn. Nothing of the fields that
        are the game's own is checked: lay out what the rules could have led to.

        Raises BadSave for what is no position of this game, BadOption for options or a seed that do not fit.
        """
        array = self.checked_position(position)
        if seed is None and not array[0].rng.any():  # a hidden state has none
            seed = secrets.randbits(63)
        if seed is not None:
            seed = check_seed(seed)
            rng.seed(array[0], seed)
        options = {name: int(getattr(array[0], name)) for name in self.options}
        return Match(self, int(array[0].seats), seed or 0, self.checked_options(options), array)
