"""A legal action as a person sees it."""

from __future__ import annotations

import msgspec


class Choice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One legal action in words, with the pieces that a person touches to take it.

    `text` names the action among all others of the same decision and can be read back
    (`Match.play(seat, text)`). `label` is the short form for a button and may use markup
    (see `cogtable.table.view`). `pieces` are ids of pieces in the view; an id that stands twice is
    touched twice. `group` says what one is about to do ("Taking gems"). What `costs` something that one need not pay
    is never put forward as the answer that everybody would give.
    """

    action: int
    text: str
    label: str = ""
    group: str = ""
    pieces: tuple[str, ...] = ()
    costs: bool = False
