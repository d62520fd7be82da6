"""Learn a game from scratch by playing against yourself: PPO with masks, on one core.

    python examples/train/ppo.py karma --players 2 --minutes 20 --out policy.npz

One network plays every seat. It sees observations (``fatum.envs.encode``), never chooses an illegal
move, and is rewarded with the payoff at the end of a game. Progress is measured against ``random``
and ``greedy``. Needs the extra ``train``; to play, the result needs NumPy only:

    python -m fatum.envs.evaluate policy.npz --against greedy
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from fatum.envs.policy import save_policy
from fatum.envs.vector import Vector, make_vec

GAMES = 256  # played at once
STEPS = 64  # moves in each of them between two updates
EPOCHS = 3  # over the moves of an update
MINIBATCH = 2048
CLIP = 0.2
GAMMA = 1.0  # a game is an episode, and only its end counts
LAMBDA = 0.95
ENTROPY = 0.01
RATE = 7e-4
GRADIENT = 0.5


class Network(nn.Module):
    """Two hidden layers, then a number for each move, and the expected payoff."""

    def __init__(self, columns: int, moves: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy = nn.Linear(hidden, moves)
        self.value = nn.Linear(hidden, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the moves' probabilities, and the value."""
        body = self.body(seen.float())
        scores = self.policy(body).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(scores, dim=-1), self.value(body).squeeze(-1)


def play(env: Vector, network: Network) -> dict[str, torch.Tensor]:
    """Make STEPS moves in every game, and work out how much better each was than expected."""
    games, players = env.num_envs, env.players
    kept: dict[str, list[np.ndarray]] = {
        name: [] for name in ("seen", "mask", "seat", "move", "chance", "value", "reward", "over")
    }
    for _ in range(STEPS):
        seen, mask = env.observations, env.action_mask
        with torch.no_grad():
            chances, values = network(torch.from_numpy(seen), torch.from_numpy(mask))
            moves = torch.distributions.Categorical(logits=chances).sample()
            chance = chances.gather(1, moves[:, None]).squeeze(1)
        seats = env.to_play
        _, rewards, over = env.step(moves.numpy())
        row = (seen, mask, seats, moves.numpy(), chance.numpy(), values.numpy(), rewards, over)
        for name, array in zip(kept, row, strict=True):
            kept[name].append(array)
    # Each seat sees its own stretch of the game: from one of its moves to its next, or to the end.
    advantage = np.zeros((STEPS, games), np.float32)
    known = np.zeros((games, players), bool)  # whether a later move of this seat was seen
    later = np.zeros((games, players), np.float32)  # its value there
    ahead = np.zeros((games, players), np.float32)  # its advantage there
    rewarded = np.zeros((games, players), np.float32)  # what it got until then
    everyone = np.arange(games)
    used = np.zeros((STEPS, games), bool)
    for step in reversed(range(STEPS)):
        over, seats, value = kept["over"][step], kept["seat"][step], kept["value"][step]
        later[over] = ahead[over] = 0
        rewarded[over] = kept["reward"][step][over]
        known[over] = True
        place = (everyone, seats)
        used[step] = known[place]  # else the game goes on after the last step, with value unknown
        error = rewarded[place] + GAMMA * later[place] - value
        advantage[step] = error + GAMMA * LAMBDA * ahead[place]
        later[place], ahead[place], rewarded[place] = value, advantage[step], 0
        known[place] = True
    flat = {name: np.concatenate(arrays) for name, arrays in kept.items()}
    chosen = used.reshape(-1)
    data = {
        name: torch.from_numpy(flat[name][chosen]) for name in ("seen", "mask", "move", "chance")
    }
    data["advantage"] = torch.from_numpy(advantage.reshape(-1)[chosen])
    data["target"] = data["advantage"] + torch.from_numpy(flat["value"][chosen])
    return data


def learn(
    network: Network, optimizer: torch.optim.Optimizer, data: dict[str, torch.Tensor]
) -> None:
    """One update of PPO."""
    advantage = data["advantage"]
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(advantage)).split(MINIBATCH):
            chances, values = network(data["seen"][part], data["mask"][part])
            chance = chances.gather(1, data["move"][part, None]).squeeze(1)
            ratio = (chance - data["chance"][part]).exp()
            gain = torch.min(
                ratio * advantage[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[part]
            )
            surprise = -(chances.exp() * chances).sum(1)
            error = (values - data["target"][part]).square()
            loss = -gain.mean() - ENTROPY * surprise.mean() + 0.5 * error.mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), GRADIENT)
            optimizer.step()


def measure(network: Network, game: str, players: int, bot: str, games: int, seed: int) -> float:
    """The mean payoff of the best moves against a bot on every other seat."""
    env = make_vec(game, 100, players=players, seed=seed, opponents=bot)
    total, played = 0.0, 0
    while played < games:
        with torch.no_grad():
            chances, _ = network(
                torch.from_numpy(env.observations), torch.from_numpy(env.action_mask)
            )
        _, rewards, over = env.step(chances.argmax(1).numpy())
        total += float(rewards[over].sum())
        played += int(over.sum())
    return total / played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=["karma", "allin"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="policy.npz")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    env = make_vec(given.game, GAMES, players=given.players, seed=given.seed)
    network = Network(env.encoding.size, env.num_moves)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    start = time.monotonic()
    moves, next_look = 0, 0.0
    with Path(given.out).with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        log = csv.writer(file)
        log.writerow(["seconds", "moves", "random", "greedy"])
        while True:
            spent = time.monotonic() - start
            if spent >= min(next_look, 60 * given.minutes):
                found = [
                    measure(network, given.game, given.players, bot, 400, 10**6 + moves)
                    for bot in ("random", "greedy")
                ]
                log.writerow([round(spent), moves, *found])
                file.flush()
                print(
                    f"{spent:6.0f} s  {moves:9,} moves  random {found[0]:.1%}  greedy {found[1]:.1%}"
                )
                next_look = spent + 60
                layers = [network.body[0], network.body[2], network.policy]
                save_policy(
                    given.out,
                    env.encoding,
                    [
                        (each.weight.detach().numpy().T, each.bias.detach().numpy())
                        for each in layers
                    ],
                )
                if spent >= 60 * given.minutes:
                    break
            data = play(env, network)
            moves += GAMES * STEPS
            learn(network, optimizer, data)


if __name__ == "__main__":
    main()
