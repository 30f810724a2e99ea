"""Ratings, computed from the results that the database holds: one after the other, in the order in which games ended.

They are brought up to date when somebody asks for them, so there is nothing to run in between; and when the formula
has changed, all of them are computed anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cogtable.lab.player_rating import Skill as Skill
from cogtable.lab.player_rating import after, rested
from cogtable.server.db.results import GameResult, Standing
from cogtable.server.db.store import Store

FORMULA = "1"
"""Has to change whenever the same results would lead to other ratings."""

DAY_S = 24 * 3600


async def catch_up(store: Store) -> None:
    """Rates all games that have ended and are not rated yet."""
    while await store.results.rate(FORMULA, rated):
        pass


def rated(results: Sequence[GameResult], before: Sequence[Standing | None]) -> list[GameResult]:
    """The results of one game with the ratings that its people have after it. Bots stay what they are."""
    stood = [_at(standing, result.ended or 0) for standing, result in zip(before, results, strict=True)]
    bots = results[0].bots
    skills = [*stood, *(Skill(rating, 0) for rating, _ in bots)]
    places = [*(result.place for result in results), *(place for _, place in bots)]
    return [
        msgspec.structs.replace(
            result, rating=skill.rating, deviation=skill.deviation, gain=skill.rating - former.rating
        )
        for result, skill, former in zip(results, after(skills, places), stood, strict=False)
    ]


def _at(standing: Standing | None, moment: float) -> Skill:
    """A standing as it is at a moment."""
    return skill_of(standing, moment) if standing else Skill()


def skill_of(standing: Standing, moment: float) -> Skill:
    """How good somebody is at a moment, after some time without play."""
    return rested(Skill(standing.rating, standing.deviation), (moment - standing.at) / DAY_S)
