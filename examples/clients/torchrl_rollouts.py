"""TorchRL: random play by the mask, at one seat against bots and at all seats at once; python torchrl_rollouts.py"""

import gymnasium
import torch
from torchrl.envs import GymWrapper, PettingZooWrapper, TransformedEnv
from torchrl.envs.transforms import ActionMask
from torchrl.modules import MaskedCategorical

import cogtable.envs


def main():
    single = gymnasium.make("cogtable/splendor-v2", observations="dict", scaled=True, disable_env_checker=True)
    env = TransformedEnv(GymWrapper(single, categorical_action_encoding=True), ActionMask())
    found = env.rollout(20)
    print("one seat:", tuple(found["observation"].shape), "legal:", legal(found["action_mask"], found["action"]))
    torch.save(found.to_dict(), "rollout.pt")
    assert (torch.load("rollout.pt", weights_only=False)["action"] == found["action"]).all()

    seats = cogtable.envs.parallel("splendor", seats=3, scaled=True, pass_action=True)
    table = PettingZooWrapper(seats, categorical_actions=True, use_mask=False)
    found = table.rollout(20)
    told = found["player"]
    print("three seats:", tuple(told["observation", "observation"].shape), "legal:",
          legal(told["action_mask"], told["action"]))  # fmt: skip
    logits = torch.zeros(told["action_mask"].shape)
    assert legal(told["action_mask"], MaskedCategorical(logits=logits, mask=told["action_mask"]).sample())


def legal(masks, actions):
    """Returns whether all actions are legal."""
    return bool(masks.gather(-1, actions.unsqueeze(-1)).all())


if __name__ == "__main__":
    main()
