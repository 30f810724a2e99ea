"""The definition of a game: its name, seats and options, record and verbs, box and table."""

from __future__ import annotations

import importlib
import re
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np

from cogtable.engine.boxes.box import Box, BoxFile, box_file, box_text, read_box, sizes_in
from cogtable.engine.boxes.operations import Vocabulary, vocabulary_of
from cogtable.engine.boxes.plugins import named_in
from cogtable.engine.definition.lesson_file import LessonFile, lessons_in
from cogtable.engine.definition.parts import About, Bots, Observation, Rules, Seats, accepts_keywords
from cogtable.engine.definition.picture import is_picture, read_picture
from cogtable.engine.errors import BadBox, BadOption, BadSave, BrokenGame, UnknownOption
from cogtable.engine.files import read_text
from cogtable.engine.integers import as_whole
from cogtable.engine.records.box_sizes import is_extended, original, sized
from cogtable.engine.records.state import Ints, Mask, Option, copied
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.observation import DTYPE, Features, Written
from cogtable.engine.rules.rng import check_seed
from cogtable.engine.threadsafe import IMPORT_LOCK, locked_cached_property

_DIGEST = re.compile("[0-9a-f]{16}")
"""The pattern of the digest of a box."""


_variants: weakref.WeakSet[GameSpec] = weakref.WeakSet()
"""The games with other boxes than their own."""


class GameSpec:
    """Everything about a game except playing it (see `Game`)."""

    @accepts_keywords
    def __init__(
        self,
        package: str,
        *,
        about: About,
        seats: Seats,
        rules: Rules,
        bots: Bots = Bots(),  # noqa: B008 - it cannot change
        observation: Observation | None = None,
    ) -> None:
        self.package = package

        self.name = about.name
        self.title = about.title
        self.tagline = about.tagline
        self.minutes = about.minutes
        self.art = about.art
        self.version = about.version

        seats.check(self.name)
        self.min_seats = seats.fewest
        self.max_seats = seats.most
        # plain numbers: kernels take them, and would be compiled again for members of an enumeration
        self.passing = _plain(seats.passing)
        self.default_reply = _plain(seats.default_reply)
        self.leaving = seats.leaving
        self.dropping = _plain(seats.dropping)
        self.young = seats.young

        rules.check(self.name)
        self.state = rules.state
        self.tables = rules.tables
        self.actions = rules.actions if isinstance(rules.actions, int) else rules.actions.count()
        self.bound = rules.bound
        self.draws = dict(rules.draws)
        self.tallies = dict(rules.tallies)

        bots.check(self.name)
        self.search = bots.search
        self.levels = bots.levels
        self.bot_ratings = dict(bots.ratings)

        self.observation = observation.layout if observation else None
        self.constants = observation.constants if observation else None

        self.options: dict[str, Option] = self.state.options()
        module = importlib.import_module(package)
        self.folder = Path(str(module.__file__)).parent
        self.box_file = self.folder / "box.toml"
        self.lesson_file = self.folder / "lesson.toml"
        self.puzzle_file = self.folder / "puzzles.json"
        self.temper_file = self.folder / "tempers.json"
        self.reasons_file = self.folder / "reasons.json"
        self.picture = read_picture(self.folder, self.art) if is_picture(self.art) else None
        verbs.register(self.state, rules.verbs, observation.observe if observation else None, self.actions)

    def __repr__(self) -> str:
        return f"<game {self.name} {self.version}>"

    @locked_cached_property
    def box(self) -> Box:
        """The components, read and checked on first use."""
        return read_box(self.box_file, self.name, self.tables)

    @property
    def tallied(self) -> list[tuple[str, str]]:
        """The items of the verb `tally` in order: what kind each is, and its name."""
        names = {kind: self.box.names[of] if isinstance(of, str) else of for kind, of in self.tallies.items()}
        return [(kind, name) for kind, items in names.items() for name in items]

    def weights(self, position: Any) -> dict[str, Ints]:
        """The possible next draws in a position, hidden or whole: for each pile the weights of its items (see
        `Match.draws`).
        """
        sizes = [len(self.box.names[of] if isinstance(of, str) else of) for of in self.draws.values()]
        weights = np.zeros(sum(sizes), np.int32)
        if self.draws:
            verbs.weigh(position[0], self.box.record, weights)
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        return {pile: weights[at : at + size] for pile, at, size in zip(self.draws, starts, sizes, strict=True)}

    @locked_cached_property
    def table(self) -> Any:
        """The game's `table`: its look and the texts of its choices. Raises BrokenGame."""
        try:
            return importlib.import_module(f"{self.package}.table")
        except Exception as error:
            raise BrokenGame(f"the table of {self.name} cannot be loaded: {type(error).__name__}: {error}") from error

    @locked_cached_property
    def rules_text(self) -> str:
        """The rules in words, as Markdown."""
        return read_text(self.folder / "rules.md")

    def front_text(self) -> str:
        """The beginning of the rules page (`your-turn.md`), as it is in the folder now; empty without the file."""
        file = self.folder / "your-turn.md"
        return read_text(file) if file.is_file() else ""

    @locked_cached_property
    def lesson(self) -> LessonFile | None:
        """The first lesson, if the game has one. Raises BadLesson (see `script.script_of`)."""
        return LessonFile(self.lesson_file) if self.lesson_file.is_file() else None

    @locked_cached_property
    def lessons(self) -> dict[str, LessonFile]:
        """All lessons by name: the first one, then those in the folder `lessons`. Raises BadLesson."""
        return lessons_in(self.folder / "lessons", self.lesson)

    def with_box(self, path: str | Path) -> Self:
        """The same game with the components of another box file. Raises BadBox when the file does not fit.

        The file may have more or fewer entries than the game's own, within what the game declares (`box_sizes.size`).
        """
        return self.with_box_file(Path(path), box_file(Path(path)))

    def with_box_text(self, text: bytes | str, source: str) -> Self:
        """The same game with the components of a box that is at hand as text; errors call it `source`. Raises BadBox
        when it does not fit.
        """
        return self.with_box_file(Path(source), box_text(source, text))

    def with_earlier_box(self, digest: str) -> Self | None:
        """The same game with a box that it shipped with before, by the box's digest; None if there is none.

        Those boxes lie in the folder `earlier` of the game, each under its digest, so that matches from then load.
        """
        if not _DIGEST.fullmatch(digest):
            return None
        file = self.folder / "earlier" / f"{digest}.toml"
        return self.with_box(file) if file.is_file() else None

    def with_box_file(self, path: Path, file: BoxFile, *, alike: bool = False) -> Self:
        """The same game with the components of a box that was read already. With `alike`, entries may equal others.
        Raises BadBox when it does not fit.
        """
        package = self.package_for(file)
        try:
            game = self if package == self.package else self._in_package(package)
        except Exception as error:
            if not named_in(file.data):
                raise
            raise BadBox(f"{file.source}: operations: cannot be loaded: {type(error).__name__}: {error}") from error
        return game.boxed(path, read_box(file, self.name, game.tables, alike=alike))

    def package_for(self, file: BoxFile) -> str:
        """The package, loaded for its sizes, that a box is played with."""
        shipped = self.shipped()
        operations = named_in(file.data) if is_extended(shipped.tables.__module__) else ()
        return sized(shipped.package, sizes_in(file.data, shipped.tables), operations)

    def vocabulary(self, table: str, field: str) -> Vocabulary | None:
        """The vocabulary in which a field of the box is written; None for one of numbers or names."""
        return vocabulary_of(self.tables, table, field)

    @property
    def is_variant(self) -> bool:
        """Whether it has another box than its own."""
        return self.box_file != self.folder / "box.toml"

    def shipped(self) -> Self:
        """The game as it is for boxes with as many entries as its own has."""
        return self if original(self.package) == self.package else self._in_package(original(self.package))

    def _in_package(self, package: str) -> Self:
        with IMPORT_LOCK:
            found = vars(importlib.import_module(package)).values()
        return next(game for game in found if isinstance(game, type(self)) and game.name == self.name)

    def boxed(self, file: Path, box: Box) -> Self:
        """The game with a box that was read from `file`."""
        other = object.__new__(type(self))
        with IMPORT_LOCK:
            other.__dict__.update(self.__dict__, box_file=file, box=box)
            other.__dict__.pop("constant_row", None)
        _variants.add(other)
        return other

    def variants(self) -> list[GameSpec]:
        """The games with other boxes, of any sizes, that are in use in this process."""
        return [each for each in list(_variants) if each.name == self.name]

    def __copy__(self) -> Self:
        return self  # a game never changes

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> Any:
        return _unpickled, (self.package, self.name, self.version, self.box_file, self.box)

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, int]:
        """All options with their values, defaults filled in; a choice may be given by its word.

        Raises UnknownOption for an unknown name, BadOption for a value out of range.
        """
        values = {name: int(item.default) for name, item in self.options.items()}
        for name, given in options.items():
            if name not in self.options:
                raise UnknownOption(f"{self.name} has no option {name!r}; it has {', '.join(self.options)}")
            values[name] = _option_value(name, self.options[name], given)
        return values

    def deal(self, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> Any:
        """An array of one new game, dealt. Raises BadOption for seats, seed or options that do not fit."""
        array = self.blank(seats, options or {})
        rng.seed(array[0], check_seed(seed))
        verbs.setup(array[0], self.box.record)
        return array

    def blank(self, seats: int, options: Mapping[str, Any]) -> Any:
        """An array of one record with seats and options set, not yet dealt."""
        number = as_whole(seats)
        if number is None or not self.min_seats <= number <= self.max_seats:
            raise BadOption(f"{self.name} is for {self.min_seats} to {self.max_seats} seats; found {seats!r}")
        array = self.state.new()
        array["seats"] = number
        for name, number in self.checked_options(options).items():
            array[name] = number
        return array

    def checked_position(self, position: Any) -> Any:
        """A copy of a position, an array of one record. Raises BadSave unless it is one of this game: another type, a
        number of seats that the game is not for, or a seat waiting that is not there.
        """
        if not isinstance(position, np.ndarray) or position.dtype != self.state.dtype or position.shape != (1,):
            what = (
                f"{position.size} of {position.dtype.type.__name__}"
                if isinstance(position, np.ndarray)
                else repr(position)
            )
            raise BadSave(f"expected an array of one record of {self.name}; found {what}")
        array = copied(position)
        s = array[0]
        if not self.min_seats <= s.seats <= self.max_seats:
            raise BadSave(f"{self.name} is for {self.min_seats} to {self.max_seats} seats; found {s.seats}")
        if not 0 <= s.waiting < 1 << s.seats or bool(s.waiting) == bool(s.over):
            found = f"waiting={s.waiting:#b} and over={s.over}"
            raise BadSave(f"seats 0 to {s.seats - 1} may wait, some if the game is not over, else none; found {found}")
        return array

    def observed(self, hidden: Any, seat: int) -> Ints:
        """The observation of a state that is hidden for `seat` (-1 for a spectator), such as the result of
        `Match.hidden`.

        Raises BrokenGame for a game without observations, and IndexError for an observer that counts from a row's end.
        """
        out = np.zeros(self.layout.count(), DTYPE)
        out[: self.constant_row.size] = self.constant_row
        verbs.observe(hidden[0], self.box.record, seat, out.view(Written))
        return out

    @locked_cached_property
    def constant_row(self) -> Ints:
        """The initial row of every observation, before `observe` writes into it; empty if it is all zeros. Read-only.
        Raises BrokenGame for a game without observations.
        """
        row = np.zeros(self.layout.count() if self.constants else 0, DTYPE)
        if self.constants is not None:
            self.constants(self.box.record, row)
        row.flags.writeable = False
        return row

    @property
    def layout(self) -> type[Features]:
        """The layout of observations. Raises BrokenGame for a game without."""
        if self.observation is None:
            raise BrokenGame(f"{self.name} has no observations; Game(observation=Observation(...)) declares them")
        return self.observation

    def mask(self) -> Mask:
        """A mask of all the game's actions, all zero."""
        return np.zeros(self.actions, np.uint8)


def _plain(action: int | None) -> int | None:
    return None if action is None else int(action)


def _unpickled(package: str, name: str, version: str, file: Path, box: Box) -> GameSpec:
    """A pickled game: that of its package, with the components that it was pickled with. Raises BadSave."""
    there = vars(importlib.import_module(package)).values()
    game = next((each for each in there if isinstance(each, GameSpec) and each.name == name), None)
    if game is None:
        raise BadSave(f"the package {package} has no game {name}")
    if game.version != version:
        raise BadSave(f"this was pickled with {name} version {version}; {package} has version {game.version}")
    return game if original(package) == package and game.box.digest == box.digest else game.boxed(file, box)


def _option_value(name: str, item: Option, given: Any) -> int:
    if isinstance(given, str) and given in item.choices:
        return item.choices.index(given)
    if isinstance(given, str) and re.fullmatch(r"-?[0-9]{1,18}", given):
        given = int(given)
    number = int(given) if isinstance(given, bool) and len(item.choices) == 2 else as_whole(given)
    if number is not None and item.low <= number <= item.high:
        return number
    wanted = f"one of {', '.join(item.choices)}" if item.choices else f"{item.low} to {item.high}"
    raise BadOption(f"option {name}: expected {wanted}; found {given!r}")
