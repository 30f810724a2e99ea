"""RLlib: PPO with action masking learns Splendor against random bots; python rllib_ppo.py [ITERATIONS]"""

import sys
from pathlib import Path

from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule


def main(iterations=1):
    config = (
        PPOConfig()
        .environment("cogtable.envs:cogtable/splendor-v2", env_config={"observations": "rllib", "scaled": True})
        .env_runners(num_env_runners=1)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(train_batch_size_per_learner=512, minibatch_size=128, num_epochs=2, gamma=1.0)
    )
    algorithm = config.build_algo()
    for _ in range(iterations):
        found = algorithm.train()
    folder = algorithm.save_to_path(Path("rllib-ppo").absolute())
    algorithm.stop()
    loaded = Algorithm.from_checkpoint(folder)
    print(f"after {found['env_runners']['num_env_steps_sampled_lifetime']} steps, loaded from {Path(folder).name}")
    loaded.stop()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
