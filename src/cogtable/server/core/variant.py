"""A variant: a game with a custom box."""

from __future__ import annotations

import time
from typing import NamedTuple

from cogtable.engine.play.game import Game
from cogtable.server.db.rows import BoxRow


class Variant(NamedTuple):
    """A game with a custom box. `by` is the name of its uploader; empty for the host's."""

    key: str
    game: Game
    title: str
    by: str
    text: str

    @property
    def row(self) -> BoxRow:
        """The variant as a database row."""
        return BoxRow(
            key=self.key, game=self.game.name, title=self.title, by=self.by, text=self.text, created=time.time()
        )
