"""Keepsakes: small things about a person's games that are worth remembering. They count for nothing.

Each is one entry in `KEEPSAKES`, with a rule over the person's finished games. More than half are for kindness,
patience and variety. None is for time spent, days in a row, spending or inviting, and none needs a game that is no fun
for somebody else. The rules name no game, so they hold for games of other packages too.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress

import msgspec

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.text.words import Template, phrase
from cogtable.server.db.connection import Conflict
from cogtable.server.db.keepsakes import Fact, Kept
from cogtable.server.db.store import Store

MOST_GAMES = 2000
"""The number of a person's last finished games that the rules look at."""

LATELY_S = 24 * 3600.0
"""For how long after the end of a game its keepsakes are still to be told, in seconds."""

UPSET = 200.0
"""How many rating points more the opponent has in a game that is won against the odds."""


class Progress(msgspec.Struct, kw_only=True, frozen=True):
    """How far a person has got: `count` `of` so many. `done` is the game with which they got there."""

    count: int
    of: int
    done: Fact | None = None


Rule = Callable[[Sequence[Fact]], Progress]
"""Says how far a person has got, from their finished games, the oldest first."""


class Keepsake(msgspec.Struct, kw_only=True, frozen=True):
    """A keepsake: its name in the database, its picture on the brass, its name, what it is for, and its rule."""

    key: str
    picture: str
    name: Template
    words: Template
    rule: Rule


# --- kinds of rules ---------------------------------------------------------------------------------


def _different(of: int, things: Callable[[Fact], Iterable[Hashable]]) -> Rule:
    """A rule for a number of different things, which games have."""

    def rule(games: Sequence[Fact]) -> Progress:
        met: set[Hashable] = set()
        for game in games:
            met.update(things(game))
            if len(met) >= of:
                return Progress(count=of, of=of, done=game)
        return Progress(count=len(met), of=of)

    return rule


def _times(of: int, fits: Callable[[Fact], bool]) -> Rule:
    """A rule for a number of games that fit."""
    return _different(of, lambda game: [game.table] if fits(game) else [])


def _within(of: Callable[[Hashable], int], things: Callable[[Fact], Iterable[tuple[Hashable, Hashable]]]) -> Rule:
    """A rule for a number of different things in one group; games have things in groups. `of` is the number that a
    group needs.
    """

    def rule(games: Sequence[Fact]) -> Progress:
        met: defaultdict[Hashable, set[Hashable]] = defaultdict(set)
        for game in games:
            for group, thing in things(game):
                met[group].add(thing)
                if len(met[group]) >= of(group):
                    return Progress(count=of(group), of=of(group), done=game)
        group = max(met, key=lambda group: len(met[group]) / of(group), default=())
        return Progress(count=len(met[group]), of=of(group))

    return rule


def _each_game(fits: Callable[[Fact], bool]) -> Rule:
    """A rule for one game of each kind that this server has."""

    def rule(games: Sequence[Fact]) -> Progress:
        here = {game.name for game in registry.usable()}
        of = max(2, len(here))
        return _different(of, lambda game: [game.game] if fits(game) and game.game in here else [])(games)

    return rule


def _one_after_another(of: int) -> Rule:
    """A rule for a number of games with people that the person finished, with none in between that they left."""

    def rule(games: Sequence[Fact]) -> Progress:
        count = 0
        for game in (game for game in games if game.others):
            count = count + 1 if game.stayed else 0
            if count == of:
                return Progress(count=of, of=of, done=game)
        return Progress(count=count, of=of)

    return rule


def _after_losses(of: int) -> Rule:
    """A rule for a win against a person who had won a number of games in a row between the two."""

    def rule(games: Sequence[Fact]) -> Progress:
        lost: defaultdict[str, int] = defaultdict(int)
        for game in games:
            if game.won and any(lost[each] >= of for each in game.people):
                return Progress(count=1, of=1, done=game)
            for each in game.people:
                lost[each] = lost[each] + 1 if each in game.behind else 0
        return Progress(count=0, of=1)

    return rule


def _won_again(games: Sequence[Fact]) -> Progress:
    """The rule for a win in the game that followed a loss, with the same people."""
    seconds = {game.rematch for game in games if game.outcome == "lost" and game.others and game.rematch}
    return _times(1, lambda game: game.won and bool(game.others) and game.table in seconds)(games)


def _beats_strong_bot(game: Fact) -> bool:
    """Whether the person won against one of the two bots of a game whose measured strength is highest."""
    if not game.won or not game.bots:
        return False
    try:
        ratings = registry.find(game.game).bot_ratings
    except CogtableError:  # the game is no longer here
        return False
    strongest = sorted(ratings, key=lambda bot: -ratings[bot])[:2]
    return any(bot in strongest for bot in game.bots)


def _three(_: Hashable) -> int:
    return 3


def _ten(_: Hashable) -> int:
    return 10


def _seats_of(group: Hashable) -> int:
    return group[1] if isinstance(group, tuple) and len(group) > 1 else 2


# --- all keepsakes ----------------------------------------------------------------------------------

KEEPSAKES = (
    # for kindness, patience and variety
    Keepsake(
        key="company",
        picture="people",
        name=phrase("Good company"),
        words=phrase("Played to the end with ten different people"),
        rule=_different(10, lambda game: game.people if game.whole else []),
    ),
    Keepsake(
        key="taught",
        picture="book",
        name=phrase("Taught it"),
        words=phrase("Played to the end with someone whose first game here it was"),
        rule=_times(1, lambda game: game.whole and game.first_of_others),
    ),
    Keepsake(
        key="sport",
        picture="again",
        name=phrase("Good sport"),
        words=phrase("Lost to a person, and played them again at once"),
        rule=_times(1, lambda game: game.whole and game.outcome == "lost" and game.others > 0 and bool(game.rematch)),
    ),
    Keepsake(
        key="unhurried",
        picture="clock",
        name=phrase("Unhurried"),
        words=phrase("Finished fifty games over days"),
        rule=_times(50, lambda game: game.stayed and game.over_days and game.others > 0),
    ),
    Keepsake(
        key="polite",
        picture="speech",
        name=phrase("Well played"),
        words=phrase("Said so in ten games"),
        rule=_times(10, lambda game: game.said_well_played and game.others > 0),
    ),
    Keepsake(
        key="door",
        picture="door",
        name=phrase("Open door"),
        words=phrase("Played to the end with a guest"),
        rule=_times(1, lambda game: game.whole and game.with_guest),
    ),
    Keepsake(
        key="stepped-in",
        picture="hand",
        name=phrase("Stepped in"),
        words=phrase("Took the seat of a player who had left, and played to the end"),
        rule=_times(1, lambda game: game.whole and game.stepped_in),
    ),
    Keepsake(
        key="friends",
        picture="link",
        name=phrase("Old friends"),
        words=phrase("Finished ten games with the same person"),
        rule=_within(_ten, lambda game: [(each, game.table) for each in game.people] if game.stayed else []),
    ),
    Keepsake(
        key="to-the-end",
        picture="flag",
        name=phrase("To the end"),
        words=phrase("Finished twenty games with people in a row, without leaving one"),
        rule=_one_after_another(20),
    ),
    Keepsake(
        key="shelf",
        picture="cards",
        name=phrase("The whole shelf"),
        words=phrase("Finished every game on this server"),
        rule=_each_game(lambda game: game.whole),
    ),
    Keepsake(
        key="chairs",
        picture="plus",
        name=phrase("More chairs"),
        words=phrase("Finished one game with three different numbers of players"),
        rule=_within(_three, lambda game: [(game.game, game.players)] if game.whole else []),
    ),
    Keepsake(
        key="full-table",
        picture="home",
        name=phrase("Full table"),
        words=phrase("Finished a game with three other people"),
        rule=_times(1, lambda game: game.whole and game.others >= 3),
    ),
    Keepsake(
        key="house-rules",
        picture="pencil",
        name=phrase("House rules"),
        words=phrase("Finished a game with a changed box"),
        rule=_times(1, lambda game: game.whole and game.changed_box),
    ),
    # for games that were won
    Keepsake(
        key="crown",
        picture="crown",
        name=phrase("First crown"),
        words=phrase("Won a game against a person"),
        rule=_times(1, lambda game: game.won and game.others > 0),
    ),
    Keepsake(
        key="by-one",
        picture="check",
        name=phrase("By one"),
        words=phrase("Won by a single point"),
        rule=_times(1, lambda game: game.won and game.ahead == 1),
    ),
    Keepsake(
        key="level",
        picture="minus",
        name=phrase("Nothing between you"),
        words=phrase("Shared first place with a person"),
        rule=_times(1, lambda game: game.whole and game.outcome == "tied" and game.others > 0),
    ),
    Keepsake(
        key="tall-order",
        picture="expand",
        name=phrase("Tall order"),
        words=phrase("Won against one of the two strongest bots of a game"),
        rule=_times(1, _beats_strong_bot),
    ),
    Keepsake(
        key="all-won",
        picture="trophy",
        name=phrase("All of them"),
        words=phrase("Won every game on this server, against people or bots"),
        rule=_each_game(lambda game: game.won),
    ),
    Keepsake(
        key="round-table",
        picture="turn-right",
        name=phrase("Round the table"),
        words=phrase("Won one game from each of its seats"),
        rule=_within(_seats_of, lambda game: [((game.game, game.players), game.seat)] if game.won else []),
    ),
    Keepsake(
        key="odds",
        picture="arrow-up",
        name=phrase("Against the odds"),
        words=phrase("Won against a player rated 200 points higher"),
        rule=_times(1, lambda game: game.won and game.rated_above >= UPSET),
    ),
    Keepsake(
        key="turned",
        picture="undo",
        name=phrase("The tables turned"),
        words=phrase("Won against a person after losing to them three times in a row"),
        rule=_after_losses(3),
    ),
    Keepsake(
        key="last-seat",
        picture="last-move",
        name=phrase("Last in line"),
        words=phrase("Won from the last seat, with three players or more"),
        rule=_times(1, lambda game: game.won and game.players >= 3 and game.seat == game.players - 1),
    ),
    Keepsake(
        key="crowd",
        picture="eye",
        name=phrase("Out of many"),
        words=phrase("Won among four players or more"),
        rule=_times(1, lambda game: game.won and game.players >= 4),
    ),
    Keepsake(
        key="second-try",
        picture="branch",
        name=phrase("Second try"),
        words=phrase("Lost, played the same people again, and won"),
        rule=_won_again,
    ),
)

_BY_KEY = {each.key: each for each in KEEPSAKES}


def known(kept: Iterable[Kept]) -> list[tuple[Keepsake, Kept]]:
    """Returns the keepsakes that a person has, with their rows, the last one first."""
    own = [(_BY_KEY[each.keepsake], each) for each in kept if each.keepsake in _BY_KEY]
    return sorted(own, key=lambda one: (-one[1].at, one[0].key))


async def catch_up(store: Store, account: str, table: str = "") -> dict[str, Progress]:
    """Stores the keepsakes that a person has got and did not have, and returns how far they have got with all others,
    by key. Those of the game at `table`, and of games that have just ended, are still to be told; others are not.

    Runs when the person sees the end of a game, or their own page, so no background task is needed.
    """
    kept = {each.keepsake for each in await store.keepsakes.of(account)}
    if kept.issuperset(_BY_KEY):
        return {}
    games = await store.keepsakes.facts(account, MOST_GAMES)
    progress = {each.key: each.rule(games) for each in KEEPSAKES if each.key not in kept}
    new = [
        Kept(
            keepsake=key,
            at=each.done.ended,
            at_table=each.done.table,
            told=each.done.table != table and each.done.ended < time.time() - LATELY_S,
        )
        for key, each in progress.items()
        if each.done
    ]
    with suppress(Conflict):  # the account was deleted in the meantime
        await store.keepsakes.keep(account, new)
    return {key: each for key, each in progress.items() if not each.done}
