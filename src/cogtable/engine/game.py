"""A game that can be played."""

from __future__ import annotations

import secrets
from typing import Any

from cogtable.engine.chance import MAX_SEED as MAX_SEED
from cogtable.engine.match import Match
from cogtable.engine.search import Search as Search
from cogtable.engine.spec import GameSpec
from cogtable.engine.spec import check_seed as check_seed


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
        leaving: what happens when one of several people resigns: a "bot" plays on, their seat drops "out" as the
            rules say, or the game comes to its "end", where nobody could go on without them. Where only two seats are
            left it always ends.
        dropping: the action by which a seat drops out, if it does. No mask ever offers it; see `Match.drop_out`.
        search: the settings of tree search that suit this game.
        observation, observe: the layout of what a seat knows as a row of numbers, and the verb that writes it. Both or
            neither; without them the game cannot be observed by programs that learn.

    Raises TypeError when the parts do not fit together, BadPicture when the SVG file cannot be shown.
    """

    def start(self, *, seats: int | None = None, seed: int | None = None, **options: Any) -> Match:
        """Deals a new match.

        `seats` defaults to the fewest the game supports, `seed` to a random one. Pass options as keywords, by value or
        by name. Raises BadOption.
        """
        seats = self.min_seats if seats is None else seats
        seed = secrets.randbits(63) if seed is None else seed
        return Match(self, seats, seed, self.checked_options(options))
