"""Ratings, computed from the results in the database: one game after the other, in the order in which they ended.

They are brought up to date on request, so no background task is needed. When the formula has changed, all are
recomputed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cogtable.lab.player_rating import Skill as Skill
from cogtable.lab.player_rating import after, rested
from cogtable.server.db.results import GameResult, Standing
from cogtable.server.db.store import Store

FORMULA = "1"
"""Must change whenever the same results would lead to different ratings."""

DAY_S = 24 * 3600


async def catch_up(store: Store) -> None:
    """Rates all games that have ended and are not rated yet."""
    while await store.results.rate(FORMULA, rated):
        pass


def rated(results: Sequence[GameResult], before: Sequence[Standing | None]) -> list[GameResult]:
    """Returns the results of one game with its people's ratings after it. The ratings of bots do not change."""
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
    """Returns a standing as it is at a moment."""
    return skill_of(standing, moment) if standing else Skill()


def skill_of(standing: Standing, moment: float) -> Skill:
    """Returns a person's skill at a moment, which depends on the time since their last game."""
    return rested(Skill(standing.rating, standing.deviation), (moment - standing.at) / DAY_S)
