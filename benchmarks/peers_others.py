"""RLCard, PettingZoo, PokerKit and Pgx: random play through each one's own interface."""

from __future__ import annotations

import os
import warnings
from typing import Any

from benchmarks.framework import Meter, add, looped, random01, require

BATCH = 1024
BATCH_STEPS = 64


def rlcard() -> Meter:
    env, random = require("rlcard").make("uno"), random01(1)

    def chunk() -> float:
        actions = 0
        state, _ = env.reset()
        while not env.is_over():
            moves = list(state["legal_actions"])
            state, _ = env.step(moves[int(random() * len(moves))])
            actions += 1
        return actions

    return looped(chunk)


def pettingzoo() -> Meter:
    warnings.filterwarnings("ignore", module="gymnasium")
    env, random = require("pettingzoo.classic.leduc_holdem_v4").env(), random01(1)

    def chunk() -> float:
        actions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            moves = observation["action_mask"].nonzero()[0]
            env.step(int(moves[int(random() * len(moves))]))
            actions += 1
        return actions

    return looped(chunk)


def pokerkit() -> Meter:
    library, random = require("pokerkit"), random01(1)
    automatic = tuple(library.Automation)

    def chunk() -> float:
        actions = 0
        state = library.FixedLimitTexasHoldem.create_state(
            automatic, True, 0, (1, 2), 2, 4, (200,) * 4, 4
        )
        while state.status:
            moves = []
            if state.can_fold():
                moves.append(state.fold)
            if state.can_check_or_call():
                moves.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                moves.append(state.complete_bet_or_raise_to)
            moves[int(random() * len(moves))]()
            actions += 1
        return actions

    return looped(chunk)


def pgx() -> Meter:
    """Random moves drawn, applied and finished games dealt again inside one compiled loop."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    jax, library = require("jax"), require("pgx")
    numbers, env = jax.numpy, library.make("leduc_holdem")
    step, start = jax.vmap(env.step), jax.vmap(env.init)

    def advance(state: Any, key: Any) -> tuple[Any, None]:
        masked = numbers.where(state.legal_action_mask, 0.0, -1e9)
        state = step(state, jax.random.categorical(key, masked, axis=-1))
        fresh, ended = start(jax.random.split(key, BATCH)), state.terminated

        def renew(old: Any, new: Any) -> Any:
            return numbers.where(ended.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

        return jax.tree.map(renew, state, fresh), None

    def advance_all(state: Any, key: Any) -> Any:
        return jax.lax.scan(advance, state, jax.random.split(key, BATCH_STEPS))[0]

    run = jax.jit(advance_all)
    state = start(jax.random.split(jax.random.PRNGKey(0), BATCH))
    turn = 0

    def chunk() -> float:
        nonlocal state, turn
        turn += 1
        state = jax.block_until_ready(run(state, jax.random.PRNGKey(turn)))
        return BATCH * BATCH_STEPS

    return looped(chunk)


def register() -> None:
    rate = "actions/s"
    add("rlcard.uno.stepping", "RLCard uno", rate, rlcard)
    add("pettingzoo.leduc.stepping", "PettingZoo leduc", rate, pettingzoo)
    add("pokerkit.holdem.stepping", "PokerKit hold'em", rate, pokerkit)
    add("pgx.leduc.batch", "Pgx leduc", rate, pgx)
