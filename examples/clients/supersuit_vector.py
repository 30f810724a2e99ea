"""SuperSuit: tables of PettingZoo's parallel environment as one vector for Gymnasium; python supersuit_vector.py"""

import numpy as np
import supersuit

import cogtable.envs


def main():
    env = cogtable.envs.parallel("splendor", seats=2, scaled=True, pass_action=True)
    vector = supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(env), 2, num_cpus=2)
    seen, _ = vector.reset(seed=1)
    for _ in range(20):
        masks = seen["action_mask"]
        seen, *_ = vector.step(np.array([np.flatnonzero(mask)[0] for mask in masks]))
    print(len(masks), "agents:", seen["observation"].shape)
    vector.close()


if __name__ == "__main__":
    main()
