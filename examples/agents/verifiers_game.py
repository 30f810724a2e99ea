"""A scripted model plays two games in an environment of verifiers. Without a network: the model answers on 127.0.0.1.

python verifiers_game.py [GAME]
"""

import asyncio
import json
import random
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import verifiers.v1 as vf

from cogtable import envs
from cogtable.agents import notation

dice = random.Random(1)


class Scripted(BaseHTTPRequestHandler):
    """Stands in for a model: any action of the last list that it was shown; one reply in ten has none."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        shown = next(m["content"] for m in reversed(asked["messages"]) if "\nLegal actions:\n" in m["content"])
        items = [line for line in shown.rpartition("Legal actions:")[2].splitlines() if line.startswith("- ")]
        action = dice.choice(notation.expanded(dice.choice(items)))
        said = f"I have no plan. [{action}]" if dice.random() < 0.9 else "I have to think about this."
        message = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
        usage = {"prompt_tokens": len(shown) // 3, "completion_tokens": len(said) // 3, "total_tokens": len(shown) // 3}
        answer = {"id": "0", "object": "chat.completion", "created": 0, "model": asked["model"], "choices": [message]}
        data = json.dumps(answer | {"usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


async def play(env, address):
    client = vf.EvalClientConfig(base_url=address, api_key_var="NO_KEY_IS_NEEDED")
    context = vf.ModelContext(model="scripted", client=client)
    async with env.serving():
        for task in env.taskset.take(2):
            episode = await env.run_episode(task, context)
            if not episode.ok:
                sys.exit(str(episode.errors))
            (trace,) = episode.traces
            rewards = {name: round(reward.score, 2) for name, reward in trace.rewards.items()}
            print(f"{task.data.name}: {trace.num_turns} replies, {rewards}, place {trace.metrics['place']:.0f}")


def main(game="splendor"):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    asyncio.run(play(envs.verifiers(game), f"http://127.0.0.1:{server.server_port}/v1"))
    server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
