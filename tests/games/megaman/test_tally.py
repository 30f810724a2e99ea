"""The tallies of `simulate`: which seat recruited each robot and was joined by each Helper."""

import numpy as np

from cogtable.engine.rules import verbs


def test_robots_and_helpers_of_each_seat_are_counted(table):
    game = table(seats=3).face_up("Torch").can_pay(0, "Torch").helpers("Roll").bonus(1, blue=4, red=4)
    game.recruit("Torch").wait()
    items = game.game.tallied
    used = np.zeros((3, len(items)), np.uint8)
    verbs.tally(game.state, game.box, used)
    found = [[items[i] for i in np.flatnonzero(row)] for row in used]
    assert found == [[("robot", "Torch Man")], [("helper", "Roll")], []]
