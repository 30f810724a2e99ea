"""Deals: reads the cards dealt to each seat, exchanges hands, and forces a card into a hand.

Players who are ahead can afford expensive cards, so the wins of the players of a card say little about it. Deals are
random, so the wins of the players who were dealt a card measure its effect.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from cogtable.engine.box_editing import edit
from cogtable.engine.boxes.box import PAD, Column, Count
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadBox, BadOption
from cogtable.engine.play.game import Game
from cogtable.table.study import Dealt, Study


def study_of(game: GameSpec) -> Study:
    """The study declaration of the game's table; defaults if there is none."""
    return getattr(game.table, "study", None) or Study()


def names(game: GameSpec, kind: str) -> tuple[str, ...]:
    """The names of the cards of a kind."""
    called = study_of(game).called
    own = game.box.names[kind]
    return tuple(called(game.box)) if called and not any(own) else own


def cards(dealt: Dealt, states: Any, seats: int) -> Any:
    """The cards dealt to each seat, (n, seats, places), below 0 for none."""
    return np.asarray(dealt.cards(states))[:, :seats].astype(np.int64)


def exchange(game: GameSpec, dealt: Dealt, states: Any, seats: int, turns: int) -> None:
    """Passes every seat's cards on by `turns` seats, as if dealt that way. If hands differ in size, the extra places of
    the larger ones stay.
    """
    if not turns:
        return
    hands = cards(dealt, states, seats)
    received = np.roll(hands, turns, axis=1)
    swap(game, dealt.kind, states, hands, np.where((hands >= 0) & (received >= 0), received, hands))


def force(game: GameSpec, dealt: Dealt, states: Any, seats: int, card: int, replaced: Any) -> None:
    """Deals a card to seat 0 in place of the card in the place `replaced` (one for each table) of its hand. That card
    goes where the other was.
    """
    out = cards(dealt, states, seats)[:, 0]
    rows = np.arange(len(states))
    held = (out == card).any(axis=1)
    old = np.where(held, card, out[rows, replaced % np.maximum(1, (out >= 0).sum(axis=1))])
    new = np.full(len(states), card)
    swap(game, dealt.kind, states, np.stack([old, new], 1), np.stack([new, old], 1))


def swap(game: GameSpec, kind: str, states: Any, before: Any, after: Any) -> None:
    """Puts the cards `after` where the cards `before` are, wherever the states have them: one for one, in each state.

    Raises BadOption for a game whose state does not say where it has cards of the kind.
    """
    fields = list(_fields(game, kind))
    if not fields:
        raise BadOption(f"{game.name}: no field of the state is declared known_to(..., of={kind!r})")
    count = len(game.box.names[kind])
    rows = np.arange(len(states))[:, None]
    old, new = (part.reshape(len(states), -1) for part in (before, after))
    card_at = np.broadcast_to(np.arange(count), (len(states), count)).copy()
    some = (old >= 0) & (new >= 0)
    at = np.broadcast_to(rows, old.shape)
    card_at[at[some], old[some]] = new[some]
    back = np.argsort(card_at, axis=1)
    for name, by_card in fields:
        values = states[name]
        if by_card:
            states[name] = np.take_along_axis(values, back, axis=1)
            continue
        flat = values.reshape(len(states), -1)
        moved = np.take_along_axis(card_at, np.clip(flat, 0, count - 1).astype(np.int64), axis=1)
        states[name] = np.where((flat >= 0) & (flat < count), moved, flat).reshape(values.shape)


def _fields(game: GameSpec, kind: str) -> Iterator[tuple[str, bool]]:
    """The fields of the state with cards of a kind, and whether they are indexed by card."""
    for name, secret in game.state.secrets().items():
        if secret.of == kind:
            yield name, False
        elif secret.by == kind:
            yield name, True


# --- a card that does nothing, and a box without it ----------------------------------------------------


def blanked(game: Game, kind: str, card: int) -> Game | None:
    """The game with a card that has lost its abilities, otherwise unchanged; None if the card has no abilities.

    Abilities are the fields that the box reads as rows of operations. The box is not checked again: two cards can now
    be alike.
    """
    declared = {name: item for base in reversed(game.tables.__mro__) for name, item in vars(base).items()}
    columns = {name: item for name, item in declared.items() if isinstance(item, Column)}
    abilities = [name for name, item in columns.items() if item.table == kind and item.parse]
    old = game.box.tables
    if not any((old[name][0, card] != PAD).any() for name in abilities):
        return None
    array = game.tables.new()
    for name, item in declared.items():
        if isinstance(item, Column | Count):
            array[name] = old[name]
    for name in abilities:
        array[name][0, card] = PAD
    if derive := getattr(game.tables, "derive", None):
        derive(array[0])
    digest = hashlib.sha256(f"{game.box.digest} {kind} {card} blanked".encode()).hexdigest()[:16]
    return game.boxed(game.box_file, game.box._replace(tables=array, record=array[0], digest=digest))


def removed(game: Game, kind: str, card: int) -> Game | None:
    """The game with a box that lacks a card, in all its copies; None if the game needs all its cards.

    Games with another number of cards are compiled separately.
    """
    entry = game.box.entries[kind][card]
    try:
        text = edit.edited(game.box.text, [edit.BoxEdit(kind="remove", table=kind, entry=entry)], game.tables)
        return game.with_box_text(text, f"{game.box.source} without {game.box.names[kind][card]}")
    except (edit.BadEdit, BadBox):
        return None
