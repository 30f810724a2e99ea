"""Stable-Baselines3: MaskablePPO learns Splendor against bots that play at random.

python maskable_ppo.py [STEPS [EVERY [ID]]] prints how many games it wins after each EVERY steps, and saves the model.
"""

import sys

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

ID = "cogtable.envs:cogtable/splendor-v2"


def share_won(model, name, games=200):
    """Returns the share of new games that the model wins; a shared first place counts half."""
    env = make_vec_env(name, n_envs=8, env_kwargs={"scaled": True}, seed=1_000_000)
    seen, rewards = env.reset(), []
    while len(rewards) < games:
        masks = torch.tensor(env.env_method("action_masks")).numpy()
        actions, _ = model.predict(seen, deterministic=True, action_masks=masks)
        seen, reward, done, _ = env.step(actions)
        rewards += reward[done].tolist()
    return (sum(rewards) / len(rewards) + 1) / 2


def main(steps=40_000, every=5_000, name=ID):
    torch.set_num_threads(1)
    env = make_vec_env(name, n_envs=8, seed=1, env_kwargs={"scaled": True})
    model = MaskablePPO("MlpPolicy", env, n_steps=256, batch_size=256, gamma=1.0, seed=1, device="cpu")
    print("steps,won")
    while model.num_timesteps < steps:
        model.learn(every, reset_num_timesteps=False)
        print(f"{model.num_timesteps},{share_won(model, name):.3f}", flush=True)
    model.save("maskable-ppo")
    loaded = MaskablePPO.load("maskable-ppo", env=env)
    print(f"loaded again: {share_won(loaded, name):.3f}")


if __name__ == "__main__":
    steps, every, *name = sys.argv[1:] or ("40000", "5000")
    main(int(steps), int(every), *name)
