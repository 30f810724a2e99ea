"""Which people who look for others are offered to one another."""

from __future__ import annotations

from msgspec.structs import replace

from cogtable.server.db.seeks import SeekerRow, SeekRow
from cogtable.server.matchmaking.parties import EVERYBODY_S, WIDER_S, parties

NOW = 1000.0


def seek(name: str, rating: float | None = None, waited: float = 0, **more: object) -> SeekRow:
    """The search of one person for a game of two."""
    row = SeekRow(
        id=name,
        table_id=f"table of {name}",
        game="tiny",
        pace="normal",
        seats=2,
        rated=False,
        bot="easy",
        since=NOW - waited,
        seen=NOW,
        rating=rating,
        people=(SeekerRow(person=name, seat=0),),
    )
    return replace(row, **more)


def paired(*seeks: SeekRow, blocked: tuple[tuple[str, str], ...] = ()) -> list[set[str]]:
    found = parties(seeks, NOW, {frozenset(pair) for pair in blocked})
    return [{each.id for each in group} for group in found]


def test_two_who_want_the_same_are_paired() -> None:
    assert paired(seek("Mina"), seek("Ben")) == [{"Mina", "Ben"}]


def test_another_game_pace_size_or_rating_of_the_game_is_not_the_same() -> None:
    for other in ({"game": "splendor"}, {"pace": "quick"}, {"seats": 3}, {"rated": True}):
        assert paired(seek("Mina"), seek("Ben", **other)) == []


def test_the_closest_rating_comes_first() -> None:
    found = paired(seek("Mina", 1500, 3), seek("Ben", 1650, 2), seek("Eve", 1480, 1))
    assert found == [{"Mina", "Eve"}]


def test_within_200_points_at_once_and_wider_every_15_seconds() -> None:
    assert paired(seek("Mina", 1500), seek("Ben", 1700)) == [{"Mina", "Ben"}]
    assert paired(seek("Mina", 1500, WIDER_S - 1), seek("Ben", 1701)) == []
    assert paired(seek("Mina", 1500, WIDER_S), seek("Ben", 1900)) == [{"Mina", "Ben"}]
    assert paired(seek("Mina", 1500, 2 * WIDER_S - 1), seek("Ben", 1901)) == []


def test_after_a_minute_everybody() -> None:
    assert paired(seek("Mina", 1000, EVERYBODY_S - 1), seek("Ben", 2500)) == []
    assert paired(seek("Mina", 1000, EVERYBODY_S), seek("Ben", 2500)) == [{"Mina", "Ben"}]


def test_a_guest_fits_everybody() -> None:
    assert paired(seek("Mina", 2500), seek("a guest")) == [{"Mina", "a guest"}]


def test_people_who_leave_games_are_paired_among_themselves_first() -> None:
    leaver, other = seek("Mina", leaves=True), seek("Ben")
    assert paired(leaver, other) == []
    assert paired(leaver, other, seek("Eve", leaves=True)) == [{"Mina", "Eve"}]
    assert paired(replace(leaver, since=NOW - EVERYBODY_S), other) == [{"Mina", "Ben"}]


def test_blocked_people_never() -> None:
    mina, ben = seek("Mina", waited=600), seek("Ben")
    assert paired(mina, ben, blocked=(("Ben", "Mina"),)) == []
    assert paired(mina, ben, seek("Eve"), blocked=(("Ben", "Mina"),)) == [{"Mina", "Eve"}]


def test_people_who_declined_each_other_never() -> None:
    assert paired(seek("Mina", waited=600, declined=("Ben",)), seek("Ben")) == []


def test_the_one_who_has_waited_longest_chooses_first() -> None:
    found = paired(seek("Mina", 1500, 1), seek("Ben", 1600, 2), seek("Eve", 1510, 3))
    assert found == [{"Eve", "Mina"}]


def test_a_rated_game_needs_people_in_all_seats() -> None:
    three = [seek(name, 1500, seats=3, rated=True) for name in ("Mina", "Ben", "Eve")]
    assert paired(*three[:2]) == []
    assert paired(*three) == [{"Mina", "Ben", "Eve"}]


def test_of_an_unrated_game_bots_keep_the_other_seats() -> None:
    assert paired(seek("Mina", seats=3), seek("Ben", seats=3)) == [{"Mina", "Ben"}]
    two = replace(seek("Mina", seats=3), people=(SeekerRow(person="Mina", seat=0), SeekerRow(person="Ben", seat=1)))
    assert paired(two, replace(two, id="other", people=(SeekerRow(person="Ida", seat=0), two.people[1]))) == []


def test_everybody_is_in_one_group_at_most() -> None:
    found = paired(*(seek(f"person {n}", 1000 + 7 * n, n) for n in range(101)))
    assert len(found) == 50
    assert len(set().union(*found)) == 100
