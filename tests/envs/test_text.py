"""Games in words: `cogtable.envs.text`."""

import random

import pytest

import cogtable
from cogtable import BadOption, IllegalAction, envs
from cogtable.agents import NotUnderstood
from cogtable.bots import UnknownBot
from cogtable.engine.errors import UnknownOption
from cogtable.envs import NoGame


def play(env, seed, observation, choose):
    """Plays a game to its end; returns the last observation."""
    dice = random.Random(seed)
    while env.in_progress:
        observation = env.step(f"I choose [{choose(dice, env)}]")
    return observation


def any_legal(dice, env):
    return dice.choice(env.legal_actions())


def test_a_whole_game_between_the_seats_of_a_program(game):
    env = envs.text(game, seed=1)
    seen = env.reset()
    assert f"You are seat 1 of {game.min_seats}." in seen or "To act" in seen
    last = play(env, 1, seen, any_legal)
    assert "The game is over." in last
    assert env.terminated
    assert not env.truncated
    assert env.seat == -1
    assert env.legal_actions() == []
    assert env.rewards == pytest.approx([outcome.reward for outcome in env.outcomes()])
    assert sum(env.rewards) == pytest.approx(0)


def test_the_same_replies_from_the_same_seed_make_the_same_game(game):
    texts = []
    for _ in range(2):
        env = envs.text(game, seats=2 if game.min_seats == 2 else 3)
        observation, dice, seen = env.reset(seed=7), random.Random(7), []
        for _ in range(30):
            seen.append(observation)
            if env.in_progress:
                observation = env.step(any_legal(dice, env))
        texts.append(seen)
    assert texts[0] == texts[1]


def test_rewards_are_those_of_the_other_environments():
    env = envs.text("splendor", seats=3, seed=4)
    play(env, 4, env.reset(), any_legal)
    batch = cogtable.Batch(cogtable.game("splendor"), 1, seats=3, seed=env.dealt_from)
    for move in env.match.moves:
        batch.step([move.action])
    assert env.rewards == pytest.approx(batch.rewards[0].tolist())
    scores = env.match.scores
    assert [outcome.margin for outcome in env.outcomes()] == [
        scores[0] - max(scores[1:]),
        scores[1] - max(scores[0], scores[2]),
        scores[2] - max(scores[:2]),
    ]


def test_one_seat_against_bots():
    env = envs.text("splendor", seats=3, seat=1, others="random", seed=2)
    observation = env.reset()
    while env.in_progress:
        assert env.seat == 1
        assert observation.count("You are seat 2 of 3. To act: you.") == 1
        before = env.match.ply
        observation = env.step(env.legal_actions()[0])
        assert {move.seat for move in env.match.moves[before + 1 :]} <= {0, 2}
    assert "The game is over." in observation


def test_the_news_begin_with_the_last_action_of_the_seat():
    env = envs.text("splendor", seats=2, seed=3)
    env.reset()
    for action in ("take 2 white", "take 2 blue", "take 2 green"):
        env.step(action)
    news = env.step("take 2 red").partition("\n\n")[0]
    assert news == "What happened:\nYou took 2 green\nSeat 2 took 2 red"


def test_descriptions_can_be_written_once():
    every, once = (envs.text("coalheart", seed=3, descriptions=how) for how in ("always", "once"))
    assert every.reset() == once.reset()
    dice = random.Random(3)
    for _ in range(20):
        action = any_legal(dice, every)
        long, short = every.step(action), once.step(action)
        assert every.seat == once.seat
    assert len(short) < 0.6 * len(long)


def test_an_illegal_reply_is_refused_and_changes_nothing():
    env = envs.text("splendor", seats=2, seed=3)
    before = env.reset()
    with pytest.raises(NotUnderstood, match=r'"buy c72" is not a legal action now; .* the nearest: \[reserve c72\]'):
        env.step("[buy c72]")
    assert env.observe() == before
    assert env.seat == 0
    assert env.illegal == [1, 0]


def test_an_illegal_reply_can_lose_the_game():
    env = envs.text("splendor", seats=3, seed=3, illegal="lose")
    env.reset()
    last = env.step("[buy c72]")
    assert "The game is over." in last
    assert env.terminated
    assert env.rewards[0] == -1
    assert env.outcomes()[0].illegal == 1
    with pytest.raises(NoGame, match="no game of splendor is in progress"):
        env.step("take 2 white")


def test_an_illegal_reply_can_be_replaced():
    moves = []
    for _ in range(2):
        env = envs.text("splendor", seats=2, seed=3, illegal="random")
        env.reset()
        env.step("nonsense")
        assert env.illegal == [1, 0]
        moves.append(env.match.moves[-1].text)
    assert moves[0] == moves[1]


def test_a_game_can_be_stopped():
    env = envs.text("splendor", seats=2, seed=3, max_moves=2)
    env.reset()
    env.step("take 2 white")
    env.step("take 2 blue")
    assert env.truncated
    assert not env.terminated
    assert env.seat == -1
    assert env.rewards == [0, 0]


def test_a_spectator_reads_what_everybody_may_know():
    env = envs.text("splendor", seats=2, seed=3)
    env.reset()
    assert "You are watching" in env.observe(-1)
    with pytest.raises(IllegalAction, match="there is no seat 5"):
        env.observe(5)


def test_the_introduction_has_the_rules():
    assert "You are gem merchants" in envs.text("splendor").introduction()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"illegal": "ignore"}, BadOption, "illegal: expected one of refuse, lose, random; found 'ignore'"),
        ({"descriptions": "never"}, BadOption, "descriptions: expected one of always, once; found 'never'"),
        ({"seats": 9}, BadOption, "splendor"),
        ({"others": "random", "seat": 2}, BadOption, "has the seats 0 to 1; found 2"),
        ({"others": "nobody"}, UnknownBot, "nobody"),
        ({"max_moves": 0}, BadOption, "max_moves"),
        ({"colour": 1}, UnknownOption, r"text\(\) got an unexpected keyword argument 'colour'"),
    ],
)
def test_arguments_that_do_not_fit(arguments, error, message):
    with pytest.raises(error, match=message):
        envs.text("splendor", **arguments)


def test_nothing_is_in_progress_before_the_first_reset():
    env = envs.text("splendor")
    assert not env.in_progress
    assert env.seat == -1
    for call in (env.observe, lambda: env.step("pass"), lambda: env.play(0), env.forfeit):
        with pytest.raises(NoGame, match=r"no game of splendor is in progress; call reset\(\) first"):
            call()
