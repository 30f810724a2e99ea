"""Masked PPO in self-play: one network learns a game from its rules alone, by playing all seats itself.

    python ppo.py splendor --seconds 7200                    # train; writes ppo-splendor.csv and ppo-splendor.pt

PPO (Schulman et al., 2017), with GAE (2015) along each seat's own decisions and action masking (Huang, Ontañón, 2020).
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import cogtable
from cogtable import Batch, bots
from cogtable.lab.simulate import simulate

DISCOUNT, TRACE, CLIP, STEPS, MINIBATCH = 1.0, 0.95, 0.2, 48, 1024


def layers(numbers, width, out, gain):
    net = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, out))
    for layer, size in zip(net[::2], (2**0.5, 2**0.5, gain), strict=True):
        nn.init.orthogonal_(layer.weight, size)
        nn.init.zeros_(layer.bias)
    return net


class Net(nn.Module):
    """Logits of the legal actions, and a seat's expected result from -1 (last) to 1, independent of the mask."""

    def __init__(self, numbers, actions, width):
        super().__init__()
        self.register_buffer("mean", torch.zeros(numbers))
        self.register_buffer("scale", torch.ones(numbers))
        self.policy, self.value = layers(numbers + actions, width, actions, 0.01), layers(numbers, width, 1, 0.5)

    def forward(self, observations, masks):
        seen = ((observations - self.mean) * self.scale).clamp(-4, 4)
        logits = self.policy(torch.cat([seen, masks - 0.3], dim=1)).masked_fill(masks == 0, -1e9)
        return logits, torch.tanh(self.value(seen)).squeeze(1)

    def fit_scale(self, batch):
        """Sets mean and scale of each number by random play."""
        rows = []
        for _ in range(200):
            batch.step(batch.sample())
            rows.append(batch.observations[::25].copy())
        seen = torch.from_numpy(np.concatenate(rows)).float()
        self.mean.copy_(seen.mean(0))
        self.scale.copy_(torch.where(seen.std(0) > 0.01, 1 / seen.std(0).clamp(min=0.1), 1.0))


class Player:
    """A network as a bot, which takes the action with the highest probability."""

    title = "Has learned by playing against itself"

    def __init__(self, net):
        self.net = net

    @torch.no_grad()
    def choose_many(self, positions):
        logits = self.net(torch.from_numpy(positions.observations), torch.from_numpy(positions.action_mask))[0]
        return logits.argmax(1).numpy()


class Rollout:
    """The stored data of `steps` moves at all tables."""

    def __init__(self, steps, batch, actions):
        tables, seats = batch.rewards.shape
        self.observations = torch.zeros((steps, tables, batch.observations.shape[1]), dtype=torch.int16)
        self.masks = torch.zeros((steps, tables, actions), dtype=torch.uint8)
        self.actions = torch.zeros((steps, tables), dtype=torch.int64)
        self.logs, self.values = torch.zeros((steps, tables)), torch.zeros((steps, tables))
        self.acting = np.zeros((steps, tables), np.int64)
        self.rewards = np.zeros((steps, tables, seats), np.float32)
        self.ended = np.zeros((steps, tables), bool)

    @torch.no_grad()
    def play(self, batch, net):
        """Plays on at all tables; the network decides for every seat."""
        for t in range(len(self.actions)):
            self.observations[t], self.masks[t] = (
                torch.from_numpy(batch.observations),
                torch.from_numpy(batch.action_mask),
            )
            self.acting[t] = batch.current_player
            logits, self.values[t] = net(self.observations[t], self.masks[t])
            self.actions[t] = torch.multinomial(logits.softmax(1), 1)[:, 0]
            self.logs[t] = logits.log_softmax(1).gather(1, self.actions[t, :, None])[:, 0]
            batch.step(self.actions[t].numpy())
            self.rewards[t], self.ended[t] = batch.rewards, batch.terminated | batch.truncated

    @torch.no_grad()
    def advantages(self, batch, net):
        """The advantage of each decision by GAE: from one decision of a seat to its next, others move in between."""
        tables, seats = batch.rewards.shape
        every, values = np.arange(tables), self.values.numpy()
        ahead, gained, later = np.zeros((3, tables, seats), np.float32)  # next value, reward before it, its advantage
        for seat in range(seats):
            ahead[:, seat] = net(torch.from_numpy(batch.observe(seat)), torch.ones_like(self.masks[0]))[1].numpy()
        found = np.zeros_like(values)
        for t in reversed(range(len(values))):
            ended, seat = self.ended[t], self.acting[t]
            ahead[ended], later[ended], gained[ended] = 0, 0, self.rewards[t, ended]
            surprise = gained[every, seat] + DISCOUNT * ahead[every, seat] - values[t]
            found[t] = later[every, seat] = surprise + DISCOUNT * TRACE * later[every, seat]
            ahead[every, seat], gained[every, seat] = values[t], 0
        return torch.from_numpy(found)


def update(net, mean, optimizer, rollout, advantages, args):
    """One pass over the rollout; playing is cheap, so new moves teach more than old ones. Returns the last entropy."""
    flat = [part.flatten(0, 1) for part in (rollout.observations, rollout.masks, rollout.actions, rollout.logs)]
    returns, advantages = (advantages + rollout.values).flatten(), advantages.flatten()
    for rows in torch.randperm(len(returns)).split(MINIBATCH):
        observations, masks, actions, before = (part[rows] for part in flat)
        logits, values = net(observations, masks)
        logs = logits.log_softmax(1)
        ratio = (logs.gather(1, actions[:, None])[:, 0] - before).exp()
        gain = (advantages[rows] - advantages[rows].mean()) / (advantages[rows].std() + 1e-8)
        entropy = -(logs.exp() * logs).sum(1).mean()
        loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        loss += 0.5 * (values - returns[rows]).square().mean() - args.entropy * entropy
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimizer.step()
        mean.update_parameters(net)
    return entropy.item()


def wins(game, seats, other, games):
    """The share of games that the learner wins against `other` in all other seats, sitting in each seat in turn."""
    lineups = [["learner" if seat == own else other for seat in range(seats)] for own in range(seats)]
    played = [simulate(game, seats=seats, bots=lineup, games=games // seats, seed=10**6) for lineup in lineups]
    return sum(one.win_rate[own].rate for own, one in enumerate(played)) / seats


def train(args):
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    game, out = cogtable.game(args.game), f"ppo-{args.game}"
    batch = Batch(game, args.tables, seats=args.seats, seed=args.seed, observe=True, auto_reset=True, threads=1)
    net = Net(game.observation.count(), game.actions, args.width)
    net.fit_scale(batch)
    optimizer = torch.optim.Adam(net.parameters(), eps=1e-5, fused=True)
    rollout = Rollout(STEPS, batch, game.actions)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.995))  # plays better than the current network
    bots.add("learner", Player(mean))
    began, spent, moves, entropy, due = time.time(), 0.0, 0, 0.0, 0.0
    with Path(f"{out}.csv").open("w", newline="", buffering=1) as file:
        table = csv.writer(file)
        table.writerow(["cpu_seconds", "seconds", "moves", "random", "greedy", "entropy"])
        while True:
            if spent >= due or spent >= args.seconds:
                rates = [f"{wins(game, args.seats, other, args.games):.3f}" for other in ("random", "greedy")]
                table.writerow([round(spent), round(time.time() - began), moves, *rates, f"{entropy:.2f}"])
                print(f"{spent:6.0f} s {moves / 1e6:6.1f} M moves: against random, greedy", *rates, flush=True)
                torch.save({"game": args.game, "width": args.width, "net": mean.module.state_dict()}, f"{out}.pt")
                due += args.every
            if spent >= args.seconds:
                return
            start = time.process_time()
            optimizer.param_groups[0]["lr"] = args.rate * max(0.02, 1 - spent / args.seconds)
            rollout.play(batch, net)
            advantages = rollout.advantages(batch, net)
            entropy = update(net, mean, optimizer, rollout, advantages, args)
            moves += advantages.numel()
            spent += time.process_time() - start


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="the game to learn")
    for name, default, meaning in (
        ("seats", 2, "how many play at a table"),
        ("seconds", 7200.0, "CPU seconds to learn: an hour on two cores has 7200"),
        ("every", 60.0, "CPU seconds between two measurements"),
        ("games", 400, "games of a measurement"),
        ("seed", 1, "of deals, weights and choices"),
        ("threads", 2, "of PyTorch"),
        ("width", 256, "neurons of a layer"),
        ("tables", 512, "played at once"),
        ("rate", 1e-3, "of learning at the beginning; it falls to almost 0"),
        ("entropy", 0.01, "the weight of staying curious"),
    ):
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"{meaning} ({default})")
    train(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
