"""The interface of the devices that keep and step the tables of a batch."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from cogtable.engine.compiled_play.stepping import Internal, Outputs, ResetSpec
from cogtable.engine.records.state import Ints


class Buffers(NamedTuple):
    """All buffers of a batch, on the device."""

    states: Any
    reset_spec: ResetSpec
    internal: Internal
    outputs: Outputs


class Device(Protocol):
    """Keeps buffers and runs the functions of `stepping` on many tables.

    `chosen` and `tables` are what `choose` makes, `moving` is a buffer of bools.
    """

    name: str
    """Its name in `Batch(device=...)`."""

    # --- buffers

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """A new buffer, all zero."""

    def alloc(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Zeros that are written once and returned: not a buffer, so they need no alignment."""

    def put(self, array: Ints) -> Any:
        """A buffer with the contents of an array."""

    def adopt(self, buffer: Any) -> Any:
        """A buffer that was copied or unpickled, aligned for this device."""

    def fetch(self, buffer: Any) -> Ints:
        """The contents of a buffer, as a NumPy array to be read only."""

    def fetch_row(self, buffer: Any, row: int) -> Ints:
        """One row of a buffer, as a NumPy array to be read only."""

    def taken(self, given: Any) -> Any:
        """A foreign array, left where it is if this device can read it there; it has `shape` and `dtype`."""

    def actions(self, taken: Any) -> Any:
        """Whole numbers, one for each table, as a buffer of int64."""

    def choose(self, tables: Ints) -> Any:
        """The numbers of tables, in the form that the other methods take."""

    @property
    def every(self) -> Any:
        """All tables."""

    def ended(self, buffers: Buffers) -> Any:
        """The tables that have ended."""

    def write(self, buffer: Any, chosen: Any, values: Ints) -> None:
        """Puts values into the rows of some tables: one row for each, or one for all."""

    def copy_rows(self, buffer: Any, chosen: Any, source: Any, rows: Any) -> None:
        """Copies rows[k] of another buffer of the same shape, or of this one, to the row of table chosen[k]."""

    # --- tables

    def deal(self, buffers: Buffers, tables: Any, afresh: bool) -> None:
        """See `stepping.deal`."""

    def refresh(self, buffers: Buffers, tables: Any) -> None:
        """See `stepping.refresh`."""

    def redeterminize(self, buffers: Buffers, seats: Any, seeds: Any) -> None:
        """See `stepping.redeterminize`; of all tables."""

    def observe(self, states: Any, seats: Any, out: Any, tables: Any) -> None:
        """See `stepping.write_observation`."""

    def first_illegal(self, buffers: Buffers, moving: Any, actions: Any) -> int:
        """The first table whose action is not legal; -1 if there is none."""

    def step(self, buffers: Buffers, moving: Any, actions: Any) -> None:
        """See `stepping.step`; of all tables."""

    def sample(self, buffers: Buffers) -> Any:
        """See `stepping.sample`; of all tables, in a buffer of int64."""

    def play_out(self, buffers: Buffers) -> int:
        """See `stepping.play_out`; of all tables. Returns the total number of moves."""
