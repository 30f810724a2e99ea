"""A scripted model plays two games as a task of Inspect. Without a network.

    python inspect_game.py [GAME]

With a model, Inspect's own command does the same: write a file with

    from inspect_ai import task
    from cogtable import envs

    @task
    def splendor():
        return envs.inspect("splendor", games=40, others="easy")

and run `inspect eval FILE --model PROVIDER/MODEL`.
"""

import random
import sys
import tempfile

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from cogtable import envs
from cogtable.agents import notation

dice = random.Random(1)


def scripted(messages, tools, tool_choice, config):
    """Stands in for a model: any action of the last list that it was shown; one reply in ten has none."""
    shown = next(message.text for message in reversed(messages) if "\nLegal actions:\n" in message.text)
    items = [line for line in shown.rpartition("Legal actions:")[2].splitlines() if line.startswith("- ")]
    action = dice.choice(notation.expanded(dice.choice(items)))
    said = f"I have no plan. [{action}]" if dice.random() < 0.9 else "I have to think about this."
    output = ModelOutput.from_content("mockllm/model", said)
    output.usage = ModelUsage(input_tokens=len(shown) // 3, output_tokens=len(said) // 3)  # else Inspect counts tokens
    return output


def main(game="splendor"):
    task = envs.inspect(game, games=2)
    model = get_model("mockllm/model", custom_outputs=scripted)
    with tempfile.TemporaryDirectory() as folder:
        log = evaluate(task, model=model, display="none", log_dir=folder)[0]
    if log.status != "success":
        sys.exit(str(log.error.message))
    print(log.status, {score.name: round(score.metrics["mean"].value, 2) for score in log.results.scores})


if __name__ == "__main__":
    main(*sys.argv[1:])
