"""Two scripted models play a game in TextArena's loop.

python textarena_game.py [GAME]
"""

import random
import sys

import textarena

from cogtable import envs
from cogtable.agents import notation


class Scripted(textarena.Agent):
    """Stands in for a model: any of the actions in the last list that it was shown."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def __call__(self, observation):
        items = [line for line in observation.rpartition("Legal actions:")[2].splitlines() if line.startswith("- ")]
        return f"I have no plan. [{self.dice.choice(notation.expanded(self.dice.choice(items)))}]"


def main(game="splendor"):
    envs.textarena(game)
    agents = {0: Scripted(0), 1: Scripted(1)}
    env = textarena.make(f"cogtable/{game}")
    env.reset(num_players=len(agents), seed=7)
    done, moves = False, 0
    while not done:
        player, observation = env.get_observation()
        done, _ = env.step(action=agents[player](observation))
        moves += 1
    rewards, info = env.close()
    print(f"{moves} moves; rewards {rewards}")
    print(info[0]["reason"])


if __name__ == "__main__":
    main(*sys.argv[1:])
